// The door of users: people and programs of the company, their roles and teams.
import type { Capability } from '#platform/capability.ts';
import { eraseUserOf } from './commands/erase-user.ts';
import { usersErrors } from './errors.ts';
import { usersEvents } from './events.ts';
import { teamRoutes } from './resources/team.ts';
import { employeeRoutes } from './routes/employees.ts';
import { roleRoutes } from './routes/roles.ts';
import { userRoleRoutes } from './routes/user-roles.ts';
import { userRoutes } from './routes/users.ts';
import { usersSealed } from './sealed.ts';
import { rolesSetUp } from './set-up.ts';
import { usersTables } from './tables.ts';
import { namesOfUsers } from './user.ts';
import { usersVersions } from './versions.ts';

export { replaceAuthsOf } from './commands/replace-auths.ts';
export { confirmUser, createUser, disableUser, replaceUsersRoles } from './commands/write-user.ts';
export { employeeOfPath, shownEmployees } from './employee.ts';
export { usersErrors } from './errors.ts';
export { userCreated, userRoleAdded, userRoleRemoved, userUpdated } from './events.ts';
export {
  type Handing,
  handing,
  mayBecome,
  mayChangeUser,
  mayGivePermissions,
  mayGiveRoles,
  mustStillHave,
  rolesOfRequest,
} from './handing-out.ts';
export { userHeld, userHeldForChange } from './held.ts';
export { typedNameKey } from './names.ts';
export { isOwner } from './owners.ts';
export { presentBeside, userBeside, usersBeside } from './person-user.ts';
export { shownTeams, team } from './resources/team.ts';
export { isActiveUser, permissionsOfActive, rightsOfUser, rolesHeld, type UserRights, userByName } from './rights.ts';
export { roleNamed, rolesNamed } from './role.ts';
export { User, UserAuthType } from './schemas.ts';
export { borrowersUser, namesOf, signInNames } from './sign-in-names.ts';
export { type NameType, nameTypes } from './tables.ts';
export {
  findUser,
  listUsers,
  numberOfUser,
  presentShown,
  presentUserOf,
  readUser,
  rolesBeside,
  type UserWithRoles,
  userNotFound,
  userOfPath,
  usersOfPeople,
} from './user.ts';
export { employeeOf, teamsOf, usersWhoWork } from './work-of-users.ts';
export { idOfWorker, type Worker, workersOf } from './workers.ts';

export const users: Capability = {
  name: 'users',
  migrations: new URL('./migrations/', import.meta.url),
  tables: usersTables,
  sealed: usersSealed,
  errors: { Users: usersErrors },
  events: usersEvents,
  isUndated: true,
  routes: (whole) => [
    ...userRoutes(whole),
    ...userRoleRoutes(whole),
    ...employeeRoutes(whole),
    ...roleRoutes(whole),
    ...teamRoutes,
  ],
  versions: usersVersions,
  setUps: [rolesSetUp],
  namesOfUsers,
  erasing: [eraseUserOf],
};
