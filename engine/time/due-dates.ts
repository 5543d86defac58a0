// The series of due dates (interface, 3.5.3; rules.md 4.1, 4.2). A series has no beginning and no end: weekdays, or
// days of the month, the last day in shorter months. A loan on it begins and ends.

import type { Day } from '../values/day.ts';
import { clampedDay, dateNumberOf, modulo, monthIn, monthsLater, weekdayOf, yearIn } from './calendar.ts';

export const frequencies = [
  'weekly',
  'everyTwoWeeks',
  'everyNWeeks',
  'twiceMonthly',
  'monthly',
  'quarterly',
  'halfYearly',
  'yearly',
  'singleTerm',
] as const;

export type Frequency = (typeof frequencies)[number];

/** Which days are due days (interface, 3.5.3). */
export interface DueDays {
  readonly frequency: Frequency;
  /**
   * weekly, everyTwoWeeks: one weekday, Monday is 1. everyNWeeks: a weekday and the number of weeks. twiceMonthly: two
   * days, 31 is the last. monthly and longer: one.
   */
  readonly days: readonly number[];
  /** A day of the series, which fixes which of the weeks, or which of the months. Not for weekly, monthly and so on. */
  readonly startDate: Day | null;
}

/** The first day of the series strictly after `after`, and at least `bufferDays` after it. */
export function firstDueDate(dueDays: DueDays, after: Day, bufferDays: number | null): Day {
  const earliest = after + Math.max(1, bufferDays ?? 0);
  if (dueDays.startDate !== null) return nextDueDate(dueDays, earliest - 1, dueDays.startDate);
  // Weeks without a start date: the series begins on the first right weekday.
  if (weeksOf(dueDays) > 0) return nextWeekday(dueDays, earliest - 1);
  // Several months without one: whole periods after the month of `after`.
  const least = monthsOf(dueDays.frequency) > 1 ? Math.max(earliest - 1, lastOfMonth(after)) : earliest - 1;
  return nextDueDate(dueDays, least, after);
}

/** After a change of due days: the first date more than half a period after the due date that is kept. */
export function firstAfterChange(dueDays: DueDays, kept: Day): Day {
  const after = kept + halfPeriodDays(dueDays);
  if (monthsOf(dueDays.frequency) > 1) return nextDueDate(dueDays, after, dueDays.startDate ?? kept);
  return firstDueDate(dueDays, after, null);
}

/** A series that needs a start date and has none begins with its first day on or after `first`. */
export function seriesThrough(series: DueDays, first: Day): DueDays {
  if (series.startDate !== null || !needsStart(series)) return series;
  const startDate = weeksOf(series) > 0 ? nextWeekday(series, first - 1) : nextDueDate(series, first - 1, first);
  return { ...series, startDate };
}

function needsStart({ frequency, days }: DueDays): boolean {
  return weeksOf({ frequency, days }) > 1 || monthsOf(frequency) > 1;
}

/** `count` dates that begin with `first`, whether it is a day of the series or not. */
export function dueDatesFrom(dueDays: DueDays, first: Day, count: number): Day[] {
  if (count < 1) return [];
  return [first, ...dueDatesAfter(dueDays, first, count - 1, dueDays.startDate ?? first)];
}

/**
 * The next `count` days of the series strictly after `after`; none with singleTerm. `anchor`, any day of
 * the series, decides which of the weeks or months; weekly, twiceMonthly and monthly do not need it.
 */
export function dueDatesAfter(dueDays: DueDays, after: Day, count: number, anchor: Day): Day[] {
  const dates: Day[] = [];
  if (dueDays.frequency === 'singleTerm') return dates;
  if (dueDays.frequency === 'monthly') return daysOfMonths(dayAt(dueDays, 0), after, count);
  let date = after;
  while (dates.length < count) {
    date = nextDueDate(dueDays, date, anchor);
    dates.push(date);
  }
  return dates;
}

/** The same as date by date, but the month is counted up and not computed again from each date. */
function daysOfMonths(anchorDay: number, after: Day, count: number): Day[] {
  const date = dateNumberOf(after);
  let year = yearIn(date);
  let month = monthIn(date);
  const dates: Day[] = [];
  while (dates.length < count) {
    const day = clampedDay(year, month, anchorDay);
    if (day > after) dates.push(day);
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year++;
  }
  return dates;
}

/** How the due dates of a loan begin and end. */
export interface OpeningDueDays extends DueDays {
  /** How many due dates; null when the payment decides it. */
  readonly count: number | null;
  readonly amount: number | null;
  /** Due dates supplied by the lender and kept. */
  readonly schedule: readonly { readonly on: Day }[] | null;
  /** The first due date is at least so many days after activation. */
  readonly bufferDays: number | null;
  /** Replaces the last due date. With singleTerm it is the only one. */
  readonly endDate: Day | null;
}

