// Grace: while a draw has it nothing accrues. It is kept by paying a statement in full, lost by not doing so, and won
// back by statements in a row that were paid in full (rules.md 15).

import { interestAccount, post } from '../account/ledger.ts';
import { addProduct, type Exact, factorOf, subtract } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { accrue, emptyStretches, forgoAccrued, notBooked, restartDisputes, roomOf, withinRoom } from './accrual.ts';
import { deadlineFor, dueDatesToCome } from './cycle.ts';
import { book, type Line, of, partOf } from './line.ts';
import { countFulfilled } from './obligations.ts';
import { pendingOf } from './owed.ts';
import type { Draw, LineObligation, Part } from './state.ts';

/** On the day after the deadline of a statement, draws in the order of activation. */
export function checkGrace(line: Line, o: LineObligation, day: Day): void {
  const won: Draw[] = [];
  for (const d of line.position.draws) {
    const part = partOf(o, d);
    const takesPart = d.terms.grace !== null && d.memo === null && line.position.standing === 'active';
    if (!takesPart) leaveUnchecked(line, d);
    else if (d.hasGrace) checkToKeep(line, o, d, day);
    else if (part !== undefined && !part.isChecked && isWonBack(line, o, part, d)) won.push(d);
  }
  // What this gives back does not count for the checks of the day.
  for (const d of won) restore(line, o, d, day);
}

/** No statement made so far will be checked for grace. */
function leaveUnchecked(line: Line, d: Draw): void {
  for (const o of pendingOf(line)) {
    const part = partOf(o, d);
    if (part !== undefined) part.isChecked = true;
  }
}

/** The statement that is checked on the day after this one's deadline, while the draw has grace. */
function checkToKeep(line: Line, o: LineObligation, d: Draw, day: Day): void {
  const ordinal = o.ordinal - d.terms.grace!.periodsToEvaluate + 1;
  const checked = line.position.obligations.findLast((one) => one.kind === 'statement' && one.ordinal === ordinal);
  const part = checked === undefined ? undefined : partOf(checked, d);
  if (checked === undefined || part === undefined || part.isChecked) return;
  part.isChecked = true;
  if (d.paidOffOn === null && !isPaidInFull(line, checked, part)) lose(line, o, d, day);
}

function isWonBack(line: Line, o: LineObligation, part: Part, d: Draw): boolean {
  part.isChecked = true;
  d.paidInFull = isPaidInFull(line, o, part) ? d.paidInFull + 1 : 0;
  return d.paidInFull >= d.terms.grace!.periodsToRestore;
}

/** A balance that was paid before its check needs no check. */
export function noteNeedless(line: Line, day: Day): void {
  for (const o of pendingOf(line)) {
    for (const part of o.parts) {
      const isToCheck = part.keepOn !== null || part.restoreOn !== null;
      if (!isToCheck || part.isChecked || part.paidInFullOn !== null || !isPaidInFull(line, o, part)) continue;
      part.paidInFullOn = day;
      if (part.keepOn !== null) part.keepCanceledOn ??= day;
    }
  }
}

function isPaidInFull({ terms }: Line, o: LineObligation, part: Part): boolean {
  const { fulfilled, sent } = o;
  const isPaid = terms.graceScope === 'line' ? fulfilled.full >= o.full : part.fulfilled >= part.full;
  if (isPaid || sent === null) return isPaid;
  if (fulfilled.all - fulfilled.atStatement >= sent.newBalance) return true;
  const told = sent.draws.find(({ draw }) => draw === part.draw);
  return told !== undefined && part.fulfilled - part.atStatement >= told.fullBalance;
}

/** Interest is charged back to the latest statement: on what was not repaid of it, and on what was bought since. */
function lose(line: Line, o: LineObligation, d: Draw, day: Day): void {
  accrue(line, d, day);
  const unpaid = Math.max(0, d.opening - d.repaid);
  for (const stretch of d.terms.purpose === 'static' ? [] : d.stretches) {
    const sum = unpaid * stretch.weight + stretch.fresh;
    if (sum > Number.MAX_SAFE_INTEGER) {
      addProduct(d.carried, unpaid, factorOf(stretch.rate, stretch.weight), line.denominator);
      stretch.sum += stretch.fresh;
    } else stretch.sum += sum;
  }
  endGrace(d, line.position.periodStart);
  restartDisputes(line, d);
  // Checks that were still to come count as not paid in full.
  for (const later of line.position.obligations) {
    const part = later.ordinal > o.ordinal - d.terms.grace!.periodsToEvaluate ? partOf(later, d) : undefined;
    if (part === undefined) continue;
    part.isChecked = true;
    if (part.keepOn !== null && part.keepOn > day) part.keepCanceledOn ??= day;
  }
  book(line, day, 'graceLost', `graceLost:${o.ordinal}:${d.id}`, 0, d.id);
}

