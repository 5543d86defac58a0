// Fees are booked on their day and due with the next obligation. Late fees are tested after their grace days, and never
// pyramid.

import { scaled, scaleFor, share } from '../interest/exact.ts';
import { yearOf } from '../time/calendar.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { FactOf } from './facts.ts';
import { book, feeAccount, post, transfer } from './ledger.ts';
import { emit, type Loan, type Moot } from './loan.ts';
import { addObligation, countsAsPaid, deadlineOf } from './obligations.ts';
import type { Fee, Obligation } from './records.ts';
import type { AccountPosition, LoanPosition } from './state.ts';
import type { FeeType, LateFee } from './terms.ts';

interface NewFee {
  readonly type: FeeType;
  readonly key: string;
  readonly amount: number;
  readonly on: Day;
  readonly cause: string;
}

/** Records the fee and posts it as not due; the caller decides where it waits. */
export function chargeFee(loan: Loan, { type, key, amount, on, cause }: NewFee): Fee {
  const booked = { key, type, on, amount: amount as Cents, cause };
  loan.records.fees.push(booked);
  if (type === 'late') countLateFee(loan.position, amount, on);
  post(loan, feeAccount[type].notDue, amount);
  post(loan, feeAccount[type].income, -amount);
  emit(loan, on, feeEvents[type] ?? 'loan.fee.booked', key);
  return { ...booked, open: amount };
}

const feeEvents: Partial<Record<FeeType, string>> = {
  late: 'loan.latefee.booked',
  nsf: 'loan.nsffee.booked',
  modification: 'loan.modificationfee.booked',
  foreignTransaction: 'loan.foreigntransactionfee.booked',
};

/** Books a fee that an event causes. If no due date is left, it is due at once. */
export function bookFee(loan: Loan, fee: NewFee): void {
  const p = loan.position;
  if (fee.amount === 0 || p.standing === 'chargedOff') return;
  const waiting = chargeFee(loan, fee);
  loan.entry.fees = fee.amount;
  if (p.next < p.dueDates.length) p.waiting.push(waiting);
  else makeDue(loan, waiting, fee.on);
  book(loan, fee.on, 'fee', fee.cause, fee.amount);
}

/** Makes the fee a separate obligation, due on the day. */
export function makeDue(loan: Loan, fee: Fee, day: Day): void {
  moveToDue(loan, [fee]);
  addObligation(loan, {
    kind: 'fee',
    key: `fee:${fee.key}`,
    ordinal: 0,
    dueDate: day,
    interest: 0,
    principal: 0,
    paidAhead: 0,
    fees: [fee],
  });
}

/** Service and membership fees of a due date, each up to its total cap. */
export function chargePeriodicFees(loan: Loan, on: Day, ordinal: number): Fee[] {
  const charged: Fee[] = [];
  for (const periodic of loan.position.periodicFees) {
    const room = periodic.cap === null ? periodic.amount : Math.max(0, periodic.cap - periodic.charged);
    const amount = Math.min(periodic.amount, room);
    if (amount === 0) continue;
    periodic.charged += amount;
    const key = `${periodic.type}:${ordinal}`;
    charged.push(chargeFee(loan, { type: periodic.type, key, amount, on, cause: `due:${ordinal}` }));
  }
  return charged;
}

/** The share of a spread origination fee that becomes due with an instalment; the first shares have the odd cents. */
function takeSpreadShare(loan: Loan, isAll: boolean): Fee | null {
  const { spread } = loan.position;
  if (spread === null || spread.open === 0) return null;
  const even = Math.floor(spread.total / spread.count) + (spread.turns < spread.total % spread.count ? 1 : 0);
  const amount = isAll ? spread.open : Math.min(even, spread.open);
  spread.turns++;
  spread.open -= amount;
  if (amount === 0) return null;
  const { key } = spread;
  return { key, type: 'origination', on: loan.position.startedOn, amount: amount as Cents, cause: key, open: amount };
}

/**
 * The share of a spread fee (or all of it) and the fees that waited, in order of booking: they become due now. They wait in
 * another order where a re-age took them back from several due dates.
 */
export function takeFeesComingDue(loan: Loan, isAllOfSpread: boolean): Fee[] {
  const p = loan.position;
  const spread = takeSpreadShare(loan, isAllOfSpread);
  const fees = spread === null ? [] : [spread];
  if (p.waiting.length > 0) {
    fees.push(...p.waiting.toSorted((a, b) => a.on - b.on));
    p.waiting = [];
  }
  return fees;
}

