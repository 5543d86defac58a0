// A line of a schedule, as all answers show it.
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { periodId } from '../../loan/derived-id.ts';
import type { ScheduleItem } from '../../loan/plan-schemas.ts';

export const presentSchedule = (loanId: string, rows: readonly ScheduleRow[]): ScheduleItem[] =>
  rows.map((row) => presentRow(loanId, row));

function presentRow(loanId: string, row: ScheduleRow): ScheduleItem {
  return {
    date: dateOf(row.on),
    periodId: periodId(loanId, row.ordinal),
    paymentType: 'periodicPayment',
    status: 'booked',
    amount: row.amount,
    originalAmount: row.amount,
    principalAmount: row.principal,
    interestAmount: row.interest,
    interestBeforeDiscountAmount: row.interestBeforeDiscount,
    feesAmount: row.fees,
    principalBalanceAmount: row.balance,
    unroundedPrincipalAmount: formatCents(row.principal),
    unroundedInterestAmount: row.unroundedInterest,
    unroundedInterestBeforeDiscountAmount: row.unroundedBeforeDiscount,
    isDeferred: false,
    dynamicFeeDetails: {
      apiName: null,
      displayName: null,
      dynamicFeeTypeId: null,
      loanFeeId: null,
      transactionId: null,
    },
  };
}
