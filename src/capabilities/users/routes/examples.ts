// The examples of the documentation.
const stamps = { createdAt: '2026-03-02T14:05:09.120344+00:00', updatedAt: null, deletedAt: null };

export const role = {
  id: 'RL-9C4V-T7NK',
  object: 'role',
  companyId: 'CP-2W8D-K4TN',
  externalId: null,
  name: 'Team leads',
  description: null,
  defaultRole: null,
  isChanged: false,
  permissions: ['person:read', 'person:list'],
  ...stamps,
};

export const permission = {
  id: 'PM-4K7T-W9QX',
  object: 'permission',
  name: 'person:read',
  description: 'Read a borrower.',
};

const names = { firstName: 'Grace', middleName: null, lastName: 'Hopper' };

export const user = {
  id: 'UR-5D8K-W2QM',
  object: 'user',
  companyId: 'CP-2W8D-K4TN',
  externalId: null,
  type: 'agent',
  status: 'active',
  userName: 'grace@acme.example',
  userId: 713_802_544,
  roleIds: [],
  auths: [{ authValueType: 'email', value: 'grace@acme.example' }],
  associatedPersonId: null,
  employee: { id: 'EE-6T2M-R8PX', object: 'employee', ...names, fullName: 'Grace Hopper' },
  ...stamps,
};

export const userBody = {
  userType: 'agent',
  authType: { email: 'grace@acme.example' },
  employee: { firstName: 'Grace', lastName: 'Hopper' },
};

export const employee = {
  id: 'EE-6T2M-R8PX',
  object: 'employee',
  companyId: 'CP-2W8D-K4TN',
  externalId: null,
  userId: 'UR-5D8K-W2QM',
  ...names,
  fullName: 'Grace Hopper',
  email: 'mary@acme.example',
  phone: null,
  status: 'active',
  roleIds: [],
  availableAndPermittedTasktypes: [],
  ...stamps,
};
