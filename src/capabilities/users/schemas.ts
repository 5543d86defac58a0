import Type, { type Static } from 'typebox';
import { userTypes } from '#platform/actor.ts';
import { DateTime, ExternalId, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defaultRoles } from '#platform/permissions.ts';
import { Reference } from '#platform/references.ts';
import { nameTypes, userStatuses } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });
const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };
const externalId = ExternalId({ max: 255, example: 'hr-311' });
const StatusSet = StringEnum(['active', 'inactive'], {
  description: 'An inactive user cannot sign in.',
  example: 'active',
});
const UserStatus = StringEnum(userStatuses, {
  description:
    'Who is not active cannot sign in. The user of a borrower is pending until it is confirmed that what it signs in with is the borrower’s.',
  example: 'active',
});

export const Permission = Type.Object(
  {
    id: id('PM-4K7T-W9QX'),
    object: Type.Literal('permission'),
    name: Text({ max: 100, example: 'person:read' }),
    description: Nullable(Text({ max: 4000, description: 'What it is needed for.', example: 'Read a borrower.' })),
  },
  { title: 'Permission' },
);
export type Permission = Static<typeof Permission>;

const roleName = Text({ min: 1, max: 100, example: 'Team leads' });
const roleDescription = Nullable(Text({ max: 1000, example: 'Who lead a team of agents.' }));
const permissionNames = Type.Array(Text({ min: 1, max: 100 }), {
  maxItems: 1000,
  description: 'Such as person:read. `loan:chargeoff` includes `loan:chargeoff.reverse`.',
  examples: [['person:read', 'person:list']],
});

export const Role = Type.Object(
  {
    id: id('RL-9C4V-T7NK'),
    object: Type.Literal('role'),
    companyId: id('CP-2W8D-K4TN'),
    externalId,
    name: roleName,
    description: roleDescription,
    defaultRole: Nullable(StringEnum(defaultRoles), {
      description: 'One of the roles that every company gets. Null: a role of its own.',
    }),
    isChanged: Type.Boolean({
      description: 'False: a default role that has what its default has, also what comes later.',
    }),
    permissions: permissionNames,
    ...stamps,
  },
  { title: 'Role' },
);
export type Role = Static<typeof Role>;

export const RoleCreate = Type.Object(
  {
    externalId: Type.Optional(externalId),
    name: roleName,
    description: Type.Optional(roleDescription),
    permissions: permissionNames,
  },
  { title: 'RoleCreate' },
);
export type RoleCreate = Static<typeof RoleCreate>;

export const RoleUpdate = Type.Object(
  {
    externalId: Type.Optional(externalId),
    name: Type.Optional(roleName),
    description: Type.Optional(roleDescription),
    permissions: Type.Optional(
      Nullable(permissionNames, { description: 'Replaces the list. Null: what the default role has.' }),
    ),
  },
  { title: 'RoleUpdate' },
);
export type RoleUpdate = Static<typeof RoleUpdate>;

const personName = (example: string) => Nullable(Text({ max: 100, example }));
const names = { firstName: personName('Grace'), middleName: personName('Brewster'), lastName: personName('Hopper') };

const UserEmployee = Type.Object(
  { id: id('EE-6T2M-R8PX'), object: Type.Literal('employee'), ...names, fullName: personName('Grace Brewster Hopper') },
  { title: 'UserEmployee' },
);

const authValue = Text({ min: 1, max: 320 });
const UserAuth = Type.Object(
  { authValueType: StringEnum(nameTypes, { example: 'email' }), value: authValue },
  { title: 'UserAuth' },
);

export const User = Type.Object(
  {
    id: id('UR-5D8K-W2QM'),
    object: Type.Literal('user'),
    companyId: id('CP-2W8D-K4TN'),
    externalId,
    type: StringEnum(userTypes, { example: 'agent' }),
    status: UserStatus,
    userName: Nullable(Text({ max: 320, example: 'grace@acme.example' }), {
      description: 'The name to sign in with; without one the e-mail address, the phone or the subject.',
    }),
    userId: Type.Integer({ description: 'The same user as a number.', examples: [713_802_544] }),
    roleIds: Type.Array(id('RL-9C4V-T7NK')),
    auths: Type.Array(UserAuth, { description: 'What the user signs in with.' }),
    associatedPersonId: Nullable(Text({ max: 12 }), { description: 'The borrower whose user it is.' }),
    employee: Nullable(UserEmployee, { description: 'For an agent only.' }),
    ...stamps,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

/** The names by which a user signs in: one, or several. */
export const UserAuthType = Type.Partial(
  Type.Object({ email: authValue, username: authValue, phone: authValue, samlSubjectNameId: authValue }),
  { title: 'UserAuthType', description: 'What the user signs in with: at least one of them.' },
);
export type UserAuthType = Static<typeof UserAuthType>;

const roleReferences = Type.Array(Id('RL', 'role'), {
  maxItems: 50,
  description: 'The roles. They replace those before.',
});
const employeeNames = Type.Partial(Type.Object(names), { title: 'EmployeeNames' });

export const UserCreate = Type.Object(
  {
    externalId: Type.Optional(externalId),
    userType: StringEnum(userTypes, { example: 'agent' }),
    authType: UserAuthType,
    roles: Type.Optional(roleReferences),
    associatedPersonId: Type.Optional(Nullable(Reference('BO', 'person'))),
    status: Type.Optional(StatusSet),
    employee: Type.Optional(employeeNames),
  },
  { title: 'UserCreate' },
);
export type UserCreate = Static<typeof UserCreate>;

export const UserUpdate = Type.Object(
  {
    externalId: Type.Optional(externalId),
    status: Type.Optional(StatusSet),
    roles: Type.Optional(roleReferences),
    employee: Type.Optional(employeeNames),
  },
  { title: 'UserUpdate' },
);
export type UserUpdate = Static<typeof UserUpdate>;

export const Employee = Type.Object(
  {
    id: id('EE-6T2M-R8PX'),
    object: Type.Literal('employee'),
    companyId: id('CP-2W8D-K4TN'),
    externalId,
    userId: id('UR-5D8K-W2QM'),
    ...names,
    fullName: personName('Grace Brewster Hopper'),
    email: Nullable(Text({ max: 320, example: 'grace@acme.example' })),
    phone: Nullable(Text({ max: 60, example: '+13175551212' })),
    status: UserStatus,
    roleIds: Type.Array(id('RL-9C4V-T7NK')),
    availableAndPermittedTasktypes: Type.Array(Text({ max: 100 }), {
      description: 'What the employee may be given to do; it cannot be set. Empty until there are tasks.',
    }),
    ...stamps,
  },
  { title: 'Employee' },
);
export type Employee = Static<typeof Employee>;

const employeeFields = {
  externalId: Type.Optional(externalId),
  firstName: Type.Optional(names.firstName),
  middleName: Type.Optional(names.middleName),
  lastName: Type.Optional(names.lastName),
  status: Type.Optional(StatusSet),
  roles: Type.Optional(roleReferences),
};

export const EmployeeCreate = Type.Object(
  { ...employeeFields, email: authValue, phone: Type.Optional(authValue), username: Type.Optional(authValue) },
  { title: 'EmployeeCreate' },
);
export type EmployeeCreate = Static<typeof EmployeeCreate>;

export const EmployeeUpdate = Type.Object(employeeFields, { title: 'EmployeeUpdate' });
export type EmployeeUpdate = Static<typeof EmployeeUpdate>;
