// What is owed of a line and of its draws. An obligation rests once its deadline, its late fee and its grace are behind
// it: it only waits for money. The resting ones at the beginning of the list are summed once and not at every step, so
// that a line which nobody pays does not get slower with each statement.

import { openFees } from '../account/loan.ts';
import { type Line, type OpenOfDraw, type OpenSums, partOf } from './line.ts';
import type { Draw, LineObligation, LinePosition, Part } from './state.ts';

export function isResting({ terms, position: p }: Line, o: LineObligation): boolean {
  const isTested = o.isTested || terms.fees.late === null || p.standing !== 'active';
  return o.hasTurned && isTested && o.parts.every(({ isChecked }) => isChecked);
}

/** To be called when one of them rests no more, or when the list has changed before its end. */
export function forgetResting({ resting }: Line): void {
  resting.count = 0;
  resting.open = null;
}

/** To be called when something of an obligation was taken, or is disputed now. */
export function sumAgain({ resting }: Line): void {
  resting.open = null;
}

function restingOf(line: Line): Line['resting'] {
  const { resting } = line;
  const { obligations } = line.position;
  for (let next = obligations[resting.count]; next !== undefined && isResting(line, next); ) {
    if (resting.open !== null) addOpen(resting.open, next);
    next = obligations[++resting.count];
  }
  return resting;
}

/** The obligations of which something is still to be decided. */
export function pendingOf(line: Line): readonly LineObligation[] {
  const { count } = restingOf(line);
  return count === 0 ? line.position.obligations : line.position.obligations.slice(count);
}

export const isAmongResting = (line: Line, o: LineObligation): boolean =>
  line.position.obligations.indexOf(o) < restingOf(line).count;

export function openOfResting(line: Line): OpenSums {
  const resting = restingOf(line);
  if (resting.open === null) {
    resting.open = { debt: 0, lineFees: 0, draws: new Map(), paid: 0 };
    for (const o of line.position.obligations.slice(0, resting.count)) addOpen(resting.open, o);
  }
  return resting.open;
}

function addOpen(sums: OpenSums, o: LineObligation): void {
  sums.debt += openDebt(o);
  if (openOf(o) === 0) sums.paid++;
  sums.lineFees += openFees(o.fees);
  for (const part of o.parts) {
    let ofDraw = sums.draws.get(part.draw);
    if (ofDraw === undefined) {
      ofDraw = { interest: 0, principal: 0, fees: 0, related: 0 };
      sums.draws.set(part.draw, ofDraw);
    }
    ofDraw.interest += part.interestOpen;
    ofDraw.principal += part.principalOpen;
    ofDraw.fees += openFees(part.fees);
    ofDraw.related += relatedOf(part);
  }
}

const relatedOf = (part: Part): number => Math.min(part.related, openOfPart(part));

function openOfDraw(line: Line, d: Draw): OpenOfDraw {
  const open = { interest: 0, principal: 0, fees: 0, related: 0, ...openOfResting(line).draws.get(d.id) };
  for (const o of pendingOf(line)) {
    const part = partOf(o, d);
    if (part === undefined) continue;
    open.interest += part.interestOpen;
    open.principal += part.principalOpen;
    open.fees += openFees(part.fees);
    open.related += relatedOf(part);
  }
  return open;
}

/** Interest that is billed and open, without what disputes leave out. */
export function interestOpenOf(line: Line, d: Draw): number {
  const { interest, related } = openOfDraw(line, d);
  return Math.max(0, interest - related);
}

const waitingOf = (d: Draw): number => openFees(d.waiting) + openFees(d.spread?.fees ?? []);

/** Interest and fees, billed and waiting. */
export function chargesOwed(line: Line, d: Draw): number {
  const { interest, fees } = openOfDraw(line, d);
  return waitingOf(d) + interest + fees;
}

/** What the obligations ask for of a draw. */
export function dueOfDraw(line: Line, d: Draw): number {
  const { interest, principal, fees, related } = openOfDraw(line, d);
  return interest + principal + fees - related;
}

/** What a statement tells of a draw: all that is owed of it, but the open interest on what is disputed. */
export function balanceOf(line: Line, d: Draw): number {
  const { interest, fees, related } = openOfDraw(line, d);
  return d.principalOwed + waitingOf(d) + interest + fees - related;
}

export function lineFeesOwed(line: Line): number {
  let owed = openFees(line.position.waiting) + openOfResting(line).lineFees;
  for (const o of pendingOf(line)) owed += openFees(o.fees);
  return owed;
}

/** Principal, billed interest, fees billed and waiting: not accrued interest, not disputed amounts. */
export function owedOf(line: Line): number {
  const { draws } = line.position;
  let owed = lineFeesOwed(line);
  for (const d of draws) owed += d.principalOwed + waitingOf(d);
  for (const { interest, fees } of openOfResting(line).draws.values()) owed += interest + fees;
  for (const { parts } of pendingOf(line)) for (const part of parts) owed += part.interestOpen + openFees(part.fees);
  return owed;
}

/** What all obligations ask for now: without interest on what is disputed. */
export function dueOf(line: Line): number {
  const { lineFees, draws } = openOfResting(line);
  let due = lineFees + shownOf(pendingOf(line));
  for (const { interest, principal, fees, related } of draws.values()) due += interest + principal + fees - related;
  return due;
}

/** The same of some of them. */
export function shownOf(obligations: readonly LineObligation[]): number {
  let shown = 0;
  for (const o of obligations) {
    shown += openOf(o);
    for (const part of o.parts) shown -= relatedOf(part);
  }
  return shown;
}

/** The same of one draw in them: without the fees of the line itself. */
export function shownOfDraw(obligations: readonly LineObligation[], draw: string): number {
  const parts = obligations.flatMap((o) => o.parts).filter((part) => part.draw === draw);
  return parts.reduce((shown, part) => shown + openOfPart(part) - relatedOf(part), 0);
}

export function openOfPart(part: Part): number {
  return part.interestOpen + part.principalOpen + openFees(part.fees);
}

export function openOf(o: LineObligation): number {
  let open = openFees(o.fees);
  for (const part of o.parts) open += openOfPart(part);
  return open;
}

/** Interest and principal alone. */
export function openDebt(o: LineObligation): number {
  let open = 0;
  for (const part of o.parts) open += Math.max(0, part.interestOpen + part.principalOpen - part.related);
  return open;
}

/** The same of an obligation and of all before it. */
export function openDebtUpTo(line: Line, last: LineObligation): number {
  const { obligations } = line.position;
  let open = openOfResting(line).debt;
  for (const o of pendingOf(line)) open += openDebt(o);
  for (let i = obligations.length - 1; obligations[i] !== last; i--) open -= openDebt(obligations[i]!);
  return open;
}

export function disputedOf(p: LinePosition): number {
  let disputed = 0;
  for (const d of p.draws) disputed += d.disputed;
  return disputed;
}

export const chargedOffOfDraw = ({ chargedOff: { principal, interest, fees } }: Draw): number =>
  principal + interest + fees;

/** It is owed, though it is in no bucket any more. */
export function chargedOffOf(p: LinePosition): number {
  let sum = p.chargedOffFees;
  for (const d of p.draws) sum += chargedOffOfDraw(d);
  return sum;
}
