import Type, { type Static } from 'typebox';
import { Amount, DateOnly, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { requestStatuses } from './request-words.ts';

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

export const CreditRefundRequest = Type.Object(
  {
    id: Text({ max: 12, description: 'CW-XXXX-XXXX.' }),
    object: Type.Literal('creditRefundRequest'),
    companyId: Text({ max: 12 }),
    loanId: Text({ max: 12 }),
    mainBorrowerId: Text({ max: 12 }),
    status: StringEnum(requestStatuses, {
      description:
        '`open` until as much was paid back (`fulfilled`), or nothing is owed any more because the credit went into something else (`lapsed`). Money that comes back opens it again.',
    }),
    amount: Amount,
    receivedOn: DateOnly,
    dueOn: Described(DateOnly, { description: 'The seventh business day after it was received.' }),
    isOverdue: Described(Type.Boolean(), { description: 'That day is over, and it is open still.' }),
    reimbursementIds: Type.Array(Text({ max: 12 }), {
      maxItems: 100,
      description: 'The transactions that have paid it back, or are about to.',
    }),
    timestamps: Named('CreditRefundRequestTimestamps')({
      createdAt: DateTime,
      updatedAt: stamp('When it was changed last.'),
      overdueAt: stamp('When it was told to be overdue.'),
      fulfilledAt: stamp('When it was paid back.'),
      lapsedAt: stamp('When it lapsed.'),
    }),
  },
  { title: 'CreditRefundRequest' },
);
export type CreditRefundRequest = Static<typeof CreditRefundRequest>;
