// An employee is an agent's user, seen as a person who works for the company.
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { referenceOf } from '#platform/ids.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { ShownByIds } from '#platform/resource/shown-by-ids.ts';
import { Employee } from './schemas.ts';
import type { UserRow } from './tables.ts';
import { findUser, fullNameOf, openProfile, shownUsers, type UserWithRoles } from './user.ts';

export const employeeList = defineList({ table: 'users', id: 'employee_id' });

const present = presenter<typeof Employee, UserRow>(Employee);

export function presentEmployee(vault: Vault, row: UserRow, roleIds: readonly string[]): Employee {
  const profile = openProfile(vault, row);
  const { firstName, middleName, lastName, auths } = profile;
  return present(row, {
    id: row.employee_id as string,
    userId: row.id,
    firstName,
    middleName,
    lastName,
    fullName: fullNameOf(profile),
    email: auths.email ?? null,
    phone: auths.phone ?? null,
    roleIds: [...roleIds],
    availableAndPermittedTasktypes: [],
  });
}

export const shownEmployees: ShownByIds = {
  schema: Employee,
  permission: 'employee:read',
  async load(reader, vault, ids) {
    const some = shownUsers(reader).where('users.employee_id', '=', sql<string>`any(${ids}::text[])`);
    const rows = await reader.rows(some);
    return new Map(rows.map((row) => [row.employee_id as string, presentEmployee(vault, row, row.role_ids ?? [])]));
  },
};

/** By its own id, or by the external id, which it has in common with its user. */
export const employeeOfPath: Subject<UserWithRoles> = {
  param: 'employeeId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    const userId = 'id' in referenceOf(reference) ? await userIdOf(reader, reference) : reference;
    const subject = userId === undefined ? undefined : await findUser(reader, userId, lock);
    if (subject === undefined || subject.row.employee_id === null) {
      throw notFound('employee', reference, 'employeeId');
    }
    return { id: reader.realm.companyId, subject };
  },
};

const userIdOf = async (reader: Reader, employeeId: string): Promise<string | undefined> =>
  (await reader.row(reader.db.selectFrom('users').select('id').where('employee_id', '=', employeeId)))?.id;
