import Type, { type Static } from 'typebox';
import { Amount, DateOnly, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const stamp = (description: string) => Nullable(DateTime, { description });

const actorTypes = ['key', 'user', 'provider', 'system'] as const;

export const RecordedCredit = Named('RecordedCredit')({
  id: Text({ max: 12, description: 'That of the transaction or the purchase.' }),
  object: Type.Literal('recordedCredit'),
  companyId: Text({ max: 12 }),
  loanId: Text({ max: 12 }),
  mainBorrowerId: Text({ max: 12 }),
  kind: StringEnum(['transaction', 'purchase']),
  amount: Amount,
  creditAmount: Described(Amount, { description: 'What of it became credit of the borrower.' }),
  recordedByType: StringEnum(actorTypes),
  recordedById: Nullable(Text({ max: 64 }), { description: 'Who recorded it as it is now.' }),
  confirmedByType: Nullable(StringEnum(actorTypes)),
  confirmedById: Nullable(Text({ max: 64 }), { description: 'The second person; null: nobody has confirmed it.' }),
  confirmedAt: stamp('When.'),
});
export type RecordedCredit = Static<typeof RecordedCredit>;

export const RecordedCreditConfirm = Named('RecordedCreditConfirm')({
  previewMode: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True: everything is checked and nothing is kept.' }),
  ),
});

export const CreditRefundRequestCreate = Named('CreditRefundRequestCreate')({
  receivedOn: Type.Optional(
    Described(DateOnly, {
      description: 'The day on which the request arrived, at most a year ago. Today if not sent.',
    }),
  ),
  amount: Type.Optional(
    Described(Amount, { description: 'What was asked for, at most what the loan owes. All of it if not sent.' }),
  ),
});
export type CreditRefundRequestCreate = Static<typeof CreditRefundRequestCreate>;
