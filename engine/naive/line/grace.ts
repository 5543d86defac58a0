// Grace: who has paid in full, who loses grace, who wins it back (section 7).

import type { Day } from '../../values/day.ts';
import { deadlineOfOrdinal } from './ahead.ts';
import { chargeBack, onlyTakesBack } from './interest.ts';
import { type Draw, type Line, type Obligation, type Statement, statementsOf, type Taking } from './line.ts';

/** 7.2, 13.3: capitalisation, what a settlement writes off and the waiver of what is not billed fulfil nothing. */
function counts({ source, obligation }: Taking): boolean {
  if (source === 'waiver') return obligation !== null;
  return source !== 'capitalisation' && source !== 'settlement';
}

/** 7.2, of one draw. `since` is a number of takings. */
export function fulfilledOf(line: Line, statement: Statement, draw: Draw, since: number, through: Day): number {
  return line.takings
    .slice(since)
    .filter((taking) => taking.draw === draw && taking.on <= through && counts(taking))
    .filter((taking) => !onlyTakesBack(taking, draw, statement.date))
    .reduce((sum, { amount }) => sum + amount, statement.fulfilledBefore.get(draw) ?? 0);
}

function fulfilledOfLine(
  line: Line,
  statement: Statement,
  draws: readonly Draw[],
  since: number,
  through: Day,
): number {
  const ofLine = line.takings
    .slice(since)
    .filter((taking) => taking.draw === null && taking.on <= through && counts(taking))
    .reduce((sum, { amount }) => sum + amount, 0);
  return draws.reduce((sum, draw) => sum + fulfilledOf(line, statement, draw, since, through), ofLine);
}

/** 7.10: a draw in a running programme is left out; one that began after the statement counts, if it has none. */
function takesPart(statement: Statement, draw: Draw): boolean {
  return statement.fullBalances.has(draw) || (!statement.principals.has(draw) && draw.terms.deferredInterest === null);
}

/** 7.2 and 8.5: whether the statement was paid in full through a day, for this draw. */
function isPaidInFull(line: Line, statement: Statement, draw: Draw, through: Day): boolean {
  const full = statement.fullBalances.get(draw) ?? 0;
  const fulfilled = fulfilledOf(line, statement, draw, statement.recordedAt, through);
  const taking = line.draws.filter((each) => takesPart(statement, each));
  const isPaid =
    line.terms.graceScope === 'draw'
      ? fulfilled >= full
      : fulfilledOfLine(line, statement, taking, statement.recordedAt, through) >= statement.lineFull;
  if (isPaid || statement.sent === null) return isPaid;
  const sentFull = statement.sent.draws.find((sent) => sent.draw === draw.id)?.fullBalance;
  const since = statement.afterCredit;
  if (sentFull !== undefined && fulfilledOf(line, statement, draw, since, through) >= sentFull) return true;
  return fulfilledOfLine(line, statement, line.draws, since, through) >= statement.sent.newBalance;
}

/** 7.3: on the day after the deadline of this obligation. */
export function checkGrace(line: Line, obligation: Obligation): void {
  const { statement } = obligation;
  if (statement === null || line.status !== 'active') return;
  for (const draw of [...line.draws].sort((a, b) => a.sequence - b.sequence)) {
    if (draw.terms.grace === null || line.newlyRestored !== null) continue;
    checkDraw(line, draw, statement);
  }
}

function checkDraw(line: Line, draw: Draw, statement: Statement): void {
  const { grace } = draw.terms;
  if (grace === null) return;
  const restored = line.restored.find((each) => each.draw === draw.id && each.ordinal === statement.ordinal);
  if (restored !== undefined && restored.checkedOn === line.day) {
    statement.checks.set(draw, { on: line.day, isPaid: true });
    return;
  }
  const ordinal = draw.inGrace ? statement.ordinal - grace.periodsToEvaluate + 1 : statement.ordinal;
  const checked = statementsOf(line).find((each) => each.ordinal === ordinal);
  if (checked === undefined || checked.checks.has(draw) || !checked.fullBalances.has(draw)) return;
  const isPaid = isPaidInFull(line, checked, draw, line.day - 1);
  checked.checks.set(draw, { on: line.day, isPaid });
  if (draw.inGrace && !isPaid) loseGrace(line, draw, checked);
  else if (!draw.inGrace && isPaid && hasPaidBefore(line, draw, checked, grace.periodsToRestore - 1)) {
    line.newlyRestored = { draw: draw.id, ordinal: checked.ordinal, checkedOn: line.day };
  }
}

/** 7.3: so many statements right before this one were paid in full, each at its own check. */
function hasPaidBefore(line: Line, draw: Draw, statement: Statement, count: number): boolean {
  for (let back = 1; back <= count; back += 1) {
    const before = statementsOf(line).find(({ ordinal }) => ordinal === statement.ordinal - back);
    if (before?.checks.get(draw)?.isPaid !== true) return false;
  }
  return true;
}

/** 7.3, 7.4: checks of later statements are canceled, and those count as not paid in full. */
function loseGrace(line: Line, draw: Draw, checked: Statement): void {
  const statements = statementsOf(line);
  const latest = statements.findLast(({ date }) => date < line.day);
  if (latest !== undefined) chargeBack(line, draw, latest);
  draw.inGrace = false;
  for (const later of statements) {
    if (later.ordinal <= checked.ordinal || later.checks.has(draw) || !later.fullBalances.has(draw)) continue;
    later.checks.set(draw, { on: line.day, isPaid: false });
  }
}

/** 7.5: grace holds again from this statement on. */
export function restoreGrace(line: Line, statement: Statement): void {
  for (const { draw, ordinal } of line.restored) {
    if (ordinal !== statement.ordinal) continue;
    const mine = line.draws.find(({ id }) => id === draw);
    if (mine !== undefined) mine.inGrace = true;
  }
}

export interface GraceDates {
  readonly toKeep: Day | null;
  readonly canceledOn: Day | null;
  readonly toRestore: Day | null;
}

/** 7.8. */
export function graceDates(line: Line, statement: Statement, draw: Draw): GraceDates {
  const none = { toKeep: null, canceledOn: null, toRestore: null };
  const { grace } = draw.terms;
  if (grace === null || !statement.fullBalances.has(draw)) return none;
  const deadline = (ordinal: number) => deadlineOfOrdinal(line, ordinal);
  if (statement.graceAfter.get(draw) !== true) {
    let paidBefore = 0;
    while (hasPaidBefore(line, draw, statement, paidBefore + 1)) paidBefore += 1;
    const more = Math.max(0, grace.periodsToRestore - 1 - paidBefore);
    return { ...none, toRestore: deadline(statement.ordinal + more) + 1 };
  }
  const wasRestored = line.restored.some(({ draw: id, ordinal }) => id === draw.id && ordinal === statement.ordinal);
  const periods = wasRestored ? 1 : grace.periodsToEvaluate;
  const toKeep = deadline(statement.ordinal + periods - 1) + 1;
  return { ...none, toKeep, canceledOn: needlessOn(line, statement, draw, toKeep) };
}

/** When the check became needless: the balance was fulfilled, or an earlier check lost grace. */
function needlessOn(line: Line, statement: Statement, draw: Draw, toKeep: Day): Day | null {
  for (let day = statement.date; day < toKeep && day <= line.day; day += 1) {
    if (isPaidInFull(line, statement, draw, day)) return day;
    const check = statement.checks.get(draw);
    if (check?.on === day && !check.isPaid) return day;
  }
  return null;
}
