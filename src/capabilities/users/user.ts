// How a user is stored, found and shown.
import { type ExpressionBuilder, sql } from 'kysely';
import { userTypes } from '#platform/actor.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import type { NamesOfUsers } from '#platform/http/name-users.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { User } from './schemas.ts';
import { profilePart } from './sealed.ts';
import { type NameType, nameTypes, type RoleRow, type UserRow, userStatuses, users } from './tables.ts';

export const userKind = 'user';

/** What names or reaches a user. */
export interface Profile {
  readonly auths: { readonly [K in NameType]?: string };
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
}

const noProfile: Profile = { auths: {}, firstName: null, middleName: null, lastName: null };

export const sealProfile = (vault: Vault, companyId: string, id: string, profile: Profile): Buffer =>
  vault.companySealer(companyId).seal(profilePart(id), JSON.stringify(profile));

/** A deleted user has none. */
export const openProfile = (vault: Vault, row: Pick<UserRow, 'id' | 'company_id' | 'profile_sealed'>): Profile =>
  row.profile_sealed === null
    ? noProfile
    : JSON.parse(vault.companySealer(row.company_id).unseal(profilePart(row.id), row.profile_sealed));

/** A user with the ids of the roles, in one row. */
export type ShownRow = UserRow & { readonly role_ids: readonly string[] | null };

/** The ids of the roles of the user who is read in the same row. */
export const rolesBeside = (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb
    .selectFrom('user_roles')
    .select(sql<string[]>`array_agg(role_id order by role_id)`.as('ids'))
    .whereRef('user_roles.user_id', '=', 'users.id');

export const usersOfPeople = (reader: Reader, personIds: readonly string[]) =>
  shownUsers(reader).where('users.person_id', '=', sql<string>`any(${personIds}::text[])`);

export const shownUsers = (reader: Reader) =>
  reader.db
    .selectFrom('users')
    .select(users.all.map((column) => `users.${column}` as const))
    .select((eb) => rolesBeside(eb).as('role_ids'))
    .where('users.deleted_at', 'is', null);

export const userList = defineList({
  table: 'users',
  filters: {
    userType: StringEnum(userTypes, { example: 'agent' }),
    status: StringEnum(userStatuses, { example: 'active' }),
  },
});

export const listUsers = (reader: Reader, vault: Vault, input: PageInput): Promise<Page<User>> =>
  userList.page(reader, shownUsers(reader), input, { each: (row) => presentShown(vault, row) });

/** The number by which the interface names a user where it gives no id. */
export const numberOfUser = async (reader: Reader, id: string): Promise<number | null> =>
  (await reader.row(reader.db.selectFrom('users').select('user_number').where('id', '=', id)))?.user_number ?? null;

const nameOf = ({ auths }: Profile): string | null =>
  auths.username ?? auths.email ?? auths.phone ?? auths.samlSubjectNameId ?? null;

/** By their ids; deleted users have no name any more. */
export const namesOfUsers: NamesOfUsers = async (reader, vault, ids) => {
  const rows = await reader.rows(
    reader.db
      .selectFrom('users')
      .select(['id', 'company_id', 'profile_sealed'])
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('deleted_at', 'is', null),
  );
  return new Map(
    rows.flatMap((row) => {
      const name = nameOf(openProfile(vault, row));
      return name === null ? [] : [[row.id, name] as const];
    }),
  );
};

export const fullNameOf = ({ firstName, middleName, lastName }: Profile): string | null =>
  [firstName, middleName, lastName].filter((part) => part !== null).join(' ') || null;

const present = presenter<typeof User, UserRow>(User);

function presentUser(vault: Vault, row: UserRow, roleIds: readonly string[]): User {
  const profile = openProfile(vault, row);
  const { firstName, middleName, lastName } = profile;
  return present(row, {
    type: row.user_type,
    userName: nameOf(profile),
    userId: row.user_number,
    roleIds: [...roleIds],
    auths: nameTypes.flatMap((authValueType) => {
      const value = profile.auths[authValueType];
      return value === undefined ? [] : [{ authValueType, value }];
    }),
    associatedPersonId: row.person_id,
    employee:
      row.employee_id === null
        ? null
        : { id: row.employee_id, object: 'employee', firstName, middleName, lastName, fullName: fullNameOf(profile) },
  });
}

export const presentShown = (vault: Vault, row: ShownRow): User => presentUser(vault, row, row.role_ids ?? []);

export interface UserWithRoles {
  readonly row: UserRow;
  readonly roles: readonly RoleRow[];
}

/** As the answer of a command. */
export const presentUserOf = ({ vault }: { readonly vault: Vault }, { row, roles }: UserWithRoles): User =>
  presentUser(vault, row, roleIdsOf(roles));

export async function readUser(reader: Reader, vault: Vault, id: string): Promise<User> {
  const row = await reader.row(shownUsers(reader).where('users.id', '=', id));
  if (row === undefined) throw userNotFound(id);
  return presentShown(vault, row);
}

export const userNotFound = (reference: string) => notFound('user', reference, 'userId');

/** Locked for a command: then the roles are read after the lock, as they are now. */
export async function findUser(reader: Reader, reference: string, lock: boolean): Promise<UserWithRoles | undefined> {
  const id = await idOfReference(reader, userKind, reference);
  if (id === undefined) return undefined;
  const query = reader.db.selectFrom('users').select(users.all).where('id', '=', id).where('deleted_at', 'is', null);
  const [[row], roles] = await reader.together(lock ? query.forNoKeyUpdate() : query, rolesOf(reader, id));
  return row && { row, roles };
}

const rolesOf = (reader: Reader, userId: string) =>
  reader.db
    .selectFrom('roles')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('user_roles').select('role_id').where('user_id', '=', userId))
    .where('deleted_at', 'is', null)
    .orderBy('id');

/** The user of a path. The subject of its events is the company. */
export const userOfPath: Subject<UserWithRoles> = {
  param: 'userId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    const subject = await findUser(reader, reference, lock);
    if (subject === undefined) throw userNotFound(reference);
    return { id: reader.realm.companyId, subject };
  },
};

export const roleIdsOf = (roles: readonly { readonly id: string }[]): string[] => roles.map(({ id }) => id).sort();
