// The endpoints by which people manage their own second factors, and by which others clear them.
import { handing, mayChangeUser, userOfPath } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { secondFactorErrors } from './errors.ts';
import * as example from './examples.ts';
import {
  addPasskey,
  addTotp,
  askPasskey,
  askTotp,
  clearFactors,
  makeRecoveryCodes,
  type OfSessions,
  readFactors,
  removeTotp,
  takeAwayPasskey,
} from './own-factors.ts';
import type { RegistrationResponseJSON } from './passkey-responses.ts';
import {
  Passkey,
  PasskeyCreate,
  PasskeyCreationOptions,
  PasskeyOptionsAsk,
  RecoveryCodes,
  SecondFactors,
  TotpConfirm,
  TotpSecret,
} from './schemas.ts';

export const secondFactorRoutes = (whole: Whole, of: OfSessions): Endpoint[] => [
  reading,
  ...totpRoutes(of),
  ...passkeyRoutes(of),
  recoveryRoute(of),
  clearing(whole, of),
];

const { SignInAgain, SecondFactorRequired, NoPageForPasskeys } = secondFactorErrors;
const base = '/auth/second-factors';
/** For what only a fresh session may do. */
const fresh = [errors.Forbidden, SignInAgain];

const reading = endpoint({
  name: 'secondFactors.read',
  method: 'GET',
  path: base,
  summary: 'Read the own second factors',
  openTo: 'signedIn',
  shape: 'single',
  answer: SecondFactors,
  example: { answer: example.factors },
  read: ({ reader, caller }) => readFactors(reader, caller),
});

const totpRoutes = (of: OfSessions): Endpoint[] => [
  endpoint({
    name: 'secondFactors.beginTotp',
    method: 'POST',
    path: `${base}/totp`,
    summary: 'Get a secret for an app that shows codes',
    description:
      'It is shown once and counts when a first code has confirmed it, within a quarter of an hour; until then one from before goes on.',
    openTo: 'signedIn',
    shape: 'single',
    answer: TotpSecret,
    errors: fresh,
    showsSecret: true,
    example: { answer: example.totpSecret },
    command: (ctx, tx) => askTotp(ctx, tx, of),
  }),
  endpoint({
    name: 'secondFactors.confirmTotp',
    method: 'PUT',
    path: `${base}/totp`,
    summary: 'Confirm the secret by a first code',
    description: 'If it is the first second factor, all other sessions of the user end.',
    openTo: 'signedIn',
    shape: 'single',
    body: TotpConfirm,
    answer: SecondFactors,
    errors: fresh,
    example: { body: { code: '274193' } },
    command: (ctx, tx, { body }) => addTotp(ctx, tx, of, body.code),
  }),
  endpoint({
    name: 'secondFactors.removeTotp',
    method: 'DELETE',
    path: `${base}/totp`,
    summary: 'Remove the app that shows codes',
    description: 'All other sessions of the user end.',
    openTo: 'signedIn',
    shape: 'message',
    says: 'The app is no second factor any more.',
    answer: SecondFactors,
    errors: [...fresh, errors.NotFound, SecondFactorRequired],
    command: (ctx, tx) => removeTotp(ctx, tx, of),
  }),
];

const passkeyRoutes = (of: OfSessions): Endpoint[] => [
  endpoint({
    name: 'passkeys.options',
    method: 'POST',
    path: `${base}/passkeys/options`,
    summary: 'Get what a browser needs to make a passkey',
    description:
      'For `navigator.credentials.create`, as JSON. A passkey can be used on pages of the host on which it was made: those of the domains of the company and its allowed origins.',
    openTo: 'signedIn',
    shape: 'bare',
    status: 200,
    body: PasskeyOptionsAsk,
    answer: PasskeyCreationOptions,
    errors: [...fresh, NoPageForPasskeys],
    example: { body: { origin: 'https://agents.acme.example' }, answer: example.creationOptions },
    command: (ctx, tx, { body }) => askPasskey(ctx, tx, of, body.origin),
  }),
  endpoint({
    name: 'passkeys.create',
    method: 'POST',
    path: `${base}/passkeys`,
    summary: 'Add a passkey',
    description: 'With what the browser answered. If it is the first second factor, all other sessions end.',
    openTo: 'signedIn',
    shape: 'single',
    status: 201,
    body: PasskeyCreate,
    answer: Passkey,
    errors: fresh,
    example: { body: example.registration, answer: example.passkey },
    // The schema has the form of what browsers give; the library checks what is in it.
    command: (ctx, tx, { body: { name, response } }) =>
      addPasskey(ctx, tx, of, { name, response: response as RegistrationResponseJSON }),
  }),
  endpoint({
    name: 'passkeys.remove',
    method: 'DELETE',
    path: `${base}/passkeys/{passkeyId}`,
    summary: 'Remove a passkey',
    description: 'All other sessions of the user end.',
    openTo: 'signedIn',
    shape: 'message',
    says: 'The passkey is removed.',
    answer: Passkey,
    errors: [...fresh, errors.NotFound, SecondFactorRequired],
    command: (ctx, tx, { params }) => takeAwayPasskey(ctx, tx, of, params.passkeyId),
  }),
];

const recoveryRoute = (of: OfSessions): Endpoint =>
  endpoint({
    name: 'secondFactors.newRecoveryCodes',
    method: 'POST',
    path: `${base}/recovery-codes`,
    summary: 'Get ten new codes for recovery',
    description: 'They are shown once, each counts once instead of a second factor, and those before count no more.',
    openTo: 'signedIn',
    shape: 'single',
    answer: RecoveryCodes,
    errors: fresh,
    showsSecret: true,
    example: { answer: example.recoveryCodes },
    command: (ctx, tx) => makeRecoveryCodes(ctx, tx, of),
  });

const permission = 'user.auth:update';

const clearing = (whole: Whole, of: OfSessions): Endpoint =>
  endpoint({
    name: 'users.clearSecondFactors',
    method: 'DELETE',
    path: '/users/{userId}/auth/second-factors',
    summary: 'Clear the second factors of a user',
    description:
      'For who has lost them, codes for recovery too: the user signs in without, and all sessions of the user end. The caller must have every permission that the user has; nobody clears their own.',
    permission,
    shape: 'message',
    says: 'The user has no second factor any more.',
    subject: userOfPath,
    answer: SecondFactors,
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    authorize({ caller }, _, user, hands) {
      mayChangeUser(hands, permission, user, whole);
      if (caller.actor.id !== user.row.id) return;
      throw new Refusal(errors.Forbidden, 'Your own are removed one by one, in a session that has just begun.');
    },
    command: async (ctx, tx, _, { row }) => clearFactors(ctx, tx, of, row.id),
  });
