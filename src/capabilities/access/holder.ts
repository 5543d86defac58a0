// Who stands for a key: a key can do no more than its holder may do now, and nothing once the holder is gone. It is the
// user who made it, or made the key that made it, however many are between; keys from the machine stand for themselves.
import type { Whole } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { expand, permissionsOfAll, type StoredRole } from '#platform/permissions.ts';

type Stored = readonly string[] | null;

interface HeldKey {
  readonly permissions: Stored;
  readonly holder_user_id: string | null;
}

type Knowing = Pick<Whole, 'permissions' | 'defaultRoles' | 'rolesHeld'>;

/** What the roles allow. Null: everything, also what comes later. */
export const ofRoles = (roles: readonly StoredRole[], known: Knowing): Stored =>
  roles.some((role) => role.default_kind === 'owner' && role.permissions === null)
    ? null
    : [...permissionsOfAll(roles, known)];

/** With the holder locked until the commit. Undefined: the holder is gone, and so is the key. */
export async function heldPermissions(tx: Tx, key: HeldKey, known: Knowing): Promise<Stored | undefined> {
  if (key.holder_user_id === null) return key.permissions;
  const roles = await known.rolesHeld(tx, key.holder_user_id);
  return roles && narrowed(key.permissions, ofRoles(roles, known), known.permissions);
}

function narrowed(own: Stored, holders: Stored, known: ReadonlySet<string>): Stored {
  if (holders === null) return own;
  if (own === null) return holders;
  const has = new Set(holders);
  return [...expand(own, known)].filter((one) => has.has(one));
}

/** The same for a look of a moment. */
export async function heldNow(
  { permissions, holder_user_id }: HeldKey,
  all: ReadonlySet<string>,
  ofUser: (userId: string) => Promise<ReadonlySet<string> | undefined>,
): Promise<ReadonlySet<string> | undefined> {
  const own = permissions === null ? all : expand(permissions, all);
  if (holder_user_id === null) return own;
  const holders = await ofUser(holder_user_id);
  if (holders === undefined) return undefined;
  return holders.isSupersetOf(own) ? own : own.intersection(holders);
}
