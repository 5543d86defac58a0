// Creating, changing and deleting users.
import { type Acting, writeControl } from '#capabilities/access/index.ts';
import type { OwnContact, Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId, newNumber } from '#platform/ids.ts';
import { changeExternalId, claimExternalId, releaseExternalId } from '#platform/resource/external-ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { areOfBorrower, standingOf } from '../borrowers-names.ts';
import { usersErrors } from '../errors.ts';
import { toldOfUser, userCreated, userDeleted, userRoleAdded, userRoleRemoved, userUpdated } from '../events.ts';
import { nameHash, normalName } from '../names.ts';
import { isOwner, mustNotBeLastOwner } from '../owners.ts';
import type { UserAuthType, UserCreate, UserUpdate } from '../schemas.ts';
import { nameTypes, type RoleRow, type UserRow } from '../tables.ts';
import { openProfile, type Profile, sealProfile, type UserWithRoles, userKind } from '../user.ts';

type UserMaker = Pick<CommandContext, 'realm' | 'vault' | 'now' | 'position' | 'emit'> & Acting;

interface NewUser extends Omit<UserCreate, 'roles'> {
  readonly roles: readonly RoleRow[];
  /** The contacts of the borrower whose user it is. */
  readonly contacts?: readonly OwnContact[];
}

/** Errors: InvalidRequest, UserExists, DuplicateExternalId. */
export async function createUser(ctx: UserMaker, tx: Tx, given: NewUser): Promise<UserWithRoles> {
  mustFitType(given);
  const auths = await normalAuths(given.authType);
  const { firstName = null, middleName = null, lastName = null } = given.employee ?? {};
  const { companyId } = ctx.realm;
  const id = newId('UR');
  const row: UserRow = {
    id,
    company_id: companyId,
    position: ctx.position(),
    external_id: given.externalId ?? null,
    user_type: given.userType,
    user_number: newNumber(),
    person_id: given.associatedPersonId ?? null,
    employee_id: given.userType === 'agent' ? newId('EE') : null,
    profile_sealed: sealProfile(ctx.vault, companyId, id, { auths, firstName, middleName, lastName }),
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
    ...standingOf(given.status ?? 'active', unconfirmedSince(ctx, given.userType, auths, given.contacts)),
  };
  if (row.external_id !== null) claimExternalId(tx, ownedBy(row), row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('users').values(columns), whenTaken);
  writeControl(tx, ctx, id);
  writeNames(ctx, tx, row, auths);
  writeRoles(ctx, tx, row.id, given.roles);
  ctx.emit(userCreated, companyId, toldOfUser(row));
  return { row, roles: given.roles };
}

/** What is not sent stays. Errors: LastOwner, InvalidRequest, DuplicateExternalId. */
export async function updateUser(
  ctx: UserMaker,
  tx: Tx,
  before: UserWithRoles,
  { roles = before.roles, ...sent }: Omit<UserUpdate, 'roles'> & { readonly roles?: readonly RoleRow[] | undefined },
): Promise<UserWithRoles> {
  mustBeAgent(before.row.user_type, sent.employee);
  const standing = standingOf(sent.status ?? before.row.status, before.row.unconfirmed_since);
  const { status } = standing;
  if (status !== 'active' || !isOwner(roles)) await mustNotBeLastOwner(tx, before);
  const profile = { ...openProfile(ctx.vault, before.row), ...sent.employee };
  const row: UserRow = {
    ...before.row,
    external_id: sent.externalId === undefined ? before.row.external_id : sent.externalId,
    status,
    profile_sealed: sent.employee
      ? sealProfile(ctx.vault, before.row.company_id, before.row.id, profile)
      : before.row.profile_sealed,
    updated_at: ctx.now,
  };
  changeExternalId(tx, ownedBy(row), before.row.external_id, row.external_id);
  const { external_id, profile_sealed } = row;
  writeUser(tx, row.id, { external_id, status, profile_sealed, updated_at: row.updated_at });
  replaceRoles(ctx, tx, row.id, before.roles, roles);
  ctx.emit(userUpdated, ctx.realm.companyId, toldOfUser(row));
  return { row, roles };
}

