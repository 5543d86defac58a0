// The eleven federal holidays (5 USC 6103), on their day and on the day on which they are observed.
import { msOfDay, weekdayOf } from './clock.ts';

const holidaysOfYear = new Map<number, ReadonlySet<number>>();

export function isFederalHoliday(day: number): boolean {
  const year = new Date(day * msOfDay).getUTCFullYear();
  // New Year's Day on a Saturday is observed in the year before.
  return ofYear(year).has(day) || ofYear(year + 1).has(day);
}

function ofYear(year: number): ReadonlySet<number> {
  let days = holidaysOfYear.get(year);
  if (days === undefined) {
    days = computed(year);
    holidaysOfYear.set(year, days);
  }
  return days;
}

function computed(year: number): ReadonlySet<number> {
  const fixed = [on(year, 1, 1), on(year, 6, 19), on(year, 7, 4), on(year, 11, 11), on(year, 12, 25)];
  const days = new Set([
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    lastMonday(year, 5),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    nth(year, 11, 4, 4),
  ]);
  for (const day of fixed) {
    days.add(day);
    if (weekdayOf(day) === 6) days.add(day - 1);
    if (weekdayOf(day) === 0) days.add(day + 1);
  }
  return days;
}

const on = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / msOfDay;

function nth(year: number, month: number, weekday: number, count: number): number {
  let day = on(year, month, 1);
  while (weekdayOf(day) !== weekday) day += 1;
  return day + 7 * (count - 1);
}

function lastMonday(year: number, month: number): number {
  let day = on(year, month + 1, 1) - 1;
  while (weekdayOf(day) !== 1) day -= 1;
  return day;
}
