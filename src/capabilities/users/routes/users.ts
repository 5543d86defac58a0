// Endpoints of users.
import { ownCompany } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { createUser, deleteUser, updateUser } from '../commands/write-user.ts';
import { usersErrors } from '../errors.ts';
import { userCreated, userDeleted, userRoleAdded, userRoleRemoved, userUpdated } from '../events.ts';
import {
  type Handing,
  handing,
  mayChangeUser,
  mayGiveRoles,
  mustStillHave,
  mustSuitBorrower,
  rolesOfRequest,
} from '../handing-out.ts';
import { User, UserCreate, UserUpdate } from '../schemas.ts';
import type { RoleRow } from '../tables.ts';
import { tellBorrower } from '../tell-borrower.ts';
import { listUsers, presentUserOf, userList, userOfPath } from '../user.ts';
import * as examples from './examples.ts';

export const userRoutes = (whole: Whole): Endpoint[] => [
  ...readingUsers,
  ...creatingUsers(whole),
  ...changingUsers(whole),
];

const userEndpoint = below({ path: '/users', permission: 'user', answer: User });

const readingUsers: Endpoint[] = [
  userEndpoint({
    name: 'users.list',
    summary: 'List users',
    shape: 'list',
    query: userList.query,
    list: userList,
    read: ({ reader, vault }, { query }) => listUsers(reader, vault, query),
  }),
  userEndpoint({
    name: 'users.read',
    path: '/{userId}',
    summary: 'Read a user',
    subject: userOfPath,
    read: async (ctx, _, found) => presentUserOf(ctx, found),
  }),
];

const creatingUsers = (whole: Whole): Endpoint[] => {
  const declared = {
    summary: 'Create a user',
    description:
      'An agent, a program (`api`), or the user of a borrower, who is named by `associatedPersonId`. The caller must have every permission of the roles. Without `roles` a borrower gets the default role of borrowers, others none. The borrower is told by the contacts that are there: the rules of contact are not asked. With an email or phone that was none of theirs ten days ago, or a subject of an identity provider, the user of a borrower is `pending` until POST /users/{userId}/confirm.',
    permission: 'user:create',
    status: 201,
    body: UserCreate,
    answer: User,
    errors: [errors.NotFound, usersErrors.UserExists, errors.DuplicateExternalId],
    emits: [userCreated],
    alongside: (tx: Tx, { body }: { body: UserCreate }, caller: CommandContext['caller']) =>
      creating(tx, body, caller, whole),
    authorize(_: unknown, __: unknown, ___: unknown, { hands, usual }: Creating) {
      mustStillHave(hands, 'user:create', whole);
      mayGiveRoles(hands, [...hands.named.values(), ...usual], whole);
    },
    command: (ctx: CommandContext, tx: Tx, { body }: { body: UserCreate }, _: unknown, known: Creating) =>
      create(ctx, tx, body, known, whole),
  } as const;
  return [
    endpoint({
      ...declared,
      name: 'users.create',
      path: '/users',
      example: { body: examples.userBody },
    }),
    endpoint({
      ...declared,
      name: 'users.createInCompany',
      path: '/companies/{companyId}/users',
      subject: ownCompany,
      example: { body: { userType: 'api', authType: { username: 'nightly-import' } } },
    }),
  ];
};

interface Creating {
  readonly hands: Handing;
  /** The roles of whoever is given none. */
  readonly usual: readonly RoleRow[];
}

async function creating(
  tx: Tx,
  { roles, userType }: UserCreate,
  caller: CommandContext['caller'],
  whole: Whole,
): Promise<Creating> {
  const hands = await handing(tx, caller, whole, roles);
  return { hands, usual: roles === undefined && userType === 'borrower' ? await borrowersRole(tx) : [] };
}

async function create(
  ctx: CommandContext,
  tx: Tx,
  { roles: references, ...given }: UserCreate,
  { hands, usual }: Creating,
  whole: Whole,
): Promise<User> {
  const roles = references ? rolesOfRequest(hands, references) : usual;
  const { userType, associatedPersonId: personId } = given;
  if (userType !== 'borrower' || !personId) return presentUserOf(ctx, await createUser(ctx, tx, { ...given, roles }));
  mustSuitBorrower(roles, whole);
  const contacts = await whole.contactsOf(tx, { vault: ctx.vault, personId, now: ctx.now });
  const made = await createUser(ctx, tx, { ...given, roles, contacts });
  await tellBorrower(ctx, tx, { row: made.row, contacts });
  return presentUserOf(ctx, made);
}

/** What a borrower gets who is given no role: it never has more than borrowers may have. */
const borrowersRole = (tx: Tx) =>
  tx.rows(
    tx.db
      .selectFrom('roles')
      .selectAll()
      .where('default_kind', '=', 'borrower')
      .where('deleted_at', 'is', null)
      .forShare(),
  );

const changingUsers = (whole: Whole): Endpoint[] => [
  userEndpoint({
    name: 'users.update',
    path: '/{userId}',
    summary: 'Change a user',
    description:
      'What is not sent stays. The caller must have every permission that the user has before and after. What the user signs in with is changed by PUT /users/{userId}/auth.',
    body: UserUpdate,
    subject: userOfPath,
    errors: [usersErrors.LastOwner, errors.DuplicateExternalId],
    example: { body: { externalId: 'hr-312' } },
    emits: [userUpdated, userRoleAdded, userRoleRemoved],
    alongside: (tx, { body }, caller) => handing(tx, caller, whole, body.roles),
    authorize(_, __, user, hands) {
      mayChangeUser(hands, 'user:update', user, whole);
      mayGiveRoles(hands, [...hands.named.values()], whole);
    },
    async command(ctx, tx, { body: { roles: references, ...sent } }, found, hands) {
      const roles = references && rolesOfRequest(hands, references);
      if (roles && found.row.user_type === 'borrower') mustSuitBorrower(roles, whole);
      return presentUserOf(ctx, await updateUser(ctx, tx, found, { ...sent, roles }));
    },
  }),
  userEndpoint({
    name: 'users.delete',
    path: '/{userId}',
    summary: 'Delete a user',
    description:
      'The user is signed out everywhere within a second and can never sign in again; another user may take the name. The caller must have every permission that the user has.',
    shape: 'message',
    subject: userOfPath,
    errors: [usersErrors.LastOwner],
    emits: [userDeleted],
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize: (_, __, user, hands) => mayChangeUser(hands, 'user:delete', user, whole),
    command: (ctx, tx, _, found) => deleteUser(ctx, tx, found, whole),
  }),
];
