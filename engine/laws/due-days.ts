// Due dates for random loans. They are computed apart from the engine, so that a fault of the engine cannot hide by
// moving the facts along with the dates. In rare cases they differ from the engine's, which only leaves a fact without
// effect.

import type { DueDays } from '../time/due-dates.ts';
import { dateOfParts, dayNumberOf, daysInMonth, partsOfDate } from '../values/civil-date.ts';
import { type Day, dateOf } from '../values/day.ts';

/** The first `count` days of the series strictly after `start` and at least `buffer` days after it. */
export function seriesAfter({ days, frequency, startDate }: DueDays, { start, buffer = 0, count }: Wanted): Day[] {
  const first = Math.max(start + 1, start + buffer);
  const found: Day[] = [];
  for (let day = first; found.length < count; day += 1) {
    const isDue =
      frequency.endsWith('eekly') || frequency.endsWith('Weeks') ? isWeekday(day, days[0]!) : isDayOfMonth(day, days);
    const step = found.length > 0 ? day - found[0]! : day - (startDate ?? day);
    const months = monthOf(day) - monthOf(startDate ?? start);
    const isItsMonth = months % monthsOf[frequency] === 0 && (months > 0 || monthsOf[frequency] === 1);
    const weeks = frequency === 'everyNWeeks' ? days[1]! : frequency === 'everyTwoWeeks' ? 2 : 1;
    const isItsWeek = isDue && weeks > 1 ? step % (7 * weeks) === 0 : true;
    if (isDue && isItsWeek && isItsMonth) found.push(day);
  }
  return found;
}

const monthsOf = {
  weekly: 1,
  everyTwoWeeks: 1,
  everyNWeeks: 1,
  twiceMonthly: 1,
  monthly: 1,
  singleTerm: 1,
  quarterly: 3,
  halfYearly: 6,
  yearly: 12,
};

function monthOf(day: Day): number {
  const { year, month } = partsOfDate(dateOf(day));
  return 12 * year + month;
}

interface Wanted {
  readonly start: Day;
  readonly buffer?: number;
  readonly count: number;
}

/** Monday is 1; the first day of 1970 was a Thursday. */
export function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function isWeekday(day: Day, weekday: number): boolean {
  return weekdayOf(day) === weekday;
}

function isDayOfMonth(day: Day, anchors: readonly number[]): boolean {
  const parts = partsOfDate(dateOf(day));
  return anchors.some((anchor) => parts.day === Math.min(anchor, daysInMonth(parts)));
}

/** A day from its date: random loans are printed in this way. */
export function d(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return dayNumberOf(dateOfParts({ year, month, day })!);
}
