// Rates over an index that are reset on dates, gone through day by day from the first day of the loan (rule 3.2a).

import type { RateResets } from '../interest/resets.ts';
import type { Day } from '../values/day.ts';
import { clampedDay, partsOf } from './civil.ts';
import { bounded, indexOn, type RateBook, type RunningInterest, rateOf, runsOn, type Values } from './rate-book.ts';
import { larger, minus, plus, type Rational, rational, smaller } from './rational.ts';

/** No loan has more reset dates. */
const resetsMax = 1200;

/** No payment is solved for: every reset date counts. */
export const noSolving = Number.POSITIVE_INFINITY;

/** Which reset date the day is; null: none. Those on or before the first day of the loan do not count. */
function resetOn({ start, terms }: RateBook, day: Day): number | null {
  const resets = terms.resets ?? null;
  if (resets === null || start === null || day <= start) return null;
  const first = partsOf(resets.first);
  for (let k = 0; k < resetsMax; k += 1) {
    const months = first.month - 1 + k * resets.everyMonths;
    const date = clampedDay(first.year + Math.floor(months / 12), (months % 12) + 1, first.day);
    if (date === day) return k;
    if (date > day) return null;
  }
  return null;
}

export function isResetDate(book: RateBook, day: Day): boolean {
  return resetOn(book, day) !== null;
}

/** Whether a change of the index on this day solves the payment again (3.2b). */
export function indexSolvesOn(book: RateBook, day: Day): boolean {
  const resets = book.terms.resets ?? null;
  return resets === null || (resets.lookbackDays === 0 && (day === book.start || isResetDate(book, day)));
}

/**
 * The values of all rates that run on a day, for somebody who solves on `solvedOn` and takes no reset date after it into
 * account.
 */
export function valuesOn(book: RateBook, resets: RateResets, day: Day, solvedOn: Day): Values {
  const { start } = book;
  if (start === null || day < start) return new Map();
  const days = book.values.get(solvedOn) ?? [];
  book.values.set(solvedOn, days);
  while (days.length <= day - start) {
    const today = start + days.length;
    days.push(valuesOfDay({ book, resets, day: today, isFirst: today === start, before: days, solvedOn }));
  }
  return days[day - start] ?? new Map();
}

interface DayOfResets {
  readonly book: RateBook;
  readonly resets: RateResets;
  readonly day: Day;
  readonly isFirst: boolean;
  /** The values of all days before. */
  readonly before: readonly Values[];
  readonly solvedOn: Day;
}

function valuesOfDay(today: DayOfResets): Values {
  const running = today.book.interest.filter((entry) => runsOn(entry, today.day));
  return new Map(running.map((entry) => [entry, entry.isSpread ? spreadOn(today, entry) : entry.rate]));
}

function spreadOn(today: DayOfResets, entry: RunningInterest): Rational {
  const { book, resets, day, isFirst, before, solvedOn } = today;
  const full = fullValue(book, resets, entry, day);
  if (isFirst) return bounded(book.terms, full);
  const dayBefore = before.at(-1);
  const value = dayBefore?.get(entry) ?? lowestOf(dayBefore) ?? bounded(book.terms, full);
  const k = day <= solvedOn ? resetOn(book, day) : null;
  if (k === null) return value;
  const step = k === 0 ? (resets.firstCap ?? resets.periodicCap) : resets.periodicCap;
  const stepped = step === null ? full : within(full, minus(value, rateOf(step)), plus(value, rateOf(step)));
  return bounded(book.terms, withinLifetime(resets, stepped, lowestOf(before[0])));
}

/** The lowest value, which may be below zero; null: no rate runs. */
function lowestOf(values: Values | undefined): Rational | null {
  const all = [...(values?.values() ?? [])];
  return all.length === 0 ? null : all.reduce(smaller);
}

function within(value: Rational, least: Rational, most: Rational): Rational {
  return smaller(larger(value, least), most);
}

/** At most so far above the first rate of the loan, then at least so far below it. */
function withinLifetime(resets: RateResets, value: Rational, first: Rational | null): Rational {
  if (first === null) return value;
  const { lifetimeCap, lifetimeDrop } = resets;
  const lowered = lifetimeCap === null ? value : smaller(value, plus(first, rateOf(lifetimeCap)));
  return lifetimeDrop === null ? lowered : larger(lowered, minus(first, rateOf(lifetimeDrop)));
}

/** Index and spread together, as a multiple. */
function fullValue(book: RateBook, resets: RateResets, entry: RunningInterest, day: Day): Rational {
  const sum = plus(indexOn(book, day - resets.lookbackDays), entry.rate);
  return resets.roundTo === null ? sum : nearestMultiple(sum, rateOf(resets.roundTo));
}

/** The nearest multiple of the unit; halves go up, also below zero. */
function nearestMultiple(value: Rational, unit: Rational): Rational {
  if (unit.numerator === 0n) return value;
  const above = 2n * value.numerator * unit.denominator + unit.numerator * value.denominator;
  const below = 2n * unit.numerator * value.denominator;
  const cut = above / below;
  const count = above < 0n && cut * below !== above ? cut - 1n : cut;
  return rational(count * unit.numerator, unit.denominator);
}
