// The days on which payments fall due (rules 4.1, 4.2, 4.13).

import { TermsRefused } from '../account/terms.ts';
import type { PaymentTerms } from '../installment/terms.ts';
import type { DueDays } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import { clampedDay, partsOf, weekdayOf } from './civil.ts';

/** What is wrong with the due days, if anything. */
export function faultOfDueDays({ frequency, days, startDate }: DueDays): string | undefined {
  const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;
  const isMonthDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 31;
  const [first = 0, second = 0] = days;
  if (frequency === 'singleTerm') return undefined;
  if (days.length !== (frequency === 'twiceMonthly' ? 2 : 1)) return 'the number of days does not fit the frequency';
  if (frequency === 'weekly') return isWeekday(first) ? undefined : 'no weekday';
  if (frequency === 'everyTwoWeeks') {
    if (!isWeekday(first)) return 'no weekday';
    return startDate === null || weekdayOf(startDate) === first ? undefined : 'the start date is another weekday';
  }
  if (!days.every(isMonthDay)) return 'no day of a month';
  if (frequency === 'monthly') return undefined;
  return Math.min(first, 28) === Math.min(second, 28) ? 'the two days are one in February' : undefined;
}

/** The first day of the series strictly after `after`; null when there is none, as for a single term. */
export function nextInSeries(series: DueDays, after: Day): Day | null {
  if (series.frequency === 'singleTerm') return null;
  const { year, month } = partsOf(after);
  if (series.frequency === 'weekly' || series.frequency === 'everyTwoWeeks') {
    let day = after + 1;
    while (!isInSeries(series, day)) day += 1;
    return day;
  }
  const candidates = [0, 1].flatMap((later) => {
    const [ofYear, ofMonth] = month + later > 12 ? [year + 1, 1] : [year, month + later];
    return series.days.map((day) => clampedDay(ofYear, ofMonth, day));
  });
  return Math.min(...candidates.filter((day) => day > after));
}

function isInSeries({ frequency, days, startDate }: DueDays, day: Day): boolean {
  if (weekdayOf(day) !== days[0]) return false;
  return frequency === 'weekly' || startDate === null || (day - startDate) % 14 === 0;
}

/**
 * For a frequency of two weeks without a first day: the first valid weekday strictly after `after` begins the series.
 */
export function anchored(days: DueDays, after: Day): DueDays {
  const { frequency, startDate } = days;
  const series = { frequency, days: days.days, startDate };
  if (frequency !== 'everyTwoWeeks' || startDate !== null) return series;
  return { ...series, startDate: nextInSeries(series, after) };
}

/** The first date of a new series is at least this many days after the due date that is kept. */
export function halfPeriod({ frequency }: DueDays): number {
  if (frequency === 'monthly') return 15;
  return frequency === 'weekly' ? 3 : 7;
}

/** The day after which the series begins: neither the activation day nor a day within the buffer is a due date. */
export function beforeFirst(terms: PaymentTerms, activation: Day): Day {
  return Math.max(activation, activation + (terms.bufferDays ?? 0) - 1);
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
