// The events of transactions, besides those of the books (payment.applied). Fields are those of the interface (7.4).
import type { About } from '#platform/events/emit.ts';
import { defineEvent, type EventKind } from '#platform/events/event-kind.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { transactionFields } from '../loan/transaction-told.ts';

const ofTransaction = (type: string, summary: string) =>
  defineEvent({ type, summary, subject: 'person', fields: transactionFields });

export const paymentInitiated = ofTransaction(
  'payment.initiated',
  'A payment was recorded, or ordered from the provider.',
);
export const paymentSucceeded = ofTransaction('payment.succeeded', 'A payment succeeded.');
export const paymentFailed = ofTransaction('payment.failed', 'A payment failed: the books are as if it had not come.');
export const paymentCanceled = ofTransaction(
  'payment.canceled',
  'A payment was taken back: a scheduled one, one whose money had not moved, or one that should not have been recorded.',
);
export const paymentPostponed = ofTransaction(
  'payment.postponed',
  'A scheduled payment waits until the next banking day: its account does not hold enough, by its bank. The day on which it counts stays.',
);
export const paymentScheduled = ofTransaction('payment.scheduled', 'A payment was scheduled: it is collected later.');
export const paymentConfirmed = ofTransaction(
  'payment.confirmed',
  'The money of a payment that the service collects is safe: it does not come back in the ordinary way.',
);
export const paymentDisputed = ofTransaction(
  'payment.disputed',
  'A payment is disputed, and the dispute is contested.',
);
export const paymentChargedBack = ofTransaction(
  'payment.chargeback',
  'A payment was charged back: the books are as if that much of it had not come.',
);
export const paymentRefundedAndReturned = ofTransaction(
  'payment.refundedandreturned',
  'A payment came back after it had been sent back to the borrower: both have the money that amount says, and a person decides.',
);
export const creditCreated = ofTransaction('servicecredit.created', 'A service credit was given.');
export const creditReversed = ofTransaction('servicecredit.reversed', 'A service credit was reversed.');
export const transactionBackdated = ofTransaction('transaction.backdated', 'A transaction was moved to another day.');
export const transactionUpdated = ofTransaction(
  'transaction.updated',
  'A transaction was changed, but not its status.',
);

export const transactionEvents: readonly EventKind[] = [
  paymentScheduled,
  paymentPostponed,
  paymentInitiated,
  paymentConfirmed,
  paymentSucceeded,
  paymentFailed,
  paymentCanceled,
  paymentDisputed,
  paymentChargedBack,
  paymentRefundedAndReturned,
  creditCreated,
  creditReversed,
  transactionBackdated,
  transactionUpdated,
];

export const aboutTransaction = (row: TransactionRow): { readonly about: About } => ({
  about: { loanId: row.loan_id, transactionId: row.id },
});
