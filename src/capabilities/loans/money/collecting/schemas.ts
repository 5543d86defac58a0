// What is asked for and shown of money that the service moves, besides the transactions.
import { type Static, Type } from 'typebox';
import { Amount, DateOnly, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const cancelReason = Text({
  max: 255,
  description: 'Why; canceledByUser if it is not said.',
  example: 'canceledByUser',
});

export const cancelQuery = { cancelReason: Type.Optional(Nullable(cancelReason)) };

export const TransactionCancel = Named('TransactionCancel')({ cancelReason: Type.Optional(Nullable(cancelReason)) });
export type TransactionCancel = Static<typeof TransactionCancel>;

const text = (max = 255) => Nullable(Text({ max }));

export const PaymentAttempt = Type.Object(
  {
    id: Text({ max: 12, description: 'PA-XXXX-XXXX.' }),
    object: Type.Literal('paymentAttempt'),
    transactionId: Text({ max: 12 }),
    number: Type.Integer({ description: 'The next one is made only after a certain no.' }),
    status: Text({
      max: 20,
      description: 'Where the order is: ready, sending, unknown, accepted, settled, and how it ended.',
    }),
    type: StringEnum(['debit', 'credit', 'refund', 'void', 'reversal', 'verify']),
    rail: StringEnum(['ach', 'card', 'instant']),
    amount: Described(Amount, { description: 'The amount of the order.' }),
    paymentInstrumentId: Text({ max: 12 }),
    entryDate: Nullable(DateOnly, { description: 'The banking day on which the money is to settle.' }),
    processorTransactionId: text(),
    failureReason: text(),
    code: text(20),
    sentAt: Nullable(DateTime),
    acceptedAt: Nullable(DateTime),
    settledOn: Nullable(DateOnly),
    confirmedAt: Nullable(DateTime),
  },
  { title: 'PaymentAttempt' },
);
export type PaymentAttempt = Static<typeof PaymentAttempt>;
