// The pages on which users sign in, and so the ones that may use their passkeys: a browser offers a passkey only on
// pages of the host on which it was made.
import { domainsOf, settingsOf } from '#capabilities/company/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export interface Page {
  readonly origin: string;
  readonly host: string;
}

/** Where the page is, as far as a request says so. */
export interface PageAsked {
  readonly origin?: string | undefined;
  readonly domain?: string | undefined;
}

/** The company's domains for such users first, then the origins that it allows, such as those of its developers. */
export async function pagesOf(reader: Reader, userType: UserType): Promise<readonly Page[]> {
  const [domains, { allowedOrigins }] = await Promise.all([domainsOf(reader), settingsOf(reader)]);
  const own = domains.filter(({ appDomainType }) => (appDomainType === 'borrower') === (userType === 'borrower'));
  return [...own.map(({ domain }) => `https://${domain}`), ...(allowedOrigins ?? [])].flatMap(pageAt);
}

/** Browsers know passkeys on secure pages with a name, and on this machine. */
function pageAt(text: string): Page[] {
  if (!URL.canParse(text)) return [];
  const { origin, protocol, hostname: host } = new URL(text);
  const isSecure = protocol === 'https:' || host === 'localhost';
  return isSecure && !/^[\d.]+$|^\[/.test(host) ? [{ origin, host }] : [];
}

/** The page that the request names, or the first; undefined: it names another one. */
export function pageNamed(pages: readonly Page[], { origin, domain }: PageAsked): Page | undefined {
  if (origin === undefined && domain === undefined) return pages[0];
  const named = origin ?? pageAt(`https://${domain?.toLowerCase()}`)[0]?.origin;
  return pages.find((page) => page.origin === named);
}
