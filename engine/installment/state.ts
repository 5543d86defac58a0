// The state of an installment loan: the state of any loan, and its schedule.

import type { LoanPosition, LoanState } from '../account/state.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';

export type State = LoanState<Position>;

export interface Position extends LoanPosition {
  /** With `startDate` filled in where the series needs one. */
  series: DueDays;
  /** The start of the period that ends with the first due date. */
  firstPeriodStart: Day;
  /** Amounts supplied by the lender, one for each due date. */
  supplied: readonly (number | null)[] | null;
  plan: { readonly from: number; readonly to: number; readonly amount: number } | null;
  /** Ordinals of the payments that were deferred. */
  deferred: readonly number[];
}
