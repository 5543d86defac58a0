import Type, { type Static } from 'typebox';
import { PasskeyAnswer, recoveryCode, totp } from '#capabilities/second-factor/index.ts';
import { nameTypes } from '#capabilities/users/index.ts';
import { userTypes } from '#platform/actor.ts';
import { DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';

const token = Text({
  max: 2_048,
  description: 'Sent as `Authorization: Bearer TOKEN`.',
  example: 'eyJhbGciOiJFZERTQSJ9…',
});

export const SessionToken = Type.Object(
  {
    id: Text({ max: 12, description: 'The session.', example: 'SN-7KQ2-M9XA' }),
    token,
    refreshToken: Nullable(
      Text({ max: 200, description: 'Renews the token once. Null where the token itself was renewed.' }),
    ),
    expiresAt: Described(DateTime, { description: 'When the token ends. The session may go on.' }),
    deviceToken: Type.Optional(
      Text({
        max: 200,
        description:
          'By which this device is known at the next sign-in: keep it, also after signing out, and send it with every sign-in, every code that is asked for and every new password. The tries of a known device are counted apart from those of strangers. It comes with a sign-in by password, code or passkey, and is the one that was sent where that is still known.',
      }),
    ),
    mustSetUpSecondFactor: Type.Optional(
      Type.Boolean({ description: 'True: the company requires one, and the session may do nothing else before.' }),
    ),
  },
  { title: 'SessionToken' },
);
export type SessionToken = Static<typeof SessionToken>;

export const Session = Type.Object(
  {
    id: Text({ max: 12, example: 'SN-7KQ2-M9XA' }),
    object: Type.Literal('session'),
    kind: StringEnum(['user', 'compliance', 'shortLived']),
    method: StringEnum(['password', 'code', 'exchangeToken', 'passkey', 'singleSignOn'], {
      description: 'How the user signed in.',
    }),
    address: Text({ max: 64, description: 'Where the user signed in from.' }),
    isCurrent: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    createdAt: DateTime,
    lastUsedAt: Described(DateTime, { description: 'When its token was last renewed.' }),
    expiresAt: DateTime,
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** How a page says for whom it signs in. */
export const realmQuery = {
  companyId: Type.Optional(Text({ min: 1, max: 12, description: 'The company, where no domain is given.' })),
  domain: Type.Optional(Text({ min: 1, max: 253, description: 'The domain of the page; it names company and mode.' })),
  mode: Type.Optional(StringEnum(['live', 'test'], { description: 'Beside companyId; live if not given.' })),
  userType: Type.Optional(StringEnum(userTypes, { description: 'What kind of user; an agent if not given.' })),
};

/** Where the path names the company. */
export const codeQuery = { mode: realmQuery.mode, userType: realmQuery.userType };

export const authTypes = ['basic', 'google', 'oneTimeCodeEmail', 'oneTimeCodeText', 'SAML'] as const;

export const signInQuery = {
  ...realmQuery,
  authType: Type.Optional(StringEnum(authTypes, { description: 'How the user signs in; the body says it too.' })),
  authValueType: Type.Optional(
    StringEnum(nameTypes, { description: 'What `username` is; if not given, what it looks like.' }),
  ),
};

const username = Text({ min: 1, max: 320, description: 'An e-mail address, a telephone number or a name.' });
const password = Text({ min: 1, max: 256 });
const deviceToken = Type.Optional(
  Text({ min: 1, max: 200, description: 'The token of an earlier sign-in on this device, if there was one.' }),
);
const code = Text({ min: 1, max: 20, description: 'A code that was sent.', example: '274193' });

export const SignIn = Type.Object(
  {
    username: Type.Optional(username),
    password: Type.Optional(password),
    code: Type.Optional(code),
    exchangeToken: Type.Optional(Text({ min: 1, max: 200 })),
    deviceToken,
    challenge: Type.Optional(
      Text({
        min: 1,
        max: 200,
        description: 'From the answer that a second factor is needed: it stands for what was shown.',
      }),
    ),
    totp: Type.Optional(totp),
    recoveryCode: Type.Optional(recoveryCode),
    passkey: Type.Optional(PasskeyAnswer),
  },
  {
    title: 'SignIn',
    description:
      'username and password, username and code, exchangeToken, or passkey. Where a second factor is needed: challenge, and totp, recoveryCode or passkey; what was shown before need not be repeated.',
  },
);
export type SignIn = Static<typeof SignIn>;

export const Renewal = Type.Object(
  {
    refreshToken: Type.Optional(Text({ min: 1, max: 200, description: 'Without it the token of the request counts.' })),
  },
  { title: 'Renewal' },
);

export const ShortLived = Type.Object(
  { permissions: Type.Array(Text({ min: 1, max: 100 }), { maxItems: 500, description: 'What it may do.' }) },
  { title: 'ShortLivedToken' },
);

export const ExchangeRequest = Type.Object(
  {
    personId: Type.Optional(Reference('BO', 'person')),
    userId: Type.Optional(Text({ min: 1, max: 12, example: 'UR-7KQ2-M9XA' })),
  },
  { title: 'ExchangeTokenCreate', description: 'The borrower, by person or by user.' },
);
export type ExchangeRequest = Static<typeof ExchangeRequest>;

export const ExchangeToken = Type.Object(
  {
    id: Text({ max: 12, example: 'CO-7KQ2-M9XA' }),
    exchangeToken: Text({ max: 200, description: 'For POST /auth/token, once.' }),
    expiresAt: DateTime,
  },
  { title: 'ExchangeToken' },
);
export type ExchangeToken = Static<typeof ExchangeToken>;

export const PasswordChange = Type.Object(
  {
    username: Type.Optional(username),
    deviceToken,
    password: Type.Optional(Described(password, { description: 'The password until now.' })),
    code: Type.Optional(code),
    newPassword: Text({ min: 1, max: 256 }),
  },
  {
    title: 'PasswordChange',
    description: 'With a token: the new password and the one until now. Without: username and password or code.',
  },
);
export type PasswordChange = Static<typeof PasswordChange>;

export const CodeRequest = Type.Object(
  {
    username: Described(username, { description: 'What the user signs in with.' }),
    channel: Type.Optional(StringEnum(['email', 'text', 'voice'], { description: 'If not given: what username is.' })),
    purpose: Type.Optional(StringEnum(['signIn', 'password'], { description: 'What it is for; signIn if not given.' })),
    deviceToken,
  },
  { title: 'OneTimeCodeRequest' },
);
export type CodeRequest = Static<typeof CodeRequest>;
