// Booking fees, and the late fee (section 7 of the rules).

import type { FeeType } from '../account/terms.ts';
import type { Day } from '../values/day.ts';
import { partsOf } from './civil.ts';
import {
  addObligation,
  countsAsPaid,
  deadlineOf,
  type FeePiece,
  type Loan,
  newObligation,
  type Obligation,
} from './loan.ts';
import { ofDecimal, rational, rounded, times } from './rational.ts';

interface NewFee {
  readonly type: FeeType;
  readonly key: string;
  readonly amount: number;
}

/** Records the booked fee and returns its piece, which the caller puts into a balance. */
export function recordFee(loan: Loan, { type, key, amount }: NewFee): FeePiece {
  loan.feesBooked.push({ key, type, on: loan.day, amount });
  return { key, type, bookedOn: loan.day, open: amount };
}

/** The fee waits for the next due date, or is due at once when there is none. */
export function bookFee(loan: Loan, fee: NewFee): void {
  if (fee.amount === 0) return;
  const piece = recordFee(loan, fee);
  if (loan.rows.length === 0) makeFeeDue(loan, piece);
  else loan.waiting.push(piece);
}

export function makeFeeDue(loan: Loan, piece: FeePiece): void {
  addObligation(loan, newObligation({ kind: 'fee', key: piece.key, dueDate: loan.day, fees: [piece] }));
}

export function periodicFees(loan: Loan, ordinal: number): FeePiece[] {
  const pieces: FeePiece[] = [];
  for (const fee of loan.periodic) {
    const left = fee.cap === null ? fee.amount : Math.max(0, fee.cap - fee.charged);
    const amount = Math.min(fee.amount, left);
    if (amount === 0) continue;
    fee.charged += amount;
    pieces.push(recordFee(loan, { type: fee.type, key: `${fee.type}:${ordinal}`, amount }));
  }
  return pieces;
}

/** Takes up to `most` of what is left of a spread fee, as a piece of its own. */
export function takeSpread(loan: Loan, most: number): FeePiece[] {
  if (loan.spreadFee === null) return [];
  const open = Math.min(most, loan.spreadFee.open);
  loan.spreadFee.open -= open;
  return open === 0 ? [] : [{ ...loan.spreadFee, open }];
}

export function piecesOf(loan: Loan, key: string): FeePiece[] {
  const inObligations = loan.obligations.flatMap(({ fees }) => fees);
  const spread = loan.spreadFee === null ? [] : [loan.spreadFee];
  return [...inObligations, ...loan.waiting, ...spread].filter((piece) => piece.key === key);
}

export function lateFeeKey(ordinal: number): string {
  return `late:${ordinal}`;
}

export function isBooked(loan: Loan, key: string): boolean {
  return loan.feesBooked.some((fee) => fee.key === key);
}

export function testLateFee(loan: Loan, obligation: Obligation): boolean {
  const { late } = loan.terms.fees;
  if (late === null || obligation.kind !== 'instalment' || obligation.lateFeeTested) return false;
  if (loan.day <= deadlineOf(loan, obligation, late.graceDays)) return false;
  obligation.lateFeeTested = true;
  const unpaid = obligation.interest + obligation.principal;
  const key = lateFeeKey(obligation.ordinal);
  if (countsAsPaid(loan, obligation) || unpaid === 0 || isBooked(loan, key)) return false;
  if (late.pyramiding === 'blocked' && openUpTo(loan, obligation.ordinal) <= loan.lateFeesPaid) return false;
  if (loan.noLateFeeThrough !== null && loan.day <= loan.noLateFeeThrough) return false;
  bookFee(loan, { type: 'late', key, amount: lateFeeOn(loan, unpaid, obligation.standard) });
  return true;
}

function openUpTo(loan: Loan, ordinal: number): number {
  const earlier = loan.obligations.filter((other) => other.kind === 'instalment' && other.ordinal <= ordinal);
  return earlier.reduce((sum, { interest, principal }) => sum + interest + principal, 0);
}

function lateFeeOn(loan: Loan, unpaid: number, standard: number): number {
  const late = loan.terms.fees.late;
  if (late === null) return 0;
  const overdue = loan.obligations.filter(({ isOverdue }) => isOverdue);
  const allOverdue = overdue.reduce((sum, { interest, principal }) => sum + interest + principal, 0);
  const base = { instalment: unpaid, overdue: allOverdue, standardPayment: standard }[late.base];
  const share = rounded(times(ofDecimal(late.percent, 12), rational(base)), loan.terms.interest.rounding);
  const amounts = {
    flat: late.flat,
    percent: share,
    greater: Math.max(late.flat, share),
    lesser: Math.min(late.flat, share),
  };
  let amount = Math.max(amounts[late.rule], late.min ?? 0);
  amount = Math.min(amount, late.max ?? amount);
  const leftOf = (cap: number | null, charged: number) => (cap === null ? amount : Math.max(0, cap - charged));
  amount = Math.min(amount, leftOf(late.yearlyCap, lateFeesCharged(loan, yearOf(loan.day))));
  return Math.min(amount, leftOf(late.lifetimeCap, lateFeesCharged(loan, null)));
}

function yearOf(day: Day): number {
  return partsOf(day).year;
}

function lateFeesCharged(loan: Loan, year: number | null): number {
  const counted = loan.feesBooked.filter(({ type, on }) => type === 'late' && (year === null || yearOf(on) === year));
  return counted.reduce((sum, { amount }) => sum + amount, 0);
}

/** Removes all waiting fees and returns those that have an open amount. */
export function takeWaiting(loan: Loan): FeePiece[] {
  const waiting = loan.waiting.filter(({ open }) => open > 0);
  loan.waiting = [];
  return waiting;
}
