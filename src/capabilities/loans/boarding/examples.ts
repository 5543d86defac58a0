// What the documents show of taking loans over.
import { operationExample } from '#platform/operations/routes.ts';
import { loanCreate, scheduleItem } from '../examples.ts';

const period = {
  startDate: '2026-01-15',
  endDate: '2026-02-14',
  dueDate: '2026-02-15',
  obligationAmount: 432.2,
  fulfilledAmount: 432.2,
};

export const pastPeriodsInput = { periods: [period] };

export const pastPeriods = {
  loanId: 'LN-7KQ2-M4XA',
  periods: [
    {
      id: 'PE-2LM5-Q9RT',
      object: 'loanPeriod',
      ...period,
      statementDate: '2026-02-15',
      createdAt: '2026-03-01T09:00:00.000000+00:00',
      updatedAt: null,
    },
  ],
};

export const pastTransactionInput = {
  type: 'oneTime',
  amount: 432.2,
  effectiveDate: '2026-02-14',
  paidPrincipalAmount: 372.6,
  paidInterestAmount: 59.6,
  paidFeesAmount: 0,
  paidOverAmount: 0,
};

/** With dates that lie before any day on which it may be tried. */
export const takeOver = {
  startDate: '2025-12-15',
  migrationDate: '2026-01-20',
  balances: {
    principalAmount: 4427.4,
    accruedInterestAmount: 9.09,
    paidPrincipalAmount: 372.6,
    paidInterestAmount: 59.6,
    periodicPaymentAmount: 432.2,
  },
  expectedBalances: { outstandingAmount: 4436.49 },
};

export const takenOver = {
  startDate: '2025-12-15',
  migrationDate: '2026-01-20',
  balances: {
    date: '2026-01-20',
    principalAmount: 4427.4,
    interestAmount: 9.09,
    feesAmount: 0,
    outstandingAmount: 4436.49,
    overdueAmount: 0,
    reimbursementAmount: 0,
    daysOverdue: 0,
  },
  transactionsReplayed: 0,
  schedule: [scheduleItem],
  ratesValidation: { aprEffectiveAtActExceedsMax: false, aprNominalAtActExceedsMax: false },
};

export const pastTransaction = {
  id: 'TX-4WQ1-ZK7M',
  object: 'transaction',
  externalId: null,
  companyId: 'CP-4WQ1-ZK7M',
  loanId: 'LN-7KQ2-M4XA',
  drawId: null,
  mainBorrowerId: 'BO-9XK3-T2WA',
  transactionType: 'payment',
  status: 'succeeded',
  isExternal: true,
  isVirtual: false,
  scheduledAmount: 432.2,
  actualAmount: 432.2,
  paidPrincipalAmount: 372.6,
  paidInterestAmount: 59.6,
  paidFeesAmount: 0,
  paidOverAmount: 0,
  currency: 'USD',
  paymentDetails: {
    type: null,
    reason: 'oneTimePayment',
    fromInstrumentId: null,
    fromInstrument: null,
    toInstrumentId: null,
    toInstrument: null,
  },
  serviceCreditDetails: { type: null, sponsor: null, reason: 'oneTimePayment' },
  chargebackDetails: { amount: 0, chargebacks: [] },
  autopayPlanId: null,
  autopayPaymentIds: null,
  failureReason: null,
  failureDescriptionShort: null,
  failureDescriptionLong: null,
  achReturnCode: null,
  avsResult: null,
  cancelReason: null,
  cancelShortDescription: null,
  cancelLongDescription: null,
  achConfirmed: false,
  achProcessedSameDay: false,
  achSameDay: false,
  processingFeeAmount: null,
  processingFeeType: null,
  processorTransactionId: null,
  processorReversalId: null,
  processorReconciliationId: null,
  processorMerchantId: null,
  processorFailureReason: null,
  processorFailureDetails: null,
  parentTransactionId: null,
  retryAttempt: null,
  retryOriginalTransactionId: null,
  reversedByTransactionId: null,
  reversedByTransactionExternalId: null,
  reversedTransactionId: null,
  reversedTransactionStatus: null,
  reversingTransactionStatus: null,
  enablePrepayments: false,
  createdBy: { id: 'AK-5TR2-W8QX', name: 'boarding' },
  metaData: null,
  timestamps: {
    effectiveDate: '2026-02-14',
    originalEffectiveDate: '2026-02-14',
    scheduledDate: null,
    displayDate: '2026-02-14',
    createdAt: '2026-03-01T09:00:00.000000+00:00',
    updatedAt: null,
    deletedAt: null,
    initiatedAt: null,
    pendingAt: null,
    succeededAt: '2026-03-01T09:00:00.000000+00:00',
    failedAt: null,
    canceledAt: null,
    inDisputeAt: null,
    chargebackAt: null,
    appliedAt: null,
  },
};

const lines = [
  { person: { externalId: 'B-2001', name: { firstName: 'Ada', lastName: 'Lovelace' } } },
  { loan: { ...loanCreate, externalId: 'L-2001', personId: 'ext-B-2001' }, activate: {} },
];

export const importLines = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const importOperation = { ...operationExample, kind: 'loans.import' };

export const importResult = {
  id: '2',
  object: 'importResult',
  line: 2,
  outcome: 'failed',
  personId: null,
  loanId: null,
  externalId: null,
  ignoredFields: [],
  error: {
    status: 400,
    statusCode: 400,
    errorType: 'InvalidRequest',
    title: 'The request is not valid',
    message: 'loan.atOrigination.duration: is required',
    detail: 'Correct the fields listed in data.errors and send the request again.',
    data: { path: 'loan.atOrigination.duration' },
  },
};
