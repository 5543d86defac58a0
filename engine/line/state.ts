// The position of a line: all that later days depend on. A draw is a sub-ledger of it. What was bought and settled
// leaves only sums here, so that a checkpoint does not grow with the purchases (rules.md 15).

import type { Fee } from '../account/records.ts';
import type { AccountPosition } from '../account/state.ts';
import type { FeeType } from '../account/terms.ts';
import type { Exact } from '../interest/exact.ts';
import type { RateFact, RateStep } from '../interest/rates.ts';
import type { Day } from '../values/day.ts';
import type { Amortization, CycleTerms, DrawTerms } from './terms.ts';

export interface LinePosition extends AccountPosition {
  limit: number;
  /** The limit at activation: the cap on fees of the first year counts from it. */
  firstLimit: number;
  /** Set on a line that was taken over: the day on which it was opened. Its books began later, on `startedOn`. */
  openedOn?: Day;
  newDrawsAllowed: boolean;
  drawsFrozen: boolean;
  rateFacts: readonly LineRateFact[];
  /** They are in the order of their activation. */
  draws: Draw[];

  /** The running period: its ordinal, its first day, the date of its statement and the due date of that. */
  ordinal: number;
  periodStart: Day;
  statementOn: Day;
  dueOn: Day;
  cycle: CycleTerms;
  /** A day of the series, for every two weeks. */
  anchor: Day;
  /** The days were changed in the running period: the next one is irregular. */
  isCycleChanged: boolean;

  /** Obligations with something open, or of which something is still to be tested; oldest first. */
  obligations: LineObligation[];
  /** Booked fees of the line that are in no obligation yet. */
  waiting: Fee[];
  periodicFees: PeriodicFeeState[];
  lateFees: LateFees;
  feesOfFirstYear: number;
  /** Fees of the line itself on which it was charged off. */
  chargedOffFees: number;

  holds: readonly Hold[];
  uncleared: Uncleared[];
  disputes: readonly OpenDispute[];
  /** What refunds and disputes have taken back of purchases of the running period, by purchase. */
  takenBack: readonly TakenBack[];
  creditSince: Day | null;
  /** For payments that were returned: which obligation they were to pay (9.8). */
  returned: readonly Returned[];
  /** What happened in the running period, for its statement, and in the year. */
  period: PeriodSums;
  yearToDate: { year: number; fees: number; interest: number };
  previousBalance: number;
  totals: MoneyTotals;
  /** What the latest statement asked for by itself, or told if that is less. */
  latestAmount: number;
  /** Statements in a row on which nothing was left to pay. */
  paidInFull: number;
}

/** A rate fact of the line, or of one draw. */
export type LineRateFact = RateFact & { readonly draw: string | null; readonly disqualifyOverdueDays?: number | null };

export interface PeriodicFeeState {
  readonly type: FeeType;
  amount: number;
  cap: number | null;
  charged: number;
}

interface LateFees {
  /** Obligations for which one was booked, of the last six. */
  ordinals: readonly number[];
  /** Taken since no interest and no principal of any obligation was open. */
  taken: number;
}

interface EndedPromo {
  readonly promo: number | string | null;
  readonly on: Day;
  /** Whether the deferred interest was charged. */
  readonly isCharged?: boolean;
}

export interface Draw {
  readonly id: string;
  terms: DrawTerms;
  readonly activatedOn: Day;
  isClosed: boolean;
  paidOffOn: Day | null;
  limit: number | null;

  rateSteps: readonly RateStep[];
  rateIndex: number;
  /**
   * Promos that ended because the line was too many days past due: each by its place in the terms, or by the id of its
   * fact, and the day on which it ended. `null` is the programme of deferred interest, however it ended.
   */
  endedPromos: readonly EndedPromo[];

  /** Principal not due, and principal in all buckets. */
  principal: number;
  principalOwed: number;
  disputed: number;
  waiting: Fee[];
  /** Draw fees that are spread over the instalments: how many there are, and how many statements took their share. */
  spread: { fees: Fee[]; readonly total: number; count: number; turns: number } | null;
  periodicFees: PeriodicFeeState[];
  chargedOff: { principal: number; interest: number; fees: number };

