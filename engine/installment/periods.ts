// The periods of a loan (interface, 3.6.1): they fill the time from the start to the last due date without gaps.

import { ordinalAt } from '../account/loan.ts';
import type { Day } from '../values/day.ts';
import type { State } from './state.ts';

/** From the first day to the last, both included. On an installment loan the statement date is the due date. */
export interface Period {
  readonly ordinal: number;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly statementDate: Day;
  readonly dueDate: Day;
}

/** Past, running and future periods, by the present due dates. */
export function periodsOf({ position: p }: State): Period[] {
  return p.dueDates.map((dueDate, i) => ({
    ordinal: ordinalAt(p, i),
    startDate: p.dueDates[i - 1] ?? p.firstPeriodStart,
    endDate: dueDate - 1,
    statementDate: dueDate,
    dueDate,
  }));
}
