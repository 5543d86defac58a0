// Endpoints of roles and of the permissions that they are made of.
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { permissionsOfRole } from '#platform/permissions.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { createRole, deleteRole, updateRole } from '../commands/write-role.ts';
import { usersErrors } from '../errors.ts';
import { roleCreated, roleDeleted, roleUpdated } from '../events.ts';
import { handing, mayGivePermissions, mustStillHave } from '../handing-out.ts';
import { permissionObjects } from '../permissions-list.ts';
import { presentRole, roleList, roleOfPath, shownRoles } from '../role.ts';
import { Permission, Role, RoleCreate, RoleUpdate } from '../schemas.ts';

export const roleRoutes = (whole: Whole): Endpoint[] => [...readingRoles(whole), ...writingRoles(whole)];

const readingRoles = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'permissions.list',
    method: 'GET',
    path: '/permissions',
    summary: 'List the permissions that can be given',
    description: 'In the order of their names. They are the same in every company.',
    permission: 'permission:list',
    shape: 'list',
    query: computedQueryByAge,
    answer: Permission,
    read: async (_, { query }) => pageOf(permissionObjects(whole, whole.permissions), query),
  }),
  endpoint({
    name: 'roles.list',
    method: 'GET',
    path: '/roles',
    summary: 'List roles',
    description: 'With the default roles that every company gets.',
    permission: 'role:list',
    shape: 'list',
    query: roleList.query,
    list: roleList,
    answer: Role,
    read: ({ reader }, { query }) =>
      roleList.page(reader, shownRoles(reader), query, {
        each: (row) => presentRole(row, whole),
      }),
  }),
  endpoint({
    name: 'roles.read',
    method: 'GET',
    path: '/roles/{roleId}',
    summary: 'Read a role',
    permission: 'role:read',
    shape: 'single',
    answer: Role,
    subject: roleOfPath,
    read: async (_ctx, _input, row) => presentRole(row, whole),
  }),
];

const writingRoles = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'roles.create',
    method: 'POST',
    path: '/roles',
    summary: 'Create a role',
    description: 'The caller must have every permission of it.',
    permission: 'role:create',
    shape: 'single',
    status: 201,
    body: RoleCreate,
    answer: Role,
    errors: [usersErrors.RoleTaken, errors.DuplicateExternalId],
    example: { body: { name: 'Team leads', permissions: ['person:read', 'person:list'] } },
    emits: [roleCreated],
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize(_, { body }, __, hands) {
      mustStillHave(hands, 'role:create', whole);
      mayGivePermissions(hands, body.permissions, whole);
    },
    command: async (ctx, tx, { body }) => presentRole(createRole(ctx, tx, body, whole), whole),
  }),
  endpoint({
    name: 'roles.update',
    method: 'PUT',
    path: '/roles/{roleId}',
    summary: 'Change a role',
    description:
      'What is not sent stays. The caller must have every permission that the role has before and after. Users who have the role may do what it says within a second. The permissions of the role of owners cannot be changed.',
    permission: 'role:update',
    shape: 'single',
    body: RoleUpdate,
    answer: Role,
    subject: roleOfPath,
    errors: [usersErrors.OwnerRole, usersErrors.RoleInUse, usersErrors.RoleTaken, errors.DuplicateExternalId],
    example: { body: { description: 'Who lead a team.' } },
    emits: [roleUpdated],
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize(_, { body: { permissions } }, row, hands) {
      mustStillHave(hands, 'role:update', whole);
      mayGivePermissions(hands, [...permissionsOfRole(row, whole)], whole);
      const after = permissions === undefined ? row.permissions : permissions;
      mayGivePermissions(hands, [...permissionsOfRole({ ...row, permissions: after }, whole)], whole);
    },
    command: async (ctx, tx, { body }, row) => presentRole(await updateRole(ctx, tx, row, body, whole), whole),
  }),
  endpoint({
    name: 'roles.delete',
    method: 'DELETE',
    path: '/roles/{roleId}',
    summary: 'Delete a role',
    description: 'Refused as long as a user has it. The caller must have every permission of it.',
    permission: 'role:delete',
    shape: 'message',
    answer: Role,
    subject: roleOfPath,
    errors: [usersErrors.OwnerRole, usersErrors.RoleInUse],
    emits: [roleDeleted],
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize(_, __, row, hands) {
      mustStillHave(hands, 'role:delete', whole);
      mayGivePermissions(hands, [...permissionsOfRole(row, whole)], whole);
    },
    command: (ctx, tx, _, row) => deleteRole(ctx, tx, row),
  }),
];
