// What is known of the rates so far (rule 3.1), and simple questions about it.

import type { RateTerms } from '../interest/rates.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { larger, ofDecimal, type Rational, smaller, zero } from './rational.ts';

export interface Running {
  readonly from: Day;
  /** The last day, included; null: without end. */
  until: Day | null;
  readonly rate: Rational;
}

export interface RunningInterest extends Running {
  readonly isSpread: boolean;
}

export interface DayRates {
  readonly beforeDiscount: Rational;
  readonly withoutCeiling: Rational;
  readonly atRate: Rational;
}

/** The values of the rates that run on one day. */
export type Values = ReadonlyMap<RunningInterest, Rational>;

export interface RateBook {
  readonly terms: RateTerms;
  /** The first day of the loan; null: it has not begun. */
  start: Day | null;
  readonly interest: RunningInterest[];
  readonly promos: Running[];
  readonly ceilings: Running[];
  /** The rates are in the order of their days. */
  readonly index: { readonly on: Day; readonly rate: Rational }[];
  /** What was worked out from all this, by the day, and with resets the day on which somebody solves. */
  readonly known: Map<string, DayRates>;
  /** With resets: the values of each day from the first one on, by the day on which somebody solves. */
  readonly values: Map<Day, Values[]>;
}

export function openRateBook(terms: RateTerms): RateBook {
  const lists = { interest: [], promos: [], ceilings: [], index: [] };
  return { terms, start: null, ...lists, known: new Map(), values: new Map() };
}

/** Everything that was worked out is worked out again: something new is known. */
export function forgetWhatWasWorkedOut({ known, values }: RateBook): void {
  known.clear();
  values.clear();
}

export function rateOf(rate: Rate): Rational {
  return ofDecimal(rate, 12);
}

export function runsOn({ from, until }: Running, day: Day): boolean {
  return from <= day && (until === null || day <= until);
}

export function indexOn(book: RateBook, day: Day): Rational {
  return book.index.findLast(({ on }) => on <= day)?.rate ?? zero;
}

/** Raised to the floor, then lowered to the cap. */
export function bounded(terms: RateTerms, value: Rational): Rational {
  const raised = terms.floor === null ? value : larger(value, rateOf(terms.floor));
  return terms.cap === null ? raised : smaller(raised, rateOf(terms.cap));
}
