// The endpoints by which the user of a borrower is confirmed.
import Type from 'typebox';
import { accessErrors } from '#capabilities/access/index.ts';
import { sendingErrors } from '#capabilities/sending/index.ts';
import { handing, mayChangeUser, presentUserOf, User, userOfPath, userUpdated } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Id, StringEnum, Text } from '#platform/input/schemas.ts';
import { confirm, sendConfirmation } from './confirm-user.ts';
import { signingInErrors } from './errors.ts';

const permission = 'user:confirm';

const ConfirmationRequest = Type.Object(
  {
    contactId: Type.Optional(Id('CT', 'contact')),
    channel: Type.Optional(
      StringEnum(['email', 'text', 'voice'], { description: 'For a phone a text message, if not given.' }),
    ),
  },
  { title: 'ConfirmationRequest', description: 'Without `contactId` it goes to the oldest contact.' },
);

const UserConfirm = Type.Object(
  { code: Type.Optional(Text({ min: 1, max: 20, example: '274193' })) },
  { title: 'UserConfirm' },
);

export const confirmRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'users.sendConfirmation',
    path: '/users/{userId}/confirmation-codes',
    summary: 'Send a code that confirms a user',
    description:
      'To an email or phone of the borrower that has been there for ten days, or since the borrower was created. It lives ten minutes and has five tries. The rules of contact are not asked: the borrower waits for it. The caller must have every permission that the user has.',
    permission,
    shape: 'message',
    says: 'A code is on its way.',
    body: ConfirmationRequest,
    subject: userOfPath,
    errors: [signingInErrors.UserIsConfirmed, sendingErrors.NoWayToSend, errors.TooManyRequests],
    example: { body: {} },
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize: (_, __, user, hands) => mayChangeUser(hands, permission, user, whole),
    command: (ctx, tx, { body }, user) => sendConfirmation(ctx, tx, user, body, whole),
  }),
  endpoint({
    name: 'users.confirm',
    path: '/users/{userId}/confirm',
    summary: 'Confirm a user',
    description:
      'What the user of a borrower signs in with is the borrower’s: by the code that was sent, or without one by a second person, who has not set up the user, nor anybody or any key that did. A pending user becomes active. Nothing happens where nothing waits. The caller must have every permission that the user has.',
    permission,
    body: UserConfirm,
    answer: User,
    subject: userOfPath,
    errors: [accessErrors.AnotherMustDecide, errors.TooManyRequests],
    emits: [userUpdated],
    example: { body: { code: '274193' } },
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize: (_, __, user, hands) => mayChangeUser(hands, permission, user, whole),
    command: async (ctx, tx, { body }, user) => presentUserOf(ctx, await confirm(ctx, tx, user, body.code)),
  }),
];
