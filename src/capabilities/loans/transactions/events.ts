// The events of transactions, besides those of the books (payment.applied). Fields are those of the interface (7.4).
import type { About } from '#platform/events/emit.ts';
import { defineEvent, type EventKind } from '#platform/events/event-kind.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { transactionFields } from '../loan/transaction-told.ts';

const ofTransaction = (type: string, summary: string) =>
  defineEvent({ type, summary, subject: 'person', fields: transactionFields });

export const paymentInitiated = ofTransaction('payment.initiated', 'A payment was recorded.');
export const paymentSucceeded = ofTransaction('payment.succeeded', 'A payment succeeded.');
export const paymentFailed = ofTransaction('payment.failed', 'A payment failed: the books are as if it had not come.');
export const paymentCanceled = ofTransaction(
  'payment.canceled',
  'A payment that should not have been recorded was taken back.',
);
export const creditCreated = ofTransaction('servicecredit.created', 'A service credit was given.');
export const creditReversed = ofTransaction('servicecredit.reversed', 'A service credit was reversed.');
export const transactionBackdated = ofTransaction('transaction.backdated', 'A transaction was moved to another day.');
export const transactionUpdated = ofTransaction(
  'transaction.updated',
  'A transaction was changed, but not its status.',
);

export const transactionEvents: readonly EventKind[] = [
  paymentInitiated,
  paymentSucceeded,
  paymentFailed,
  paymentCanceled,
  creditCreated,
  creditReversed,
  transactionBackdated,
  transactionUpdated,
];

export const aboutTransaction = (row: TransactionRow): { readonly about: About } => ({
  about: { loanId: row.loan_id, transactionId: row.id },
});
