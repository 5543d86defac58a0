import { errorKinds } from '#platform/errors.ts';

export const usersErrors = errorKinds({
  UserExists: {
    status: 409,
    title: 'There is such a user already',
    remedy: 'Use the user that exists, or sign in with another name. One person has one user.',
  },
  LastOwner: {
    status: 409,
    title: 'The company would have no active owner any more',
    remedy: 'Make another user an owner first.',
  },
  OwnerRole: {
    status: 409,
    title: 'The role of owners stays as it is',
    remedy: 'An owner may do everything. Make another role for who may do less.',
  },
  RoleInUse: {
    status: 409,
    title: 'Users have this role',
    remedy: 'Take the role from its users first.',
  },
  RoleTaken: {
    status: 409,
    title: 'Another role has this name',
    remedy: 'Choose another name.',
  },
  TeamTaken: {
    status: 409,
    title: 'Another team has this name',
    remedy: 'Choose another name.',
  },
});