/**
 * The due dates with which a loan begins: at most `count`. If the lender supplied rows, all their dates; and if only
 * the end date decides how many there are (rules.md 4.2), `count` does not matter either.
 */
export function openingDueDates(terms: OpeningDueDays, activation: Day, count: number): Day[] {
  if (terms.schedule !== null) return terms.schedule.map((row) => row.on);
  if (terms.frequency === 'singleTerm') return [singleDueDate(terms)];
  const first = firstDueDate(terms, activation, terms.bufferDays);
  if (terms.endDate === null) return dueDatesFrom(terms, first, count);
  const isCountFree = terms.count === null && terms.amount === null;
  return datesUntilEnd(terms, first, terms.endDate, isCountFree ? Number.POSITIVE_INFINITY : count);
}

/** Days of the series before the end date; the end date replaces the last one. */
function datesUntilEnd(dueDays: DueDays, first: Day, endDate: Day, count: number): Day[] {
  const dates: Day[] = [];
  if (count < 1) return dates;
  const anchor = dueDays.startDate ?? first;
  for (let date = first; date < endDate && dates.length < count - 1; date = nextDueDate(dueDays, date, anchor)) {
    dates.push(date);
  }
  dates.push(endDate);
  return dates;
}

function singleDueDate({ endDate }: OpeningDueDays): Day {
  if (endDate === null) throw new RangeError('a loan of a single term has no end date');
  return endDate;
}

/** After a change of due dates the next one is more than this many days away (rules.md 4.13). */
export function halfPeriodDays({ frequency, days }: Pick<DueDays, 'frequency' | 'days'>): number {
  const weeks = weeksOf({ frequency, days });
  return weeks > 0 ? Math.floor((7 * weeks) / 2) : halfOfMonths[frequency as MonthFrequency | 'singleTerm'];
}

type MonthFrequency = 'twiceMonthly' | 'monthly' | 'quarterly' | 'halfYearly' | 'yearly';

const halfOfMonths: Record<MonthFrequency | 'singleTerm', number> = {
  twiceMonthly: 7,
  monthly: 15,
  quarterly: 45,
  halfYearly: 91,
  yearly: 182,
  singleTerm: 0,
};

/** Every how many weeks; zero for a series of months. */
function weeksOf({ frequency, days }: Pick<DueDays, 'frequency' | 'days'>): number {
  if (frequency === 'everyNWeeks') return days[1] ?? 0;
  return frequency === 'weekly' ? 1 : frequency === 'everyTwoWeeks' ? 2 : 0;
}

/** Every how many months; zero for a series of weeks, twice a month, and for a single term. */
function monthsOf(frequency: Frequency): number {
  return { monthly: 1, quarterly: 3, halfYearly: 6, yearly: 12 }[frequency as string] ?? 0;
}

/** How many periods a year has; a year of weeks has 52. */
export function periodsPerYear(dueDays: DueDays): number {
  const weeks = weeksOf(dueDays);
  if (weeks > 0) return 52 / weeks;
  return dueDays.frequency === 'twiceMonthly' ? 24 : 12 / monthsOf(dueDays.frequency);
}

// --- One step of a series ---

function nextDueDate(dueDays: DueDays, after: Day, anchor: Day): Day {
  switch (dueDays.frequency) {
    case 'weekly':
      return nextWeekday(dueDays, after);
    case 'everyTwoWeeks':
    case 'everyNWeeks':
      return after + 1 + modulo(anchor - after - 1, 7 * weeksOf(dueDays));
    case 'quarterly':
    case 'halfYearly':
    case 'yearly':
      return nextOfMonths(dueDays, after, anchor);
    case 'twiceMonthly':
      return nextOfTwo(dueDays, after);
    case 'monthly':
      return nextDayOfMonth(dayAt(dueDays, 0), after);
    case 'singleTerm':
      throw new RangeError('a single term has no series of due dates');
  }
}

function nextWeekday(dueDays: DueDays, after: Day): Day {
  const tomorrow = after + 1;
  return tomorrow + modulo(dayAt(dueDays, 0) - weekdayOf(tomorrow), 7);
}

function nextOfTwo(dueDays: DueDays, after: Day): Day {
  return Math.min(nextDayOfMonth(dayAt(dueDays, 0), after), nextDayOfMonth(dayAt(dueDays, 1), after));
}

/** The months of the series are whole periods away from that of the anchor. */
function nextOfMonths(dueDays: DueDays, after: Day, anchor: Day): Day {
  const months = monthsOf(dueDays.frequency);
  const date = dateNumberOf(after);
  const away = modulo(monthNumberOf(anchor) - monthNumberOf(after), months);
  const first = monthsLater(yearIn(date), monthIn(date), away, dayAt(dueDays, 0));
  return first > after ? first : monthsLater(yearIn(date), monthIn(date), away + months, dayAt(dueDays, 0));
}