  /** Interest is complete for all days before this one. */
  accruedTo: Day;
  /** The running period in stretches of one rate. */
  stretches: Stretch[];
  /** Interest that did not accrue in this period: of a lost dispute, or deferred until now. */
  carried: Exact;
  /** Whole cents of interest that were paid before they were booked. */
  taken: number;
  /** Earned in all periods before, booked in all, raised to the minimum charge, forgone. */
  earned: Exact;
  booked: number;
  raised: number;
  forgone: Exact;
  /** Beyond the cap on all interest of the line. */
  forgoneByCap: Exact;
  /** What promos and ceilings kept from accruing, in all periods before. */
  discount: Exact;
  /** Rate times weight of all days before the running period. */
  factor: number;
  /** Balance × weight of all days since the last statement, whether or not they cost interest; 0 where nothing asks for it. */
  balanceDays: number;
  /** Deferred interest so far; null: no programme runs. */
  memo: Exact | null;

  hasGrace: boolean;
  /** While it has no grace: statements paid in full in a row, up to the last one that was checked. */
  paidInFull: number;
  /** The first day of the running period from which interest accrues; null: none does. */
  accruesSince: Day | null;
  /** Principal at the last statement, and what raised and lowered it since (7.4 of the rules). */
  opening: number;
  bought: number;
  repaid: number;

  amortized: { readonly amount: number; rowsLeft: number } | null;
  /** Asked for by a fact: at the next statement. */
  toSpread: Amortization | null;
  /** Whether a purchase was posted in the running period. */
  hasBought: boolean;
  /** Purchases that are pending. */
  pending: number;
}

/** Days of one rate within a period. Interest is rate × sum, over the line's denominator. */
export interface Stretch {
  readonly from: Day;
  /** After promos and ceiling, scaled. */
  rate: number;
  /** The sum of its days, as the day count weighs them. */
  weight: number;
  /** Balance × weight of the days on which interest accrued. */
  sum: number;
  /** With daily compounding: what interest that was not booked yet has earned. It is replaced, never changed. */
  onInterest?: Readonly<Exact>;
  /** Balance × weight of what was bought since the statement: it accrues if grace is lost. */
  fresh: number;
}

/** The interest of a period of one draw, as its statement bills it. */
export interface Billed {
  readonly draw: Draw;
  readonly interest: number;
  /** All of it: also the interest that was paid before it was billed. */
  readonly inAll: number;
  readonly raised: number;
  /** Exact: of lost disputes and of programmes of deferred interest. */
  readonly carried: Exact;
  readonly stretches: readonly Stretch[];
}

export type LineObligationKind = 'statement' | 'acceleration' | 'fee' | 'moved';

/** What a statement asks for: a part for each draw, and the fees of the line. */
export interface LineObligation {
  readonly kind: LineObligationKind;
  readonly key: string;
  readonly ordinal: number;
  /** The day on which it was made. */
  readonly on: Day;
  /** The first day of its period. */
  readonly periodStart: Day;
  readonly dueDate: Day;
  /** The last day on which money is in time. */
  deadline: Day;
  /** Days past due count from here. */
  agesFrom: Day;
  /** What it asked for by itself, and how much of that is above the limit. */
  readonly amount: number;
  readonly overLimit: number;
  /** With what was open of older ones, after the customer credit that it used. */
  minimumShown: number;
  parts: Part[];
  fees: Fee[];
  /** What was owed in all after the statement; without draws in a programme of deferred interest. */
  newBalance: number;
  full: number;
  /** What was taken of these since. */
  fulfilled: Fulfilled;
  sent: Sent | null;
  /** What this one and older ones took since the statement. */
  took: number;
  byPayments: number;
  byCredits: number;
  byOverpayments: number;
  capitalised: number;
  isOverdue: boolean;
  hasTurned: boolean;
  isTested: boolean;
  isBlockedByPyramiding: boolean;
  /** Its late fee would have come on a day on which late fees were suspended. */
  isLateFeeSuspended: boolean;
  /** A borrower who paid what the statement asked for is not late: the rest is due with the next statement. */
  isDeferred: boolean;
  closedOn: Day | null;
}

