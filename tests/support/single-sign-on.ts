// A company with a provider, and what a browser does between the two.
import assert from 'node:assert/strict';
import type { Answer, Client, House } from './house.ts';
import { hasProved } from './proved-domains.ts';
import { providerKeys } from './provider-keys.ts';
import { entityId, loginUrl, postOf, type Saying, samlProvider } from './saml-provider.ts';
import { type SignedIn, signedInBy } from './signed-in.ts';

export const settingsPath = ({ realm }: Client) => `/companies/${realm.companyId}/single-sign-on`;

export const saml = { entityId, loginUrl, certificates: [providerKeys.certificate] };

export const agentsDomain = ({ realm }: Client): string =>
  `agents-${realm.companyId.toLowerCase()}-${realm.mode}.example`;

/** Sets it, and a domain for the pages of agents. */
export async function withSettings(api: Client, settings: object): Promise<void> {
  const domains = [{ domain: agentsDomain(api), appDomainType: 'agent' }];
  const set = await api.put(`/companies/${api.realm.companyId}`, { domains });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const { status, body } = await api.put(settingsPath(api), settings);
  assert.equal(status, 200, JSON.stringify(body));
}

export const authPath = ({ realm }: Client, rest: string): string =>
  `/companies/${realm.companyId}/auth/${rest}${realm.mode === 'live' ? '' : `${rest.includes('?') ? '&' : '?'}mode=test`}`;

/** What the page finds behind the # of its address. */
export function behindHash({ status, headers, body }: Answer): Record<string, string> {
  assert.equal(status, 303, JSON.stringify(body));
  return Object.fromEntries(new URLSearchParams(new URL(headers.location as string).hash.slice(1)));
}

export async function exchanged(house: House, answer: Answer): Promise<Answer> {
  const { exchangeToken } = behindHash(answer);
  return house.call(undefined, 'POST', '/auth/token', { body: { exchangeToken } });
}

export const cookieOf = ({ headers }: Answer): string => (headers['set-cookie'] ?? '').split(';')[0] as string;

/** A company whose people sign in by SAML. */
export async function withSaml(house: House, api: Client, rules: object = {}) {
  if (api.realm.mode === 'live') await hasProved(house, api, agentsDomain(api));
  await withSettings(api, { kind: 'saml', saml, ...rules });
  const metadata = await house.call(undefined, 'GET', authPath(api, 'saml/metadata.xml'));
  const provider = samlProvider(metadata.body);
  const begin = (query = '') => house.call(undefined, 'GET', authPath(api, `saml/login${query}`));
  /** `from` is the address, where the house trusts a proxy. */
  const post = (xml: string, { relayState = '', cookie = '', to = api, from = '' } = {}): Promise<Answer> =>
    house.call(undefined, 'POST', authPath(to, 'saml/callback'), {
      body: postOf(xml, relayState),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie === '' ? {} : { cookie }),
        ...(from === '' ? {} : { 'x-forwarded-for': from }),
      },
    });
  /** We ask: the id of the request, and the cookie of the browser. */
  async function asked() {
    const begun = await begin();
    return { inResponseTo: await provider.requestIn(begun), cookie: cookieOf(begun) };
  }
  /** We ask, and the provider answers with this. */
  async function answered(saying: Partial<Saying> = {}, signs: Parameters<typeof provider.xmlOf>[1] = {}) {
    const { inResponseTo, cookie } = await asked();
    return post(await provider.xmlOf({ inResponseTo, ...saying }, signs), { cookie });
  }
  const signedIn = async (saying: Partial<Saying> = {}): Promise<SignedIn> =>
    signedInBy(house, await exchanged(house, await answered(saying)));
  return { provider, begin, asked, post, answered, signedIn };
}

/** Refused for this reason, and for no other. */
export function refusedFor({ status, headers, body }: Answer, reason: string): void {
  assert.deepEqual(
    [status, body.errorType, body.data?.reason],
    [401, 'SingleSignOnRefused', reason],
    JSON.stringify(body),
  );
  assert.equal(headers.location, undefined);
}
