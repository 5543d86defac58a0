// Creating, changing and deleting roles.
import { writeControl } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Known, permissionsOfRole } from '#platform/permissions.ts';
import { changeExternalId, claimExternalId, releaseExternalId } from '#platform/resource/external-ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { usersErrors } from '../errors.ts';
import { roleCreated, roleDeleted, roleUpdated, toldOfRole } from '../events.ts';
import { firstBeyondBorrower } from '../handing-out.ts';
import { roleKind } from '../role.ts';
import type { RoleCreate, RoleUpdate } from '../schemas.ts';
import type { RoleRow } from '../tables.ts';

/** Errors: InvalidRequest, RoleTaken, DuplicateExternalId. */
export function createRole(ctx: CommandContext, tx: Tx, given: RoleCreate, known: Known): RoleRow {
  const row: RoleRow = {
    id: newId('RL'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    external_id: given.externalId ?? null,
    name: given.name,
    description: given.description ?? null,
    default_kind: null,
    permissions: knownNames(given.permissions, known),
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  if (row.external_id !== null) claimExternalId(tx, ownedBy(row), row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('roles').values(columns), (error) => redraw('roles_pkey')(nameTaken(row)(error)));
  ctx.emit(roleCreated, ctx.realm.companyId, toldOfRole(row));
  return row;
}

/** What is not sent stays. Errors: OwnerRole, RoleInUse (by borrowers), RoleTaken, InvalidRequest. */
export async function updateRole(
  ctx: CommandContext,
  tx: Tx,
  before: RoleRow,
  { permissions, externalId, name, description }: RoleUpdate,
  known: Known,
): Promise<RoleRow> {
  if (permissions !== undefined) mustNotBeOwner(before);
  if (permissions === null && before.default_kind === null) {
    throw refuseField('permissions', 'cannot be null: this role has no default', 'a list of permissions');
  }
  const row: RoleRow = {
    ...before,
    external_id: externalId === undefined ? before.external_id : externalId,
    name: name ?? before.name,
    description: description === undefined ? before.description : description,
    permissions: permissions === undefined ? before.permissions : permissions && knownNames(permissions, known),
    updated_at: ctx.now,
  };
  if (permissions !== undefined) {
    await mustSuitItsBorrowers(tx, row, known);
    writeControl(tx, ctx, await staffWith(tx, row.id));
  }
  changeExternalId(tx, ownedBy(row), before.external_id, row.external_id);
  const { id, company_id: _, ...columns } = row;
  tx.write(tx.db.updateTable('roles').set(columns).where('id', '=', id), nameTaken(row));
  ctx.emit(roleUpdated, ctx.realm.companyId, toldOfRole(row));
  return row;
}

/** Errors: OwnerRole, RoleInUse. */
export async function deleteRole(ctx: CommandContext, tx: Tx, row: RoleRow): Promise<void> {
  mustNotBeOwner(row);
  const holder = await tx.row(
    tx.db.selectFrom('user_roles').select('user_id').where('role_id', '=', row.id).orderBy('user_id').limit(1),
  );
  if (holder !== undefined) {
    const message = `The role ${row.id} is one of the user ${holder.user_id}.`;
    throw new Refusal(usersErrors.RoleInUse, message, { data: { path: 'roleId', userId: holder.user_id } });
  }
  const deleted = { external_id: null, deleted_at: ctx.now };
  tx.write(tx.db.updateTable('roles').set(deleted).where('id', '=', row.id));
  if (row.external_id !== null) releaseExternalId(tx, roleKind, row.external_id);
  ctx.emit(roleDeleted, ctx.realm.companyId, toldOfRole(row));
}

function mustNotBeOwner({ id, default_kind }: RoleRow): void {
  if (default_kind !== 'owner') return;
  throw new Refusal(usersErrors.OwnerRole, `The role ${id} is that of owners.`, { data: { path: 'roleId' } });
}

/** Borrowers who hold the role must not get more than borrowers may have. */
async function mustSuitItsBorrowers(tx: Tx, row: RoleRow, known: Known): Promise<void> {
  const beyond = firstBeyondBorrower(permissionsOfRole(row, known), known);
  if (beyond === undefined) return;
  const holder = await tx.row(
    tx.db
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .select('users.id')
      .where('user_roles.role_id', '=', row.id)
      .where('users.user_type', '=', 'borrower')
      .limit(1),
  );
  if (holder === undefined) return;
  const message = `The borrower's user ${holder.id} has this role and cannot get the permission ${beyond}.`;
  throw new Refusal(usersErrors.RoleInUse, message, { data: { path: 'permissions', userId: holder.id } });
}

/** What they may do is set with the role. Borrowers approve nothing, and may be very many. */
async function staffWith(tx: Tx, roleId: string): Promise<string[]> {
  const rows = await tx.rows(
    tx.db
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .select('users.id')
      .where('user_roles.role_id', '=', roleId)
      .where('users.user_type', '<>', 'borrower')
      .orderBy('users.id'),
  );
  return rows.map(({ id }) => id);
}

function knownNames(permissions: readonly string[], { permissions: known }: Known): string[] {
  const unknown = permissions.findIndex((name) => !known.has(name));
  if (unknown === -1) return [...new Set(permissions)];
  throw refuseField(`permissions[${unknown}]`, 'is no permission that exists', 'a name of GET /permissions');
}

const nameTaken = (row: RoleRow) => (error: unknown) =>
  isTaken(error, 'roles_name')
    ? new Refusal(usersErrors.RoleTaken, `There is a role named ${row.name} already.`, {
        data: { path: 'name' },
        cause: error,
      })
    : error;

const ownedBy = (row: RoleRow) => ({ kind: roleKind, subjectId: row.company_id, objectId: row.id });
