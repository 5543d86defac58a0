// The endpoints of tokens and of the caller's own sessions.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { PasskeyRequestOptions, secondFactorErrors } from '#capabilities/second-factor/index.ts';
import { sendingErrors } from '#capabilities/sending/index.ts';
import { handing } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Text } from '#platform/input/schemas.ts';
import { changePassword } from './change-password.ts';
import { confirmRoutes } from './confirm-routes.ts';
import type { Signing } from './enter.ts';
import { signingInErrors } from './errors.ts';
import * as example from './examples.ts';
import { askExchangeToken, exchangePermission } from './exchange.ts';
import {
  endAllSessions,
  endOneSession,
  endOwnSession,
  listSessions,
  sessionList,
  shortLivedToken,
} from './own-session.ts';
import { renew } from './renew.ts';
import {
  CodeRequest,
  codeQuery,
  ExchangeRequest,
  ExchangeToken,
  PasswordChange,
  Renewal,
  realmQuery,
  Session,
  SessionToken,
  ShortLived,
  SignIn,
  signInQuery,
} from './schemas.ts';
import { passkeyOptions } from './second-step.ts';
import { sendCode } from './send-code.ts';
import { signIn } from './sign-in.ts';
import { userAuthRoutes } from './user-auth-routes.ts';

export const signingInRoutes = (whole: Whole): Endpoint[] => [
  ...tokenRoutes({ kind: 'user', whole }, { name: 'auth', path: '/auth/token', of: '' }),
  ...tokenRoutes(
    { kind: 'compliance', whole },
    { name: 'complianceAuth', path: '/compliance/auth/token', of: ' for compliance' },
  ),
  passkeyRoute,
  passwordRoute(whole),
  codeRoute,
  exchangeRoute(whole),
  ...ownRoutes(whole),
  ...userAuthRoutes(whole),
  ...confirmRoutes(whole),
];

interface Place {
  readonly name: string;
  readonly path: '/auth/token' | '/compliance/auth/token';
  readonly of: string;
}

const tokenRoutes = (signing: Signing, { name, path, of }: Place): Endpoint[] => [
  endpoint({
    name: `${name}.signIn`,
    path,
    summary: `Sign in${of}`,
    description:
      'The token goes into `Authorization: Bearer TOKEN` and lives a quarter of an hour; the refresh token renews it once. The answer is one 401 for every reason, and a 429 says when to try again. Keep `deviceToken` of the answer on the device, also after signing out, and send it with the next sign-in: what strangers try at the name then closes nothing to its owner. Where a second factor is needed, a 401 of its own kind carries a `challenge`: call again with it and `totp`, `recoveryCode` or `passkey`.',
    openTo: 'everybody',
    shape: 'bare',
    query: signInQuery,
    body: SignIn,
    answer: SessionToken,
    errors: [signingInErrors.SignInFailed, secondFactorErrors.SecondFactorNeeded, errors.TooManyRequests],
    example: { body: example.signIn, query: { companyId: 'CP-2W8D-K4TN' }, answer: example.token },
    open: (ctx, { query, body }) => signIn(ctx, signing, query, body),
  }),
  endpoint({
    name: `${name}.renew`,
    method: 'PUT',
    path,
    summary: `Renew a token${of}`,
    description:
      'With the refresh token, which is used once: a repeat within ten seconds gets the same successor, a later one ends the session. Without it the token in Authorization counts, while it is valid.',
    openTo: 'everybody',
    shape: 'bare',
    body: Renewal,
    answer: SessionToken,
    errors: [errors.Unauthorized, errors.TooManyRequests],
    example: { body: { refreshToken: example.token.refreshToken } },
    open: (ctx, { body }) => renew(ctx, signing, body.refreshToken),
  }),
  endpoint({
    name: `${name}.signOut`,
    method: 'DELETE',
    path,
    summary: `Sign out${of}`,
    description: 'Ends the session. Its tokens are refused everywhere within a second.',
    openTo: 'signedIn',
    shape: 'message',
    says: 'The session has ended.',
    command: (ctx, tx) => endOwnSession(ctx, tx, signing.kind),
  }),
];

const passkeyRoute = endpoint({
  name: 'auth.passkeyOptions',
  path: '/auth/passkey/options',
  summary: 'Get what a browser needs to sign in by a passkey alone',
  description:
    'For `navigator.credentials.get`, as JSON, on a page of the company. The answer goes to POST /auth/token as `passkey`. It is the same for everybody.',
  openTo: 'everybody',
  shape: 'bare',
  query: realmQuery,
  answer: PasskeyRequestOptions,
  errors: [errors.NotFound, secondFactorErrors.NoPageForPasskeys],
  example: { query: { domain: 'agents.acme.example' }, answer: example.passkeyOptions },
  open: (ctx, { query }) => passkeyOptions(ctx, query),
});

