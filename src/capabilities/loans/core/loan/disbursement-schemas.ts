// Money that the service pays out for a loan, as it is shown.
import { type Static, Type } from 'typebox';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  ForStaff,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';

export const disbursementKinds = ['proceeds', 'purchase', 'advance'] as const;
export type DisbursementKind = (typeof disbursementKinds)[number];

export const disbursementStatuses = ['waiting', 'initiated', 'pending', 'succeeded', 'failed', 'canceled'] as const;
export type DisbursementStatus = (typeof disbursementStatuses)[number];

export const receivers = ['borrower', 'merchant'] as const;
export type Receiver = (typeof receivers)[number];

const id = (description: string) => Text({ max: 12, description });
const at = (description: string) => Nullable(DateTime, { description });
const text = (max: number) => Nullable(Text({ max }));

export const Disbursement = Type.Object(
  {
    id: id('DB-XXXX-XXXX.'),
    object: Type.Literal('disbursement'),
    companyId: id('The company.'),
    loanId: id('The loan.'),
    mainBorrowerId: id('The borrower.'),
    type: StringEnum(disbursementKinds, {
      description:
        'proceeds: what the loan lends, at its activation. purchase: a purchase on a draw of a line. advance: what an installment loan lends later.',
    }),
    purchaseId: Nullable(id('The purchase that is paid out.')),
    advanceId: Nullable(id('The advance that is paid out.')),
    status: StringEnum(disbursementStatuses, {
      title: 'DisbursementStatus',
      description:
        'waiting: for a second person, before it is ordered. initiated: ordered. pending: accepted by the provider. succeeded: it does not come back in the ordinary way. failed: refused, or it came back.',
    }),
    amount: Described(Amount, { description: 'What is paid out.' }),
    currency: Type.Literal('USD'),
    receiver: StringEnum(receivers, { description: 'Whose account it goes to.' }),
    paymentInstrumentId: Nullable(id('That of the borrower; null for a merchant, which has one account.')),
    merchantId: Nullable(id('The merchant that gets it.')),
    paymentApprovalId: Nullable(id('For what it waits, or waited.')),
    isOnBooks: Described(Type.Boolean(), {
      description: 'Whether the loan owes it: from effectiveDate on, until it has come back.',
    }),
    failureReason: text(100),
    failureDescriptionShort: text(255),
    failureDescriptionLong: ForStaff(text(1000)),
    achReturnCode: text(20),
    processorTransactionId: ForStaff(text(255)),
    timestamps: Named('DisbursementTimestamps')({
      effectiveDate: Nullable(DateOnly, { description: 'The day on which the money is there; interest runs from it.' }),
      createdAt: DateTime,
      updatedAt: at('When it was changed last.'),
      initiatedAt: at('When it was ordered.'),
      pendingAt: at('When the provider accepted it.'),
      succeededAt: at('When it was safe.'),
      failedAt: at('When it failed.'),
      canceledAt: at('When it was taken back.'),
    }),
  },
  { title: 'Disbursement' },
);
export type Disbursement = Static<typeof Disbursement>;
