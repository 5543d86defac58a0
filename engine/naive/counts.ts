// How many years one day counts. The counts of 30/360 run from the start of the period, so a day counts the difference
// between two of them.

import type { DayCount } from '../time/day-count.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import { isLastOfMonth, isLeap, partsOf } from './civil.ts';
import { type Rational, rational } from './rational.ts';
import { nextInSeries, periodsInYear } from './series.ts';

interface DayOfPeriod {
  readonly dayCount: DayCount;
  readonly day: Day;
  readonly periodStart: Day;
  /** The last due date, for which 30E/360 ISDA has a rule of its own. */
  readonly termination: Day;
  /** The due date that ends the period; null when there is none any more. */
  readonly periodEnd?: Day | null;
  /** The series whose periods are equal parts of a year. */
  readonly series?: DueDays;
}

export function fractionOfDay({ dayCount, day, periodStart, termination, ...period }: DayOfPeriod): Rational {
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
    case 'actual/actual period':
      return rational(1, yearOfPeriod(day, periodStart, period.periodEnd ?? null));
    case 'periodic':
      if (period.series === undefined) throw new RangeError('no series');
      return rational(partsThrough(period.series, day + 1) - partsThrough(period.series, day), partsOfYear);
    default: {
      const upTo = (end: Day) => days360(dayCount, { start: periodStart, end, termination });
      return rational(upTo(day + 1) - upTo(day), 360);
    }
  }
}

/** 366 when the period holds a 29 February. Without a due date ahead it is the year of the day that decides. */
function yearOfPeriod(day: Day, periodStart: Day, periodEnd: Day | null): number {
  if (periodEnd === null) return isLeap(partsOf(day).year) ? 366 : 365;
  for (let other = periodStart; other < periodEnd; other += 1) if (isLeapDay(other)) return 366;
  return 365;
}

/** A year in equal parts, so small that each period of a series has a whole number of them (rule 6.4). */
const partsOfYear = 312_000;

/** The parts from a fixed day in the past to the start of this day. Only differences between two of them are used. */
function partsThrough(series: DueDays, day: Day): number {
  const ofPeriod = partsOfYear / periodsInYear(series);
  const begins = beginOf(series, day);
  const length = (nextInSeries(series, begins) ?? begins) - begins;
  return ofPeriod * periodsBefore(series, begins) + Math.floor((ofPeriod * (day - begins)) / length);
}

/** The last date of the series on this day or before it. */
function beginOf(series: DueDays, day: Day): Day {
  let begins = day;
  while (nextInSeries(series, begins - 1) !== begins) begins -= 1;
  return begins;
}

const countedBefore = new Map<string, number>();

/** How many periods of the series there are between 1 January 2000 and this date of the series. */
function periodsBefore(series: DueDays, date: Day): number {
  const key = `${series.frequency} ${series.days} ${series.startDate} ${date}`;
  const known = countedBefore.get(key);
  if (known !== undefined) return known;
  let count = 0;
  for (let at = nextInSeries(series, 10_956) ?? date; at < date; at = nextInSeries(series, at) ?? date) count += 1;
  countedBefore.set(key, count);
  return count;
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

export function days360(dayCount: '30/360' | '30/360 bond' | '30E/360' | '30E/360 ISDA', stretch: Stretch): number {
  if (stretch.end === stretch.start) return 0;
  const [from, to] = [partsOf(stretch.start), partsOf(stretch.end)];
  let [first, last] = [from.day, to.day];
  if (dayCount === '30/360') {
    const isFebruaryEnd = (day: Day) => partsOf(day).month === 2 && isLastOfMonth(day);
    if (isFebruaryEnd(stretch.start) && isFebruaryEnd(stretch.end)) last = 30;
    if (isFebruaryEnd(stretch.start)) first = 30;
    if (last === 31 && first >= 30) last = 30;
    if (first === 31) first = 30;
  } else if (dayCount === '30/360 bond') {
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
