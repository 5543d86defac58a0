// On which days a notification about a date goes out, and of which dates it speaks on a day. Open days are those of banks,
// without those on which the company is closed.
import { type ClosedDays, following } from '@tenor/engine/time/calendar.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { DayType } from './words.ts';

interface Offset {
  /** Negative: before the date. */
  readonly day: number;
  readonly dayType: DayType;
}

/** A date that falls on a closed day counts, where days are open ones, as the next open day. */
export function noticeDay(date: Day, { day, dayType }: Offset, closed: ClosedDays): Day {
  if (dayType === 'calendar') return date + day;
  if (day === 0) return following(date, closed);
  const step = day < 0 ? -1 : 1;
  let at = date;
  for (let left = Math.abs(day); left > 0; ) {
    at += step;
    if (following(at, closed) === at) left -= 1;
  }
  return at;
}

/** At most two open days of five are holidays in a row, and the company closes on few. */
const closedInARow = 21;

/** The dates about which a notification goes out on this day, in their order: none, one, or those around a weekend. */
export function datesOn(today: Day, offset: Offset, closed: ClosedDays): Day[] {
  if (offset.dayType === 'calendar') return [today - offset.day];
  const middle = today - Math.trunc((offset.day * 7) / 5);
  const reach = closedInARow + Math.abs(offset.day);
  const dates: Day[] = [];
  for (let date = middle - reach; date <= middle + reach; date += 1) {
    if (noticeDay(date, offset, closed) === today) dates.push(date);
  }
  return dates;
}

/** The first date of which a notification speaks on this day, or later. */
export function firstDateFrom(today: Day, offset: Offset, closed: ClosedDays): Day {
  if (offset.dayType === 'calendar') return today - offset.day;
  let date = today - Math.trunc((offset.day * 7) / 5) - closedInARow - Math.abs(offset.day);
  while (noticeDay(date, offset, closed) < today) date += 1;
  return date;
}
