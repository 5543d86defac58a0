// A statement as `statements.details` answers it, of any length. Its sums are right, so that a reader finds no mistake.
import type { StatementShown } from '#capabilities/papers/kinds/statement-shown.ts';

const dayOf = (i: number): string => `2026-10-${String((i % 28) + 1).padStart(2, '0')}`;

const nothing = {
  totalPaymentReversalsForThisPeriod: 0,
  totalCreditsForThisPeriod: 0,
  totalCreditReversalsForThisPeriod: 0,
  totalRefundsForThisPeriod: 0,
  totalAdjustmentsForThisPeriod: 0,
  totalPurchasesForThisPeriod: 0,
  totalCashAdvancesForThisPeriod: 0,
  totalBalanceTransfersForThisPeriod: 0,
  totalLentForThisPeriod: 0,
  totalReimbursementsForThisPeriod: 0,
};

const activity = (date: string, type: string, amount: number, description: string) => ({
  date,
  type,
  amount,
  description,
  feeType: type === 'fee' ? 'lateFee' : null,
  merchantName: null as string | null,
});

export function aStatement(kind: 'loan' | 'line', rows: number, names: readonly string[]): StatementShown {
  const isLine = kind === 'line';
  const bought = Array.from({ length: rows }, (_, i) => ({
    ...activity(dayOf(i), 'purchase', 1_000 + 137 * i, 'Purchase'),
    merchantName: names[i % names.length] ?? null,
  }));
  const paid = Array.from({ length: rows }, (_, i) =>
    activity(
      dayOf(i),
      'payment',
      -(4_000 + 100 * i),
      i % 3 === 0 ? `Payment, thank you: ${names[i % names.length]}` : 'Payment, thank you',
    ),
  );
  const payments = isLine ? [activity('2026-10-12', 'payment', -12_345, 'Payment, thank you')] : paid;
  const purchases = isLine ? bought : [];
  const sum = (all: readonly { readonly amount: number }[]): number =>
    all.reduce((total, { amount }) => total + amount, 0);
  const [fee, charged, previous] = [2_500, 4_321, isLine ? 123_456 : 1_850_000];
  const interestPaid = 4_345;
  const newBalance = previous + sum(payments) + sum(purchases) + fee + charged;
  const rate = (drawId: string | null, interestAmount: number) => ({
    drawId,
    fromDate: '2026-10-01',
    toDate: '2026-11-01',
    interestRate: '0.1999',
    isVariable: isLine,
    averageDailyBalanceAmount: 98_765,
    interestAmount,
  });
  return {
    id: 'SM-8TQ2-M4XA',
    loanId: 'LN-7KQ2-M4XA',
    version: rows > 50 ? 2 : 1,
    billingCycleStartDate: '2026-10-01',
    billingCycleEndDate: '2026-10-31',
    statementDate: '2026-11-01',
    paymentDueDate: '2026-11-26',
    year: '2026',
    ...nothing,
    minimumAmountDue: 6_000,
    currentAmountDue: 3_500,
    overdueAmount: 2_500,
    isDisplayLatePaymentWarning: true,
    lateFeeUpToAmount: 2_900,
    nextAutopayDate: null,
    nextAutopayAmount: null,
    previousBalance: previous,
    totalPaymentsForThisPeriod: -sum(payments),
    totalPurchasesForThisPeriod: sum(purchases),
    totalInterestForThisPeriod: charged,
    totalFeesForThisPeriod: fee,
    newBalanceAmount: newBalance,
    creditBalanceAmount: 0,
    yearToDateFeesCharged: 5_000,
    yearToDateInterestCharged: 40_210,
    lastPeriodPrincipalPaid: -sum(payments) - interestPaid,
    lastPeriodInterestPaid: interestPaid,
    lastPeriodFeesPaid: 0,
    creditLimitAmount: isLine ? 500_000 : null,
    availableCreditAmount: isLine ? 500_000 - newBalance : null,
    rates: isLine ? [rate('LN-4TM8-QW2C', 3_000), rate('LN-9ZZ2-QW2C', 1_321)] : [rate(null, charged)],
    promoBalances: isLine ? [{ balanceAmount: 45_000, promoEndDate: '2027-03-31', deferredInterestAmount: 3_217 }] : [],
    minimumPaymentWarning: isLine
      ? {
          count: 9,
          unit: 'years',
          totalAmount: 301_200,
          paymentFor36MonthsAmount: 7_550,
          totalFor36MonthsAmount: 271_800,
          savingsAmount: 29_400,
        }
      : null,
    activities: [
      ...payments,
      ...purchases,
      activity('2026-10-20', 'fee', fee, 'Late fee'),
      activity('2026-10-31', 'interest', charged, 'Interest'),
    ],
    draws: isLine ? [draw('LN-4TM8-QW2C', 'Purchases', true), draw('LN-9ZZ2-QW2C', names[1] ?? null, false)] : [],
  };
}

const draw = (drawId: string, nickname: string | null, hasGrace: boolean) => ({
  drawId,
  nickname,
  newBalanceAmount: 120_000,
  minimumAmountDue: 3_000,
  interestRate: '0.1999',
  totalInterestForThisPeriod: 3_000,
  totalFeesForThisPeriod: 0,
  availableCreditAmount: null,
  dateToCheckToKeepGrace: hasGrace ? '2026-11-26' : null,
  dateToCheckToRestoreGrace: hasGrace ? null : '2026-12-26',
});
