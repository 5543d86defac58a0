// The records of a replay, in order. A store keeps each by its natural key, so that ids survive every replay.

import type { Exact } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { FeeType } from './terms.ts';

export interface Records {
  readonly steps: readonly Step[];
  readonly postings: readonly Posting[];
  readonly segments: readonly Segment[];
  readonly fees: readonly BookedFee[];
  /** Obligations closed since the checkpoint; open ones are in `position.obligations`. Key: kind and ordinal. */
  readonly obligations: readonly Obligation[];
  readonly events: readonly LoanEvent[];
  /** Facts that had no effect. */
  readonly moot: readonly { readonly fact: string; readonly on: Day; readonly why: string }[];
}

/** One line of the loan's account: what was booked or paid, for which cause, and the amounts after it. Key: `cause`. */
export interface Step {
  readonly on: Day;
  readonly kind: StepKind;
  /** `due:6`, `overdue:6`, `late:6`, or the kind and id of a fact: `payment:P1`. */
  readonly cause: string;
  readonly amount: Cents;
  /** How `amount` is divided; `over` became customer credit. */
  readonly fees: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly over: Cents;
  /** The exact interest before rounding to `interest`; null if nothing was rounded. */
  readonly cutFrom: Exact | null;
  readonly after: {
    readonly principal: Cents;
    /** Unpaid interest and principal of obligations. */
    readonly instalments: Cents;
    readonly fees: Cents;
    readonly accrued: Exact;
    /** The scale of the rates at the time: the denominator of `accrued` is this times the basis of the day count. */
    readonly scale: number;
  };
}

export type StepKind =
  | 'activation'
  | 'migration'
  | 'due'
  | 'overdue'
  | 'capitalisation'
  | 'fee'
  | 'feeBlocked'
  | 'feeSuspended'
  | 'waiver'
  | 'payment'
  | 'serviceCredit'
  | 'refund'
  | 'reimbursement'
  | 'creditUsed'
  | 'advance'
  | 'reAge'
  | 'acceleration'
  | 'chargeOff'
  | 'settled'
  | 'paidOff';

/** One side of an entry; the postings of a cause on a day add up to zero. Key: day, account, cause. */
export interface Posting {
  readonly on: Day;
  /** Debit is positive. */
  readonly amount: Cents;
  readonly account: string;
  readonly cause: string;
}

/** Days [from, to) of one balance at one rate. Key: `from`. */
export interface Segment {
  readonly from: Day;
  to: Day;
  readonly principal: Cents;
  /** The rate after promos and ceiling, and the rate before them, both over `scale`. */
  readonly scale: number;
  readonly rate: number;
  readonly rateBeforeDiscount: number;
  /** Days as the day count weighs them, over `basisOf(dayCount)`. */
  weight: number;
  /** The part of the principal that was overdue, if that has a rate of its own. */
  readonly overdue?: Bearing;
  /** Overdue interest that bore interest. */
  readonly overdueInterest?: Bearing;
  /** Whether the balance is such interest; only of a part by itself (`eachRate`). */
  readonly isOnInterest?: true;
  /** The interest earned, with the part above the interest cap. */
  readonly interest: Exact;
}

/** A part of the balance with a rate of its own. */
export interface Bearing {
  readonly principal: Cents;
  readonly rate: number;
  readonly rateBeforeDiscount: number;
}

export interface BookedFee {
  readonly key: string;
  readonly type: FeeType;
  readonly on: Day;
  readonly amount: Cents;
  readonly cause: string;
}

export interface Fee extends BookedFee {
  open: number;
}

export type ObligationKind = 'instalment' | 'acceleration' | 'demand' | 'fee';

export interface Obligation {
  readonly kind: ObligationKind;
  /** The natural key: an instalment's ordinal, the day of an acceleration, the advance of a demand, the fee. */
  readonly key: string;
  readonly ordinal: number;
  readonly dueDate: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  /** Counted toward this instalment before it came due. */
  readonly paidAhead: Cents;
  /** The payment as it was to be made, without what a last one has beyond the others; kept where a late fee is a share. */
  readonly standard?: Cents;
  interestOpen: number;
  principalOpen: number;
  fees: Fee[];
  feesDue: number;
  capitalised: number;
  /** How it was fulfilled. */
  byPayments: number;
  byCredits: number;
  isOverdue: boolean;
  /** Whether the overdue turn and the late fee test were done; each is done once. */
  hasTurned: boolean;
  isTested: boolean;
  isBlockedByPyramiding: boolean;
  /** Its late fee would have come on a day on which late fees were suspended. */
  isLateFeeSuspended: boolean;
  frozenDays: number;
  closedOn: Day | null;
}

export interface LoanEvent {
  readonly on: Day;
  /** The types of the interface, 6.1: `loan.activated`, `loan.overdue`. */
  readonly type: string;
  readonly cause: string;
  /** The draw of a line that it is about. */
  readonly draw?: string;
}
