// Examples for the documents.
import { paid } from '../../core/transactions/examples.ts';

const { createdAt } = paid.timestamps;

export const canceled = {
  ...paid,
  status: 'canceled',
  isExternal: false,
  paidPrincipalAmount: 0,
  paidInterestAmount: 0,
  paidFeesAmount: 0,
  cancelReason: 'canceledByUser',
  cancelShortDescription: 'Canceled on request',
  cancelLongDescription: 'Somebody canceled it before it was ordered.',
  timestamps: { ...paid.timestamps, initiatedAt: null, succeededAt: null, appliedAt: null, canceledAt: createdAt },
};

export const attempt = {
  id: 'PA-3QX7-M2KD',
  object: 'paymentAttempt',
  transactionId: paid.id,
  number: 1,
  status: 'accepted',
  type: 'debit',
  rail: 'ach',
  amount: 110,
  paymentInstrumentId: 'PT-5LM2-Q8RT',
  entryDate: '2026-03-17',
  processorTransactionId: 'P-88121',
  failureReason: null,
  code: null,
  sentAt: createdAt,
  acceptedAt: createdAt,
  settledOn: null,
  confirmedAt: null,
};
