// The loan in the middle of the simulation, and simple questions about it.

import type { Component, FeeType } from '../account/terms.ts';
import type { Terms } from '../installment/terms.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Charge } from './charge.ts';
import { following } from './civil.ts';
import { openRateBook, type RateBook } from './rate-book.ts';
import { plus, type Rational, wholeCents, zero } from './rational.ts';

/** A part of a fee, in one balance. */
export interface FeePiece {
  readonly key: string;
  readonly type: FeeType;
  readonly bookedOn: Day;
  open: number;
}

export interface Obligation {
  readonly kind: 'instalment' | 'acceleration' | 'demand' | 'fee';
  /** The number of the instalment; zero for anything else. */
  readonly ordinal: number;
  readonly key: string;
  readonly dueDate: Day;
  interest: number;
  principal: number;
  readonly fees: FeePiece[];
  frozenDays: number;
  /** What the borrower had to pay at most, as a payment like the others (7.3). */
  standard: number;
  isOverdue: boolean;
  lateFeeTested: boolean;
}

/** A payment that is still to come. */
export interface Row {
  date: Day;
  supplied: number | null;
  plan: number | null;
  isDeferred: boolean;
}

/** Exact interest by the three rates of rule 3.4. */
export interface Sums {
  atRate: Rational;
  withoutCeiling: Rational;
  beforeDiscount: Rational;
}

interface PeriodicState {
  readonly type: FeeType;
  amount: number;
  cap: number | null;
  charged: number;
}

export interface Loan {
  readonly terms: Terms;
  day: Day;
  status: 'pending' | 'active' | 'frozen' | 'accelerated' | 'chargedOff';
  paidOffOn: Day | null;
  isClosed: boolean;
  servicedBy: 'creditor' | 'debtCollectionAgency';
  readonly rates: RateBook;
  series: DueDays;
  /** The series with which the running period began. */
  countedSeries: DueDays;
  /** The ordinal of the first of `rows`. */
  ordinal: number;
  rows: Row[];
  /** A, the payment that was solved for. */
  payment: number;
  paidAhead: number;
  periodStart: Day;
  /** Principal that is not due. */
  principal: number;
  accrued: Rational;
  booked: number;
  forgoneRounding: Rational;
  forgoneCap: Rational;
  /** Since the last due date. */
  period: Sums;
  /** Null: interest accrues at the rates. */
  charge: Charge | null;
  /** What would have accrued while the loan is frozen. */
  frozen: Sums;
  obligations: Obligation[];
  waiting: FeePiece[];
  /** What is left of an origination fee that is spread over the payments, and its shares by ordinal. */
  spreadFee: FeePiece | null;
  spreadShares: number[];
  feesBooked: { key: string; type: FeeType; on: Day; amount: number }[];
  periodic: PeriodicState[];
  lateFeesPaid: number;
  /** The last day of the suspensions so far (7.3a). */
  noLateFeeThrough: Day | null;
  customerCredit: number;
  readonly paid: Record<Component, number>;
  readonly chargedOff: Record<Component, number>;
  refunded: number;
  settlement: { readonly amount: number; readonly lastDay: Day; received: number } | null;
  moot: string[];
}

export function noSums(): Sums {
  return { atRate: zero, withoutCeiling: zero, beforeDiscount: zero };
}

export function pendingLoan(terms: Terms, day: Day): Loan {
  const { frequency, days, startDate } = terms.payments;
  const series = { frequency, days, startDate };
  return {
    terms,
    day,
    status: 'pending',
    paidOffOn: null,
    isClosed: false,
    servicedBy: 'creditor',
    rates: openRateBook(terms.interest),
    series,
    countedSeries: series,
    ordinal: 1,
    rows: [],
    payment: 0,
    paidAhead: 0,
    periodStart: day,
    principal: 0,
    accrued: zero,
    booked: 0,
    forgoneRounding: zero,
    forgoneCap: zero,
    period: noSums(),
    frozen: noSums(),
    obligations: [],
    waiting: [],
    spreadFee: null,
    spreadShares: [],
    feesBooked: [],
    lateFeesPaid: 0,
    noLateFeeThrough: null,
    customerCredit: 0,
    periodic: terms.fees.periodic.map(({ type, amount, cap }) => ({ type, amount, cap, charged: 0 })),
    paid: { principal: 0, interest: 0, fees: 0 },
    chargedOff: { principal: 0, interest: 0, fees: 0 },
    charge: null,
    refunded: 0,
    settlement: null,
    moot: [],
  };
}

