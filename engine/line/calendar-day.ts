// What the calendar does on a day before any fact. On a line deadlines come before the statement: a due date may be the
// last day of a period, and the statement needs to know what became of it (rules.md 15).

import { never, notRuledOut } from '../account/calendar-day.ts';
import type { Day } from '../values/day.ts';
import { bookReturnedItems, lateFeeDay, noteReturned, testLateFee } from './late-fee.ts';
import type { Line } from './line.ts';
import { daysPastDue, oldestOverdue } from './obligations.ts';
import { passDeadline } from './overdue.ts';
import { pendingOf } from './owed.ts';
import { passPeriods } from './period.ts';
import { endProgrammes, nextProgrammeDay } from './programme.ts';
import { settleUp } from './settle.ts';
import type { LinePosition } from './state.ts';
import { makeStatement } from './statement.ts';
import { accelerate, chargeOff } from './trouble.ts';

type Limited = 'acceleration' | 'chargeOff';

/** The next day on which the calendar has something to do; a day that was worked already does not count. */
export function nextCalendarDay(line: Line): Day {
  const p = line.position;
  if (p.standing === 'pending') return never;
  let next = p.returnedItems[0]?.on ?? never;
  for (const { on, isKnown } of p.returned) if (!isKnown) next = Math.min(next, on);
  next = Math.min(next, nextProgrammeDay(line, never));
  for (const { until } of p.holds) next = Math.min(next, until);
  for (const o of pendingOf(line)) {
    if (!o.hasTurned) next = Math.min(next, o.deadline + 1);
    if (p.standing === 'active') next = Math.min(next, lateFeeDay(line, o) ?? never);
  }
  if (p.paidOffOn === null) {
    next = Math.min(next, p.statementOn, limitDay(line));
    if (p.settlement !== null) next = Math.min(next, p.settlement.lastDay + 1);
  }
  return next === never ? never : Math.max(next, p.workedDay + 1);
}

/** The day on which days past due reach the limit for acceleration, or for charge-off. */
function limitDay({ position: p, terms }: Line): Day {
  if (!p.isDelinquent) return never;
  const oldest = oldestOverdue(p, terms.delinquency);
  if (oldest === undefined) return never;
  const { accelerationDueWithin, chargeOffDueWithin } = terms.delinquency;
  const dayOf = (what: Limited, limit: number | null): Day =>
    limit === null ? never : notRuledOut(p, what, Math.max(oldest.agesFrom + limit, p.workedDay + 1));
  const acceleration = p.standing === 'active' ? dayOf('acceleration', accelerationDueWithin) : never;
  return p.standing === 'chargedOff' ? never : Math.min(acceleration, dayOf('chargeOff', chargeOffDueWithin));
}

export function workCalendarDay(line: Line, day: Day): void {
  const p = line.position;
  for (const o of pendingOf(line)) {
    if (o.hasTurned || o.deadline >= day) continue;
    passDeadline(line, o, day);
    settleUp(line, day, `deadline:${o.key}`);
  }
  bookFeesOfDay(line, day);
  // What ends may have been the last thing that kept a draw from being paid off: no statement bills it then.
  const isAnyReleased = releaseHolds(p, day);
  if (endProgrammes(line, day) || isAnyReleased) settleUp(line, day, 'ended');
  if (p.paidOffOn === null) workOpenLine(line, day);
  settleUp(line, day, 'calendar');
  noteReturned(line, day);
}

function bookFeesOfDay(line: Line, day: Day): void {
  const { position: p, records } = line;
  const before = records.fees.length;
  bookReturnedItems(line, day);
  if (p.standing === 'active') {
    for (const o of pendingOf(line)) if ((lateFeeDay(line, o) ?? never) <= day) testLateFee(line, o, day);
  }
  // What customer credit pays at once no statement of the day asks for; and a line that was paid off owes again.
  if (records.fees.length > before) settleUp(line, day, 'fees');
}

/** Whether there were any. */
function releaseHolds(p: LinePosition, day: Day): boolean {
  const left = p.holds.filter(({ until }) => until > day);
  const isAny = left.length < p.holds.length;
  if (isAny) p.holds = left;
  return isAny;
}

function workOpenLine(line: Line, day: Day): void {
  const p = line.position;
  if (p.statementOn === day) {
    if (p.standing === 'chargedOff') passPeriods(line, day);
    else makeStatement(line, day);
  }
  workLimits(line, day);
  if (p.settlement !== null && p.settlement.lastDay < day) p.settlement = null;
}

function workLimits(line: Line, day: Day): void {
  const { position: p, terms } = line;
  const { accelerationDueWithin, chargeOffDueWithin } = terms.delinquency;
  if (!p.isDelinquent || p.standing === 'chargedOff') return;
  const hasReached = (what: Limited, limit: number | null): boolean =>
    limit !== null && daysPastDue(p, terms.delinquency, day) >= Math.max(1, limit) && notRuledOut(p, what, day) === day;
  if (p.standing === 'active' && hasReached('acceleration', accelerationDueWithin)) {
    accelerate(line, day, `acceleration:${day}`);
    settleUp(line, day, `acceleration:${day}`);
  }
  if (p.paidOffOn === null && hasReached('chargeOff', chargeOffDueWithin)) {
    chargeOff(line, day, `chargeOff:${day}`);
    settleUp(line, day, `chargeOff:${day}`);
  }
}
