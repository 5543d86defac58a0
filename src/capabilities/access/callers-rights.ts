// The present rights of the caller, locked until the commit: the caller's own copy may be a second old, and who has lost
// a right meanwhile must not hand it out.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { expand, permissionsOfAll } from '#platform/permissions.ts';
import { heldPermissions, ofRoles } from './holder.ts';

/** The rights of a key or a user. Null means every permission, also later ones, and no expiry. */
export interface Rights {
  readonly permissions: readonly string[] | null;
  readonly expires_at: Instant | null;
  /** The addresses from which a key may be used; null: all. */
  readonly allowed_addresses: readonly string[] | null;
  /** Who stands for it; of a user, the user. */
  readonly holder_user_id: string | null;
}

/** The parts of the service on which the rights of a caller depend. */
type Knowing = Pick<Whole, 'permissions' | 'defaultRoles' | 'rolesHeld'>;

export const rightsOfKey = (reader: Reader, id: string) =>
  reader.db
    .selectFrom('api_keys')
    .select(['permissions', 'expires_at', 'allowed_addresses', 'holder_user_id'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null);

/** A person has no end, and may come from everywhere. */
const unbounded = { expires_at: null, allowed_addresses: null };

/** Errors: Unauthorized. */
export async function callersRights(tx: Tx, { actor, permissions }: Caller, known: Knowing): Promise<Rights> {
  if (actor.type !== 'user') {
    const own = await tx.row(rightsOfKey(tx, actor.id).forShare());
    const held = own && (await heldPermissions(tx, own, known));
    if (own === undefined || held === undefined) throw hasEnded();
    return { ...own, permissions: held };
  }
  const roles = await known.rolesHeld(tx, actor.id);
  if (roles === undefined) throw hasEnded();
  const self = { ...unbounded, holder_user_id: actor.id };
  // A token may carry less than its user has.
  if (ofRoles(roles, known) === null && permissions.size === known.permissions.size) {
    return { permissions: null, ...self };
  }
  const held = [...permissionsOfAll(roles, known)].filter((one) => permissions.has(one));
  return { permissions: held, ...self };
}

export const hasEnded = (): Refusal =>
  new Refusal(errors.Unauthorized, 'This API key or session is unknown, was ended or has expired.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

/** The first of these permissions that the rights do not include. */
export function firstBeyond(
  { permissions }: Pick<Rights, 'permissions'>,
  wanted: Iterable<string>,
  known: ReadonlySet<string>,
): string | undefined {
  if (permissions === null) return undefined;
  const has = expand(permissions, known);
  return [...wanted].find((one) => !has.has(one));
}

/** Errors: Forbidden. */
export function mustHandOutOnly(
  own: Pick<Rights, 'permissions'>,
  wanted: Iterable<string>,
  known: ReadonlySet<string>,
  says: (permission: string) => string,
): void {
  const beyond = firstBeyond(own, wanted, known);
  if (beyond !== undefined) throw new Refusal(errors.Forbidden, says(beyond), { data: { permission: beyond } });
}
