// Signing in by OpenID Connect: with a certified provider, and with one that says what it should not.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import {
  aPlace,
  certifiedProvider,
  clientId,
  clientSecret,
  type Person,
  sayingProvider,
  throughProvider,
} from '../../../tests/support/openid-provider.ts';
import { hasProved } from '../../../tests/support/proved-domains.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aUser, signedInBy } from '../../../tests/support/signed-in.ts';
import {
  agentsDomain,
  authPath,
  behindHash,
  cookieOf,
  exchanged,
  refusedFor,
  settingsPath,
  withSettings,
} from '../../../tests/support/single-sign-on.ts';

const place = await aPlace();
const openIdConnect = { issuer: place.issuer, clientId, clientSecret };
const usual = { kind: 'openIdConnect', openIdConnect };

const callbackPath = ({ realm }: Client) => `/companies/${realm.companyId}/auth/openid-connect/callback`;
const redirectUri = (api: Client) => `https://tenor.test/api${callbackPath(api)}`;

describe('who comes from a provider of OpenID Connect', () => {
  const { house, aCompany } = useHouse({
    works: false,
    config: { publicUrl: 'https://tenor.test' },
    webhookDevHosts: [place.host],
  });
  after(() => place.close());

  const begin = (api: Client, query = '') =>
    house().call(undefined, 'GET', authPath(api, `openid-connect/login${query}`));
  const back = (api: Client, query: string, cookie = '') =>
    house().call(undefined, 'GET', callbackPath(api) + query, { headers: cookie === '' ? {} : { cookie } });

  /** Through the certified provider, as a browser goes. */
  async function through(api: Client, person: Person): Promise<Answer> {
    await certifiedProvider(place, redirectUri(api), () => person);
    const begun = await begin(api);
    assert.equal(begun.status, 303, JSON.stringify(begun.body));
    const { search } = await throughProvider(begun.headers.location as string, redirectUri(api));
    return back(api, search, cookieOf(begun));
  }

  test('appears with the roles of their groups, reads what these may read, and comes back as the same user', async () => {
    const { test: api } = await aCompany();
    const roles = (await api.get('/roles')).body.data as { id: string; name: string }[];
    const reading = roles.find(({ name }) => name === 'Read only')?.id;
    const rolesByGroup = [{ group: 'readers', roles: [reading] }];
    await withSettings(api, { ...usual, createsUsers: true, emailDomains: ['acme.example'], rolesByGroup });
    const grace = {
      sub: 'g-1',
      email: 'grace@acme.example',
      email_verified: true,
      given_name: 'Grace',
      groups: ['readers'],
    };
    const session = signedInBy(house(), await exchanged(house(), await through(api, grace)));
    const me = (await session.get('/auth/user')).body.data;
    assert.deepEqual([me.userName, me.employee.firstName, me.roleIds], ['grace@acme.example', 'Grace', [reading]]);
    assert.equal((await session.get('/people')).status, 200);
    assert.equal((await session.post('/people', { name: { firstName: 'A', lastName: 'B' } })).status, 403);
    const again = signedInBy(house(), await exchanged(house(), await through(api, grace)));
    assert.equal((await again.get('/auth/user')).body.data.id, me.id);
  });

  test('comes back to the page that asked, with its state', async () => {
    const { live: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    await hasProved(house(), api, agentsDomain(api));
    await withSettings(api, usual);
    const saying = await sayingProvider(place);
    const page = `https://${agentsDomain(api)}/in`;
    const begun = await begin(api, `?returnTo=${encodeURIComponent(page)}&state=mine`);
    const answer = await back(api, saying.answersTo(begun.headers.location as string), cookieOf(begun));
    assert.equal(answer.headers.location?.split('#')[0], page);
    const { exchangeToken, state } = behindHash(answer);
    assert.deepEqual([state, exchangeToken?.startsWith('tenor_exchange_live_')], ['mine', true]);
    refusedAt(await begin(api, '?returnTo=https://evil.example/'), 'returnTo');
    const asked = saying.asked.find(({ path }) => path === '/token');
    assert.match(asked?.authorization ?? '', /^Basic /);
    assert.match(asked?.body ?? '', /code_verifier=[\w-]{43}(&|$)/);
    assert.doesNotMatch(asked?.body ?? '', /client_secret/);
    const second = await begin(api);
    const discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const query = saying.answersTo(second.headers.location as string, { discovery });
    await withSettings(api, usual);
    behindHash(await back(api, query, cookieOf(second)));
    assert.match(saying.asked.findLast(({ path }) => path === '/token')?.body ?? '', /client_secret=/);
  });

  test('stays out where the tokens are not those of this request', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    await withSettings(api, usual);
    const saying = await sayingProvider(place);
    const unsigned = (claims: object) =>
      `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
    const seconds = Math.floor(Date.now() / 1_000);
    const came = async (says: Parameters<typeof saying.answersTo>[1]) => {
      const begun = await begin(api);
      const query = saying.answersTo(begun.headers.location as string, says);
      // What a provider says of itself is read again after a change of the settings.
      if (says?.userinfo !== undefined) await withSettings(api, usual);
      return back(api, query, cookieOf(begun));
    };
    behindHash(await came({}));
    refusedFor(await came({ claims: { aud: 'another-client' } }), 'token');
    refusedFor(await came({ claims: { aud: [clientId, 'another-client'] } }), 'token');
    refusedFor(await came({ claims: { iss: 'https://other.example' } }), 'token');
    refusedFor(await came({ claims: { nonce: 'another' } }), 'token');
    refusedFor(await came({ idToken: ({ nonce: _, ...claims }) => saying.sign(claims) }), 'token');
    refusedFor(await came({ claims: { exp: seconds - 121, iat: seconds - 600 } }), 'token');
    refusedFor(await came({ claims: { nbf: seconds + 130 } }), 'token');
    behindHash(await came({ claims: { exp: seconds - 60, iat: seconds - 600 } }));
    refusedFor(await came({ idToken: unsigned }), 'token');
    refusedFor(await came({ idToken: saying.byStranger }), 'token');
    refusedFor(await came({ idToken: saying.bySharedSecret }), 'token');
    refusedFor(await came({ idToken: async (claims) => `${(await saying.sign(claims)).slice(0, -4)}AAAA` }), 'token');
    refusedFor(await came({ userinfo: { sub: 'somebody-else', email: 'ada@acme.example' } }), 'token');
  });

  test('stays out where the state is none, used, of another company, or of another browser', async () => {
    const { test: api } = await aCompany();
    const other = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    await withSettings(api, usual);
    await withSettings(other.test, usual);
    const saying = await sayingProvider(place);
    refusedAt(await back(api, '?code=a-code'), 'state');
    refusedAt(await back(api, '?code=a-code&state=mine'), 'state');
    refusedFor(await back(api, '?code=a-code&state=test_0123'), 'request');
    const begun = await begin(api);
    const query = saying.answersTo(begun.headers.location as string);
    refusedFor(await back(other.test, query, cookieOf(begun)), 'request');
    const otherMode = await back(api, query.replace('state=test_', 'state=live_'), cookieOf(begun));
    assert.equal(otherMode.body.errorType, 'NoSingleSignOn');
    behindHash(await back(api, query, cookieOf(begun)));
    refusedFor(await back(api, query, cookieOf(begun)), 'request');
    const [second, third] = [await begin(api), await begin(api)];
    refusedFor(await back(api, saying.answersTo(second.headers.location as string), cookieOf(third)), 'browser');
    const fourth = await begin(api);
    const failed = saying.answersTo(fourth.headers.location as string).replace('code=a-code', 'error=access_denied');
    refusedFor(await back(api, failed, cookieOf(fourth)), 'provider');
    const fifth = await begin(api);
    const mixed = `${saying.answersTo(fifth.headers.location as string)}&iss=https://other.example`;
    refusedFor(await back(api, mixed, cookieOf(fifth)), 'token');
  });

  test('cannot bring the code of another request: the provider asks for the verifier of its own', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, usual);
    const person = { sub: 'S-1', email: 'ada@acme.example', email_verified: true };
    await aUser(house(), api, { email: person.email, withPassword: false });
    const { refusals } = await certifiedProvider(place, redirectUri(api), () => person);
    const [victims, own] = [await begin(api), await begin(api)];
    const stolen = await throughProvider(victims.headers.location as string, redirectUri(api));
    const state = new URL(own.headers.location as string).searchParams.get('state') as string;
    stolen.searchParams.set('state', state);
    refusedFor(await back(api, stolen.search, cookieOf(own)), 'token');
    assert.deepEqual(refusals, ['code_verifier does not match code_challenge']);
  });

  test('is believed an address only if the provider has not said that it is unverified', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    await withSettings(api, usual);
    const saying = await sayingProvider(place);
    const came = async (claims: object) => {
      const begun = await begin(api);
      return back(api, saying.answersTo(begun.headers.location as string, { claims: { ...claims } }), cookieOf(begun));
    };
    for (const email_verified of [false, 'false', null, 0]) refusedFor(await came({ email_verified }), 'email');
    for (const email_verified of [true, 'true']) behindHash(await came({ email_verified }));
    refusedFor(await came({ email: 'bob@acme.example' }), 'unknown');
  });

  test('is told when the provider does not answer, or is not the one of the settings', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, usual);
    const unreached = async (handle: Parameters<typeof place.answersBy>[0]) => {
      place.answersBy(handle);
      const { status, body } = await begin(api);
      assert.deepEqual([status, body.errorType], [424, 'ProviderNotReached'], JSON.stringify(body));
    };
    await unreached((_, response) => void response.writeHead(500).end());
    await unreached((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    await unreached((request) => void request.socket.destroy());
    await unreached((_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    await unreached(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(600_000)}"`),
    );
    await sayingProvider(place);
    const outside = { ...openIdConnect, issuer: 'https://provider.invalid' };
    await api.put(settingsPath(api), { ...usual, openIdConnect: outside });
    assert.equal((await begin(api)).status, 424);
  });
});
