// What a statement says, as data: from the balance of the one before to the new one, and all between them.

import type { FeeType } from '../account/terms.ts';
import type { MinimumWarning } from '../line/warning.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';

export const activityTypes = [
  'disbursement',
  'advance',
  'purchase',
  'cashAdvance',
  'balanceTransfer',
  'payment',
  'paymentReversal',
  'credit',
  'creditReversal',
  'refund',
  'cashBack',
  'feeWaiver',
  'dispute',
  'reimbursement',
  'interest',
  'fee',
  'adjustment',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** One line of a statement. The amounts of all of them lead from the previous balance to the new one. */
export interface Activity {
  readonly on: Day;
  readonly type: ActivityType;
  /** Above zero: more is owed by it. */
  readonly amount: Cents;
  /** As the ledger has it: `payment:` and the id of the fact. */
  readonly cause: string;
  readonly draw: string | null;
  /** Only a fee has one. */
  readonly feeType: FeeType | null;
}

/** How the previous balance became the new one. All but the adjustments say how much, whichever way it goes. */
export interface Bridge {
  readonly previousBalance: Cents;
  readonly payments: Cents;
  readonly paymentReversals: Cents;
  readonly credits: Cents;
  readonly creditReversals: Cents;
  readonly refunds: Cents;
  /** Above zero: more is owed by them. */
  readonly adjustments: Cents;
  readonly purchases: Cents;
  readonly cashAdvances: Cents;
  readonly balanceTransfers: Cents;
  readonly lent: Cents;
  readonly reimbursements: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly newBalance: Cents;
}

/** The interest of one rate. On a line the rates of each draw have rows of their own. */
export interface RateOfPeriod {
  readonly draw: string | null;
  readonly from: Day;
  /** The first day that is not in it. */
  readonly to: Day;
  readonly rate: number;
  readonly scale: number;
  readonly isVariable: boolean;
  readonly averageBalance: Cents;
  readonly interest: Cents;
}

export interface DrawOfPeriod {
  readonly draw: string;
  readonly newBalance: Cents;
  readonly minimum: Cents;
  readonly rate: number | null;
  readonly scale: number;
  readonly interest: Cents;
  readonly fees: Cents;
  /** Its own; null: only that of the line. */
  readonly limit: Cents | null;
  readonly available: Cents | null;
  readonly hasGrace: boolean;
  readonly checkToKeepGrace: Day | null;
  readonly checkToRestoreGrace: Day | null;
}

/** A balance whose rate rises, or whose interest is charged after all, on a day that is known. */
export interface PromoBalance {
  readonly draw: string | null;
  readonly balance: Cents;
  readonly lastDay: Day;
  /** What is charged if it is not paid by then; null: nothing is deferred. */
  readonly deferredInterest: Cents | null;
}

export interface YearToDate {
  readonly year: number;
  readonly fees: Cents;
  readonly interest: Cents;
}

export interface StatementFigures {
  readonly ordinal: number;
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly statementOn: Day;
  readonly dueOn: Day;
  /** The first day whose activities it lists: they go to the day before the statement. */
  readonly since: Day;
  /** What has to be paid by the due date, with what is overdue. */
  readonly minimum: Cents;
  /** The part of it that this statement asks for by itself. */
  readonly asked: Cents;
  readonly overdue: Cents;
  /** The late fee that comes if nothing is paid. */
  readonly lateFee: Cents;
  readonly bridge: Bridge;
  readonly newPrincipal: Cents;
  readonly customerCredit: Cents;
  readonly yearToDate: YearToDate;
  /** What the payments of the period have paid. */
  readonly paid: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents };
  readonly fees: readonly { readonly type: FeeType; readonly amount: Cents }[];
  readonly rates: readonly RateOfPeriod[];
  readonly activities: readonly Activity[];
  readonly draws: readonly DrawOfPeriod[];
  readonly promos: readonly PromoBalance[];
  /** Null: the loan has no limit. */
  readonly limit: Cents | null;
  readonly available: Cents | null;
  readonly warning: MinimumWarning | null;
}