/** When this statement is checked, as far as it is known by the days of the cycle; those may change. */
export function setCheckDays(line: Line, o: LineObligation): void {
  for (const part of o.parts) {
    const d = line.byId.get(part.draw)!;
    const { grace } = d.terms;
    if (grace === null || d.memo !== null || part.isChecked) continue;
    const dayAfter = (later: number): Day => deadlineOf(line, o.ordinal + later) + 1;
    if (part.hadGrace) part.keepOn = dayAfter(grace.periodsToEvaluate - 1);
    else part.restoreOn = dayAfter(Math.max(0, grace.periodsToRestore - 1 - d.paidInFull));
  }
}

/** The deadline of a statement that is made, or will be. */
function deadlineOf({ position: p, terms }: Line, ordinal: number): Day {
  const made = p.obligations.findLast((o) => o.kind === 'statement' && o.ordinal === ordinal);
  if (made !== undefined) return made.deadline;
  return deadlineFor(dueDatesToCome(p, ordinal - p.ordinal).at(-1) ?? p.dueOn, terms);
}

export function endGrace(d: Draw, since: Day): void {
  d.hasGrace = false;
  d.paidInFull = 0;
  d.accruesSince = since;
}

/** Interest since the statement that was paid in full is removed; what was paid of it is given back. */
function restore(line: Line, o: LineObligation, d: Draw, day: Day): void {
  const { position: p, entry } = line;
  emptyStretches(d);
  d.hasGrace = true;
  d.accruesSince = null;
  const part = partOf(o, d)!;
  Object.assign(part, { hadGrace: true, restoreOn: null, keepOn: day, keepCanceledOn: part.paidInFullOn });
  const taken = Math.max(0, d.taken - d.carried.whole);
  d.taken -= taken;
  d.booked -= taken;
  const back = taken + giveBackBilled(line, o, d);
  if (back > 0 && p.customerCredit === 0) p.creditSince = day;
  p.customerCredit += back;
  post(line, 'interestIncome', taken);
  post(line, 'customerCredit', -back);
  entry.interest -= taken;
  entry.over = back;
  book(line, day, 'graceRestored', `graceRestored:${o.ordinal}:${d.id}`, 0, d.id);
}

/** A statement sent late is checked after the next one was made: what that billed goes too. Returns what was paid of it. */
function giveBackBilled(line: Line, o: LineObligation, d: Draw): number {
  const { position: p, entry } = line;
  let paid = 0;
  for (const later of p.obligations) {
    const part = later.ordinal > o.ordinal ? partOf(later, d) : undefined;
    if (part === undefined) continue;
    const { interest, interestOpen: open } = part;
    part.interestOpen = 0;
    later.byCredits += open;
    post(line, of(interestAccount.due, d), -open);
    countFulfilled(line, d.id, open, { from: later });
    // What a dispute moved out of a statement was billed there: here only what is open of it goes.
    const billed = later.kind === 'statement' ? interest : 0;
    post(line, 'interestIncome', billed);
    d.booked -= billed;
    d.forgone.whole += billed;
    p.period.credits += billed;
    entry.interest -= billed;
    paid += billed - open;
    Object.assign(part, { hadGrace: true, restoreOn: null });
    if (later.kind === 'statement') setCheckDays(line, later);
    part.keepCanceledOn = part.paidInFullOn;
  }
  return paid;
}

/**
 * Whether the next check will surely restore grace: only its day has not come. Then no payment pays interest that the
 * check will remove.
 */
export function isSureOfGrace(line: Line, d: Draw): boolean {
  const { grace } = d.terms;
  if (grace === null || d.hasGrace || d.memo !== null || line.position.standing !== 'active') return false;
  if (d.paidInFull + 1 < grace.periodsToRestore) return false;
  for (const o of pendingOf(line)) {
    const part = o.kind === 'statement' ? partOf(o, d) : undefined;
    if (part !== undefined && !part.isChecked) return isPaidInFull(line, o, part);
  }
  return false;
}

/** Interest not booked that money may take: not what the next check of grace will surely remove. */
export function lastingOf(line: Line, d: Draw): Exact {
  if (!isSureOfGrace(line, d)) return notBooked(line, d);
  const lasting = { ...d.carried };
  subtract(lasting, d.taken, 0, line.denominator);
  return lasting;
}

/** What lasts of all draws, in the order of activation. */
export const lastingOfAll = (line: Line): Exact[] =>
  withinRoom(
    line,
    line.position.draws.map((d) => lastingOf(line, d)),
  );

/** The whole cents of it; while there are any, the draw is not paid off. */
export const collectibleOf = (line: Line, d: Draw): number =>
  Math.max(0, Math.min(lastingOf(line, d).whole, roomOf(line)));

/** The draw is paid off: nothing more of what has accrued is collected. */
export function endAccrual(line: Line, d: Draw, day: Day): void {
  if (isSureOfGrace(line, d)) emptyStretches(d);
  forgoAccrued(line, d, day);
}
