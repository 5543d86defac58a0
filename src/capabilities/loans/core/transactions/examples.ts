// Examples of transactions for the documents.
import { notCollected } from './collected.ts';

const nothing = {
  isVirtual: false,
  cancelShortDescription: null,
  cancelLongDescription: null,
  reversedByTransactionExternalId: null,
  autopayPlanId: null,
  autopayPaymentIds: null,
  ...notCollected,
  failureReason: null,
  cancelReason: null,
  reversedByTransactionId: null,
  reversedTransactionId: null,
  reversedTransactionStatus: null,
  reversingTransactionStatus: null,
};

const recordedAt = '2026-03-14T15:10:27.104233+00:00';

export const payment = {
  id: 'TX-8QK2-M4XA',
  object: 'transaction',
  externalId: 'wire-7781',
  companyId: 'CP-4WQ1-ZK7M',
  loanId: 'LN-7KQ2-M4XA',
  mainBorrowerId: 'BO-9XK3-T2WA',
  drawId: null,
  transactionType: 'payment',
  status: 'succeeded',
  isExternal: true,
  scheduledAmount: 110,
  actualAmount: 110,
  paidPrincipalAmount: 48.49,
  paidInterestAmount: 61.26,
  paidFeesAmount: 0.25,
  paidOverAmount: 0,
  currency: 'USD',
  paymentDetails: {
    type: 'ach',
    reason: 'oneTimePayment',
    fromInstrumentId: 'PT-5LM2-Q8RT',
    fromInstrument: {
      instrumentType: 'bankAccount',
      accountNumberLastFour: '4321',
      routingNumber: null,
      paymentNetworkName: null,
    },
    toInstrumentId: null,
    toInstrument: null,
  },
  serviceCreditDetails: { type: null, sponsor: null, reason: 'oneTimePayment' },
  ...nothing,
  enablePrepayments: false,
  payoffQuoteId: null,
  createdBy: { id: 'AK-2MZ7-WQ1K', name: 'Nightly import' },
  metaData: null,
  timestamps: {
    effectiveDate: '2026-03-14',
    originalEffectiveDate: '2026-03-14',
    scheduledDate: '2026-04-15',
    displayDate: '2026-03-14',
    createdAt: recordedAt,
    updatedAt: null,
    deletedAt: null,
    initiatedAt: recordedAt,
    pendingAt: null,
    succeededAt: recordedAt,
    failedAt: null,
    canceledAt: null,
    inDisputeAt: null,
    chargebackAt: null,
    appliedAt: recordedAt,
  },
};

const disputedAt = '2026-03-30T09:00:00.000000+00:00';

export const disputed = {
  ...payment,
  status: 'inDispute',
  isExternal: false,
  chargebackDetails: {
    amount: 110,
    chargebacks: [
      {
        id: 'TC-3MQ8-W2KZ',
        amount: 110,
        status: 'open',
        category: 'unauthorized',
        reasonCode: '10.4',
        description: null,
        externalCaseNumber: 'CB-20417',
        originalTransactionId: payment.id,
        openedAt: disputedAt,
        respondBy: '2026-04-20T04:00:00.000000+00:00',
      },
    ],
  },
  timestamps: { ...payment.timestamps, updatedAt: disputedAt, inDisputeAt: disputedAt },
};

export const paymentCreate = { type: 'oneTime', amount: 110, isExternal: true };

export const paid = { ...payment, difference: null };

export const failed = {
  ...paid,
  status: 'failed',
  failureReason: 'R01 insufficient funds',
  paidPrincipalAmount: 0,
  paidInterestAmount: 0,
  paidFeesAmount: 0,
  timestamps: {
    ...payment.timestamps,
    updatedAt: '2026-03-17T09:00:00.000000+00:00',
    failedAt: '2026-03-17T09:00:00.000000+00:00',
    appliedAt: null,
  },
};

const moved = {
  ...payment.timestamps,
  effectiveDate: '2026-03-02',
  displayDate: '2026-03-02',
  updatedAt: '2026-03-17T09:00:00.000000+00:00',
};
export const backdated = { ...paid, timestamps: moved };

const noInstrument = {
  type: null,
  reason: 'reversal',
  fromInstrumentId: null,
  fromInstrument: null,
  toInstrumentId: null,
  toInstrument: null,
};

export const reversal = {
  ...paid,
  id: 'TX-1ZK9-B7WQ',
  externalId: null,
  transactionType: 'serviceCredit',
  isExternal: false,
  isVirtual: true,
  scheduledAmount: 25,
  actualAmount: 25,
  paidPrincipalAmount: 0,
  paidInterestAmount: 0,
  paidFeesAmount: 0,
  paymentDetails: noInstrument,
  serviceCreditDetails: { type: null, sponsor: 'loanServicer', reason: 'goodwill' },
  reversedTransactionId: 'TX-4HT2-X9PL',
  reversedTransactionStatus: 'succeeded',
  timestamps: { ...payment.timestamps, appliedAt: null },
};

export const reimbursed = {
  ...paid,
  id: 'TX-6RB3-N5KD',
  externalId: null,
  scheduledAmount: 12.5,
  actualAmount: 12.5,
  paidPrincipalAmount: 0,
  paidInterestAmount: 0,
  paidFeesAmount: 0,
  paymentDetails: { ...noInstrument, type: 'check', reason: 'reimbursement' },
  serviceCreditDetails: { type: null, sponsor: null, reason: 'reimbursement' },
};