/** Money that came in and went back since the beginning, and what it paid. */
interface MoneyTotals {
  payments: number;
  /** Service credits, refunds and cash backs. */
  credits: number;
  reimbursements: number;
  principal: number;
  interest: number;
  fees: number;
}

interface Fulfilled {
  /** Counts all draws and the line's fees; draws in a programme of deferred interest are left out. */
  all: number;
  full: number;
  /** By the customer credit that the statement used. */
  atStatement: number;
}

/** The statement as it went out. */
interface Sent {
  readonly minimum: number;
  readonly newBalance: number;
  readonly draws: readonly { readonly draw: string; readonly fullBalance: number }[];
}

/** What a statement asks for of one draw. */
export interface Part {
  readonly draw: string;
  readonly interest: number;
  readonly principal: number;
  readonly feesDue: number;
  fees: Fee[];
  interestOpen: number;
  principalOpen: number;
  /** Interest on disputed amounts: while the dispute is open, nobody is late by it. */
  related: number;
  /** The part of the draw that was open in older obligations when this one was made. */
  older: number;
  /** Everything owed of the draw after the statement, and what was taken of it since. */
  full: number;
  fulfilled: number;
  /** By the customer credit that the statement used. */
  atStatement: number;
  /** Whether the draw had grace at the statement, or has it from there on since it was won back. */
  hadGrace: boolean;
  /** In a programme of deferred interest when the statement was made: neither its balance nor its money counts (7.10). */
  isLeftOut: boolean;
  isChecked: boolean;
  /** The day of the check that keeps grace; null: the draw has no grace to keep. */
  keepOn: Day | null;
  /** The day before it on which the check became needless. */
  keepCanceledOn: Day | null;
  /** The first day on which it was paid in full, if its grace is to be checked. */
  paidInFullOn: Day | null;
  /** The day of the check that restores grace if every statement from this one on is paid in full. */
  restoreOn: Day | null;
  /** The first day of the period from which interest accrued, and its rates: for a dispute that comes later. */
  readonly accrued: readonly { readonly from: Day; readonly to: Day; readonly rate: number }[];
}

/** The amount of an authorization that no purchase has posted yet. */
export interface Hold {
  readonly id: string;
  readonly draw: string;
  readonly amount: number;
  /** The day on which it is released. */
  readonly until: Day;
}

/** A pending payment: what it took of what was owed, and the credit it left. */
export interface Uncleared {
  readonly id: string;
  readonly on: Day;
  readonly taken: { [draw: string]: number };
  fromLine: number;
  credit: number;
}

export interface OpenDispute {
  readonly id: string;
  /** The draw of its purchase. */
  readonly draw: string;
  /** The principal that was credited, and what of it took back a purchase of the running period. */
  readonly credited: number;
  readonly tookBack: number;
  /** Interest on it that is billed and open, by the ordinal of the obligation. */
  readonly related: readonly { readonly ordinal: number; readonly amount: number }[];
  /** Rate times weight of the days on which it would have accrued in past periods, and where the running one begins. */
  readonly factor: number;
  readonly since: number;
}

interface TakenBack {
  readonly purchase: string;
  readonly amount: number;
}

export interface Returned {
  readonly key: string;
  /** The effective day of the payment. */
  readonly on: Day;
  /** The oldest obligation that was open then; null: none, or not yet known. */
  readonly ordinal: number | null;
  readonly isKnown: boolean;
}

export interface PeriodSums {
  payments: number;
  credits: number;
  purchases: number;
  cashAdvances: number;
  balanceTransfers: number;
  fees: { [type: string]: number };
  reimbursements: number;
  /** Booked before the statement. */
  interest: number;
  /** Charges of the cycle that were waived or given back. Below zero: they were charged before the takeover. */
  relieved: number;
}
