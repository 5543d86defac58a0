// Fields of what was posted of a payment, and of its transaction. Amounts are above zero where something was paid, and below
// zero where that was taken back or paid to the borrower, so that rows add up.

import { dateInZone } from '@tenor/engine/values/zone.ts';
import { instrumentTypes } from '#capabilities/instruments/index.ts';
import {
  feeTypesPaid,
  type PaidPart,
  paymentChanges,
  paymentReasons,
  postedPaymentKinds,
  transactionStatuses,
} from '#capabilities/loans/index.ts';
import type { Fields, Kind, PaymentRow, TapeField } from './field.ts';

type Of = TapeField<PaymentRow>['of'];
type Payment = PaymentRow['payment'];

/** Payments are read elsewhere by whoever may read transactions. */
export const readingPayments = 'transaction:read';

const posted = (kind: Kind, meaning: string, of: Of): TapeField<PaymentRow> => ({
  kind,
  source: 'posted',
  meaning,
  permission: readingPayments,
  of,
});

const amountOf = (meaning: string, of: (payment: Payment) => number): TapeField<PaymentRow> =>
  posted('money', meaning, ({ payment }) => of(payment));

const paid = (part: PaidPart, meaning: string): TapeField<PaymentRow> =>
  amountOf(meaning, ({ parts }) => parts[part] ?? 0);

const feeNames: Readonly<Record<string, string>> = Object.fromEntries(
  feeTypesPaid.map((type) => [type, `paid${type.charAt(0).toUpperCase()}${type.slice(1)}FeesAmount`]),
);

export const spanFields: Fields<PaymentRow> = {
  fromDate: {
    kind: 'date',
    source: 'tape',
    meaning: 'The first day of which the tape tells.',
    of: ({ fromDate }) => fromDate,
  },
};

export const paymentFields: Fields<PaymentRow> = {
  entryId: posted(
    'word',
    'The first of the postings that the row tells of: no other row has it, in this tape or in another.',
    ({ loan, payment }) => `${loan.row.id}-${payment.number}`,
  ),
  transactionId: posted('id', 'The payment.', ({ payment }) => payment.transactionId),
  kind: {
    ...posted('word', 'A payment, or money that went back to the borrower.', ({ payment }) => payment.kind),
    words: postedPaymentKinds,
  },
  change: {
    ...posted(
      'word',
      '`recorded`; `reversed`: what had been posted of it was taken back, because it failed, came back, was canceled, or moved to another day; `divided`: the same money paid other parts, because the past has changed.',
      ({ payment }) => payment.change,
    ),
    words: paymentChanges,
  },
  effectiveDate: posted('date', 'The day on which it counts in the books.', ({ payment }) => payment.effectiveOn),
  postedAt: posted('instant', 'When it was posted.', ({ payment }) => payment.postedAt),
  postedDate: posted('date', 'The day of the loan on which it was posted.', ({ loan, payment }) =>
    dateInZone(payment.postedAt, loan.row.zone),
  ),
  amount: amountOf('All that was paid.', ({ amount }) => amount),
  paidPrincipalAmount: paid('principal', 'What of it paid principal.'),
  paidPrincipalNonDueAmount: paid('principal.notDue', 'What of it paid principal that was not due.'),
  paidPrincipalDueAmount: paid('principal.due', 'What of it paid principal that was due and not late.'),
  paidPrincipalOverdueAmount: paid('principal.overdue', 'What of it paid principal that was late.'),
  paidInterestAmount: paid('interest', 'What of it paid interest.'),
  paidInterestNonDueAmount: paid('interest.notDue', 'What of it paid interest that was not billed yet.'),
  paidInterestDueAmount: paid('interest.due', 'What of it paid interest that was due and not late.'),
  paidInterestOverdueAmount: paid('interest.overdue', 'What of it paid interest that was late.'),
  paidFeesAmount: paid('fees', 'What of it paid fees.'),
  ...Object.fromEntries(
    feeTypesPaid.map((type) => [
      feeNames[type] as string,
      paid(`fees.${type}`, `What of it paid fees of the type ${type}.`),
    ]),
  ),
  paidOverAmount: paid('over', 'What of it became credit of the borrower, or was paid out of it.'),
  recoveredAmount: paid('recovered', 'What of it recovered what was charged off.'),
  paidOtherAmount: paid('other', 'What is left of it: anything else that was posted with it.'),
  agencyFeeAmount: amountOf('What of it a collection agency kept.', ({ agencyFee }) => agencyFee),
};

const ofTransaction = (
  kind: Kind,
  meaning: string,
  of: (transaction: NonNullable<Payment['transaction']>) => ReturnType<Of>,
): TapeField<PaymentRow> => ({
  kind,
  source: 'transaction',
  meaning,
  permission: readingPayments,
  isOfNow: true,
  of: ({ payment: { transaction } }) => (transaction === undefined ? null : of(transaction)),
});

export const transactionFields: Fields<PaymentRow> = {
  transactionExternalId: ofTransaction('text', 'Your own id of the payment.', (one) => one.externalId),
  transactionStatus: {
    ...ofTransaction('word', 'Where the payment stands.', (one) => one.status),
    words: transactionStatuses,
  },
  transactionAmount: ofTransaction('money', 'The amount of the payment.', (one) => one.amount),
  originalEffectiveDate: ofTransaction(
    'date',
    'The day on which it counted at first.',
    (one) => one.originalEffectiveOn,
  ),
  transactionCreatedAt: ofTransaction('instant', 'When the payment was made.', (one) => one.createdAt),
  paymentReason: {
    ...ofTransaction('word', 'Why it was paid.', (one) => one.reason),
    words: paymentReasons,
  },
  isExternal: ofTransaction('boolean', 'Whether the money moved outside of the service.', (one) => one.isExternal),
  paymentMethodType: {
    ...ofTransaction('word', 'The type of the instrument with which it was paid.', (one) => one.instrumentType),
    words: instrumentTypes,
  },
  paymentInstrumentId: ofTransaction('id', 'The instrument with which it was paid.', (one) => one.instrumentId),
  paymentType: ofTransaction('word', 'How it was paid, as whoever recorded it said.', (one) => one.paymentType),
  autopayPlanId: ofTransaction('id', 'The plan of autopay that has made it.', (one) => one.autopayPlanId),
  drawId: ofTransaction('id', 'The draw of a line that it was for.', (one) => one.drawId),
  failureReason: ofTransaction('text', 'Why it failed.', (one) => one.failureReason),
};