export function moveToDue(loan: Loan, fees: readonly Fee[]): void {
  for (const { type, open } of fees) transfer(loan, feeAccount[type].notDue, feeAccount[type].due, open);
}

/** The day on which the late fee of an obligation is decided. */
export function lateFeeDay(loan: Loan, o: Obligation): Day | undefined {
  const { late } = loan.terms.fees;
  if (late === null || o.isTested) return undefined;
  return deadlineOf(o, loan.terms.delinquency, late.graceDays) + 1;
}

export function testLateFee(loan: Loan, o: Obligation, day: Day): void {
  const late = loan.terms.fees.late!;
  o.isTested = true;
  const unpaid = o.interestOpen + o.principalOpen;
  if (loan.position.lateFeeOrdinals.includes(o.ordinal)) return;
  if (unpaid === 0 || countsAsPaid(o, loan.terms.delinquency)) return;
  if (late.pyramiding === 'blocked' && isPyramiding(loan, o.ordinal)) {
    o.isBlockedByPyramiding = true;
    book(loan, day, 'feeBlocked', `late:${o.ordinal}`, 0);
    return;
  }
  if (areLateFeesSuspended(loan.position, day)) {
    o.isLateFeeSuspended = true;
    book(loan, day, 'feeSuspended', `late:${o.ordinal}`, 0);
    return;
  }
  const bases = {
    instalment: () => unpaid,
    overdue: () => overdueInstalments(loan),
    standardPayment: () => o.standard ?? 0,
  };
  bookLateFee(loan, o.ordinal, withinCaps(loan, late, feeOn(loan, late, bases[late.base]()), day), day);
}

export function bookLateFee(loan: Loan, ordinal: number, amount: number, on: Day): void {
  if (amount === 0) return;
  loan.position.lateFeeOrdinals = [...loan.position.lateFeeOrdinals, ordinal];
  const key = `late:${ordinal}`;
  bookFee(loan, { type: 'late', key, amount, on, cause: key });
}

export function suspendLateFees(p: AccountPosition, { on, until }: FactOf<'lateFeeSuspension'>): Moot {
  if (until <= on) return 'it is over on its own day';
  p.lateFeesSuspendedUntil = Math.max(until, p.lateFeesSuspendedUntil ?? until);
  return undefined;
}

export const areLateFeesSuspended = ({ lateFeesSuspendedUntil }: AccountPosition, day: Day): boolean =>
  lateFeesSuspendedUntil !== undefined && day <= lateFeesSuspendedUntil;

/** Counts a late fee toward the caps. */
export function countLateFee({ lateFees }: LoanPosition, amount: number, on: Day): void {
  const year = yearOf(on);
  lateFees.inYear = (lateFees.year === year ? lateFees.inYear : 0) + amount;
  lateFees.year = year;
  lateFees.total += amount;
}

/** Would all instalments so far be paid if no late fee had ever been taken? Then late fees alone took what is open. */
function isPyramiding({ position }: Loan, ordinal: number): boolean {
  let open = 0;
  for (const o of position.obligations) {
    if (o.kind === 'instalment' && o.ordinal <= ordinal) open += o.interestOpen + o.principalOpen;
  }
  return open <= position.lateFees.paid;
}

function overdueInstalments({ position }: Loan): number {
  let open = 0;
  for (const o of position.obligations) if (o.isOverdue) open += o.interestOpen + o.principalOpen;
  return open;
}

function feeOn(loan: Loan, { flat, percent, rule, min, max }: LateFee, base: number): number {
  const scale = scaleFor(percent);
  const part = share(base, scaled(percent, scale), scale, loan.terms.interest.rounding);
  const amounts = { flat, percent: part, greater: Math.max(flat, part), lesser: Math.min(flat, part) };
  const raised = Math.max(amounts[rule], min ?? 0);
  return max === null ? raised : Math.min(raised, max);
}

function withinCaps({ position }: Loan, { yearlyCap, lifetimeCap }: LateFee, amount: number, day: Day): number {
  const { lateFees } = position;
  const inYear = lateFees.year === yearOf(day) ? lateFees.inYear : 0;
  const byYear = yearlyCap === null ? amount : Math.min(amount, yearlyCap - inYear);
  const byLife = lifetimeCap === null ? byYear : Math.min(byYear, lifetimeCap - lateFees.total);
  return Math.max(0, byLife);
}