function monthNumberOf(day: Day): number {
  const date = dateNumberOf(day);
  return 12 * yearIn(date) + monthIn(date);
}

function lastOfMonth(day: Day): Day {
  const date = dateNumberOf(day);
  return clampedDay(yearIn(date), monthIn(date), 31);
}

/** The period of an anchored series that holds the day: from one date of the series to the day before the next. */
export function periodOf(dueDays: DueDays, day: Day): { readonly from: Day; readonly to: Day } {
  const anchor = dueDays.startDate ?? day;
  // Two periods back, whatever the lengths of months: from there date by date.
  let from = nextDueDate(dueDays, day - Math.ceil(366 / periodsPerYear(dueDays)) - 31, anchor);
  let to = nextDueDate(dueDays, from, anchor);
  while (to <= day) [from, to] = [to, nextDueDate(dueDays, to, anchor)];
  return { from, to };
}

function nextDayOfMonth(anchorDay: number, after: Day): Day {
  const date = dateNumberOf(after);
  const inThisMonth = clampedDay(yearIn(date), monthIn(date), anchorDay);
  return inThisMonth > after ? inThisMonth : monthsLater(yearIn(date), monthIn(date), 1, anchorDay);
}

function dayAt({ frequency, days }: DueDays, index: number): number {
  const day = days[index];
  if (day === undefined) throw new RangeError(`${frequency} due days lack their day number ${index + 1}`);
  return day;
}

// --- What the lender may choose ---

const daysNeeded: Record<Frequency, number> = {
  weekly: 1,
  everyTwoWeeks: 1,
  everyNWeeks: 2,
  twiceMonthly: 2,
  monthly: 1,
  quarterly: 1,
  halfYearly: 1,
  yearly: 1,
  singleTerm: 0,
};

/** Every month has a 28th; later days would be one day in February. */
const shortestMonth = 28;

/** Returns a sentence that says what is wrong with the days of a series; undefined if they are right. */
export function checkDueDays(dueDays: DueDays): string | undefined {
  const { frequency, days, startDate } = dueDays;
  const needed = daysNeeded[frequency];
  if (days.length !== needed) return `The frequency ${frequency} takes ${daysWanted(frequency)}, not ${days.length}.`;
  if (startDate !== null && !needsStart(dueDays)) return `The frequency ${frequency} takes no start date.`;
  switch (frequency) {
    case 'weekly':
      return checkWeekday(days[0]!);
    case 'everyTwoWeeks':
      return checkWeekday(days[0]!) ?? checkStartDate(days[0]!, startDate);
    case 'everyNWeeks':
      return checkWeekday(days[0]!) ?? checkWeeks(days[1]!) ?? checkStartDate(days[0]!, startDate);
    case 'quarterly':
    case 'halfYearly':
    case 'yearly':
      return checkDayOfMonth(days[0]!) ?? checkStartOfMonths(days[0]!, startDate);
    case 'twiceMonthly':
      return checkDayOfMonth(days[0]!) ?? checkDayOfMonth(days[1]!) ?? checkPair(days[0]!, days[1]!);
    case 'monthly':
      return checkDayOfMonth(days[0]!);
    case 'singleTerm':
      return undefined;
  }
}

function daysWanted(frequency: Frequency): string {
  if (frequency === 'everyNWeeks') return 'two numbers: a weekday and the number of weeks';
  return ['no days', 'one day', 'two days'][daysNeeded[frequency]]!;
}

function checkWeeks(weeks: number): string | undefined {
  return isWholeBetween(weeks, 2, 52) ? undefined : `A payment comes every 2 to 52 weeks, not every ${weeks}.`;
}

function checkStartOfMonths(dayOfMonth: number, startDate: Day | null): string | undefined {
  if (startDate === null) return undefined;
  const date = dateNumberOf(startDate);
  if (startDate === clampedDay(yearIn(date), monthIn(date), dayOfMonth)) return undefined;
  return `The start date is not the day ${dayOfMonth} of its month.`;
}

function checkWeekday(day: number): string | undefined {
  return isWholeBetween(day, 1, 7) ? undefined : `A weekday is 1 (Monday) to 7 (Sunday), not ${day}.`;
}

function checkStartDate(weekday: number, startDate: Day | null): string | undefined {
  if (startDate === null || weekdayOf(startDate) === weekday) return undefined;
  return `The start date is on weekday ${weekdayOf(startDate)}, not on weekday ${weekday}.`;
}

function checkDayOfMonth(day: number): string | undefined {
  return isWholeBetween(day, 1, 31) ? undefined : `A day of the month is 1 to 31, not ${day}.`;
}

function checkPair(one: number, other: number): string | undefined {
  if (Math.min(one, shortestMonth) !== Math.min(other, shortestMonth)) return undefined;
  return `The days ${one} and ${other} fall on the same date in some months.`;
}

function isWholeBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
