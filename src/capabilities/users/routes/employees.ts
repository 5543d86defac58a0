// Endpoints of employees: the agents' users, seen as people who work for the company.
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { createUser, updateUser } from '../commands/write-user.ts';
import { employeeList, employeeOfPath, presentEmployee } from '../employee.ts';
import { usersErrors } from '../errors.ts';
import { userCreated, userRoleAdded, userRoleRemoved, userUpdated } from '../events.ts';
import { handing, mayChangeUser, mayGiveRoles, mustStillHave, rolesOfRequest } from '../handing-out.ts';
import { Employee, EmployeeCreate, EmployeeUpdate } from '../schemas.ts';
import { roleIdsOf, shownUsers } from '../user.ts';

export const employeeRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'employees.list',
    method: 'GET',
    path: '/employees',
    summary: 'List employees',
    permission: 'employee:list',
    shape: 'list',
    query: employeeList.query,
    list: employeeList,
    answer: Employee,
    read: ({ reader, vault }, { query }) =>
      employeeList.page(reader, shownUsers(reader).where('employee_id', 'is not', null), query, {
        each: (row) => presentEmployee(vault, row, row.role_ids ?? []),
      }),
  }),
  endpoint({
    name: 'employees.create',
    method: 'POST',
    path: '/employees',
    summary: 'Create an employee',
    description: 'With a user of the type agent. The caller must have every permission of the roles.',
    permission: 'employee:create',
    shape: 'single',
    status: 201,
    body: EmployeeCreate,
    answer: Employee,
    errors: [errors.NotFound, usersErrors.UserExists, errors.DuplicateExternalId],
    example: { body: { email: 'mary@acme.example', firstName: 'Grace', lastName: 'Hopper' } },
    emits: [userCreated],
    alongside: (tx, { body }, caller) => handing(tx, caller, whole, body.roles),
    authorize(_, __, ___, hands) {
      mustStillHave(hands, 'employee:create', whole);
      mayGiveRoles(hands, [...hands.named.values()], whole);
    },
    async command(ctx, tx, { body: { email, phone, username, roles = [], externalId, status, ...names } }, _, hands) {
      const { row, roles: given } = await createUser(ctx, tx, {
        userType: 'agent',
        authType: { email, ...(phone !== undefined && { phone }), ...(username !== undefined && { username }) },
        employee: names,
        roles: rolesOfRequest(hands, roles),
        ...(externalId !== undefined && { externalId }),
        ...(status !== undefined && { status }),
      });
      return presentEmployee(ctx.vault, row, roleIdsOf(given));
    },
  }),
  endpoint({
    name: 'employees.read',
    method: 'GET',
    path: '/employees/{employeeId}',
    summary: 'Read an employee',
    permission: 'employee:read',
    shape: 'single',
    answer: Employee,
    subject: employeeOfPath,
    read: async ({ vault }, _, { row, roles }) => presentEmployee(vault, row, roleIdsOf(roles)),
  }),
  endpoint({
    name: 'employees.update',
    method: 'PUT',
    path: '/employees/{employeeId}',
    summary: 'Change an employee',
    description:
      'What is not sent stays. The caller must have every permission that the employee has before and after.',
    permission: 'employee:update',
    shape: 'single',
    body: EmployeeUpdate,
    answer: Employee,
    subject: employeeOfPath,
    errors: [usersErrors.LastOwner, errors.DuplicateExternalId],
    example: { body: { firstName: 'Anne' } },
    emits: [userUpdated, userRoleAdded, userRoleRemoved],
    alongside: (tx, { body }, caller) => handing(tx, caller, whole, body.roles),
    authorize(_, __, user, hands) {
      mayChangeUser(hands, 'employee:update', user, whole);
      mayGiveRoles(hands, [...hands.named.values()], whole);
    },
    async command(ctx, tx, { body: { roles: references, externalId, status, ...names } }, found, hands) {
      const { row, roles } = await updateUser(ctx, tx, found, {
        employee: names,
        roles: references && rolesOfRequest(hands, references),
        ...(externalId !== undefined && { externalId }),
        ...(status !== undefined && { status }),
      });
      return presentEmployee(ctx.vault, row, roleIdsOf(roles));
    },
  }),
];