export function newObligation(
  given: Pick<Obligation, 'kind' | 'dueDate'> & Partial<Omit<Obligation, 'kind' | 'dueDate'>>,
): Obligation {
  return {
    ordinal: 0,
    key: '',
    interest: 0,
    principal: 0,
    fees: [],
    frozenDays: 0,
    standard: 0,
    isOverdue: false,
    lateFeeTested: false,
    ...given,
  };
}

const kindRank = { instalment: 0, acceleration: 1, demand: 2, fee: 3 };

/** Obligations of one day keep the order in which they were added. */
export function addObligation(loan: Loan, obligation: Obligation): void {
  loan.obligations.push(obligation);
  loan.obligations.sort((a, b) => {
    const byDate = a.dueDate - b.dueDate || kindRank[a.kind] - kindRank[b.kind] || a.ordinal - b.ordinal;
    if (byDate !== 0 || a.kind === 'demand' || a.key === b.key) return byDate;
    return a.key < b.key ? -1 : 1;
  });
}

export function openFees(pieces: readonly FeePiece[]): number {
  return pieces.reduce((sum, { open }) => sum + open, 0);
}

export function openOf(obligation: Obligation): number {
  return obligation.interest + obligation.principal + openFees(obligation.fees);
}

const foreseenTypes: readonly FeeType[] = ['origination', 'service', 'membership'];

/**
 * True when the open amount does not make the obligation late: unforeseen fees never do, nor does less than the
 * tolerance.
 */
export function countsAsPaid(loan: Loan, obligation: Obligation): boolean {
  const foreseen = obligation.fees.filter(({ type }) => foreseenTypes.includes(type));
  const missing = obligation.interest + obligation.principal + openFees(foreseen);
  return missing === 0 || missing < loan.terms.delinquency.tolerance;
}

/** The last day on which a payment is in time, `grace` days after the due date. */
export function deadlineOf(loan: Loan, obligation: Obligation, grace: number): Day {
  const day = obligation.dueDate + grace;
  const { deadlines, closedDays } = loan.terms.delinquency;
  return (deadlines === 'following' ? following(day, closedDays) : day) + obligation.frozenDays;
}

export function daysPastDue(loan: Loan): number {
  const oldest = loan.obligations.find((obligation) => obligation.isOverdue && !countsAsPaid(loan, obligation));
  return oldest === undefined ? 0 : loan.day - oldest.dueDate - oldest.frozenDays;
}

export function overdueAmount(loan: Loan): number {
  return loan.obligations.reduce((sum, obligation) => sum + (obligation.isOverdue ? openOf(obligation) : 0), 0);
}

export function interestBearing(loan: Loan): number {
  const isAccruing = loan.status !== 'chargedOff' || loan.terms.delinquency.accrualAfterChargeOff;
  const owed = loan.obligations.reduce((sum, { principal }) => sum + principal, loan.principal);
  return isAccruing ? owed + loan.chargedOff.principal : 0;
}

/** Everything owed, due or not: what it takes to end the loan. */
export function allOwed(loan: Loan): number {
  const { principal, interest, fees } = loan.chargedOff;
  const inObligations = loan.obligations.reduce((sum, obligation) => sum + openOf(obligation), 0);
  const waiting = openFees(loan.waiting) + (loan.spreadFee?.open ?? 0);
  return loan.principal + inObligations + waiting + principal + interest + fees + wholeCents(loan.accrued);
}

export function owesNothing(loan: Loan): boolean {
  return allOwed(loan) === 0;
}

/** Moves past the due dates that came while nothing was owed, or that a freeze had put off until then. */
export function passDueDates(loan: Loan): void {
  while (loan.rows[0] !== undefined && loan.rows[0].date <= loan.day) {
    loan.periodStart = loan.rows[0].date;
    loan.countedSeries = loan.series;
    loan.period = noSums();
    loan.rows.shift();
    loan.ordinal += 1;
  }
}

/** Called after every fact and every step of the calendar. */
export function notePaidOff(loan: Loan): void {
  if (loan.status === 'pending') return;
  if (!owesNothing(loan)) {
    loan.paidOffOn = null;
    return;
  }
  loan.paidOffOn ??= loan.day;
  loan.settlement = null;
  loan.paidAhead = 0;
  passDueDates(loan);
  loan.forgoneRounding = plus(loan.forgoneRounding, loan.accrued);
  loan.accrued = zero;
}

/** The due dates after today without those that a freeze holds back. */
export function rowsAhead(loan: Loan): Row[] {
  return loan.rows.filter(({ date }) => date > loan.day);
}

export function cents(amount: number): Cents {
  return amount as Cents;
}
