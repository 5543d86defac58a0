// What was asked of a provider: known again by the hash of its id, for ten minutes, once, and from the browser that
// began. What else must be known of it is derived from the id.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { randomBytes } from '#platform/random.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { refused } from './errors.ts';
import type { Kind } from './schemas.ts';

const seconds = 10 * 60;
const secretBytes = 32;
const cookieName = 'tenor_single_sign_on';

/** A name that XML takes as an id too. */
export const newRequestId = (): string => `_${randomBytes(secretBytes).toString('hex')}`;

const hashOf = (vault: Vault, kind: Kind, id: string): Buffer => vault.secretHash(`${kind} request`, id);
const browserHash = (vault: Vault, cookie: string): Buffer => vault.secretHash('single sign-on browser', cookie);

interface Begun {
  readonly kind: Kind;
  readonly id: string;
  readonly returnTo: string;
  readonly pageState: string | undefined;
}

/**
 * Remembers it; returns the header that tells the browser. A provider of SAML answers from its own site, and to such a
 * post a browser adds a cookie only where it came over https.
 */
export async function beginRequest(
  { transact, vault, clock, publicUrl }: OpenContext,
  realm: Realm,
  { kind, id, returnTo, pageState }: Begun,
): Promise<Readonly<Record<string, string>>> {
  const isSafe = publicUrl().startsWith('https:');
  const cookie = isSafe || kind === 'openIdConnect' ? randomBytes(secretBytes).toString('base64url') : null;
  const row = {
    request_hash: hashOf(vault, kind, id),
    browser_hash: cookie === null ? null : browserHash(vault, cookie),
    return_to: returnTo,
    page_state: pageState ?? null,
    expires_at: addSeconds(machineNow(clock), seconds),
  };
  await transact(realm, async (tx) => tx.write(tx.db.insertInto('single_sign_on_requests').values(row)));
  if (cookie === null) return {};
  const where = `Path=/api/companies/${realm.companyId}/auth; Max-Age=${seconds}; HttpOnly`;
  return { 'set-cookie': `${cookieName}=${cookie}; ${where}; ${isSafe ? 'Secure; SameSite=None' : 'SameSite=Lax'}` };
}

export interface Answered {
  readonly returnTo: string;
  readonly pageState: string | null;
}

/** Whether it may still be answered. */
export const begunRequest = (reader: Reader, vault: Vault, kind: Kind, id: string) =>
  reader.db
    .selectFrom('single_sign_on_requests')
    .select('expires_at')
    .where('request_hash', '=', hashOf(vault, kind, id));

/** Committed by itself, whatever comes of it. Errors: SingleSignOnRefused. */
export async function takeRequest(ctx: OpenContext, realm: Realm, kind: Kind, id: string): Promise<Answered> {
  const { transact, vault, clock } = ctx;
  const row = await transact(realm, (tx) =>
    tx.row(
      tx.db
        .deleteFrom('single_sign_on_requests')
        .where('request_hash', '=', hashOf(vault, kind, id))
        .returning(['browser_hash', 'return_to', 'page_state', 'expires_at']),
    ),
  );
  if (row === undefined || row.expires_at <= machineNow(clock)) throw refused('request');
  if (row.browser_hash !== null && !row.browser_hash.equals(browserHash(vault, cookieOf(ctx))))
    throw refused('browser');
  return { returnTo: row.return_to, pageState: row.page_state };
}

/** The same for an assertion, until it ends by itself. Errors: SingleSignOnRefused. */
export async function takeAssertion(
  { transact, vault }: OpenContext,
  realm: Realm,
  { id, until: expires_at }: { readonly id: string; readonly until: Instant },
): Promise<void> {
  const assertion_hash = vault.secretHash('assertion', JSON.stringify([realm.mode, realm.companyId, id]));
  await transact(realm, async (tx) =>
    tx.write(tx.db.insertInto('single_sign_on_assertions').values({ assertion_hash, expires_at }), (error) =>
      isTaken(error, 'single_sign_on_assertions_pkey') ? refused('replayed', error) : error,
    ),
  );
}

function cookieOf({ headers }: OpenContext): string {
  const all = String(headers.cookie ?? '').split(/;\s*/);
  return all.find((one) => one.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
}
