// When the money of a credit moves, counted in unit-periods: Regulation Z, Appendix J, (b)(2) to (b)(5).

import { daysInMonth, monthsLater, type YearMonthDay, yearMonthDay } from '../time/calendar.ts';
import type { Day } from '../values/day.ts';

export interface UnitPeriod {
  /** `term`: the whole time from a single advance to a single payment, if that is under a year. */
  readonly interval: 'day' | 'week' | 'semimonth' | 'month' | 'term';
  /** How many intervals; a year is 12 months. */
  readonly multiple: number;
  /** In lowest terms: 26 over 1 for two weeks, 365 over 28 for a term of 28 days. */
  readonly perYear: Fraction;
}

interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

interface UnitPeriodTimes {
  readonly unitPeriod: UnitPeriod;
  /** A unit-period has so many parts. */
  readonly parts: number;
  /** In the order of the days that were given. */
  readonly advances: readonly Time[];
  readonly payments: readonly Time[];
}

/** So many whole unit-periods after the start of the term, and so many parts of another. */
interface Time {
  readonly whole: number;
  readonly part: number;
}

/** A single payment after whole months, under a year, may be measured either way. */
export type SinglePaymentUnit = 'months' | 'days';

/**
 * There must be an advance, and a payment after the start of the term. Money that moves before the start counts as on
 * the day of the start, and makes no period.
 */
export function timesInUnitPeriods(
  start: Day,
  advances: readonly Day[],
  payments: readonly Day[],
  singlePaymentUnit: SinglePaymentUnit,
): UnitPeriodTimes {
  const advancing = seriesFrom(start, advances);
  const paying = seriesFrom(start, payments);
  const unitPeriod = unitPeriodOf(advancing, paying, singlePaymentUnit);
  const parts = unitPeriod.interval === 'term' ? lengthOf(paying) : partsOf(unitPeriod);
  const timesIn = (series: Series, days: readonly Day[]) =>
    days.map((day) => timeOf(Math.max(day, start), series, unitPeriod, parts));
  return { unitPeriod, parts, advances: timesIn(advancing, advances), payments: timesIn(paying, payments) };
}

// --- The unit-period ---

interface StandardInterval {
  readonly unitPeriod: UnitPeriod;
  /** In hours, a month being a twelfth of 365 days: a whole number for all of them. */
  readonly length: number;
}

const oneDay = standardInterval('day', 1, 24, fraction(365, 1));
const weekMultiples = upTo(52, (n) => standardInterval('week', n, 168 * n, fraction(52, n)));
const semimonth = standardInterval('semimonth', 1, 365, fraction(24, 1));
const monthMultiples = upTo(12, (n) => standardInterval('month', n, 730 * n, fraction(12, n)));
const oneYear = monthMultiples[11]!;
const shortestFirst = [oneDay, ...weekMultiples, semimonth, ...monthMultiples].sort((a, b) => a.length - b.length);

/**
 * The common period: the standard interval that occurs most often, and more than once, between advances, between
 * payments, or from the start to the first of them; if several occur equally often, the shortest. Otherwise the average
 * period.
 */
function unitPeriodOf(advancing: Series, paying: Series, singlePaymentUnit: SinglePaymentUnit): UnitPeriod {
  const isSinglePayment = advancing.moves === 1 && paying.days.length === 2;
  if (isSinglePayment) return unitPeriodOfSinglePayment(paying, singlePaymentUnit);
  const occurrences = new Map<StandardInterval, number>();
  for (const interval of [...intervalsIn(advancing), ...intervalsIn(paying)]) {
    occurrences.set(interval, (occurrences.get(interval) ?? 0) + 1);
  }
  let common: StandardInterval | undefined;
  let most = 1;
  for (const interval of shortestFirst) {
    const times = occurrences.get(interval) ?? 0;
    if (times > most) [common, most] = [interval, times];
  }
  return (common ?? nearestToAverage(advancing, paying)).unitPeriod;
}

/** The term itself, or the year if it is not shorter. */
function unitPeriodOfSinglePayment(paying: Series, unit: SinglePaymentUnit): UnitPeriod {
  const term = monthsBetween(paying.dates[0]!, paying.dates[1]!, paying);
  if (term.months >= 12) return oneYear.unitPeriod;
  const inMonths = term.days === 0 && unit === 'months';
  const perYear = inMonths ? fraction(12, term.months) : fraction(365, lengthOf(paying));
  return { interval: 'term', multiple: 1, perYear };
}

/**
 * The standard intervals that equal a period of a series. One period may be two of them: 28 days of February are four
 * weeks, and a month. The law does not define the semimonth; here two periods that together make a month are two
 * semimonths.
 */
function intervalsIn(series: Series): StandardInterval[] {
  const { days, dates } = series;
  const found: StandardInterval[] = [];
  for (let k = 1; k < days.length; k += 1) {
    const elapsed = days[k]! - days[k - 1]!;
    if (elapsed === 1) found.push(oneDay);
    if (elapsed % 7 === 0 && elapsed <= 364) found.push(weekMultiples[elapsed / 7 - 1]!);
    const since = monthsBetween(dates[k - 1]!, dates[k]!, series);
    if (since.days === 0 && since.months <= 12) found.push(monthMultiples[since.months - 1]!);
    if (isAMonth(series, k - 1, k + 1) || isAMonth(series, k - 2, k)) found.push(semimonth);
  }
  return found;
}

