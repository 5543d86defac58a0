// Endpoints of roles and of the permissions that they are made of.
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
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

const roleEndpoint = below({ path: '/roles', permission: 'role', answer: Role });

const readingRoles = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'permissions.list',
    path: '/permissions',
    summary: 'List the permissions that can be given',
    description: 'In the order of their names. They are the same in every company.',
    permission: 'permission:list',
    shape: 'list',
    query: computedQueryByAge,
    answer: Permission,
    read: async (_, { query }) => pageOf(permissionObjects(whole, whole.permissions), query),
  }),
  roleEndpoint({
    name: 'roles.list',
    summary: 'List roles',
    description: 'With the default roles that every company gets.',
    shape: 'list',
    query: roleList.query,
    list: roleList,
    read: ({ reader }, { query }) =>
      roleList.page(reader, shownRoles(reader), query, {
        each: (row) => presentRole(row, whole),
      }),
  }),
  roleEndpoint({
    name: 'roles.read',
    path: '/{roleId}',
    summary: 'Read a role',
    subject: roleOfPath,
    read: async (_ctx, _input, row) => presentRole(row, whole),
  }),
];

const writingRoles = (whole: Whole): Endpoint[] => [
  roleEndpoint({
    name: 'roles.create',
    summary: 'Create a role',
    description: 'The caller must have every permission of it.',
    body: RoleCreate,
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
  roleEndpoint({
    name: 'roles.update',
    path: '/{roleId}',
    summary: 'Change a role',
    description:
      'What is not sent stays. The caller must have every permission that the role has before and after. Users who have the role may do what it says within a second. The permissions of the role of owners cannot be changed.',
    body: RoleUpdate,
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
  roleEndpoint({
    name: 'roles.delete',
    path: '/{roleId}',
    summary: 'Delete a role',
    description: 'Refused as long as a user has it. The caller must have every permission of it.',
    shape: 'message',
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
