// A company always has an active owner, once it has one.
import { companyToHold } from '#capabilities/access/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { usersErrors } from './errors.ts';
import type { UserWithRoles } from './user.ts';

export const isOwner = (roles: UserWithRoles['roles']): boolean =>
  roles.some(({ default_kind }) => default_kind === 'owner');

/**
 * For a change after which this user is no active owner. The company is locked until the commit, so of two owners who go
 * at once the second one sees that the first is gone. Errors: LastOwner.
 */
export async function mustNotBeLastOwner(tx: Tx, { row, roles }: UserWithRoles): Promise<void> {
  if (row.status !== 'active' || !isOwner(roles)) return;
  const [, [other]] = await tx.together(
    companyToHold(tx),
    tx.db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .select('users.id')
      .where('roles.default_kind', '=', 'owner')
      .where('users.status', '=', 'active')
      .where('users.deleted_at', 'is', null)
      .where('users.id', '<>', row.id)
      .limit(1),
  );
  if (other !== undefined) return;
  throw new Refusal(usersErrors.LastOwner, `The user ${row.id} is the last active owner of the company.`, {
    data: { path: 'userId' },
  });
}
