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
import { type DueDays, periodOf, periodsPerYear } from './due-dates.ts';

export const dayCounts = [
  'actual/365',
  'actual/360',
  'actual/365.25',
  'noLeap/365',
  'actual/actual',
  'actual/actual period',
  'periodic',
  '30/360',
  '30/360 bond',
  '30E/360',
  '30E/360 ISDA',
] as const;

/** Lines can use these day counts: a bill need not know the end of its period. */
export const dayCountsOfLines: readonly DayCount[] = dayCounts.filter(
  (count) => count !== 'periodic' && count !== 'actual/actual period',
);

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
    case 'actual/actual period':
      return 365 * 366; // a day weighs 366 in a common year and 365 in a leap year
    case 'periodic':
      return partsOfYear;
    case 'actual/360':
    case '30/360':
    case '30/360 bond':
    case '30E/360':
    case '30E/360 ISDA':
      return 360;
  }
}

/** The period in which days are counted. */
export interface CountedPeriod {
  readonly start: Day;
  /** The due date that ends it; null if there is none any more. */
  readonly end: Day | null;
  /** The last due date. */
  readonly termination: Day;
  /** The series whose periods are equal parts of a year; null: there is none. */
  readonly series: DueDays | null;
}

/** A period whose end the count need not know. */
export const openPeriod = (start: Day): CountedPeriod => ({
  start,
  end: null,
  termination: Number.MAX_SAFE_INTEGER,
  series: null,
});

/** Weight of the days from `from` to the day before `to`, where start <= from <= to. Adds up over any split of them. */
export function weightBetween(dayCount: DayCount, from: Day, to: Day, period: CountedPeriod): number {
  const { start } = period;
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
    case 'actual/actual period':
      if (period.end === null) return weightBetween('actual/actual', from, to, period);
      return (to - from) * (leapDaysThrough(period.end - 1) > leapDaysThrough(start - 1) ? 365 : 366);
    case 'periodic':
      return partsBetween(period.series!, from, to);
    case '30/360':
      return daysUs(start, to) - daysUs(start, from);
    case '30/360 bond':
      return daysBond(start, to) - daysBond(start, from);
    case '30E/360':
      return daysEuropean(start, to) - daysEuropean(start, from);
    case '30E/360 ISDA':
      return daysIsda(start, to, period.termination) - daysIsda(start, from, period.termination);
  }
}

/** Counts in which every day weighs the same, always. */
const evenCounts: ReadonlySet<DayCount> = new Set<DayCount>(['actual/365', 'actual/360', 'actual/365.25']);

/** No count bends less often than once a year, and no answer is needed for longer. */
const evenDaysMax = 366;

/** The last day, at most `until`, up to which each day from `from` on weighs as much as the first one. */
export function evenUntil(dayCount: DayCount, from: Day, until: Day, period: CountedPeriod): Day {
  if (until <= from || evenCounts.has(dayCount)) return until;
  const weightOf = (day: Day): number => weightBetween(dayCount, day, day + 1, period);
  const last = Math.min(until, from + evenDaysMax);
  const first = weightOf(from);
  let day = from + 1;
  while (day < last && weightOf(day) === first) day++;
  return day;
}

// --- Interest by the period: every period of a series is the same part of a year, whatever its days ---

/** So many that every period of a series has a whole number of them. */
const partsOfYear = 312_000;

function partsBetween(series: DueDays, from: Day, to: Day): number {
  const ofPeriod = partsOfYear / periodsPerYear(series);
  let period = periodOf(series, from);
  const partsTo = (day: Day) => Math.floor((ofPeriod * (day - period.from)) / (period.to - period.from));
  let parts = -partsTo(from);
  while (period.to <= to) {
    parts += ofPeriod;
    period = periodOf(series, period.to);
  }
  return parts + partsTo(to);
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

/** US without the February rule: the ends of February count as the days that they are. */
function daysBond(a: Day, b: Day): number {
  const start = dateNumberOf(a);
  const end = dateNumberOf(b);
  const startDay = Math.min(dayOfMonthIn(start), 30);
  const endDay = dayOfMonthIn(end) === 31 && startDay === 30 ? 30 : dayOfMonthIn(end);
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
