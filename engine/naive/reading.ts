// The values that two implementations must agree on: a loan on one day. Exact amounts are fractions of a cent in lowest
// terms, `12/1` or `-3/7`.

import type { FeeType } from '../account/terms.ts';
import type { Day } from '../values/day.ts';

export interface Bucketed {
  readonly notDue: number;
  readonly due: number;
  readonly overdue: number;
}

export interface Reading {
  readonly day: Day;
  readonly status: 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff' | 'paidOff';
  readonly isClosed: boolean;
  readonly servicedBy: 'creditor' | 'debtCollectionAgency';
  readonly principal: Bucketed;
  /** `notDue` has the whole cents of `accrued`. */
  readonly interest: Bucketed;
  /** Types without an open amount are left out. */
  readonly fees: Partial<Record<FeeType, Bucketed>>;
  readonly chargedOff: { readonly principal: number; readonly interest: number; readonly fees: number };
  readonly customerCredit: number;
  readonly accrued: string;
  readonly accruedTotal: string;
  readonly interestBooked: number;
  readonly forgoneRounding: string;
  readonly forgoneCap: string;
  readonly paid: { readonly principal: number; readonly interest: number; readonly fees: number };
  /** What is not earned of a precomputed charge. */
  readonly unearned: number;
  readonly daysPastDue: number;
  readonly overdueAmount: number;
  /** A, and the due dates after this day (none after acceleration, charge-off or payoff). */
  readonly payment: number;
  readonly dueDates: readonly Day[];
  /** Every obligation that has an open amount, in the order of rules.md 8.1. */
  readonly open: readonly OpenObligation[];
  /** Every fee ever booked, by day of booking, then key. */
  readonly feesBooked: readonly { readonly key: string; readonly on: Day; readonly amount: number }[];
  readonly moot: readonly string[];
}

interface OpenObligation {
  readonly kind: 'instalment' | 'acceleration' | 'demand' | 'fee';
  readonly dueDate: Day;
  readonly interest: number;
  readonly principal: number;
  readonly fees: number;
  readonly isOverdue: boolean;
}
