// Where people go on once the provider has sent them back: to a page of the company, and nowhere else.
import { pagesOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { OpenedPage } from '#platform/http/endpoint.ts';
import { singleSignOnErrors } from './errors.ts';
import type { StoredConnection } from './schemas.ts';

type UserType = StoredConnection['userType'];

const isFor = (userType: UserType, appDomainType: string): boolean =>
  (appDomainType === 'borrower') === (userType === 'borrower');

async function ownPages(reader: Reader, userType: UserType) {
  const { domains, allowedOrigins } = await pagesOf(reader);
  const own = domains.filter((one) => isFor(userType, one.appDomainType)).map(({ domain }) => `https://${domain}`);
  return { first: own[0], origins: new Set([...own, ...allowedOrigins].map((origin) => URL.parse(origin)?.origin)) };
}

/** The address as it is spelled here. Errors: InvalidRequest. */
export async function mustBeOwnPage(reader: Reader, userType: UserType, asked: string, path: string): Promise<string> {
  const { origins } = await ownPages(reader, userType);
  const url = URL.parse(asked);
  const isPlain = url !== null && url.username === '' && url.password === '' && url.hash === '';
  if (isPlain && /^https?:$/.test(url.protocol) && origins.has(url.origin)) return url.href;
  throw refuseField(
    path,
    'leads to no page of the company for these users',
    'an address without # on a domain of the company, or on an origin that it allows',
  );
}

/** Errors: InvalidRequest, NoPageToReturnTo. */
export async function pageToReturnTo(
  reader: Reader,
  { userType, returnUrl }: StoredConnection,
  asked: string | undefined,
  path: string,
): Promise<string> {
  if (asked !== undefined) return mustBeOwnPage(reader, userType, asked, path);
  if (returnUrl !== null) return mustBeOwnPage(reader, userType, returnUrl, 'returnUrl');
  const { first } = await ownPages(reader, userType);
  if (first !== undefined) return `${first}/`;
  const message = `The company has no domain for users of the type ${userType} in this mode.`;
  throw new Refusal(singleSignOnErrors.NoPageToReturnTo, message, { data: { path: 'domains' } });
}

/**
 * What a browser is given to go on with stands behind the #: so it is sent to no server, and stands in no log and no
 * Referer.
 */
export function goOn(page: string, given: Readonly<Record<string, string | null>>): OpenedPage {
  const named = Object.entries(given).filter((one): one is [string, string] => one[1] !== null);
  return redirect(`${page}#${new URLSearchParams(named)}`);
}

export const redirect = (to: string, headers: Readonly<Record<string, string>> = {}): OpenedPage => ({
  body: '',
  headers: { location: to, ...headers },
});
