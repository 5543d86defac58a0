// The events of users and their roles. Names and addresses are never in them.
import Type from 'typebox';
import { userTypes } from '#platform/actor.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { team } from './resources/team.ts';
import { type RoleRow, type UserRow, userStatuses } from './tables.ts';

const user = {
  userId: Text({ max: 12 }),
  userExternalId: ExternalId({ max: 255 }),
  userType: StringEnum(userTypes),
  userStatus: StringEnum(userStatuses),
  associatedPersonId: Nullable(Text({ max: 12 })),
};
const userEvent = eventsAbout('company', user);

export const userCreated = userEvent('user.created', 'A user was created.');
export const userUpdated = userEvent('user.updated', 'A user was changed, made active or inactive.');
export const userDeleted = userEvent('user.deleted', 'A user was deleted, or erased with the person.');

export const toldOfUser = (row: UserRow) => ({
  userId: row.id,
  userExternalId: row.external_id,
  userType: row.user_type,
  userStatus: row.status,
  associatedPersonId: row.person_id,
});

const userRoleEvent = eventsAbout('company', { userId: Text({ max: 12 }), roleId: Text({ max: 12 }) });

export const userRoleAdded = userRoleEvent('user.role.added', 'A user got a role.');
export const userRoleRemoved = userRoleEvent('user.role.removed', 'A role was taken from a user.');

const role = {
  roleId: Text({ max: 12 }),
  roleExternalId: ExternalId({ max: 255 }),
  isDefault: Type.Boolean(),
};
const roleEvent = eventsAbout('company', role);

export const roleCreated = roleEvent('role.created', 'A role was created.');
export const roleUpdated = roleEvent('role.updated', 'A role was changed.');
export const roleDeleted = roleEvent('role.deleted', 'A role was deleted.');

export const toldOfRole = (row: RoleRow) => ({
  roleId: row.id,
  roleExternalId: row.external_id,
  isDefault: row.default_kind !== null,
});

export const usersEvents = [
  userCreated,
  userUpdated,
  userDeleted,
  userRoleAdded,
  userRoleRemoved,
  roleCreated,
  roleUpdated,
  roleDeleted,
  ...team.events,
];
