// Whether a statement was paid in full, and what money may therefore not take (7.2, 8.5; rules.md 15.8).

import type { Day } from '../../values/day.ts';
import { minus, wholeCents, zero } from '../rational.ts';
import { forgo, onlyTakesBack } from './interest.ts';
import { type Draw, type Line, leftUnderCap, type Statement, statementsOf, type Taking } from './line.ts';

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
export function isPaidInFull(line: Line, statement: Statement, draw: Draw, through: Day): boolean {
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

/** 7.3: so many statements right before this one were paid in full, each at its own check; of those it had a part in. */
export function hasPaidBefore(line: Line, draw: Draw, statement: Statement, count: number): boolean {
  const before = statementsOf(line).filter((each) => each.ordinal < statement.ordinal && each.fullBalances.has(draw));
  const last = count === 0 ? [] : before.slice(-count);
  return last.length + draw.paidBefore >= count && last.every(({ checks }) => checks.get(draw)?.isPaid === true);
}

/** Everything that the next check needs to restore grace has been paid: it lacks only its day. */
function isSureOfGrace(line: Line, draw: Draw): boolean {
  const { grace } = draw.terms;
  if (grace === null || draw.inGrace || draw.memo !== null || line.status !== 'active') return false;
  const next = statementsOf(line).find(({ fullBalances, checks }) => fullBalances.has(draw) && !checks.has(draw));
  if (next === undefined || !isPaidInFull(line, next, draw, line.day)) return false;
  return hasPaidBefore(line, draw, next, grace.periodsToRestore - 1);
}

/** Whole cents of accrued interest that the next check is not sure to remove. */
function lastingCents(line: Line, draw: Draw): number {
  const { accrued, ofPeriod } = draw;
  return Math.max(0, wholeCents(isSureOfGrace(line, draw) ? minus(accrued, ofPeriod) : accrued));
}

/** What money may take of it: nothing beyond the cap. */
export function collectible(line: Line, draw: Draw): number {
  return Math.min(lastingCents(line, draw), leftUnderCap(line));
}

/** 15.8a: what is read as not due, draws one after the other under the cap. */
export function notDueInterest(line: Line): Map<Draw, number> {
  let left = leftUnderCap(line);
  return new Map(
    line.draws.map((draw) => {
      const cents = Math.min(left, lastingCents(line, draw));
      left -= cents;
      return [draw, cents];
    }),
  );
}

/** What can be collected of all draws: the cap holds for them together. */
export function collectibleInAll(line: Line): number {
  const sum = line.draws.reduce((total, draw) => total + collectible(line, draw), 0);
  return Math.min(sum, leftUnderCap(line));
}

/** Interest of the running period never was. */
export function forgetPeriod(draw: Draw): void {
  draw.accrued = minus(draw.accrued, draw.ofPeriod);
  draw.accruedInAll = minus(draw.accruedInAll, draw.ofPeriod);
  draw.ofPeriod = zero;
}

/** 3.4, 14.6: what has accrued on a draw that is paid off is forgone. */
export function endAccrual(line: Line, draw: Draw): void {
  if (isSureOfGrace(line, draw)) forgetPeriod(draw);
  forgo(line, draw);
}
