// Grace: who keeps it, who loses it, who wins it back (section 7; rules.md 15.9).

import type { Day } from '../../values/day.ts';
import { plus, rational, wholeCents } from '../rational.ts';
import { deadlineOfOrdinal } from './ahead.ts';
import { chargeBack } from './interest.ts';
import { type Draw, type Line, type Obligation, type Statement, statementsOf } from './line.ts';
import { forgetPeriod, hasPaidBefore, isPaidInFull } from './paid-in-full.ts';
import { noteTaking } from './take.ts';

/** 7.3: on the day after the deadline of this obligation. */
export function checkGrace(line: Line, obligation: Obligation): void {
  const { statement } = obligation;
  if (statement === null || line.status !== 'active') return;
  const inOrder = [...line.draws].sort((a, b) => a.sequence - b.sequence);
  const won = inOrder.filter((draw) => checkDraw(line, draw, statement));
  for (const draw of won) restore(line, draw, statement);
}

/** Whether it wins grace back. */
function checkDraw(line: Line, draw: Draw, statement: Statement): boolean {
  const { grace } = draw.terms;
  if (grace === null) return false;
  const ordinal = draw.inGrace ? statement.ordinal - grace.periodsToEvaluate + 1 : statement.ordinal;
  const checked = statementsOf(line).find((each) => each.ordinal === ordinal);
  if (checked === undefined || checked.checks.has(draw) || !checked.fullBalances.has(draw)) return false;
  const isPaid = isPaidInFull(line, checked, draw, line.day - 1);
  checked.checks.set(draw, { on: line.day, isPaid });
  // 15.9: one that is paid off takes no part, also where a settlement gave up what was not paid of it.
  if (draw.inGrace && !isPaid && draw.isPaidOff) return false;
  if (draw.inGrace && !isPaid) loseGrace(line, draw, checked);
  else if (!draw.inGrace && isPaid) return hasPaidBefore(line, draw, checked, grace.periodsToRestore - 1);
  return false;
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

/** Interest since the statement goes, on the day of the check. */
function restore(line: Line, draw: Draw, paid: Statement): void {
  draw.inGrace = true;
  for (const day of draw.days) {
    if (day.day < line.periodStart) continue;
    day.wasInGrace ||= day.earned;
    day.earned = false;
  }
  forgetPeriod(draw);
  // Money took more than has joined the interest otherwise.
  const taken = Math.max(0, -wholeCents(draw.accrued));
  draw.accrued = plus(draw.accrued, rational(taken));
  draw.booked -= taken;
  line.books.interestIncome -= taken;
  const later = statementsOf(line).filter(({ ordinal }) => ordinal > paid.ordinal);
  const back = later.reduce((sum, statement) => sum + giveBackBilled(line, draw, statement), taken);
  if (back > 0) line.credit.push({ payment: null, left: back });
  for (const statement of [paid, ...later]) statement.graceAfter.set(draw, true);
  line.restored.push({ draw: draw.id, ordinal: paid.ordinal });
}

/** What a later statement billed of it; returns what was paid of that. */
function giveBackBilled(line: Line, draw: Draw, statement: Statement): number {
  const billed = statement.interest.get(draw) ?? 0;
  let open = 0;
  for (const obligation of line.obligations) {
    if (obligation.ordinal !== statement.ordinal) continue;
    for (const part of obligation.parts) {
      if (part.draw !== draw) continue;
      open += part.interest;
      const money = { source: 'waiver', payment: null, purchase: null } as const;
      noteTaking(line, money, part.interest, { draw, component: 'interest', obligation });
      part.interest = 0;
    }
  }
  draw.booked -= billed;
  draw.forgone = plus(draw.forgone, rational(billed));
  line.books.givenBack += billed;
  return billed - open;
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
  // It was checked before the line was taken over.
  if (line.takenOverOn !== null && statement.checks.get(draw)?.on === line.takenOverOn) return none;
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
  // What was before a line was taken over is not known by days.
  const from = Math.max(statement.date, line.takenOverOn ?? statement.date);
  for (let day = from; day < toKeep && day <= line.day; day += 1) {
    if (isPaidInFull(line, statement, draw, day)) return day;
    const check = statement.checks.get(draw);
    if (check?.on === day && !check.isPaid) return day;
  }
  return null;
}
