// Grace: while a draw has it nothing accrues. It is kept by paying a statement in full, lost by not doing so, and won
// back by statements in a row that were paid in full (rules.md 15).

import { post } from '../account/ledger.ts';
import { addProduct, factorOf } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { accrue, restartDisputes } from './accrual.ts';
import { deadlineFor, dueDatesToCome } from './cycle.ts';
import { book, type Line, partOf } from './line.ts';
import type { Draw, LineObligation, Part } from './state.ts';

/** On the day after the deadline of a statement, draws in the order of activation. */
export function checkGrace(line: Line, o: LineObligation, day: Day): void {
  for (const d of line.position.draws) {
    const part = partOf(o, d);
    const takesPart = d.terms.grace !== null && d.memo === null && line.position.standing === 'active';
    if (!takesPart) leaveUnchecked(line, o, d);
    else if (d.hasGrace) checkToKeep(line, o, d, day);
    else if (part !== undefined && !part.isChecked) checkToRestore(line, o, part, d, day);
  }
}

/** Neither this statement nor those before it will be checked for grace. */
function leaveUnchecked(line: Line, last: LineObligation, d: Draw): void {
  for (const o of line.position.obligations) {
    const part = partOf(o, d);
    if (part !== undefined) part.isChecked = true;
    if (o === last) return;
  }
}

/** The statement that is checked on the day after this one's deadline, while the draw has grace. */
function checkToKeep(line: Line, o: LineObligation, d: Draw, day: Day): void {
  const ordinal = o.ordinal - d.terms.grace!.periodsToEvaluate + 1;
  const checked = line.position.obligations.find((one) => one.kind === 'statement' && one.ordinal === ordinal);
  const part = checked === undefined ? undefined : partOf(checked, d);
  if (checked === undefined || part === undefined || part.isChecked) return;
  part.isChecked = true;
  if (isPaidInFull(line, checked, part)) d.paidInFull++;
  else lose(line, o, d, day);
}

function checkToRestore(line: Line, o: LineObligation, part: Part, d: Draw, day: Day): void {
  part.isChecked = true;
  if (!isPaidInFull(line, o, part)) {
    d.paidInFull = 0;
    return;
  }
  d.paidInFull++;
  if (d.paidInFull >= d.terms.grace!.periodsToRestore) restore(line, o, d, day);
}

/** A balance that was paid before its check needs no check. */
export function noteNeedless(line: Line, day: Day): void {
  for (const o of line.position.obligations) {
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

/** Of a statement that is made, or will be. */
function deadlineOf({ position: p, terms }: Line, ordinal: number): Day {
  const made = p.obligations.find((o) => o.kind === 'statement' && o.ordinal === ordinal);
  if (made !== undefined) return made.deadline;
  return deadlineFor(dueDatesToCome(p, ordinal - p.ordinal).at(-1) ?? p.dueOn, terms);
}

export function endGrace(d: Draw, since: Day): void {
  d.hasGrace = false;
  d.paidInFull = 0;
  d.accruesSince = Math.max(since, d.activatedOn);
}

/** Interest since the statement that was paid in full is removed; what was paid of it is given back. */
function restore(line: Line, o: LineObligation, d: Draw, day: Day): void {
  accrue(line, d, day);
  for (const stretch of d.stretches) stretch.sum = 0;
  d.hasGrace = true;
  d.accruesSince = null;
  const part = partOf(o, d);
  if (part !== undefined) Object.assign(part, { restoreOn: null, keepOn: day, keepCanceledOn: part.paidInFullOn });
  const back = d.taken - d.carried.whole;
  if (back > 0) {
    const { position: p, entry } = line;
    d.taken -= back;
    d.booked -= back;
    p.customerCredit += back;
    post(line, 'interestIncome', back);
    post(line, 'customerCredit', -back);
    entry.interest = -back;
    entry.over = back;
  }
  book(line, day, 'graceRestored', `graceRestored:${o.ordinal}:${d.id}`, 0, d.id);
}

/**
 * Whether the next check will surely restore grace: only its day has not come. Then no payment pays interest that the
 * check will remove.
 */
export function isSureOfGrace(line: Line, d: Draw): boolean {
  const { grace } = d.terms;
  if (grace === null || d.hasGrace || d.memo !== null || line.position.standing !== 'active') return false;
  if (d.paidInFull + 1 < grace.periodsToRestore) return false;
  for (const o of line.position.obligations) {
    const part = o.kind === 'statement' ? partOf(o, d) : undefined;
    if (part !== undefined && !part.isChecked) return o.on === line.position.periodStart && isPaidInFull(line, o, part);
  }
  return false;
}
