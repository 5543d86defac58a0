// The late fee of an obligation and the fee of a returned payment. They never come both for one event.

import { areLateFeesSuspended } from '../account/fees.ts';
import type { Day } from '../values/day.ts';
import { bookFee } from './fees.ts';
import { book, type Line } from './line.ts';
import { countsAsPaid, isPaidAsTold } from './obligations.ts';
import { openDebt, openDebtUpTo, openOf } from './owed.ts';
import type { LineObligation, LinePosition } from './state.ts';

/** The day on which it is decided. */
export function lateFeeDay({ terms }: Line, o: LineObligation): Day | undefined {
  return o.isTested || terms.fees.late === null ? undefined : o.deadline + terms.fees.late.graceDays + 1;
}

export function testLateFee(line: Line, o: LineObligation, day: Day): void {
  const { position: p, terms } = line;
  o.isTested = true;
  if (p.lateFees.ordinals.includes(o.ordinal)) return;
  if (openDebt(o) === 0 || countsAsPaid(o, terms.delinquency) || isPaidAsTold(o)) return;
  // Would all be paid if no late fee had been taken since the last time that all was?
  if (openDebtUpTo(line, o) <= p.lateFees.taken) {
    o.isBlockedByPyramiding = true;
    book(line, day, 'feeBlocked', `late:${o.ordinal}`, 0);
    return;
  }
  if (areLateFeesSuspended(p, day)) {
    o.isLateFeeSuspended = true;
    book(line, day, 'feeSuspended', `late:${o.ordinal}`, 0);
    return;
  }
  bookLateFee(line, o.ordinal, lateFeeOf(line, o), day);
}

/** The first one, or a repeated one; never above what its statement asked for by itself. */
export function lateFeeOf({ terms, position: p }: Line, o: LineObligation): number {
  const { late } = terms.fees;
  if (late === null) return 0;
  const isRepeat = p.lateFees.ordinals.some((ordinal) => ordinal < o.ordinal && ordinal >= o.ordinal - 6);
  return Math.min(isRepeat ? late.repeat : late.first, o.amount, o.sent?.minimum ?? o.amount);
}

export function bookLateFee(line: Line, ordinal: number, amount: number, on: Day): void {
  if (amount === 0) return;
  const { lateFees } = line.position;
  lateFees.ordinals = [...lateFees.ordinals, ordinal];
  const key = `late:${ordinal}`;
  bookFee(line, { type: 'late', key, amount, on, cause: key, draw: null });
}

// --- Returned payments ---

/** On the day of a returned payment, after the statement of that day: which obligation was it to pay? */
export function noteReturned(line: Line, day: Day): void {
  const p = line.position;
  if (!p.returned.some(({ on, isKnown }) => !isKnown && on <= day)) return;
  const ordinal = oldestOpen(p);
  p.returned = p.returned.map((one) => (one.isKnown || one.on > day ? one : { ...one, ordinal, isKnown: true }));
}

function oldestOpen(p: LinePosition): number | null {
  const oldest = p.obligations.find((o) => openOf(o) > 0);
  return oldest === undefined || oldest.ordinal === 0 ? null : oldest.ordinal;
}

export function bookReturnedItems(line: Line, day: Day): void {
  const p = line.position;
  while (p.returnedItems[0] !== undefined && p.returnedItems[0].on <= day) {
    const { key } = p.returnedItems[0];
    p.returnedItems = p.returnedItems.slice(1);
    const noted = p.returned.find((one) => one.key === key);
    const ordinal = noted?.isKnown === false ? oldestOpen(p) : (noted?.ordinal ?? null);
    p.returned = p.returned.filter((one) => one.key !== key);
    bookReturnedItem(line, key, ordinal, day);
  }
}

function bookReturnedItem(line: Line, key: string, ordinal: number | null, day: Day): void {
  const { position: p, terms } = line;
  const o = p.obligations.findLast((one) => one.kind === 'statement' && one.ordinal === ordinal);
  // A late fee of the same day comes first: it is one event.
  if (o !== undefined && lateFeeDay(line, o) === day && p.standing === 'active') testLateFee(line, o, day);
  if (ordinal !== null && p.lateFees.ordinals.includes(ordinal)) return;
  const amount = Math.min(terms.fees.nsf ?? 0, p.latestAmount);
  if (amount === 0) return;
  if (o !== undefined) o.isTested = true;
  bookFee(line, { type: 'nsf', key, amount, on: day, cause: key, draw: null });
}