const passwordRoute = (whole: Whole): Endpoint =>
  endpoint({
    name: 'auth.setPassword',
    path: '/auth/password',
    summary: 'Set, change or reset a password',
    description:
      'With a token: the new password and the one until now; the first one within a quarter of an hour of signing in. Without a token: `username` and the password until now, or a code that was sent for this. All other sessions of the user end.',
    openTo: 'everybody',
    shape: 'message',
    says: 'The password has changed.',
    query: signInQuery,
    body: PasswordChange,
    errors: [
      signingInErrors.SignInFailed,
      signingInErrors.WeakPassword,
      errors.Unauthorized,
      errors.Forbidden,
      errors.TooManyRequests,
    ],
    example: {
      body: { username: 'ada@example.com', code: '274193', newPassword: 'four other words of mine' },
      query: { companyId: 'CP-2W8D-K4TN' },
    },
    open: (ctx, { query, body }) => changePassword(ctx, whole, query, body),
  });

const codeRoute = endpoint({
  name: 'auth.sendCode',
  path: '/companies/{companyId}/auth/send-one-time-code',
  summary: 'Send a one-time code',
  description:
    'To the address of the user, not to one of the request. The answer is the same whether there is such a user. The rules of contact are not asked: the user waits for it. A code lives ten minutes and has five tries; one that is asked for later does not end it. For one name six are sent in a day (UTC), and six more to each known device; a code that is used gives one back.',
  openTo: 'everybody',
  shape: 'message',
  says: 'If there is such a user, a code is on its way.',
  query: codeQuery,
  body: CodeRequest,
  errors: [errors.NotFound, sendingErrors.NoWayToSend, errors.TooManyRequests],
  example: { body: { username: 'ada@example.com', channel: 'email' }, query: { mode: 'test' } },
  open: (ctx, { params, query, body }) => sendCode(ctx, { ...query, companyId: params.companyId }, body),
});

const exchangeRoute = (whole: Whole): Endpoint =>
  endpoint({
    name: 'auth.exchange',
    path: '/auth/exchange-token',
    summary: 'Get an exchange token for a borrower',
    description:
      'For a server of yours whose page the borrower uses: the page sends the token to POST /auth/token, once, within a minute, and has a session of the borrower. The caller must have every permission of the borrower’s user.',
    permission: exchangePermission,
    shape: 'bare',
    body: ExchangeRequest,
    answer: ExchangeToken,
    errors: [errors.NotFound],
    showsSecret: true,
    example: { body: { personId: 'ext-crm-20417' } },
    alongside: (tx, _, caller) => handing(tx, caller, whole),
    command: (ctx, tx, { body }, _, hands) => askExchangeToken(ctx, tx, body, { hands, whole }),
  });

const Permissions = Type.Object(
  { object: Type.Literal('permissions'), permissions: Type.Array(Text({ max: 100 })) },
  { title: 'OwnPermissions' },
);

const ownRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'auth.shortLived',
    path: '/auth/token/short-lived',
    summary: 'Get a short-lived token',
    description:
      'It lives five minutes, or as long as the session, and may do what is asked for and nothing else. A session has 500 at a time.',
    openTo: 'signedIn',
    shape: 'bare',
    body: ShortLived,
    answer: SessionToken,
    errors: [errors.Forbidden, errors.TooManyRequests],
    showsSecret: true,
    example: { body: { permissions: ['person:read'] } },
    command: (ctx, tx, { body }) => shortLivedToken(ctx, tx, body.permissions, whole),
  }),
  endpoint({
    name: 'auth.permissions',
    path: '/auth/permissions',
    summary: 'List what the caller may do',
    openTo: 'signedIn',
    answer: Permissions,
    example: { answer: { object: 'permissions', permissions: ['person:list', 'person:read'] } },
    read: async ({ caller }) => ({ object: 'permissions' as const, permissions: [...caller.permissions].sort() }),
  }),
  endpoint({
    name: 'sessions.list',
    path: '/auth/sessions',
    summary: 'List the own sessions',
    description: 'Lists the sessions that go on.',
    openTo: 'signedIn',
    shape: 'list',
    query: sessionList.query,
    list: sessionList,
    answer: Session,
    example: { answer: example.session },
    read: (ctx, { query }) => listSessions(ctx, query, instantOfMicros(BigInt(ctx.machineMicros()))),
  }),
  endpoint({
    name: 'sessions.endAll',
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all own sessions',
    description: 'Also the one that asks.',
    openTo: 'signedIn',
    shape: 'message',
    says: 'All sessions have ended.',
    errors: [errors.Forbidden],
    command: (ctx, tx) => endAllSessions(ctx, tx),
  }),
  endpoint({
    name: 'sessions.end',
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: 'End one of the own sessions',
    openTo: 'signedIn',
    shape: 'message',
    says: 'The session has ended.',
    errors: [errors.Forbidden],
    command: (ctx, tx, { params }) => endOneSession(ctx, tx, params.sessionId),
  }),
];
