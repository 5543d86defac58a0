// Requests and answers of authorizations.
import Type, { type Static } from 'typebox';
import { authorizationChannels } from '#capabilities/company/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  ForStaff,
  Id,
  Named,
  Nullable,
  Sha256,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { authentications, authorizationKinds, secCodes } from './authorization-values.ts';

const channel = StringEnum(authorizationChannels, {
  description: 'How the borrower gave it: signed on paper or in person, on a page or in an app, or by telephone.',
});
const authenticatedBy = StringEnum(authentications, { description: 'How it is known who gave it.' });
const textHash = Sha256(
  'The SHA-256 of the text that the borrower was shown, or that was read out.',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
);
const agreementDocumentId = Id('DD', 'document', {
  description: 'The document with the text: an agreement of whoever pays that was accepted, for this loan.',
});
const textVersion = Text({ max: 64, example: '2026-02', description: 'Which version of your text it was.' });
const language = Text({ max: 35, example: 'en-US' });
const ipAddress = Text({ max: 64, example: '203.0.113.7', description: 'From where, on a page. Kept sealed.' });
const device = Text({ max: 255, example: 'Firefox on Windows', description: 'With what, on a page. Kept sealed.' });
const recordingId = Text({
  max: 255,
  example: 'call-20260302-17',
  description: 'For a call: its recording, or the letter that confirmed it before the money moved. Kept sealed.',
});

const evidence = { ipAddress: Nullable(ipAddress), device: Nullable(device), recordingId: Nullable(recordingId) };

/** In the body of a call that moves money from a borrower. */
export const AuthorizationInput = Type.Object(
  {
    channel: Type.Optional(channel),
    givenAt: Type.Optional(
      Nullable(DateTime, { description: 'When the borrower gave it; now if not sent. Not in the future.' }),
    ),
    authenticatedBy: Type.Optional(Nullable(authenticatedBy)),
    agreementDocumentId: Type.Optional(Nullable(agreementDocumentId)),
    textHash: Type.Optional(Nullable(textHash)),
    textVersion: Type.Optional(Nullable(textVersion)),
    language: Type.Optional(Nullable(language)),
    ipAddress: Type.Optional(evidence.ipAddress),
    device: Type.Optional(evidence.device),
    recordingId: Type.Optional(evidence.recordingId),
  },
  {
    title: 'AuthorizationInput',
    description:
      'How the borrower authorized this debit. If it is not sent, a borrower who has signed in gave it on a page, and otherwise it came by `defaultAuthorizationChannel` of the company.',
  },
);
export type AuthorizationInput = Static<typeof AuthorizationInput>;

const actorType = StringEnum(['key', 'user', 'provider', 'system']);

export const PaymentAuthorization = Type.Object(
  {
    id: Text({ max: 12, example: 'AZ-4T7M-W2QX' }),
    object: Type.Literal('paymentAuthorization'),
    companyId: Text({ max: 12, example: 'CP-2W8D-K4TN' }),
    personId: Text({ max: 12, example: 'BO-3M8K-Q7TZ' }),
    loanId: Nullable(Text({ max: 12, example: 'LN-7T2X-P5QG' })),
    paymentInstrumentId: Text({ max: 12, example: 'PT-5K8W-R3NB' }),
    accountLastFour: Nullable(Text({ max: 4, example: '6789' }), {
      description: 'The last digits of the account or card as it was.',
    }),
    channel,
    secCode: Nullable(StringEnum(secCodes), {
      description: 'The kind of entry that carries the debit; none of a card.',
    }),
    kind: StringEnum(authorizationKinds, {
      description: 'For one debit, for a series, or for later ones that a short word of the borrower begins.',
    }),
    terms: Named('AuthorizationTerms')({
      amountMax: Nullable(Amount, { description: 'The most that a debit may take; null: by the rule alone.' }),
      rule: Nullable(Text({ max: 1000, example: 'the amount due on each due date' })),
      from: Described(DateOnly, { description: 'No debit is earlier.' }),
      until: Nullable(DateOnly, { description: 'No debit is later; null: until it is revoked.' }),
    }),
    agreementDocumentId: Nullable(Text({ max: 12, example: 'DD-5KX8-W2NB' })),
    textHash: Nullable(textHash),
    textVersion: Nullable(textVersion),
    language: Nullable(language),
    givenAt: DateTime,
    givenByType: actorType,
    givenById: ForStaff(Nullable(Text({ max: 12, example: 'AK-6W2P-X9DT' }))),
    authenticatedBy: Nullable(authenticatedBy),
    ...evidence,
    stoppedDates: Type.Array(DateOnly, { description: 'Single debits that were stopped, while the rest goes on.' }),
    revokedAt: Nullable(DateTime),
    revokedByType: Nullable(actorType),
    revokedById: ForStaff(Nullable(Text({ max: 12, example: 'AK-6W2P-X9DT' }))),
    revokedReason: Nullable(Text({ max: 255, example: 'asked by telephone' })),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'PaymentAuthorization' },
);
export type PaymentAuthorization = Static<typeof PaymentAuthorization>;
export type Evidence = Pick<PaymentAuthorization, 'ipAddress' | 'device' | 'recordingId'>;

export const AuthorizationRevoke = Type.Object(
  {
    date: Type.Optional(
      Nullable(DateOnly, { description: 'Stops the debit of that day alone; the authorization goes on.' }),
    ),
    reason: Type.Optional(Nullable(Text({ max: 255, example: 'asked by telephone' }))),
  },
  { title: 'AuthorizationRevoke' },
);
export type AuthorizationRevoke = Static<typeof AuthorizationRevoke>;
