// Endpoints of the roles of a user, and of what they allow.
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { permissionsOfAll } from '#platform/permissions.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { replaceUsersRoles } from '../commands/write-user.ts';
import { usersErrors } from '../errors.ts';
import { userRoleAdded, userRoleRemoved } from '../events.ts';
import { handing, mayChangeUser, mayGiveRoles, mustSuitBorrower, rolesOfRequest } from '../handing-out.ts';
import { permissionObjects } from '../permissions-list.ts';
import { presentRole } from '../role.ts';
import { Permission, Role, User } from '../schemas.ts';
import { presentUserOf, userOfPath } from '../user.ts';

export const userRoleRoutes = (whole: Whole): Endpoint[] => [...reading(whole), ...writing(whole)];

const reading = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'userPermissions.list',
    method: 'GET',
    path: '/users/{userId}/permissions',
    summary: 'List what a user may do',
    description: 'The permissions of all roles of the user, with those that they include, in the order of their names.',
    permission: 'user:read',
    shape: 'list',
    query: computedQueryByAge,
    answer: Permission,
    subject: userOfPath,
    read: async (_, { query }, { roles }) => pageOf(permissionObjects(whole, permissionsOfAll(roles, whole)), query),
  }),
  endpoint({
    name: 'userRoles.list',
    method: 'GET',
    path: '/users/{userId}/roles',
    summary: 'List the roles of a user',
    permission: 'user:read',
    shape: 'list',
    query: computedQueryByAge,
    answer: Role,
    subject: userOfPath,
    read: async (_, { query }, { roles }) =>
      pageOf(
        roles.map((row) => presentRole(row, whole)),
        query,
      ),
  }),
];

const writing = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'userRoles.add',
    method: 'PUT',
    path: '/users/{userId}/roles/{roleId}',
    summary: 'Give a user a role',
    description: 'The caller must have every permission of the role, and of the user. Nothing happens where it is so.',
    permission: 'user:update',
    shape: 'single',
    answer: User,
    subject: userOfPath,
    errors: [errors.NotFound],
    emits: [userRoleAdded],
    alongside: (tx, { params }, caller) => handing(tx, caller, whole, [params.roleId]),
    authorize(_, __, user, hands) {
      mayChangeUser(hands, 'user:update', user, whole);
      mayGiveRoles(hands, [...hands.named.values()], whole);
    },
    async command(ctx, tx, { params }, found, hands) {
      const [role] = rolesOfRequest(hands, [params.roleId], 'roleId');
      if (role === undefined || found.roles.some(({ id }) => id === role.id)) return presentUserOf(ctx, found);
      if (found.row.user_type === 'borrower') mustSuitBorrower([role], whole);
      return presentUserOf(ctx, await replaceUsersRoles(ctx, tx, found, [...found.roles, role]));
    },
  }),
  endpoint({
    name: 'userRoles.remove',
    method: 'DELETE',
    path: '/users/{userId}/roles/{roleId}',
    summary: 'Take a role from a user',
    description: 'The caller must have every permission of the user. Nothing happens where the user does not have it.',
    permission: 'user:update',
    shape: 'single',
    answer: User,
    subject: userOfPath,
    errors: [errors.NotFound, usersErrors.LastOwner],
    emits: [userRoleRemoved],
    alongside: (tx, { params }, caller) => handing(tx, caller, whole, [params.roleId]),
    authorize: (_, __, user, hands) => mayChangeUser(hands, 'user:update', user, whole),
    async command(ctx, tx, { params }, found, hands) {
      const [role] = rolesOfRequest(hands, [params.roleId], 'roleId');
      const left = found.roles.filter(({ id }) => id !== role?.id);
      if (left.length === found.roles.length) return presentUserOf(ctx, found);
      return presentUserOf(ctx, await replaceUsersRoles(ctx, tx, found, left));
    },
  }),
];
