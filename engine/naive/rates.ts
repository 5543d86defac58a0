// The rate of a day, looked up from scratch among everything known so far (rules 3.1 to 3.4).

import type { FactOf } from '../account/facts.ts';
import type { RateTerms } from '../interest/rates.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { atLeastZero, compared, larger, minus, ofDecimal, plus, type Rational, smaller, zero } from './rational.ts';

export interface Running {
  readonly from: Day;
  /** The last day, included; null: without end. */
  until: Day | null;
  readonly rate: Rational;
}

interface RunningInterest extends Running {
  readonly isSpread: boolean;
}

interface DayRates {
  readonly beforeDiscount: Rational;
  readonly withoutCeiling: Rational;
  readonly atRate: Rational;
}

export interface RateBook {
  readonly terms: RateTerms;
  readonly interest: RunningInterest[];
  readonly promos: Running[];
  readonly ceilings: Running[];
  /** In order of days. */
  readonly index: { readonly on: Day; readonly rate: Rational }[];
  readonly known: Map<Day, DayRates>;
}

function rateOf(rate: Rate): Rational {
  return ofDecimal(rate, 12);
}

export function openRateBook(terms: RateTerms): RateBook {
  return { terms, interest: [], promos: [], ceilings: [], index: [], known: new Map() };
}

/** The list in the terms begins on the activation day. */
export function beginList(book: RateBook, start: Day): void {
  let from = start;
  for (const [place, entry] of book.terms.rates.entries()) {
    const isForGood = entry.days === null || place === book.terms.rates.length - 1;
    const until = isForGood ? null : from + (entry.days ?? 0) - 1;
    book.interest.push({ from, until, rate: rateOf(entry.rate), isSpread: entry.type === 'spread' });
    if (until === null) break;
    from = until + 1;
  }
  for (const promo of book.terms.promos) {
    const until = promo.days === null ? null : start + promo.days - 1;
    book.promos.push({ from: start, until, rate: rateOf(promo.rate) });
  }
  book.known.clear();
}

export function learnRate(book: RateBook, fact: FactOf<'index' | 'rate' | 'promo' | 'ceiling'>): void {
  const rate = rateOf(fact.rate);
  book.known.clear();
  if (fact.kind === 'index') {
    book.index.push({ on: fact.on, rate });
    return;
  }
  const running = { from: fact.on, until: fact.until, rate };
  if (fact.kind === 'promo') book.promos.push(running);
  if (fact.kind === 'ceiling') book.ceilings.push(running);
  if (fact.kind !== 'rate') return;
  if (fact.replaces) {
    for (const earlier of book.interest) {
      if (earlier.until === null || earlier.until >= fact.on) earlier.until = fact.on - 1;
    }
  }
  book.interest.push({ ...running, isSpread: fact.type === 'spread' });
}

/** Nothing is left but the ceilings to come. */
export function forgetRates(book: RateBook): void {
  book.interest.length = 0;
  book.promos.length = 0;
  book.known.clear();
}

/** The lowest ceiling of the day; null: none runs. */
export function ceilingOn(book: RateBook, day: Day): Rational | null {
  const running = book.ceilings.filter(({ from, until }) => from <= day && (until === null || day <= until));
  return running.length === 0 ? null : running.map(({ rate }) => rate).reduce(smaller);
}

export function ratesOn(book: RateBook, day: Day): DayRates {
  const known = book.known.get(day);
  if (known !== undefined) return known;
  const runs = ({ from, until }: Running) => from <= day && (until === null || day <= until);
  const candidates = book.interest.filter(runs).map((entry) => valueOn(book, entry, day));
  const lowest = candidates.length === 0 ? zero : candidates.reduce(smaller);
  const beforeDiscount = atLeastZero(lowest);
  const promo = book.promos.filter(runs).reduce((sum, { rate }) => plus(sum, rate), zero);
  const withoutCeiling = atLeastZero(minus(beforeDiscount, promo));
  const atRate = book.ceilings.filter(runs).reduce((rate, ceiling) => smaller(rate, ceiling.rate), withoutCeiling);
  const rates = { beforeDiscount, withoutCeiling, atRate };
  book.known.set(day, rates);
  return rates;
}

/** The rates of principal that is overdue: raised to the overdue rate, which promos do not lower and ceilings bound. */
export function overdueRatesOn(book: RateBook, day: Day, overdueRate: Rate | null): DayRates {
  const rates = ratesOn(book, day);
  if (overdueRate === null) return rates;
  const raised = rateOf(overdueRate);
  const withoutCeiling = larger(rates.withoutCeiling, raised);
  const ceilings = book.ceilings.filter(({ from, until }) => from <= day && (until === null || day <= until));
  const atRate = ceilings.reduce((rate, ceiling) => smaller(rate, ceiling.rate), withoutCeiling);
  return { beforeDiscount: larger(rates.beforeDiscount, raised), withoutCeiling, atRate };
}

function valueOn(book: RateBook, entry: RunningInterest, day: Day): Rational {
  if (!entry.isSpread) return entry.rate;
  let index = indexOn(book, entry.from);
  let value = bounded(book.terms, plus(index, entry.rate));
  const laterDays = new Set(book.index.map(({ on }) => on).filter((on) => on > entry.from && on <= day));
  for (const changeDay of laterDays) {
    const changed = indexOn(book, changeDay);
    if (compared(changed, index) === 0) continue;
    index = changed;
    value = bounded(book.terms, stepped(book.terms, plus(index, entry.rate), value));
  }
  return value;
}

function indexOn(book: RateBook, day: Day): Rational {
  return book.index.findLast(({ on }) => on <= day)?.rate ?? zero;
}

function stepped(terms: RateTerms, wanted: Rational, before: Rational): Rational {
  if (terms.stepCap === null) return wanted;
  const step = rateOf(terms.stepCap);
  return smaller(larger(wanted, minus(before, step)), plus(before, step));
}

function bounded(terms: RateTerms, value: Rational): Rational {
  const raised = terms.floor === null ? value : larger(value, rateOf(terms.floor));
  return terms.cap === null ? raised : smaller(raised, rateOf(terms.cap));
}
