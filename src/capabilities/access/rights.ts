// What a key may do with keys: a key cannot create, change or revoke a key that can do more than itself, nor let
// another key expire later than itself.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { keyNotFound } from './errors.ts';
import type { KeyCreate, KeyUpdate } from './schemas.ts';

/** The rights of a key. Null means every permission, and no expiry. */
export interface Rights {
  readonly permissions: readonly string[] | null;
  readonly expires_at: Instant | null;
}

const rightsOf = (reader: Reader, id: string) =>
  reader.db
    .selectFrom('api_keys')
    .select(['permissions', 'expires_at'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null);

/** The key of a path. Its events have the company as their subject. */
export const keyOfPath: Subject<Rights> = {
  param: 'keyId',
  notFound: errors.NotFound,
  async find(reader, id, lock) {
    const query = rightsOf(reader, id);
    const subject = await reader.row(lock ? query.forUpdate() : query);
    if (subject === undefined) throw keyNotFound(id);
    return { id: reader.realm.companyId, subject };
  },
};

/**
 * The present rights of the calling key, locked until the commit: the caller's own copy may be a second old, and a key
 * that was revoked meanwhile must not create another.
 */
export async function callingKey(tx: Tx, id: string): Promise<Rights> {
  const own = await tx.row(rightsOf(tx, id).forShare());
  if (own === undefined) throw hasEnded();
  return own;
}

const hasEnded = (): Refusal =>
  new Refusal(errors.Unauthorized, 'This API key is unknown, revoked or expired.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

interface Judged {
  readonly own: Rights;
  readonly now: Instant;
  /** All permissions. A stored permission that no endpoint needs any more gives no right. */
  readonly known: ReadonlySet<string>;
}

/** Errors: Unauthorized, Forbidden. */
export function mayCreateKey(judged: Judged, { permissions = null, expiresAt = null }: KeyCreate): void {
  mustStillHave(judged, 'key:create');
  mustHaveAllOf(judged, permissions, givenBeyond);
  mustNotOutlive(judged.own, expiresAt);
}

/** Both count: what the key can do before the change, and after it. Errors: Unauthorized, Forbidden. */
export function mayUpdateKey(judged: Judged, key: Rights, { permissions, expiresAt }: KeyUpdate): void {
  mustStillHave(judged, 'key:update');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
  if (permissions !== undefined) mustHaveAllOf(judged, permissions, givenBeyond);
  if (permissions === undefined && expiresAt === undefined) return;
  mustNotOutlive(judged.own, expiresAt === undefined ? key.expires_at : expiresAt);
}

/** Errors: Unauthorized, Forbidden. */
export function mayDeleteKey(judged: Judged, key: Rights): void {
  mustStillHave(judged, 'key:delete');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
}

export const isExpired = ({ expires_at }: Pick<Rights, 'expires_at'>, now: Instant): boolean =>
  expires_at !== null && expires_at <= now;

function mustStillHave({ own, now }: Judged, permission: string): void {
  if (isExpired(own, now)) throw hasEnded();
  if (own.permissions?.includes(permission) ?? true) return;
  throw new Refusal(errors.Forbidden, `This API key does not have the permission ${permission} any more.`, {
    data: { permission },
  });
}

function mustHaveAllOf(
  { own, known }: Judged,
  permissions: readonly string[] | null,
  says: (permission: string) => string,
): void {
  if (own.permissions === null) return;
  const has = new Set(own.permissions);
  const beyond = [...known].find((one) => (permissions?.includes(one) ?? true) && !has.has(one));
  if (beyond !== undefined) throw new Refusal(errors.Forbidden, says(beyond), { data: { permission: beyond } });
}

const givenBeyond = (permission: string): string =>
  `A key cannot give the permission ${permission}, which it does not have itself.`;
const managedBeyond = (permission: string): string =>
  `A key cannot change or revoke one that has the permission ${permission}, which it does not have itself.`;

function mustNotOutlive(own: Rights, expiresAt: Instant | null): void {
  if (own.expires_at === null || (expiresAt !== null && expiresAt <= own.expires_at)) return;
  const expected = `${own.expires_at} or earlier`;
  throw new Refusal(errors.Forbidden, `expiresAt: A key cannot give a longer life than its own: ${expected}.`, {
    data: { path: 'expiresAt', expected },
  });
}
