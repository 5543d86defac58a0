// What a replay gives. `position` is all that the next day depends on: small, plain data, and so the checkpoint from
// which a replay resumes. `records` is what happened since that checkpoint, in order; a store keeps them by their
// natural keys.

import type { Exact } from '../interest/exact.ts';
import type { RateFact, RateStep } from '../interest/rates.ts';
import type { Day } from '../values/day.ts';
import type { Place } from './facts.ts';
import type { Fee, Obligation, Records, Segment } from './records.ts';
import type { FeeType } from './terms.ts';

/** Raised by a release in which the same facts may give other cents. */
export const rulesVersion = 1;

export interface LoanState<P extends LoanPosition = LoanPosition> {
  readonly rules: number;
  /** Facts of this day are in, its interest is not. */
  readonly through: Day;
  /** Of a checkpoint inside the day: the last fact that is in it. Absent: all facts of the day are. */
  readonly last?: Place;
  readonly position: P;
  readonly records: Records;
}

export type Status = 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff' | 'paidOff';

/** All that the days to come depend on. Plain data; a checkpoint is one of these. */
export interface LoanPosition {
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
  next: number;
  firstOrdinal: number;
  periodStart: Day;
  /** The regular payment; zero where the product has none. */
  payment: number;
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
interface SpreadFee {
  readonly key: string;
  readonly total: number;
  readonly count: number;
  turns: number;
  open: number;
}

interface FrozenDays {
  readonly since: Day;
  readonly interest: Exact;
  readonly discount: Exact;
  readonly relief: Exact;
  readonly segments: Segment[];
}

interface PeriodicFeeState {
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
