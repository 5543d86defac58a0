// What a replay gives. `position` is all that the next day depends on: small, plain data, and so the checkpoint from
// which a replay resumes. `records` is what happened since that checkpoint, in order; a store keeps them by their
// natural keys.

import type { Place } from '../account/facts.ts';
import type { Exact } from '../interest/exact.ts';
import type { RateFact, RateStep } from '../interest/rates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { DueDays, FeeType } from './terms.ts';

/** Raised by a release in which the same facts may give other cents. */
export const rulesVersion = 1;

export interface State {
  readonly rules: number;
  /** Facts of this day are in, its interest is not. */
  readonly through: Day;
  /** Of a checkpoint inside the day: the last fact that is in it. Absent: all facts of the day are. */
  readonly last?: Place;
  readonly position: Position;
  readonly records: Records;
}

export type Status = 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff' | 'paidOff';

export interface Records {
  readonly steps: readonly Step[];
  readonly postings: readonly Posting[];
  readonly segments: readonly Segment[];
  readonly fees: readonly BookedFee[];
  /** Those closed since the checkpoint; what is open stands in `position.obligations`. Key: kind and ordinal. */
  readonly obligations: readonly Obligation[];
  readonly events: readonly LoanEvent[];
  /** Facts that found nothing to do. */
  readonly moot: readonly { readonly fact: string; readonly on: Day; readonly why: string }[];
}

/** One line of the loan's account: what was booked or paid, by what, and how the loan stood after it. Key: `cause`. */
export interface Step {
  readonly on: Day;
  readonly kind: StepKind;
  /** `due:6`, `overdue:6`, `late:6`, or the kind and id of a fact: `payment:P1`. */
  readonly cause: string;
  readonly amount: Cents;
  /** How `amount` divides; `over` is what became customer credit. */
  readonly fees: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly over: Cents;
  /** The exact interest of which `interest` is the rounded one; null where nothing was rounded. */
  readonly cutFrom: Exact | null;
  readonly after: {
    readonly principal: Cents;
    /** Interest and principal of obligations, unpaid. */
    readonly instalments: Cents;
    readonly fees: Cents;
    readonly accrued: Exact;
    /** Of the rates, at the time: `accrued` is over it times the basis of the day count. */
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
  | 'waiver'
  | 'payment'
  | 'serviceCredit'
  | 'refund'
  | 'reimbursement'
  | 'creditUsed'
  | 'advance'
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
  /** After promos and ceiling, and before them, over `scale`. */
  readonly scale: number;
  readonly rate: number;
  readonly rateBeforeDiscount: number;
  /** Days as the day count weighs them, over `basisOf(dayCount)`. */
  weight: number;
  /** Earned: with what the interest cap took. */
  readonly interest: Exact;
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
  /** Natural: an instalment's ordinal, the day of an acceleration, the advance of a demand, the fee. */
  readonly key: string;
  readonly ordinal: number;
  readonly dueDate: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  /** Counted toward this instalment before it came due. */
  readonly paidAhead: Cents;
  interestOpen: number;
  principalOpen: number;
  fees: Fee[];
  feesDue: number;
  capitalised: number;
  /** How it was fulfilled. */
  byPayments: number;
  byCredits: number;
  isOverdue: boolean;
  /** The overdue turn and the late fee test, each once. */
  hasTurned: boolean;
  isTested: boolean;
  isBlockedByPyramiding: boolean;
  frozenDays: number;
  closedOn: Day | null;
}

export interface LoanEvent {
  readonly on: Day;
  /** As in the interface, 6.1: `loan.activated`, `loan.overdue`. */
  readonly type: string;
  readonly cause: string;
}

/** All that the days to come depend on. Plain data; a checkpoint is one of these. */
export interface Position {
  standing: 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff';
  paidOffOn: Day | null;
  isClosed: boolean;
  servicedBy: 'creditor' | 'debtCollectionAgency';
  /** Interest is complete up to this day, not included. */
  accruedTo: Day;
  /** The last day of which the calendar or a fact was worked. */
  workedDay: Day;
  startedOn: Day;

  scale: number;
  rateFacts: readonly RateFact[];
  rateSteps: readonly RateStep[];

  /** Not due. */
  principal: number;
  /** Those with something open, in the order in which money reaches them. */
  obligations: Obligation[];
  /** Fees booked that wait for the next due turn. */
  waiting: Fee[];
  spread: SpreadFee | null;
  chargedOff: { principal: number; interest: number; fees: number };
  customerCredit: number;

  /** Earned and not booked. */
  accrued: Exact;
  accruedTotal: Exact;
  /** `accruedTotal` at the last due turn; and what promos and a ceiling have kept from accruing since. */
  periodMark: Exact;
  discount: Exact;
  relief: Exact;
  discountTotal: Exact;
  forgoneRounding: Exact;
  forgoneCap: Exact;
  segment: Segment | null;
  frozen: FrozenDays | null;

  /** All due dates, past ones too; `dueDates[i]` has the ordinal `firstOrdinal + i`. */
  dueDates: readonly Day[];
  /** The series they come from, with `startDate` filled in for everyTwoWeeks. */
  series: DueDays;
  next: number;
  firstOrdinal: number;
  /** Of the period that ends with the first of them. */
  firstPeriodStart: Day;
  periodStart: Day;
  payment: number;
  supplied: readonly (number | null)[] | null;
  plan: { readonly from: number; readonly to: number; readonly amount: number } | null;
  deferred: readonly number[];
  paidAhead: number;

  periodicFees: PeriodicFeeState[];
  /** Instalments whose late fee has been booked. */
  lateFeeOrdinals: readonly number[];
  lateFees: { total: number; year: number; inYear: number; paid: number };
  returnedItems: readonly ReturnedItem[];
  suppressed: readonly Suppressed[];
  settlement: { readonly amount: number; readonly lastDay: Day; readonly fact: string; paid: number } | null;
  discountLeft: { total: number; turns: number; taken: number; turn: number } | null;
  totals: Totals;
  isDelinquent: boolean;
}

/** An origination fee spread over the payments: each takes its share as it comes due. */
export interface SpreadFee {
  readonly key: string;
  readonly total: number;
  readonly count: number;
  turns: number;
  open: number;
}

export interface FrozenDays {
  readonly since: Day;
  readonly interest: Exact;
  readonly discount: Exact;
  readonly relief: Exact;
  readonly segments: Segment[];
}

export interface PeriodicFeeState {
  readonly type: FeeType;
  amount: number;
  cap: number | null;
  charged: number;
}

export interface ReturnedItem {
  readonly on: Day;
  readonly key: string;
}

/** Days on which the loan does not accelerate, or is not charged off, by itself: a person reversed it. */
export interface Suppressed {
  readonly what: 'acceleration' | 'chargeOff';
  readonly from: Day;
  readonly to: Day;
}

export interface Totals {
  lent: number;
  capitalised: number;
  /** Principal, by how it went. */
  repaid: number;
  credited: number;
  creditedInterest: number;
  creditedFees: number;
  refunded: number;
  settled: number;
  recovered: number;
  writtenOff: number;
  /** Money by kind. */
  payments: number;
  credits: number;
  refunds: number;
  reimbursements: number;
  paidPrincipal: number;
  paidInterest: number;
  paidFees: number;
  paidOver: number;
  interestBooked: number;
}