/** Signed out within a second; nothing else of the user changes. Errors: LastOwner. */
export const disableUser = (ctx: UserMaker, tx: Tx, user: UserWithRoles): Promise<UserWithRoles> =>
  updateUser(ctx, tx, user, { status: 'inactive' });

/** What the user signs in with is the borrower's. */
export function confirmUser(ctx: UserMaker, tx: Tx, { row, roles }: UserWithRoles): UserWithRoles {
  const changed: UserRow = { ...row, ...standingOf(row.status, null), updated_at: ctx.now };
  const { status, unconfirmed_since, updated_at } = changed;
  writeUser(tx, row.id, { status, unconfirmed_since, updated_at });
  ctx.emit(userUpdated, ctx.realm.companyId, toldOfUser(changed));
  return { row: changed, roles };
}

/**
 * Everything that the user signs in with, from scratch; `contacts` are those of the borrower. Errors: InvalidRequest,
 * UserExists.
 */
export async function replaceAuths(
  ctx: UserMaker,
  tx: Tx,
  { row, roles }: UserWithRoles,
  given: UserAuthType,
  contacts?: readonly OwnContact[],
): Promise<UserWithRoles> {
  const auths = await normalAuths(given);
  const profile: Profile = { ...openProfile(ctx.vault, row), auths };
  const changed: UserRow = {
    ...row,
    profile_sealed: sealProfile(ctx.vault, row.company_id, row.id, profile),
    updated_at: ctx.now,
    ...standingOf(row.status, unconfirmedSince(ctx, row.user_type, auths, contacts)),
  };
  const { profile_sealed, status, unconfirmed_since, updated_at } = changed;
  writeUser(tx, row.id, { profile_sealed, status, unconfirmed_since, updated_at });
  writeControl(tx, ctx, row.id);
  tx.write(tx.db.deleteFrom('user_names').where('user_id', '=', row.id));
  writeNames(ctx, tx, row, auths);
  ctx.emit(userUpdated, ctx.realm.companyId, toldOfUser(changed));
  return { row: changed, roles };
}

/** The names, the profile and all rights go; the row stays for the record. Errors: LastOwner. */
export async function deleteUser(
  ctx: Omit<UserMaker, 'vault' | 'position' | 'caller'>,
  tx: Tx,
  user: UserWithRoles,
  { userGone }: Pick<Whole, 'userGone'>,
): Promise<void> {
  await mustNotBeLastOwner(tx, user);
  removeUser(tx, user.row, ctx.now);
  userGone(tx, user.row.id);
  ctx.emit(userDeleted, ctx.realm.companyId, toldOfUser(user.row));
}

export function removeUser(tx: Tx, row: UserRow, now: UserMaker['now']): void {
  writeUser(tx, row.id, { profile_sealed: null, external_id: null, status: 'inactive', deleted_at: now });
  for (const table of ['user_names', 'user_roles', 'team_members'] as const) {
    tx.write(tx.db.deleteFrom(table).where('user_id', '=', row.id));
  }
  if (row.external_id !== null) releaseExternalId(tx, userKind, row.external_id);
}

/** Errors: LastOwner. */
export async function replaceUsersRoles(
  ctx: UserMaker,
  tx: Tx,
  before: UserWithRoles,
  roles: readonly RoleRow[],
): Promise<UserWithRoles> {
  if (!isOwner(roles)) await mustNotBeLastOwner(tx, before);
  const row = { ...before.row, updated_at: ctx.now };
  writeUser(tx, row.id, { updated_at: ctx.now });
  replaceRoles(ctx, tx, row.id, before.roles, roles);
  return { row, roles };
}

type Changes = Partial<Omit<UserRow, 'id' | 'company_id'>>;

/** Each change writes the row of the user: what shows the user is known by it. */
const writeUser = (tx: Tx, id: string, changes: Changes): void =>
  tx.write(tx.db.updateTable('users').set(changes).where('id', '=', id));

