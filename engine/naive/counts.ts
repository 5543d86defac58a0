// How many years one day counts. The counts of 30/360 run from the start of the period, so a day counts the difference
// between two of them.

import type { DayCount } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import { isLastOfMonth, isLeap, partsOf } from './civil.ts';
import { type Rational, rational } from './rational.ts';

interface DayOfPeriod {
  readonly dayCount: DayCount;
  readonly day: Day;
  readonly periodStart: Day;
  /** The last due date, for which 30E/360 ISDA has a rule of its own. */
  readonly termination: Day;
}

export function fractionOfDay({ dayCount, day, periodStart, termination }: DayOfPeriod): Rational {
  switch (dayCount) {
    case 'actual/365':
      return rational(1, 365);
    case 'actual/360':
      return rational(1, 360);
    case 'actual/365.25':
      return rational(4, 1461);
    case 'noLeap/365':
      return rational(isLeapDay(day + 1) ? 0 : 1, 365);
    case 'actual/actual':
      return rational(isLeap(partsOf(day).year) ? 365 : 366, 365 * 366);
    default: {
      const upTo = (end: Day) => days360(dayCount, { start: periodStart, end, termination });
      return rational(upTo(day + 1) - upTo(day), 360);
    }
  }
}

function isLeapDay(day: Day): boolean {
  const { month, day: dayOfMonth } = partsOf(day);
  return month === 2 && dayOfMonth === 29;
}

interface Stretch {
  readonly start: Day;
  readonly end: Day;
  readonly termination: Day;
}

export function days360(dayCount: '30/360' | '30E/360' | '30E/360 ISDA', stretch: Stretch): number {
  if (stretch.end === stretch.start) return 0;
  const [from, to] = [partsOf(stretch.start), partsOf(stretch.end)];
  let [first, last] = [from.day, to.day];
  if (dayCount === '30/360') {
    const isFebruaryEnd = (day: Day) => partsOf(day).month === 2 && isLastOfMonth(day);
    if (isFebruaryEnd(stretch.start) && isFebruaryEnd(stretch.end)) last = 30;
    if (isFebruaryEnd(stretch.start)) first = 30;
    if (last === 31 && first >= 30) last = 30;
    if (first === 31) first = 30;
  } else if (dayCount === '30E/360') {
    first = Math.min(first, 30);
    last = Math.min(last, 30);
  } else {
    const isFebruaryTermination = stretch.end === stretch.termination && to.month === 2;
    if (isLastOfMonth(stretch.start)) first = 30;
    if (isLastOfMonth(stretch.end) && !isFebruaryTermination) last = 30;
  }
  return 360 * (to.year - from.year) + 30 * (to.month - from.month) + (last - first);
}
