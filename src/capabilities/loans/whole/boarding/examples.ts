// Examples of migrated loans for the documents.
import { failedLineExample } from '#platform/import/results.ts';
import { products } from '../../core/products/list.ts';
import { payment } from '../../core/transactions/examples.ts';
import { purchase } from '../../lines/purchases/examples.ts';

const [{ examples }] = products;
const { loanCreate, scheduleItem } = examples;

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

export const pastPurchaseInput = {
  drawId: 'ext-draw-20417',
  amount: 42.5,
  purchaseDate: '2025-12-30',
  purchaseDetails: { description: 'Groceries', pointOfSaleType: 'physical', merchantName: 'Corner shop' },
};

const boughtAt = '2025-12-30T17:00:00.000000+00:00';

export const pastPurchase = {
  ...purchase,
  externalId: null,
  displayId: purchase.id,
  purchaseDate: '2025-12-30',
  migration: { originalDrawId: null, isPast: true },
  timestamps: { ...purchase.timestamps, settledAt: boughtAt, effectiveAt: boughtAt },
};

/** The dates are earlier than any day on which a reader may try it. */
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
  purchasesReplayed: 0,
  schedule: [scheduleItem],
  ratesValidation: { aprEffectiveAtActExceedsMax: false, aprNominalAtActExceedsMax: false },
};

export const pastTransaction = {
  ...payment,
  id: 'TX-4WQ1-ZK7M',
  externalId: null,
  scheduledAmount: 432.2,
  actualAmount: 432.2,
  paidPrincipalAmount: 372.6,
  paidInterestAmount: 59.6,
  paidFeesAmount: 0,
  paymentDetails: { ...payment.paymentDetails, type: null, fromInstrumentId: null, fromInstrument: null },
  timestamps: {
    ...payment.timestamps,
    effectiveDate: '2026-02-14',
    originalEffectiveDate: '2026-02-14',
    displayDate: '2026-02-14',
    initiatedAt: null,
    appliedAt: null,
  },
};

const lines = [
  { person: { externalId: 'B-2001', name: { firstName: 'Ada', lastName: 'Lovelace' } } },
  { loan: { ...loanCreate, externalId: 'L-2001', personId: 'ext-B-2001' }, activate: {} },
];

export const importLines = lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const importResult = failedLineExample('loan.atOrigination.duration');
