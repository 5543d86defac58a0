// What a user signs in with, replaced from scratch by who may, and their sessions, ended by who may; and who the caller
// is.

import Type from 'typebox';
import { secondFactorErrors } from '#capabilities/second-factor/index.ts';
import {
  handing,
  mayChangeUser,
  namesOf,
  readUser,
  replaceAuthsOf,
  User,
  UserAuthType,
  userOfPath,
  usersErrors,
  userUpdated,
} from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import { toolsOf } from '#platform/command/tools.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Text } from '#platform/input/schemas.ts';
import { forgetPassword, writePassword } from './change-password.ts';
import { forgetDevices } from './devices.ts';
import { signingInErrors } from './errors.ts';
import { hashPassword } from './hashing.ts';
import { mustBePresent, presentShown } from './own-credentials.ts';
import { mustBeStrong } from './password-strength.ts';
import { endSessions } from './sessions.ts';

const UserAuthReplace = Type.Object(
  {
    authType: UserAuthType,
    password: Type.Optional(
      Text({ min: 1, max: 256, description: 'If not given, the user has none until one is set by a code.' }),
    ),
    presentPassword: Type.Optional(
      Text({ min: 1, max: 256, description: 'Where it is what the caller signs in with: the password until now.' }),
    ),
    presentCode: Type.Optional(
      Text({ min: 1, max: 20, description: 'The same, for who has no password: a code that was sent to sign in.' }),
    ),
  },
  { title: 'UserAuthReplace' },
);

const permission = 'user.auth:update';

export const userAuthRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'auth.user',
    path: '/auth/user',
    summary: 'Read who the caller is',
    openTo: 'signedIn',
    answer: User,
    read: ({ reader, vault, caller }) => readUser(reader, vault, caller.actor.id),
  }),
  replacing(whole),
  endpoint({
    name: 'users.endSessions',
    method: 'DELETE',
    path: '/users/{userId}/sessions',
    summary: 'End all sessions of a user',
    description: 'The user may sign in again. The caller must have every permission that the user has.',
    permission,
    shape: 'message',
    says: 'All sessions of the user have ended.',
    subject: userOfPath,
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize: (_, __, user, hands) => mayChangeUser(hands, permission, user, whole),
    async command(ctx, tx, _, { row }) {
      endSessions(toolsOf(ctx), tx, row.id);
    },
  }),
];

const replacing = (whole: Whole): Endpoint =>
  endpoint({
    name: 'users.replaceAuth',
    method: 'PUT',
    path: '/users/{userId}/auth',
    summary: 'Replace what a user signs in with',
    description:
      'From scratch: other names and the password until now are good for nothing any more, codes that were sent neither, and all sessions of the user end. The caller must have every permission that the user has. A borrower is told (the rules of contact are not asked), and their user is `pending` with names that are not theirs, as when it is created. Who replaces their own has signed in within a quarter of an hour, and sends the present password, or a code that was sent to sign in where there is none.',
    permission,
    body: UserAuthReplace,
    answer: User,
    subject: userOfPath,
    errors: [
      usersErrors.UserExists,
      signingInErrors.WeakPassword,
      signingInErrors.SignInFailed,
      secondFactorErrors.SignInAgain,
    ],
    emits: [userUpdated],
    example: { body: { authType: { email: 'grace@acme.example' } } },
    async ahead(tools, { body: { authType, password, ...shown } }, caller) {
      if (password !== undefined) await mustBeStrong(password, Object.values(authType), 'password');
      const present = await presentShown(tools, caller, shown);
      return { present, password_hash: password && (await hashPassword(tools.vault, password, caller)) };
    },
    async alongside(tx, _, caller, ahead) {
      return { hands: await handing(tx, caller, whole), ...ahead };
    },
    authorize: (_, __, user, { hands }) => mayChangeUser(hands, permission, user, whole),
    async command(ctx, tx, { body: { authType, password } }, found, { password_hash, present }) {
      const userId = found.row.id;
      await mustBePresent(ctx, tx, userId, present);
      await replaceAuthsOf(ctx, tx, found, { authType, whole });
      if (password !== undefined) await mustBeStrong(password, await namesOf(tx, ctx.vault, userId), 'password');
      const tools = toolsOf(ctx);
      if (password_hash === undefined) forgetPassword(tx, userId);
      else writePassword(tools, tx, userId, password_hash);
      forgetDevices(tx, userId);
      endSessions(tools, tx, userId);
      return readUser(tx, ctx.vault, userId);
    },
  });
