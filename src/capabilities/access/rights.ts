// What a caller may do with keys: nobody creates, changes or revokes a key that can do more than they can, and a key
// does not let another one expire later than itself.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { expand } from '#platform/permissions.ts';
import { areWithin } from './allowed-addresses.ts';
import { firstBeyond, hasEnded, mustHandOutOnly, type Rights, rightsOfKey } from './callers-rights.ts';
import { keyNotFound } from './errors.ts';
import type { KeyCreate, KeyUpdate } from './schemas.ts';

/** The key of a path. Its events have the company as their subject. */
export const keyOfPath: Subject<Rights> = {
  param: 'keyId',
  notFound: errors.NotFound,
  async find(reader, id, lock) {
    const query = rightsOfKey(reader, id);
    const subject = await reader.row(lock ? query.forUpdate() : query);
    if (subject === undefined) throw keyNotFound(id);
    return { id: reader.realm.companyId, subject };
  },
};

interface Judged {
  readonly own: Rights;
  readonly now: Instant;
  /** All permissions. A stored permission that no endpoint needs any more gives no right. */
  readonly known: ReadonlySet<string>;
}

/** Errors: Unauthorized, Forbidden. */
export function mayCreateKey(
  judged: Judged,
  { permissions = null, expiresAt = null, allowedAddresses = null }: KeyCreate,
): void {
  mustStillHave(judged, 'key:create');
  mustHaveAllOf(judged, permissions, givenBeyond);
  mustNotOutlive(judged.own, expiresAt);
  mustNotReachFurther(judged.own, allowedAddresses);
}

/** Both count: what the key can do before the change, and after it. Errors: Unauthorized, Forbidden. */
export function mayUpdateKey(
  judged: Judged,
  key: Rights,
  { permissions, expiresAt, allowedAddresses }: KeyUpdate,
): void {
  mustStillHave(judged, 'key:update');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
  if (permissions !== undefined) mustHaveAllOf(judged, permissions, givenBeyond);
  if (allowedAddresses !== undefined) mustNotReachFurther(judged.own, allowedAddresses);
  if (permissions === undefined && expiresAt === undefined) return;
  mustNotOutlive(judged.own, expiresAt === undefined ? key.expires_at : expiresAt);
}

/** Errors: Unauthorized, Forbidden. */
export function mayDeleteKey(judged: Judged, key: Rights): void {
  mustStillHave(judged, 'key:delete');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
}

/** Who rotates a key can use its successor. Errors: Unauthorized, Forbidden. */
export function mayRotateKey(judged: Judged, key: Rights): void {
  mustStillHave(judged, 'key:rotate');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
  mustNotOutlive(judged.own, key.expires_at);
  mustNotReachFurther(judged.own, key.allowed_addresses);
}

/** Whoever stands for a key could have made it. Errors: Unauthorized, Forbidden. */
export function mayTakeOverKey(judged: Judged, key: Rights): void {
  mustStillHave(judged, 'key:takeover');
  mustHaveAllOf(judged, key.permissions, managedBeyond);
  mustNotOutlive(judged.own, key.expires_at);
  mustNotReachFurther(judged.own, key.allowed_addresses);
}

export const isExpired = ({ expires_at }: Pick<Rights, 'expires_at'>, now: Instant): boolean =>
  expires_at !== null && expires_at <= now;

function mustStillHave({ own, now, known }: Judged, permission: string): void {
  if (isExpired(own, now)) throw hasEnded();
  if (firstBeyond(own, [permission], known) === undefined) return;
  throw new Refusal(errors.Forbidden, `You do not have the permission ${permission} any more.`, {
    data: { permission },
  });
}

function mustHaveAllOf(
  { own, known }: Judged,
  permissions: readonly string[] | null,
  says: (permission: string) => string,
): void {
  mustHandOutOnly(own, permissions === null ? known : expand(permissions, known), known, says);
}

const givenBeyond = (permission: string): string =>
  `You cannot give the permission ${permission}, which you do not have.`;
const managedBeyond = (permission: string): string =>
  `You cannot change or revoke a key that has the permission ${permission}, which you do not have.`;

function mustNotOutlive(own: Rights, expiresAt: Instant | null): void {
  if (own.expires_at === null || (expiresAt !== null && expiresAt <= own.expires_at)) return;
  const expected = `${own.expires_at} or earlier`;
  throw new Refusal(errors.Forbidden, `expiresAt: A key cannot give a longer life than its own: ${expected}.`, {
    data: { path: 'expiresAt', expected },
  });
}

/** A key that may be used from some addresses only would else make itself one for all others. */
function mustNotReachFurther(own: Rights, addresses: readonly string[] | null): void {
  if (own.allowed_addresses === null) return;
  if (addresses !== null && areWithin(addresses, own.allowed_addresses)) return;
  const expected = `addresses within ${own.allowed_addresses.join(', ')}`;
  throw new Refusal(errors.Forbidden, `allowedAddresses: A key cannot be used from further than the calling one.`, {
    data: { path: 'allowedAddresses', expected },
  });
}
