// The calendar as arithmetic on day numbers: parts of a date, months, business days, and the day on which money counts.
// Neither text nor Date is used: a replay asks for the parts of a date millions of times.

import { daysInMonth as daysInMonthOf, isLeapYear } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { dateInZone, instantOfLocal } from '../values/zone.ts';

export { isLeapYear };

export interface YearMonthDay {
  readonly year: number;
  /** January is 1. */
  readonly month: number;
  readonly day: number;
}

/** Monday is 1, Sunday 7. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const monday = 1;
const thursday = 4;
const saturday = 6;

// --- Parts of a date ---

// Howard Hinnant's days_from_civil and civil_from_days, as in values/civil-date.ts but without text. Years are counted
// from March, so that the leap day comes last, in eras of 400 years, which all have the same number of days.
const daysPerEra = 146_097;
const daysFromEraStartTo1970 = 719_468;

export function dayOfParts(year: number, month: number, dayOfMonth: number): Day {
  const marchYear = month <= 2 ? year - 1 : year;
  const marchMonth = month <= 2 ? month + 9 : month - 3;
  const dayOfYear = quotient(153 * marchMonth + 2, 5) + dayOfMonth - 1;
  const leapDays = quotient(marchYear, 4) - quotient(marchYear, 100) + quotient(marchYear, 400);
  return marchYear * 365 + leapDays + dayOfYear - daysFromEraStartTo1970;
}

/** The date as one number, 20270131: three values without an object. The numbers have the order of the days. */
export function dateNumberOf(day: Day): number {
  const shifted = day + daysFromEraStartTo1970;
  const era = quotient(shifted, daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const leapDays = quotient(dayOfEra, 1460) - quotient(dayOfEra, 36_524) + quotient(dayOfEra, 146_096);
  const yearOfEra = quotient(dayOfEra - leapDays, 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + quotient(yearOfEra, 4) - quotient(yearOfEra, 100));
  const marchMonth = quotient(5 * dayOfYear + 2, 153);
  const dayOfMonth = dayOfYear - quotient(153 * marchMonth + 2, 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return year * 10_000 + month * 100 + dayOfMonth;
}

export function yearIn(dateNumber: number): number {
  return quotient(dateNumber, 10_000);
}

export function monthIn(dateNumber: number): number {
  return quotient(dateNumber, 100) % 100;
}

export function dayOfMonthIn(dateNumber: number): number {
  return dateNumber % 100;
}

export function yearMonthDay(day: Day): YearMonthDay {
  const number = dateNumberOf(day);
  return { year: yearIn(number), month: monthIn(number), day: dayOfMonthIn(number) };
}

export function yearOf(day: Day): number {
  return yearIn(dateNumberOf(day));
}

export function firstOfYear(year: number): Day {
  return dayOfParts(year, 1, 1);
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(day: Day): Weekday {
  return (modulo(day + thursday - monday, 7) + 1) as Weekday;
}

export function daysInMonth(year: number, month: number): number {
  return daysInMonthOf({ year, month });
}

/** The anchor day in this month, or the last day of a month that is shorter. */
export function clampedDay(year: number, month: number, anchorDay: number): Day {
  return dayOfParts(year, month, Math.min(anchorDay, daysInMonth(year, month)));
}

/** Always from the anchor: from the last result, the 31st would become the 29th at the first February. */
export function monthsLater(year: number, month: number, n: number, anchorDay: number): Day {
  const months = year * 12 + (month - 1) + n;
  return clampedDay(quotient(months, 12), modulo(months, 12) + 1, anchorDay);
}

/** Whole-number division of numbers that are not negative; twice as fast as Math.floor, which works on fractions. */
export function quotient(dividend: number, divisor: number): number {
  return (dividend / divisor) | 0;
}

/** Never negative, unlike `%`. */
export function modulo(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

// --- Business days ---

type HolidayRule = (
  | { readonly on: 'date'; readonly day: number }
  | { readonly on: 'nth'; readonly nth: number; readonly weekday: Weekday }
  | { readonly on: 'last'; readonly weekday: Weekday }
) & { readonly month: number; readonly since?: number };

// Holidays of the US Federal Reserve Banks, as in their schedule for 2026 to 2030
// (https://www.federalreserve.gov/aboutthefed/k8.htm). Correct for days from 1978 on, when Veterans Day moved back to
// 11 November. A new holiday is a new row with the first year in which the banks closed.
const holidays: readonly HolidayRule[] = [
  { on: 'date', month: 1, day: 1 }, // New Year's Day
  { on: 'nth', nth: 3, weekday: 1, month: 1, since: 1986 }, // Martin Luther King Jr. Day
  { on: 'nth', nth: 3, weekday: 1, month: 2 }, // Presidents Day
  { on: 'last', weekday: 1, month: 5 }, // Memorial Day
  { on: 'date', month: 6, day: 19, since: 2022 }, // Juneteenth: law since June 2021, first closed on 2022-06-20
  { on: 'date', month: 7, day: 4 }, // Independence Day
  { on: 'nth', nth: 1, weekday: 1, month: 9 }, // Labor Day
  { on: 'nth', nth: 2, weekday: 1, month: 10 }, // Columbus Day
  { on: 'date', month: 11, day: 11 }, // Veterans Day
  { on: 'nth', nth: 4, weekday: 4, month: 11 }, // Thanksgiving Day
  { on: 'date', month: 12, day: 25 }, // Christmas Day
];

/** The last year for which the banks have published their closed days: later ones are expected by the same rules. */
export const holidaysPublishedUntil = 2030;

/** A holiday, or the Monday after one on a Sunday. The Friday before one on a Saturday stays open. */
export function isHoliday(day: Day): boolean {
  return isNamedHoliday(day) || (weekdayOf(day) === monday && isNamedHoliday(day - 1));
}

export function isOpen(day: Day): boolean {
  return weekdayOf(day) < saturday && !isHoliday(day);
}

/** A holiday on its own day, wherever in the week it falls. */
export function isNamedHoliday(day: Day): boolean {
  const date = dateNumberOf(day);
  for (const rule of holidays) if (fallsOn(rule, date, day)) return true;
  return false;
}

function fallsOn(rule: HolidayRule, date: number, day: Day): boolean {
  if (monthIn(date) !== rule.month || (rule.since !== undefined && yearIn(date) < rule.since)) return false;
  const dayOfMonth = dayOfMonthIn(date);
  if (rule.on === 'date') return dayOfMonth === rule.day;
  if (weekdayOf(day) !== rule.weekday) return false;
  if (rule.on === 'nth') return Math.ceil(dayOfMonth / 7) === rule.nth;
  return dayOfMonth + 7 > daysInMonth(yearIn(date), rule.month);
}

/**
 * Days on which a lender is closed though the banks are open: dates such as `2027-11-26`, and days of every year such as
 * `12-24`.
 */
export type ClosedDays = readonly string[];

const isAmong = (closed: ClosedDays, day: Day): boolean => {
  const date = dateOf(day);
  return closed.includes(date) || closed.includes(date.slice('YYYY-'.length));
};

/** The first open day on or after this one. */
export function following(day: Day, closed: ClosedDays = []): Day {
  let open = day;
  while (!isOpen(open) || (closed.length > 0 && isAmong(closed, open))) open += 1;
  return open;
}

/** The day that is this many open days after a day, or before it where the count is negative. */
export function openDaysFrom(day: Day, count: number): Day {
  const step = count < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(count); left > 0; ) {
    at += step;
    if (isOpen(at)) left -= 1;
  }
  return at;
}

// --- The day on which money counts ---

export interface ReceiptRules {
  /** An IANA name: the product's wall clock. */
  readonly zone: string;
  /** `HH:MM:SS`; money from this time on counts on the next day. Null: only midnight matters. */
  readonly cutOff: string | null;
  /** With `following`, money of a day on which banks are closed counts on the next open day. */
  readonly closedDays: 'asIs' | 'following';
}

/** Computed once, when a fact is recorded: the fact keeps its day, and a replay never computes it again. */
export function effectiveDay(instant: Instant, rules: ReceiptRules): Day {
  const date = dateInZone(instant, rules.zone);
  // We compare instants, not times of day: after the cut-off all later money counts on the next day, also in the hour
  // that occurs twice in autumn. A cut-off in the hour that is skipped in spring is an hour later (values/zone.ts).
  const isPastCutOff =
    rules.cutOff !== null && compare(instant, instantOfLocal({ date, time: rules.cutOff, zone: rules.zone })) >= 0;
  const day = dayOf(date) + (isPastCutOff ? 1 : 0);
  return rules.closedDays === 'following' ? following(day) : day;
}
