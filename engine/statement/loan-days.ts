// On which days the statements of an installment loan are made: on its due dates, or so many days before them.

import { ordinalAt } from '../account/loan.ts';
import type { Position } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import type { Day } from '../values/day.ts';

export interface StatementDay {
  readonly ordinal: number;
  readonly on: Day;
  readonly dueOn: Day;
  readonly periodStart: Day;
}

export const daysBeforeDue = ({ payments }: Terms): number => payments.statementDaysBefore ?? 0;

/** The statement that comes next; undefined: none does. After `since` there is none yet. */
export function nextOfLoan(p: Position, daysBefore: number, since: Day): StatementDay | undefined {
  if (p.standing !== 'active' || p.paidOffOn !== null) return undefined;
  const at = p.dueDates.findIndex((_, i) => dayOf(p, i, daysBefore) > since);
  return at === -1 ? undefined : statementAt(p, at, daysBefore);
}

/** The last statement on a day or before it; undefined: there is none yet. */
export function lastOfLoan(p: Position, daysBefore: number, through: Day): StatementDay | undefined {
  if (p.standing === 'pending') return undefined;
  const at = p.dueDates.findLastIndex((_, i) => dayOf(p, i, daysBefore) <= through);
  return at === -1 ? undefined : statementAt(p, at, daysBefore);
}

const statementAt = (p: Position, at: number, daysBefore: number): StatementDay => ({
  ordinal: ordinalAt(p, at),
  on: dayOf(p, at, daysBefore),
  dueOn: p.dueDates[at]!,
  periodStart: startOf(p, at),
});

/** Each lies after the due date before, so that two are never made on one day. */
function dayOf(p: Position, at: number, daysBefore: number): Day {
  const dueOn = p.dueDates[at]!;
  return Math.min(dueOn, Math.max(dueOn - daysBefore, startOf(p, at) + 1));
}

const startOf = (p: Position, at: number): Day => p.dueDates[at - 1] ?? p.firstPeriodStart;