function replaceRoles(ctx: UserMaker, tx: Tx, id: string, before: readonly RoleRow[], after: readonly RoleRow[]): void {
  const isIn = (roles: readonly RoleRow[], one: RoleRow) => roles.some((role) => role.id === one.id);
  const gone = before.filter((role) => !isIn(after, role));
  for (const role of gone) {
    tx.write(tx.db.deleteFrom('user_roles').where('user_id', '=', id).where('role_id', '=', role.id));
    ctx.emit(userRoleRemoved, ctx.realm.companyId, { userId: id, roleId: role.id });
  }
  const added = after.filter((role) => !isIn(before, role));
  writeRoles(ctx, tx, id, added);
  if (gone.length > 0 || added.length > 0) writeControl(tx, ctx, id);
  for (const role of added) ctx.emit(userRoleAdded, ctx.realm.companyId, { userId: id, roleId: role.id });
}

function writeRoles(ctx: UserMaker, tx: Tx, id: string, roles: readonly RoleRow[]): void {
  if (roles.length === 0) return;
  const rows = roles.map((role) => ({ user_id: id, role_id: role.id, created_at: ctx.now }));
  tx.write(tx.db.insertInto('user_roles').values(rows));
}

function writeNames(ctx: UserMaker, tx: Tx, row: UserRow, auths: Profile['auths']): void {
  for (const name_type of nameTypes) {
    const value = auths[name_type];
    if (value === undefined) continue;
    const name_hash = nameHash(ctx.vault, ctx.realm, name_type, value);
    const name = { user_id: row.id, user_type: row.user_type, name_type, name_hash, created_at: ctx.now };
    tx.write(tx.db.insertInto('user_names').values(name), (error) =>
      isTaken(error, 'user_names_taken') ? exists(`authType.${name_type}`, error) : error,
    );
  }
}

/** Without contacts of the borrower nobody knows the names. */
const unconfirmedSince = (
  { now }: UserMaker,
  type: UserRow['user_type'],
  auths: Profile['auths'],
  contacts: readonly OwnContact[] = [],
) => (type === 'borrower' && !areOfBorrower(auths, contacts) ? now : null);

/** The names in the form that is kept. Errors: InvalidRequest. */
async function normalAuths(given: UserAuthType): Promise<Profile['auths']> {
  const auths: { [K in (typeof nameTypes)[number]]?: string } = {};
  for (const type of nameTypes) {
    const value = given[type];
    if (value === undefined) continue;
    const normal = await normalName(type, value);
    if ('problem' in normal) throw refuseField(`authType.${type}`, normal.problem, normal.expected);
    auths[type] = normal.value;
  }
  if (Object.keys(auths).length > 0) return auths;
  throw refuseField('authType', 'names nothing to sign in with', `at least one of ${nameTypes.join(', ')}`);
}

function mustFitType({ userType, associatedPersonId, employee }: NewUser): void {
  mustBeAgent(userType, employee);
  const isOfPerson = associatedPersonId != null;
  if (isOfPerson === (userType === 'borrower')) return;
  throw isOfPerson
    ? refuseField('associatedPersonId', `does not go with the type ${userType}`, 'null, or userType borrower')
    : refuseField('associatedPersonId', 'is missing', 'the person whose user it is');
}

function mustBeAgent(type: UserRow['user_type'], employee: UserCreate['employee']): void {
  if (employee === undefined || type === 'agent') return;
  throw refuseField('employee', `does not go with the type ${type}`, 'nothing: only agents are employees');
}

function whenTaken(error: unknown): unknown {
  if (isTaken(error, 'users_person')) return exists('associatedPersonId', error);
  return ['users_pkey', 'users_number', 'users_employee'].reduce((one, key) => redraw(key)(one), error);
}

const exists = (path: string, cause: unknown): Refusal =>
  new Refusal(usersErrors.UserExists, `${path}: There is a user with this value already.`, { data: { path }, cause });

const ownedBy = (row: UserRow) => ({ kind: userKind, subjectId: row.company_id, objectId: row.id });
