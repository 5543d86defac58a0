// The requests of the examples.
import { loanCreate } from '../../core/lifecycle/examples.ts';

const period = {
  startDate: '2026-01-15',
  endDate: '2026-02-14',
  dueDate: '2026-02-15',
  obligationAmount: 432.2,
  fulfilledAmount: 432.2,
};

export const pastPeriodsInput = { periods: [period] };

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

const lines = [
  { person: { externalId: 'B-2001', name: { firstName: 'Ada', lastName: 'Lovelace' } } },
  { loan: { ...loanCreate, externalId: 'L-2001', personId: 'ext-B-2001' }, activate: {} },
];

export const importLines = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
