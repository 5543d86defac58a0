// A row of a schedule, as the answers of all products show it.

import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { periodId } from './derived-id.ts';
import type { ScheduleItem } from './plan-schemas.ts';

export interface Row {
  readonly ordinal: number;
  readonly dueOn: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fees: Cents;
  /** The principal that is still owed after this payment. */
  readonly balance: Cents;
  /** The interest in dollars with all its decimals, where they are known. */
  readonly unroundedInterest?: string;
  /** What the interest would be without promotional rates; absent if there are none. */
  readonly interestBeforeDiscount?: Cents;
  readonly unroundedBeforeDiscount?: string;
}

export function scheduleItem(loanId: string, row: Row): ScheduleItem {
  const { ordinal, dueOn, interest, principal, fees, balance, interestBeforeDiscount = interest } = row;
  const amount = (interest + principal + fees) as Cents;
  return {
    date: dateOf(dueOn),
    periodId: periodId(loanId, ordinal),
    paymentType: 'periodicPayment',
    status: 'booked',
    amount,
    originalAmount: amount,
    principalAmount: principal,
    interestAmount: interest,
    interestBeforeDiscountAmount: interestBeforeDiscount,
    feesAmount: fees,
    principalBalanceAmount: balance,
    unroundedPrincipalAmount: formatCents(principal),
    unroundedInterestAmount: row.unroundedInterest ?? formatCents(interest),
    unroundedInterestBeforeDiscountAmount: row.unroundedBeforeDiscount ?? formatCents(interestBeforeDiscount),
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
