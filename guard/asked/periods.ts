// How long something that has happened counts. A period of days counts the day of the event as the first; where the
// borrower may live by several clocks, it lasts until it is over in all of them.
import { dateNumberOf, dayOfMonthIn, monthIn, monthsLater, weekdayOf, yearIn } from '@tenor/engine/time/calendar.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { keptByZone } from '@tenor/engine/values/kept-by-zone.ts';
import type { Moment, Per } from '../contract.ts';
import { dayMs, localDay, startOfDay } from '../places/local.ts';

export type Clocks = readonly [string, ...string[]];

const starts = keptByZone<Moment>(20_000);

/** The first moment of a day; the same days are asked for again and again. */
function startOf(day: Day, zone: string): Moment {
  const known = starts.get(zone, day);
  if (known !== undefined) return known;
  const start = startOfDay(day, zone);
  starts.set(zone, day, start);
  return start;
}

const daysOf: Readonly<Partial<Record<Per, number>>> = { '1d': 1, '7d': 7, '30d': 30 };

/** The first moment at which it does not count any more. */
export function countsUntil(event: Moment, per: Per, clocks: Clocks): Moment {
  if (per === '24h') return event + dayMs;
  if (per === 'lifetime' || per === 'optOutEvent') return Number.POSITIVE_INFINITY;
  return latest(clocks, (zone) => startOf(dayAfter(localDay(event, zone), per), zone));
}

function dayAfter(day: Day, per: Per): Day {
  const days = daysOf[per];
  if (days !== undefined) return day + days;
  return per === 'businessWeek' ? day + 8 - weekdayOf(day) : monthsAfter(day, 1);
}

/** The same day of the month, or the last one of a shorter month. */
export function monthsAfter(day: Day, months: number): Day {
  const date = dateNumberOf(day);
  return monthsLater(yearIn(date), monthIn(date), months, dayOfMonthIn(date));
}

/** The last of so many days, of which the day of the event is the first, is over. */
export const daysFrom = (event: Moment, days: number, clocks: Clocks): Moment =>
  latest(clocks, (zone) => startOf(localDay(event, zone) + days, zone));

/** The same where a clock alone is enough, because what ends is a permission. */
export const daysFromFirst = (event: Moment, days: number, clocks: Clocks): Moment =>
  Math.min(...clocks.map((zone) => startOf(localDay(event, zone) + days, zone)));

/** So many days have wholly passed after the day of the event. */
export const fullDaysAfter = (day: Day, days: number, clocks: Clocks): Moment =>
  startsEverywhere(day + days + 1, clocks);

export const fullYearsAfter = (event: Moment, years: number, clocks: Clocks): Moment =>
  latest(clocks, (zone) => startOf(monthsAfter(localDay(event, zone), years * 12) + 1, zone));

export const startsEverywhere = (day: Day, clocks: Clocks): Moment => latest(clocks, (zone) => startOf(day, zone));

/** The first moment at which it is this day by one of the clocks. */
export const startsSomewhere = (day: Day, clocks: Clocks): Moment =>
  Math.min(...clocks.map((zone) => startOf(day, zone)));

function latest(clocks: Clocks, momentIn: (zone: string) => Moment): Moment {
  let found = momentIn(clocks[0]);
  for (let i = 1; i < clocks.length; i += 1) found = Math.max(found, momentIn(clocks[i] as string));
  return found;
}
