// The result of a replay. `position` is all that the next day depends on: small, plain data, and so it is the
// checkpoint from which a replay resumes. `records` is what happened since that checkpoint, in order; a store keeps the
// records by their natural keys.

import type { Exact } from '../interest/exact.ts';
import type { RateFact, RateStep } from '../interest/rates.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import type { Charge } from './charge.ts';
import type { Place } from './order.ts';
import type { Fee, Obligation, Records, Segment } from './records.ts';
import type { FeeType } from './terms.ts';

/** Raised by a release in which the same facts may result in other cents. */
export const rulesVersion = 2;

export interface LoanState<P extends AccountPosition = LoanPosition, R = Records> {
  readonly rules: number;
  /** Facts of this day are included, its interest is not. */
  readonly through: Day;
  /** For a checkpoint inside the day: the last fact that it includes. Absent: it includes all facts of the day. */
  readonly last?: Place;
  readonly position: P;
  readonly records: R;
}

export type Status = 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff' | 'paidOff';

/** All that later days depend on, as far as it is the same for every product. Plain data; a checkpoint contains one. */
export interface AccountPosition {
  standing: 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff';
  paidOffOn: Day | null;
  isClosed: boolean;
  servicedBy: 'creditor' | 'debtCollectionAgency';
  /** The last day whose calendar or facts were worked. */
  workedDay: Day;
  startedOn: Day;
  /** The scale of all rates (exact.ts). */
  scale: number;
  customerCredit: number;
  returnedItems: readonly ReturnedItem[];
  suppressed: readonly Suppressed[];
  settlement: { readonly amount: number; readonly lastDay: Day; readonly fact: string; paid: number } | null;
  isDelinquent: boolean;
  /** The last day on which no late fee is charged; absent if nobody has ever suspended them. */
  lateFeesSuspendedUntil?: Day;
}

/** The position of a loan with one balance. */
export interface LoanPosition extends AccountPosition {
  /** Interest is complete for all days before this one. */
  accruedTo: Day;

  rateFacts: readonly RateFact[];
  rateSteps: readonly RateStep[];

  /** Principal not due. */
  principal: number;
  /** Obligations with something open, in the order in which money pays them. */
  obligations: Obligation[];
  /** Booked fees that wait for the next due turn. */
  waiting: Fee[];
  spread: SpreadFee | null;
  chargedOff: { principal: number; interest: number; fees: number };

  /** Interest earned and not booked. */
  accrued: Exact;
  accruedTotal: Exact;
  /** Where a charge was fixed at the start: nothing accrues at a rate then, but what is overdue. */
  charge?: Charge;
  /** `accruedTotal` at the last due turn, and the interest that promos and a ceiling have saved the borrower since. */
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
  /** The series from which the due dates come; absent if the product has none. */
  series?: DueDays;
  /** Where interest goes by the period: the series by which the running period counts, if `series` is another by now. */
  runningSeries?: DueDays;
  next: number;
  firstOrdinal: number;
  periodStart: Day;
  /** The regular payment; zero if the product has none. */
  payment: number;
  paidAhead: number;

  periodicFees: PeriodicFeeState[];
  /** Instalments whose late fee has been booked. */
  lateFeeOrdinals: readonly number[];
  lateFees: { total: number; year: number; inYear: number; paid: number };
  discountLeft: { total: number; turns: number; taken: number; turn: number } | null;
  totals: Totals;
}

/** An origination fee spread over the payments: a share becomes due with each. */
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

/** Days on which the loan is not automatically accelerated, or charged off, because a person reversed it. */
export interface Suppressed {
  readonly what: 'acceleration' | 'chargeOff';
  readonly from: Day;
  readonly to: Day;
}

export interface Totals {
  lent: number;
  capitalised: number;
  /** Principal, by how it was reduced. */
  repaid: number;
  credited: number;
  creditedInterest: number;
  creditedFees: number;
  refunded: number;
  settled: number;
  recovered: number;
  writtenOff: number;
  /** Principal that instalments asked for, less what was re-aged. */
  cameDue: number;
  /** Principal that payments took before it was due, and what of it does not count as paid ahead. */
  paidBeforeDue: number;
  paidBeyond: number;
  /** Money by kind. */
  payments: number;
  credits: number;
  refunds: number;
  reimbursements: number;
  /** The part of them that was paid back beyond the credit: principal that is owed again. */
  owedAgain: number;
  paidPrincipal: number;
  paidInterest: number;
  paidFees: number;
  paidOver: number;
  interestBooked: number;
}
