// Day counts: which part of a year a span of days is. A count has a basis (the denominator), and each span a weight
// (the numerator), both whole, so that interest is balance × rate × weight / basis, with no rounding before the end.

import type { Day } from '../values/day.ts';
import {
  dateNumberOf,
  dayOfMonthIn,
  dayOfParts,
  firstOfYear,
  isLeapYear,
  monthIn,
  quotient,
  yearIn,
  yearOf,
} from './calendar.ts';

export const dayCounts = [
  'actual/365',
  'actual/360',
  'actual/365.25',
  'noLeap/365',
  'actual/actual',
  '30/360',
  '30E/360',
  '30E/360 ISDA',
] as const;

export type DayCount = (typeof dayCounts)[number];

/** The weight of a whole year in this count. */
export function basisOf(dayCount: DayCount): number {
  switch (dayCount) {
    case 'actual/365':
    case 'noLeap/365':
      return 365;
    case 'actual/365.25':
      return 1461; // four years; a day weighs 4
    case 'actual/actual':
      return 365 * 366; // a day weighs 366 in a common year and 365 in a leap year
    case 'actual/360':
    case '30/360':
    case '30E/360':
    case '30E/360 ISDA':
      return 360;
  }
}

/**
 * Weight of the days from `from` to the day before `to`, where periodStart <= from <= to. Adds up over any split of a
 * period. `periodStart` matters to the 30/360 counts only, `termination` (the last due date) to 30E/360 ISDA only.
 */
export function weightBetween(dayCount: DayCount, from: Day, to: Day, periodStart: Day, termination: Day): number {
  switch (dayCount) {
    case 'actual/365':
    case 'actual/360':
      return to - from;
    case 'actual/365.25':
      return 4 * (to - from);
    case 'noLeap/365':
      return to - from - (leapDaysThrough(to) - leapDaysThrough(from));
    case 'actual/actual':
      return 366 * (to - from) - (daysOfLeapYearsBefore(to) - daysOfLeapYearsBefore(from));
    case '30/360':
      return daysUs(periodStart, to) - daysUs(periodStart, from);
    case '30E/360':
      return daysEuropean(periodStart, to) - daysEuropean(periodStart, from);
    case '30E/360 ISDA':
      return daysIsda(periodStart, to, termination) - daysIsda(periodStart, from, termination);
  }
}

// --- Leap years, counted from the year 1 ---

function leapYearsBefore(year: number): number {
  const last = year - 1;
  return quotient(last, 4) - quotient(last, 100) + quotient(last, 400);
}

/** The number of 29 Februaries up to this day, included. */
function leapDaysThrough(day: Day): number {
  const year = yearOf(day);
  const hasCome = isLeapYear(year) && day >= dayOfParts(year, 2, 29);
  return leapYearsBefore(year) + (hasCome ? 1 : 0);
}

function daysOfLeapYearsBefore(day: Day): number {
  const year = yearOf(day);
  return 366 * leapYearsBefore(year) + (isLeapYear(year) ? day - firstOfYear(year) : 0);
}

// --- Thirty days a month: the three counts differ in what they do with the ends of months ---

/** US (NASD), with the February rule. The order of the four steps matters. */
function daysUs(a: Day, b: Day): number {
  const start = dateNumberOf(a);
  const end = dateNumberOf(b);
  let startDay = dayOfMonthIn(start);
  let endDay = dayOfMonthIn(end);
  if (isLastOfFebruary(start)) {
    if (isLastOfFebruary(end)) endDay = 30;
    startDay = 30;
  }
  if (endDay === 31 && startDay >= 30) endDay = 30;
  if (startDay === 31) startDay = 30;
  return 30 * monthsBetween(start, end) + endDay - startDay;
}

function daysEuropean(a: Day, b: Day): number {
  const start = dateNumberOf(a);
  const end = dateNumberOf(b);
  return 30 * monthsBetween(start, end) + Math.min(dayOfMonthIn(end), 30) - Math.min(dayOfMonthIn(start), 30);
}

/** The last day of a month counts as its 30th, except at the end of the loan in February. */
function daysIsda(a: Day, b: Day, termination: Day): number {
  // Interest may also accrue from the last due date on: there, too, no days have weight zero.
  if (a === b) return 0;
  const start = dateNumberOf(a);
  const end = dateNumberOf(b);
  const startDay = isLastOfMonth(a, start) ? 30 : dayOfMonthIn(start);
  const isEndInFebruary = b === termination && monthIn(end) === 2;
  const endDay = isLastOfMonth(b, end) && !isEndInFebruary ? 30 : dayOfMonthIn(end);
  return 30 * monthsBetween(start, end) + endDay - startDay;
}

function monthsBetween(start: number, end: number): number {
  return 12 * (yearIn(end) - yearIn(start)) + monthIn(end) - monthIn(start);
}

function isLastOfFebruary(date: number): boolean {
  return monthIn(date) === 2 && dayOfMonthIn(date) === (isLeapYear(yearIn(date)) ? 29 : 28);
}

function isLastOfMonth(day: Day, date: number): boolean {
  return dayOfMonthIn(date) >= 28 && dayOfMonthIn(dateNumberOf(day + 1)) === 1;
}
