// Statements as they are shown.
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { Activity, Bridge, StatementFigures } from '@tenor/engine/statement/figures.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { activityId, drawInfoId, periodId } from '../../core/loan/derived-id.ts';
import { feeKindOf } from '../../core/loan/fee-kind.ts';
import { rateText } from '../../core/loan/rate-text.ts';
import { presentWarning } from '../../lines/bills/warning.ts';
import type { Beside } from './beside.ts';
import { describe } from './describe.ts';
import type { Statement, StatementDetails } from './schemas.ts';
import type { StatementRow } from './tables.ts';

/** What has become by now of what the statement asked for by itself. */
export interface Fulfilled {
  readonly fulfilledAmount: Cents;
  readonly remainingAmount: Cents;
  readonly overpaymentsAmount: Cents;
}

const headOf = (row: StatementRow) => ({
  id: row.id,
  object: 'statement' as const,
  loanId: row.loan_id,
  periodId: periodId(row.loan_id, row.ordinal),
  version: row.version,
  isActive: row.is_active,
  changes: [...row.changes],
  documentDescriptorId: row.document_id,
  billingCycleStartDate: row.period_start,
  billingCycleEndDate: row.period_end,
  statementDate: row.statement_on,
  paymentDueDate: row.due_on,
});

const stampsOf = ({ created_at, updated_at, deleted_at }: StatementRow) => ({
  createdAt: created_at,
  updatedAt: updated_at,
  deletedAt: deleted_at,
});

export const presentStatement = (row: StatementRow, fulfilled: Fulfilled): Statement => ({
  ...headOf(row),
  minimumDueAmount: row.minimum_due as Cents,
  overdueAmount: row.overdue as Cents,
  newBalanceAmount: row.new_balance as Cents,
  ...fulfilled,
  ...stampsOf(row),
});

export function presentDetails(row: StatementRow, beside: Beside): StatementDetails {
  const { figures, autopay, ids } = row.figures;
  return {
    ...headOf(row),
    ...saidBy(figures),
    nextAutopayDate: autopay?.date ?? null,
    nextAutopayAmount: autopay?.amount ?? null,
    activities: figures.activities.map((one, i) => ({
      id: activityId(row.id, i),
      ...presentActivity(one),
      description: describe(one, beside.purchases.get(ids[one.cause]?.purchaseId ?? '')),
      merchantName: beside.purchases.get(ids[one.cause]?.purchaseId ?? '')?.merchantName ?? null,
      transactionId: ids[one.cause]?.transactionId ?? null,
      purchaseId: ids[one.cause]?.purchaseId ?? null,
    })),
    draws: figures.draws.map(({ draw, ...one }, i) => ({
      id: drawInfoId(row.id, i),
      drawId: draw,
      nickname: beside.nicknames.get(draw) ?? null,
      newBalanceAmount: one.newBalance,
      minimumAmountDue: one.minimum,
      interestRate: one.rate === null ? null : rateText(one.rate, one.scale),
      totalInterestForThisPeriod: one.interest,
      totalFeesForThisPeriod: one.fees,
      creditLimitAmount: one.limit,
      availableCreditAmount: one.available,
      hasGrace: one.hasGrace,
      dateToCheckToKeepGrace: dateIf(one.checkToKeepGrace),
      dateToCheckToRestoreGrace: dateIf(one.checkToRestoreGrace),
    })),
    ...stampsOf(row),
  };
}

const dateIf = (day: Day | null): CivilDate | null => (day === null ? null : dateOf(day));

const presentActivity = ({ on, type, amount, feeType, draw }: Activity) => ({
  date: dateOf(on),
  type,
  amount,
  feeType: feeType === null ? null : feeKindOf[feeType],
  drawId: draw,
});

/** All that the figures alone say, under the names of the details. */
export function saidBy(figures: StatementFigures) {
  const { limit, available, warning, yearToDate, paid, lateFee } = figures;
  return {
    daysInBillingCycle: figures.periodEnd - figures.periodStart + 1,
    year: String(dateOf(figures.statementOn).slice(0, 4)),
    activityFromDate: dateOf(figures.since),
    minimumAmountDue: figures.minimum,
    currentAmountDue: figures.asked,
    overdueAmount: figures.overdue,
    isDisplayLatePaymentWarning: lateFee > 0,
    lateFeeUpToAmount: lateFee,
    ...sumsOf(figures.bridge),
    newPrincipalBalance: figures.newPrincipal,
    creditBalanceAmount: figures.customerCredit,
    yearToDateFeesCharged: yearToDate.fees,
    yearToDateInterestCharged: yearToDate.interest,
    lastPeriodPrincipalPaid: paid.principal,
    lastPeriodInterestPaid: paid.interest,
    lastPeriodFeesPaid: paid.fees,
    creditLimitAmount: limit,
    availableCreditAmount: available,
    fees: figures.fees.map(({ type, amount }) => ({ feeType: feeKindOf[type as FeeType], amount })),
    rates: figures.rates.map((one) => ({
      drawId: one.draw,
      fromDate: dateOf(one.from),
      toDate: dateOf(one.to),
      interestRate: rateText(one.rate, one.scale),
      isVariable: one.isVariable,
      averageDailyBalanceAmount: one.averageBalance,
      interestAmount: one.interest,
    })),
    promoBalances: figures.promos.map((one) => ({
      drawId: one.draw,
      balanceAmount: one.balance,
      promoEndDate: dateOf(one.lastDay),
      deferredInterestAmount: one.deferredInterest,
    })),
    minimumPaymentWarning: presentWarning(warning),
  };
}

const sumsOf = (bridge: Bridge) => ({
  previousBalance: bridge.previousBalance,
  totalPaymentsForThisPeriod: bridge.payments,
  totalPaymentReversalsForThisPeriod: bridge.paymentReversals,
  totalCreditsForThisPeriod: bridge.credits,
  totalCreditReversalsForThisPeriod: bridge.creditReversals,
  totalRefundsForThisPeriod: bridge.refunds,
  totalAdjustmentsForThisPeriod: bridge.adjustments,
  totalPurchasesForThisPeriod: bridge.purchases,
  totalCashAdvancesForThisPeriod: bridge.cashAdvances,
  totalBalanceTransfersForThisPeriod: bridge.balanceTransfers,
  totalLentForThisPeriod: bridge.lent,
  totalReimbursementsForThisPeriod: bridge.reimbursements,
  totalInterestForThisPeriod: bridge.interest,
  totalFeesForThisPeriod: bridge.fees,
  newBalanceAmount: bridge.newBalance,
});
