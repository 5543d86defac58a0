// What a replay of a line leaves behind. Keys are natural, as on any loan: a store keeps its ids through every replay.

import type { BookedFee, LoanEvent, Posting } from '../account/records.ts';
import type { LoanState } from '../account/state.ts';
import type { Exact } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { LineObligation, LinePosition } from './state.ts';
import type { DrawMinimum, DrawPurpose } from './terms.ts';

export type LineState = LoanState<LinePosition, LineRecords>;

export interface LineRecords {
  readonly steps: LineStep[];
  readonly postings: Posting[];
  readonly segments: LineSegment[];
  readonly fees: LineFee[];
  /** Closed obligations: nothing is open, and nothing is tested any more. The others are in the position. */
  readonly obligations: LineObligation[];
  readonly bills: Bill[];
  readonly events: LoanEvent[];
  readonly moot: { readonly fact: string; readonly on: Day; readonly why: string }[];
}

interface LineFee extends BookedFee {
  readonly draw: string | null;
}

/** One line of the account. Key: `on` and `cause`. */
export interface LineStep {
  readonly on: Day;
  readonly kind: LineStepKind;
  readonly cause: string;
  /** The draw that it is about; null: the line. */
  readonly draw: string | null;
  readonly amount: Cents;
  /** How `amount` is divided; `over` became customer credit. */
  readonly fees: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly over: Cents;
  /** The same by draws, where it is about more than one. */
  readonly parts: readonly StepPart[] | null;
}

export interface StepPart {
  readonly draw: string | null;
  fees: number;
  interest: number;
  principal: number;
  /** Principal that was not due. */
  notDue: number;
}

export type LineStepKind =
  | 'activation'
  | 'migration'
  | 'drawActivation'
  | 'statement'
  | 'overdue'
  | 'graceLost'
  | 'graceRestored'
  | 'capitalisation'
  | 'fee'
  | 'feeBlocked'
  | 'feeSuspended'
  | 'waiver'
  | 'purchase'
  | 'refund'
  | 'cashBack'
  | 'dispute'
  | 'disputeOutcome'
  | 'payment'
  | 'serviceCredit'
  | 'reimbursement'
  | 'creditUsed'
  | 'reAge'
  | 'acceleration'
  | 'chargeOff'
  | 'settled'
  | 'paidOff';

/** Days [from, to) of one rate within a period of a draw. Key: draw and `from`. */
export interface LineSegment {
  readonly draw: string;
  readonly from: Day;
  readonly to: Day;
  readonly scale: number;
  readonly rate: number;
  /** Before promos and ceiling, on its first day. */
  readonly rateBeforeDiscount: number;
  readonly weight: number;
  /** Balance × weight of the days on which interest accrued, and that interest. */
  readonly sum: number;
  readonly interest: Exact;
  /** With daily compounding: the part of it that unbooked interest has earned. */
  readonly onInterest?: Readonly<Exact>;
}

/** What the minimum is the largest of, besides the floor, before it is rounded up and kept to what is owed. */
export interface MinimumAsked {
  readonly byDraws: number;
  /** Everything owed after the statement, and what is asked for by it; null: nothing is. */
  readonly balance: number;
  readonly byBalance: number | null;
  /** Above the limit, on top. */
  readonly overLimit: number;
}

/** What a cycle cost and was allowed to cost. */
export interface CycleRate {
  /** Its interest and fees, before anything was given up because of this; and what they may be. */
  readonly charges: number;
  readonly max: number;
  /** Balance × weight of its days, and the weight of a year. */
  readonly weighted: number;
  readonly basis: number;
  /** What was given up: fees that were waived, interest that was not booked, and what had been paid already. */
  readonly fees: number;
  readonly interest: number;
  readonly givenBack: number;
}

/** A statement as data. Previous balance, less payments and credits, plus all else, is the new balance. Key: `ordinal`. */
export interface Bill {
  readonly ordinal: number;
  readonly periodStart: Day;
  readonly statementOn: Day;
  readonly dueOn: Day;
  /** Negative for a credit balance. */
  readonly previousBalance: number;
  readonly payments: number;
  /** Refunds, cash backs, service credits, waivers, amounts in dispute unless they are held. */
  readonly credits: number;
  readonly purchases: number;
  readonly cashAdvances: number;
  readonly balanceTransfers: number;
  readonly fees: { readonly [type: string]: number };
  readonly interest: number;
  readonly reimbursements: number;
  readonly newBalance: number;
  /** Owed to the borrower. */
  readonly customerCredit: number;
  /** How many lines of the account came before its end, among the records of the replay that made it. */
  readonly steps: number;
  /** What this statement asks for by itself, with older obligations, and those alone. */
  readonly minimum: number;
  readonly minimumShown: number;
  readonly overdue: number;
  /** Null: the line is called in, so all is due. */
  readonly asked: MinimumAsked | null;
  /** Null: nothing bounds what a cycle costs. */
  readonly cycle: CycleRate | null;
  /** The late fee that would come if nothing were paid. */
  readonly lateFee: number;
  readonly limit: number;
  readonly available: number;
  readonly rates: readonly RateRow[];
  /** Over this the rates to come of the draws are whole numbers. */
  readonly rateScale: number;
  /** Fees that belong to no draw, as far as they are open after the statement. */
  readonly lineFees: number;
  readonly draws: readonly BilledDraw[];
  /** Statements in a row up to the one before that were paid in full, or asked for nothing. */
  readonly periodsPaidInFull: number;
  readonly yearToDate: { readonly year: number; readonly fees: number; readonly interest: number };
}

/** One rate of one draw in the period. */
export interface RateRow {
  readonly draw: string;
  readonly from: Day;
  readonly to: Day;
  readonly rate: number;
  readonly scale: number;
  /** Whether it follows the index on its first day. */
  readonly isVariable: boolean;
  /** The sum over the days on which interest accrued, divided by all days of the rate. */
  readonly averageBalance: number;
  readonly interest: number;
}

export interface BilledDraw {
  readonly draw: string;
  readonly purpose: DrawPurpose;
  /** Its own; null: none. */
  readonly limit: number | null;
  readonly principal: number;
  readonly interest: number;
  readonly fullBalance: number;
  /** The part that is left after the customer credit that the statement used. */
  readonly owed: number;
  readonly hasGrace: boolean;
  /** The day on which it is checked whether this statement keeps grace; or that restores it, if all goes on so. */
  readonly checkToKeepGrace: Day | null;
  readonly checkToRestoreGrace: Day | null;
  /** The rate of the day and those known to come, whatever is deferred. */
  readonly rates: readonly { readonly from: Day; readonly rate: number }[];
  readonly minimum: DrawMinimum;
  /** Null unless the draw is amortized. */
  readonly instalment: number | null;
  /** Deferred interest so far, and the last day of its programme. */
  readonly deferred: { readonly interest: Exact; readonly endsOn: Day } | null;
}
