// Days of the calendar by plain counting, from 1970-01-01 (day 0, a Thursday), and the days on which banks are closed.

import type { Day } from '../values/day.ts';

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function isLeap(year: number): boolean {
  return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
}

function monthLength(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const firstDays = new Map<number, Day>([[1970, 0]]);

function firstDayOf(year: number): Day {
  const known = firstDays.get(year);
  if (known !== undefined) return known;
  let first = 0;
  for (let earlier = 1970; earlier < year; earlier += 1) first += isLeap(earlier) ? 366 : 365;
  for (let later = year; later < 1970; later += 1) first -= isLeap(later) ? 366 : 365;
  firstDays.set(year, first);
  return first;
}

function dayAt(year: number, month: number, day: number): Day {
  let count = firstDayOf(year) + day - 1;
  for (let earlier = 1; earlier < month; earlier += 1) count += monthLength(year, earlier);
  return count;
}

const partsKnown = new Map<Day, Parts>();

export function partsOf(day: Day): Parts {
  const known = partsKnown.get(day);
  if (known !== undefined) return known;
  let year = 1970 + Math.floor(day / 366);
  while (firstDayOf(year + 1) <= day) year += 1;
  while (firstDayOf(year) > day) year -= 1;
  let left = day - firstDayOf(year);
  let month = 1;
  while (left >= monthLength(year, month)) {
    left -= monthLength(year, month);
    month += 1;
  }
  const parts = { year, month, day: left + 1 };
  partsKnown.set(day, parts);
  return parts;
}

/** Monday is 1. */
export function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function isLastOfMonth(day: Day): boolean {
  return partsOf(day + 1).day === 1;
}

/** The same day of another month, or its last day when the month is shorter. */
export function clampedDay(year: number, month: number, day: number): Day {
  return dayAt(year, month, Math.min(day, monthLength(year, month)));
}

function nthWeekday(month: number, weekday: number, nth: number, parts: Parts, day: Day): boolean {
  return parts.month === month && weekdayOf(day) === weekday && Math.ceil(parts.day / 7) === nth;
}

function isHolidayByDate({ month, day }: Parts): boolean {
  return ['1-1', '6-19', '7-4', '11-11', '12-25'].includes(`${month}-${day}`);
}

/** Federal Reserve: a holiday on a Sunday closes the Monday after; one on a Saturday leaves the Friday open. */
export function isOpen(day: Day): boolean {
  const [weekday, parts] = [weekdayOf(day), partsOf(day)];
  if (weekday >= 6) return false;
  if (isHolidayByDate(parts)) return false;
  if (weekday === 1 && isHolidayByDate(partsOf(day - 1))) return false;
  if (nthWeekday(1, 1, 3, parts, day) || nthWeekday(2, 1, 3, parts, day)) return false;
  if (nthWeekday(9, 1, 1, parts, day) || nthWeekday(10, 1, 2, parts, day)) return false;
  if (nthWeekday(11, 4, 4, parts, day)) return false;
  return !(parts.month === 5 && weekday === 1 && parts.day > 24);
}

/** A date, or a month and a day of every year. */
function isThat(closed: string, day: Day): boolean {
  const numbers = closed.split('-').map(Number);
  const { year, month, day: dayOfMonth } = partsOf(day);
  const [m, d] = numbers.slice(-2);
  return m === month && d === dayOfMonth && (numbers.length === 2 || numbers[0] === year);
}

export function following(day: Day, closed: readonly string[] = []): Day {
  let open = day;
  while (!isOpen(open) || closed.some((one) => isThat(one, open))) open += 1;
  return open;
}
