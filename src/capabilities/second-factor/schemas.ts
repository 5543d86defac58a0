import Type, { type Static } from 'typebox';
import { DateTime, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const base64 = (max: number, description?: string) => Text({ min: 1, max, ...(description && { description }) });

export const Passkey = Type.Object(
  {
    id: Text({ max: 12, example: 'PK-7KQ2-M9XA' }),
    object: Type.Literal('passkey'),
    name: Text({ max: 100, example: 'My telephone' }),
    host: Text({ max: 253, description: 'The host of the pages on which it can be used.' }),
    createdAt: DateTime,
    lastUsedAt: Nullable(DateTime),
    counterWentBackAt: Described(Nullable(DateTime), {
      description: 'When it was refused because it had counted fewer uses than before: perhaps there is a copy of it.',
    }),
  },
  { title: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

export const SecondFactors = Type.Object(
  {
    object: Type.Literal('secondFactors'),
    isRequired: Type.Boolean({ description: 'Whether the company requires one of this user.' }),
    mustSetUp: Type.Boolean({ description: 'Whether the user may do nothing else before there is one.' }),
    totp: Nullable(Named('TotpFactor')({ confirmedAt: DateTime, lastUsedAt: Nullable(DateTime) }), {
      description: 'The app that shows codes.',
    }),
    passkeys: Type.Array(Passkey),
    recoveryCodesLeft: Int({ min: 0, max: 10 }),
  },
  { title: 'SecondFactors' },
);
export type SecondFactors = Static<typeof SecondFactors>;

export const TotpSecret = Type.Object(
  {
    object: Type.Literal('totpSecret'),
    secret: Text({ max: 64, description: 'For typing in: base32.' }),
    address: Text({ max: 2_000, description: 'For the picture that the app reads.' }),
    expiresAt: Described(DateTime, { description: 'Until then it is to be confirmed by a first code.' }),
  },
  { title: 'TotpSecret' },
);

export const totp = Text({ min: 6, max: 12, description: 'The six digits that the app shows.', example: '274193' });
export const TotpConfirm = Type.Object({ code: totp }, { title: 'TotpConfirm' });

export const recoveryCode = Text({ min: 10, max: 20, description: 'One of the ten.', example: 'h7wqk-29fzr' });
export const RecoveryCodes = Type.Object(
  { object: Type.Literal('recoveryCodes'), recoveryCodes: Type.Array(recoveryCode) },
  { title: 'RecoveryCodes' },
);

export const PasskeyOptionsAsk = Type.Object(
  {
    origin: Type.Optional(
      Text({
        min: 1,
        max: 300,
        description: 'The origin of the page that asks; if not given, of the first page of the company.',
      }),
    ),
  },
  { title: 'PasskeyOptionsAsk' },
);

const Descriptor = Named('PasskeyDescriptor')({
  id: base64(1_500),
  type: Type.Literal('public-key'),
  transports: Type.Array(Text({ max: 30 })),
});
const seconds = Int({ min: 0, max: 600_000, description: 'Milliseconds.' });

/** As `parseCreationOptionsFromJSON` of browsers takes it. */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge: base64(100),
    rp: Named('PasskeyRelyingParty')({ id: Text({ max: 253 }), name: Text({ max: 253 }) }),
    user: Named('PasskeyUser')({ id: base64(100), name: Text({ max: 400 }), displayName: Text({ max: 400 }) }),
    pubKeyCredParams: Type.Array(
      Named('PasskeyAlgorithm')({ type: Type.Literal('public-key'), alg: Int({ min: -70_000, max: 0 }) }),
    ),
    timeout: seconds,
    attestation: Type.Literal('none'),
    authenticatorSelection: Named('PasskeySelection')({
      residentKey: StringEnum(['preferred']),
      userVerification: StringEnum(['preferred']),
    }),
    excludeCredentials: Type.Array(Descriptor),
  },
  { title: 'PasskeyCreationOptions' },
);

/** As `parseRequestOptionsFromJSON` of browsers takes it. */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge: base64(100),
    rpId: Text({ max: 253 }),
    timeout: seconds,
    userVerification: StringEnum(['preferred', 'required']),
    allowCredentials: Type.Array(Descriptor),
  },
  { title: 'PasskeyRequestOptions' },
);

const credential = {
  id: base64(1_500),
  rawId: base64(1_500),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Nullable(Text({ max: 30 }))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
};

/** What `toJSON` of a new credential gives. */
export const PasskeyCreate = Type.Object(
  {
    name: Text({ min: 1, max: 100, description: 'By which the user knows it.', example: 'My telephone' }),
    response: Named('PasskeyRegistration')({
      ...credential,
      response: Named('PasskeyAttestation')({
        clientDataJSON: base64(4_000),
        attestationObject: base64(20_000),
        transports: Type.Optional(Type.Array(Text({ max: 30 }), { maxItems: 10 })),
      }),
    }),
  },
  { title: 'PasskeyCreate', description: 'What the browser answered to the options.' },
);

/** What `toJSON` of a credential gives. */
export const PasskeyAnswer = Type.Object(
  {
    ...credential,
    response: Named('PasskeyAssertion')({
      clientDataJSON: base64(4_000),
      authenticatorData: base64(4_000),
      signature: base64(4_000),
      userHandle: Type.Optional(Nullable(Text({ max: 100 }))),
    }),
  },
  { title: 'PasskeyAnswer', description: 'What the browser answered to the options of a passkey.' },
);
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;