/** Whether there is a month from one day of the series to another. */
function isAMonth(series: Series, from: number, to: number): boolean {
  const [first, last] = [series.dates[from], series.dates[to]];
  if (first === undefined || last === undefined) return false;
  const { months, days } = monthsBetween(first, last, series);
  return months === 1 && days === 0;
}

/** The standard interval nearest to the average of all periods; if two are equally near, the shorter one. */
function nearestToAverage(advancing: Series, paying: Series): StandardInterval {
  const periods = advancing.days.length - 1 + paying.days.length - 1;
  const hours = 24 * (lengthOf(advancing) + lengthOf(paying));
  const distance = (interval: StandardInterval) => Math.abs(interval.length * periods - hours);
  return shortestFirst.reduce((nearest, next) => (distance(next) < distance(nearest) ? next : nearest));
}

function standardInterval(
  interval: UnitPeriod['interval'],
  multiple: number,
  length: number,
  perYear: Fraction,
): StandardInterval {
  return { unitPeriod: { interval, multiple, perYear }, length };
}

function upTo<T>(last: number, make: (n: number) => T): T[] {
  return Array.from({ length: last }, (_, k) => make(k + 1));
}

function fraction(numerator: number, denominator: number): Fraction {
  let [divisor, rest] = [numerator, denominator];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

// --- Times in unit-periods ---

/** A month has 30 days here; a year is made of days and of twelfths, so both are whole numbers of its parts. */
function partsOf({ interval, multiple }: UnitPeriod): number {
  if (interval === 'month') return multiple === 12 ? 12 * 365 : 30 * multiple;
  return interval === 'week' ? 7 * multiple : interval === 'semimonth' ? 15 : 1;
}

function timeOf(day: Day, series: Series, { interval, multiple }: UnitPeriod, parts: number): Time {
  const start = series.days[0]!;
  if (interval === 'day' || interval === 'week' || interval === 'term') return divided(day - start, parts);
  if (multiple === 12) return timeInYears(start, day, series);
  const since = monthsBetween(series.dates[0]!, yearMonthDay(day), series);
  return divided(30 * since.months + since.days, parts);
}

/** Whole years are counted back from the day; the rest is whole months, in twelfths, or days, 365 of them a year. */
function timeInYears(start: Day, day: Day, series: Series): Time {
  const date = yearMonthDay(day);
  const since = monthsBetween(series.dates[0]!, date, series);
  const whole = Math.floor(since.months / 12);
  if (since.days === 0) return { whole, part: (since.months % 12) * 365 };
  const wholeYearsStart = monthsLater(date.year, date.month, -12 * whole, scheduledDay(date, series));
  return { whole, part: (wholeYearsStart - start) * 12 };
}

function divided(count: number, parts: number): Time {
  const part = count % parts;
  return { whole: (count - part) / parts, part };
}

// --- Months, all equal ---

/** The start of the term, and the later days of one side, the advances or the payments: each once, in order. */
interface Series {
  readonly days: readonly Day[];
  readonly dates: readonly YearMonthDay[];
  /** The number of days on which money moves; days before the start count as the start. */
  readonly moves: number;
  /** How many of the dates fit a schedule for the 28th, 29th, 30th or 31st; by that day of the month. */
  readonly fits: readonly number[];
}

function seriesFrom(start: Day, all: readonly Day[]): Series {
  const moving = new Set(all.map((day) => Math.max(day, start)));
  const days = [...new Set([start, ...moving])].sort((a, b) => a - b);
  const dates = days.map(yearMonthDay);
  return { days, dates, moves: moving.size, fits: fitsOf(dates) };
}

function lengthOf({ days }: Series): number {
  return days.at(-1)! - days[0]!;
}

function fitsOf(dates: readonly YearMonthDay[]): number[] {
  const fits = new Array<number>(32).fill(0);
  for (const { year, month, day } of dates) {
    const last = daysInMonth(year, month);
    for (let scheduled = 28; scheduled <= 31; scheduled += 1) {
      if (day === Math.min(scheduled, last)) fits[scheduled]! += 1;
    }
  }
  return fits;
}

/**
 * The day of the month for which a date was scheduled: the last day of a month may replace a later day that this month
 * does not have. A series on the last days of months is measured from end to end, and one on the 29th or 30th uses the
 * last day of February. The result is the day that most of the dates fit; if several fit equally, the date as written.
 */
function scheduledDay({ year, month, day }: YearMonthDay, { fits }: Series): number {
  if (day < daysInMonth(year, month)) return day;
  let best = day;
  for (let scheduled = day + 1; scheduled <= 31; scheduled += 1) if (fits[scheduled]! > fits[best]!) best = scheduled;
  return best;
}

/** Whole months counted back from the later date, and the days from the earlier date to the first of them. */
function monthsBetween(from: YearMonthDay, to: YearMonthDay, series: Series): { months: number; days: number } {
  const scheduled = scheduledDay(to, series);
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const length = daysInMonth(from.year, from.month);
  const sameMonth = Math.min(scheduled, length);
  if (sameMonth >= from.day) return { months, days: sameMonth - from.day };
  const nextMonth = Math.min(scheduled, daysInMonth(from.year, (from.month % 12) + 1));
  return { months: months - 1, days: length - from.day + nextMonth };
}
