// What a user may do now: the status, the type and the permissions of all roles, in one statement.
import type { UserType } from '#platform/actor.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type Known, permissionsOfAll, type StoredRole } from '#platform/permissions.ts';
import { nameHash, normalName } from './names.ts';
import type { NameType, UserStatus } from './tables.ts';

export interface UserRights {
  readonly userId: string;
  readonly companyId: string;
  readonly type: UserType;
  readonly status: UserStatus;
  /** Set for a borrower: whose rows the user sees. */
  readonly personId: string | null;
  readonly roleIds: readonly string[];
  readonly permissions: ReadonlySet<string>;
}

const userWithRoles = prepared((db, placeholder: PlaceholderOf<{ userId: string }>) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
    .leftJoin('roles', (join) => join.onRef('roles.id', '=', 'user_roles.role_id').on('roles.deleted_at', 'is', null))
    .select(['users.id', 'users.company_id', 'users.user_type', 'users.status', 'users.person_id'])
    .select(['roles.id as role_id', 'roles.default_kind', 'roles.permissions'])
    .where('users.id', '=', placeholder('userId'))
    .where('users.deleted_at', 'is', null),
);

/** Undefined: there is no such user, or no more. */
export async function rightsOfUser(
  reader: Pick<Reader, 'db' | 'rows'>,
  userId: string,
  known: Known,
): Promise<UserRights | undefined> {
  const rows = await reader.rows(userWithRoles(reader.db, { userId }));
  const [user] = rows;
  if (user === undefined) return undefined;
  const roles = rows.filter((row) => row.role_id !== null);
  return {
    userId: user.id,
    companyId: user.company_id,
    type: user.user_type,
    status: user.status,
    personId: user.person_id,
    roleIds: roles.map((role) => role.role_id as string),
    permissions: permissionsOfAll(roles, known),
  };
}

/** Undefined: there is no such user who is active. */
export async function permissionsOfActive(
  reader: Reader,
  userId: string,
  known: Known,
): Promise<ReadonlySet<string> | undefined> {
  const user = await rightsOfUser(reader, userId, known);
  return user?.status === 'active' ? user.permissions : undefined;
}

export async function isActiveUser(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader.row(
    reader.db.selectFrom('users').select('status').where('id', '=', userId).where('deleted_at', 'is', null),
  );
  return row?.status === 'active';
}

interface NamedUser {
  readonly userId: string;
  readonly status: UserStatus;
  readonly personId: string | null;
}

/** The user who signs in with this name, however it is written. */
export async function userByName(
  reader: Reader,
  vault: Vault,
  { userType, nameType, name }: { readonly userType: UserType; readonly nameType: NameType; readonly name: string },
): Promise<NamedUser | undefined> {
  const normal = await normalName(nameType, name);
  if ('problem' in normal) return undefined;
  const row = await reader.row(
    reader.db
      .selectFrom('user_names')
      .innerJoin('users', 'users.id', 'user_names.user_id')
      .select(['users.id', 'users.status', 'users.person_id'])
      .where('user_names.user_type', '=', userType)
      .where('user_names.name_type', '=', nameType)
      .where('user_names.name_hash', '=', nameHash(vault, reader.realm, nameType, normal.value))
      .where('users.deleted_at', 'is', null),
  );
  return row && { userId: row.id, status: row.status, personId: row.person_id };
}

/** The roles of an active user, locked until the commit: who hands out a right has it now. */
export async function rolesHeld(tx: Tx, userId: string): Promise<readonly StoredRole[] | undefined> {
  const [[user], roles] = await tx.together(
    tx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .forShare(),
    tx.db
      .selectFrom('roles')
      .select(['default_kind', 'permissions'])
      .where('id', 'in', (eb) => eb.selectFrom('user_roles').select('role_id').where('user_id', '=', userId))
      .where('deleted_at', 'is', null)
      .forShare(),
  );
  return user && roles;
}
