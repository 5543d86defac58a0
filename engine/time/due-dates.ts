// The series of due dates (interface, 3.5.3; rules.md 4.1, 4.2). A series has no beginning and no end: weekdays, or
// days of the month, the last day in shorter months. A loan on it begins and ends.

import type { Day } from '../values/day.ts';
import { clampedDay, dateNumberOf, modulo, monthIn, monthsLater, weekdayOf, yearIn } from './calendar.ts';

export type Frequency = 'weekly' | 'everyTwoWeeks' | 'twiceMonthly' | 'monthly' | 'singleTerm';

/** Which days are due days (interface, 3.5.3). */
export interface DueDays {
  readonly frequency: Frequency;
  /** weekly, everyTwoWeeks: one weekday, Monday is 1. monthly: one day, 31 is the last. twiceMonthly: two. */
  readonly days: readonly number[];
  /** everyTwoWeeks: a day of the series, which fixes which of the two weeks. */
  readonly startDate: Day | null;
}

/** The first day of the series strictly after `after`, and at least `bufferDays` after it. */
export function firstDueDate(dueDays: DueDays, after: Day, bufferDays: number | null): Day {
  const earliest = after + Math.max(1, bufferDays ?? 0);
  // Every two weeks without a start date: the series begins on the first right weekday.
  if (dueDays.frequency === 'everyTwoWeeks' && dueDays.startDate === null) return nextWeekday(dueDays, earliest - 1);
  return nextDueDate(dueDays, earliest - 1, dueDays.startDate ?? earliest);
}

/** `count` dates that begin with `first`, whether it is a day of the series or not. */
export function dueDatesFrom(dueDays: DueDays, first: Day, count: number): Day[] {
  if (count < 1) return [];
  return [first, ...dueDatesAfter(dueDays, first, count - 1, dueDays.startDate ?? first)];
}

/**
 * The next `count` days of the series strictly after `after`; none with singleTerm. For everyTwoWeeks `anchor`, any day
 * of the series, decides which of the two weeks; the other frequencies do not need it.
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
export function halfPeriodDays(frequency: Frequency): number {
  switch (frequency) {
    case 'monthly':
      return 15;
    case 'twiceMonthly':
    case 'everyTwoWeeks':
      return 7;
    case 'weekly':
      return 3;
    case 'singleTerm':
      return 0;
  }
}

// --- One step of a series ---

function nextDueDate(dueDays: DueDays, after: Day, anchor: Day): Day {
  switch (dueDays.frequency) {
    case 'weekly':
      return nextWeekday(dueDays, after);
    case 'everyTwoWeeks':
      return after + 1 + modulo(anchor - after - 1, 14);
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
  twiceMonthly: 2,
  monthly: 1,
  singleTerm: 0,
};

/** Every month has a 28th; later days would be one day in February. */
const shortestMonth = 28;

/** Returns a sentence that says what is wrong with the days of a series; undefined if they are right. */
export function checkDueDays(dueDays: DueDays): string | undefined {
  const { frequency, days, startDate } = dueDays;
  const needed = daysNeeded[frequency];
  if (days.length !== needed) return `The frequency ${frequency} takes ${countOfDays(needed)}, not ${days.length}.`;
  if (startDate !== null && frequency !== 'everyTwoWeeks') return `The frequency ${frequency} takes no start date.`;
  switch (frequency) {
    case 'weekly':
      return checkWeekday(days[0]!);
    case 'everyTwoWeeks':
      return checkWeekday(days[0]!) ?? checkStartDate(days[0]!, startDate);
    case 'twiceMonthly':
      return checkDayOfMonth(days[0]!) ?? checkDayOfMonth(days[1]!) ?? checkPair(days[0]!, days[1]!);
    case 'monthly':
      return checkDayOfMonth(days[0]!);
    case 'singleTerm':
      return undefined;
  }
}

function countOfDays(count: number): string {
  if (count === 0) return 'no days';
  return count === 1 ? 'one day' : 'two days';
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
