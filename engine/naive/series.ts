// The days on which payments fall due (rules 4.1, 4.2, 4.13).

import { TermsRefused } from '../account/terms.ts';
import type { PaymentTerms } from '../installment/terms.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import { clampedDay, isLastOfMonth, partsOf, weekdayOf } from './civil.ts';

/** What is wrong with the due days, if anything. */
export function faultOfDueDays({ frequency, days, startDate }: DueDays): string | undefined {
  const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;
  const isMonthDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 31;
  const [first = 0, second = 0] = days;
  if (frequency === 'singleTerm') return undefined;
  const takesTwo = frequency === 'twiceMonthly' || frequency === 'everyNWeeks';
  if (days.length !== (takesTwo ? 2 : 1)) return 'the number of days does not fit the frequency';
  if (frequency === 'weekly') return isWeekday(first) ? undefined : 'no weekday';
  if (frequency === 'everyNWeeks' && !(Number.isInteger(second) && second >= 2 && second <= 52)) return 'no weeks';
  if (frequency === 'everyTwoWeeks' || frequency === 'everyNWeeks') {
    if (!isWeekday(first)) return 'no weekday';
    return startDate === null || weekdayOf(startDate) === first ? undefined : 'the start date is another weekday';
  }
  if (!days.every(isMonthDay)) return 'no day of a month';
  if (isOfMonths(frequency)) {
    const startDay = startDate === null ? 0 : partsOf(startDate).day;
    const isItsDay = startDate === null || startDay === first || (first > startDay && isLastOfMonth(startDate));
    return isItsDay ? undefined : 'the start date is another day';
  }
  if (frequency === 'monthly') return undefined;
  return Math.min(first, 28) === Math.min(second, 28) ? 'the two days are one in February' : undefined;
}

/** The first day of the series strictly after `after`; null when there is none, as for a single term. */
export function nextInSeries(series: DueDays, after: Day): Day | null {
  if (series.frequency === 'singleTerm') return null;
  const { year, month } = partsOf(after);
  if (isOfWeeks(series.frequency)) {
    let day = after + 1;
    while (!isInSeries(series, day)) day += 1;
    return day;
  }
  if (isOfMonths(series.frequency)) return nextOfMonths(series, after);
  let first = Number.POSITIVE_INFINITY;
  for (const later of [0, 1]) {
    const [ofYear, ofMonth] = month + later > 12 ? [year + 1, 1] : [year, month + later];
    for (const dayOfMonth of series.days) {
      const day = clampedDay(ofYear, ofMonth, dayOfMonth);
      if (day > after && day < first) first = day;
    }
  }
  return first;
}

function isOfWeeks(frequency: DueDays['frequency']): boolean {
  return frequency === 'weekly' || frequency === 'everyTwoWeeks' || frequency === 'everyNWeeks';
}

function isOfMonths(frequency: DueDays['frequency']): boolean {
  return monthsOf(frequency) > 1;
}

function monthsOf(frequency: DueDays['frequency']): number {
  return { quarterly: 3, halfYearly: 6, yearly: 12 }[frequency as string] ?? 1;
}

function weeksOf({ frequency, days }: DueDays): number {
  if (frequency === 'everyNWeeks') return days[1] ?? 1;
  return frequency === 'everyTwoWeeks' ? 2 : 1;
}

function isInSeries(series: DueDays, day: Day): boolean {
  if (weekdayOf(day) !== series.days[0]) return false;
  return series.startDate === null || (day - series.startDate) % (7 * weeksOf(series)) === 0;
}

/** Month by month until one is whole periods away from the month of the start date. */
function nextOfMonths({ frequency, days, startDate }: DueDays, after: Day): Day {
  const months = (day: Day) => 12 * partsOf(day).year + partsOf(day).month - 1;
  const start = startDate === null ? 0 : months(startDate);
  for (let month = months(after); ; month += 1) {
    const day = clampedDay(Math.floor(month / 12), (month % 12) + 1, days[0] ?? 1);
    if (day > after && (month - start) % monthsOf(frequency) === 0) return day;
  }
}

/** How many periods of the series a year has, counting 52 weeks. */
export function periodsInYear(series: DueDays): number {
  if (isOfWeeks(series.frequency)) return 52 / weeksOf(series);
  return series.frequency === 'twiceMonthly' ? 24 : 12 / monthsOf(series.frequency);
}

/**
 * For series that need a start date and have none. Of weeks: the first valid weekday strictly after `after`. Of months:
 * whole periods from the month of `from`.
 */
export function anchored(days: DueDays, after: Day, from: Day): DueDays {
  const { frequency, startDate } = days;
  const series = { frequency, days: days.days, startDate };
  if (startDate !== null) return series;
  if (frequency === 'everyTwoWeeks' || frequency === 'everyNWeeks') {
    return { ...series, startDate: nextInSeries(series, after) };
  }
  const { year, month } = partsOf(from);
  return isOfMonths(frequency) ? { ...series, startDate: clampedDay(year, month, days.days[0] ?? 1) } : series;
}

/** The first date of a new series is at least this many days after the due date that is kept. */
export function halfPeriod(series: DueDays): number {
  const { frequency } = series;
  if (isOfWeeks(frequency)) return Math.floor((7 * weeksOf(series)) / 2);
  if (frequency === 'twiceMonthly') return 7;
  return { monthly: 15, quarterly: 45, halfYearly: 91, yearly: 182 }[frequency as string] ?? 7;
}

/** The day after which the series begins: neither the activation day nor a day within the buffer is a due date. */
export function beforeFirst(terms: PaymentTerms, activation: Day): Day {
  const buffered = Math.max(activation, activation + (terms.bufferDays ?? 0) - 1);
  if (!isOfMonths(terms.frequency) || terms.startDate !== null) return buffered;
  const { year, month } = partsOf(activation);
  return Math.max(buffered, clampedDay(year, month, 31));
}

/** The due dates when their number is known; null when the amount decides it. */
export function datesOfTerms(terms: PaymentTerms, series: DueDays, activation: Day): Day[] | null {
  if (terms.schedule !== null) return terms.schedule.map(({ on }) => on);
  const { count, endDate } = terms;
  if (endDate !== null && endDate <= activation) throw new TermsRefused('payments.endDate', 'not after the activation');
  if (terms.frequency === 'singleTerm') {
    if (endDate === null) throw new TermsRefused('payments.endDate', 'a single term needs its due date');
    return [endDate];
  }
  if (count === null && terms.amount !== null) return null;
  if (count === null && endDate === null) throw new TermsRefused('payments.count', 'nothing says how many payments');
  return datesOf(series, { after: beforeFirst(terms, activation), count, endDate });
}

interface Extent {
  readonly after: Day;
  readonly count: number | null;
  readonly endDate: Day | null;
}

export function datesOf(series: DueDays, { after, count, endDate }: Extent): Day[] {
  const dates: Day[] = [];
  const most = count === null ? Number.POSITIVE_INFINITY : count - (endDate === null ? 0 : 1);
  let last = after;
  while (dates.length < most) {
    const next = nextInSeries(series, last);
    if (next === null || (endDate !== null && next >= endDate)) break;
    dates.push(next);
    last = next;
  }
  if (endDate !== null) dates.push(endDate);
  return dates;
}
