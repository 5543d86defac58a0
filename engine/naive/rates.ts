// The rate of a day, looked up from scratch among everything known so far (rules 3.1 to 3.4).

import type { FactOf } from '../account/facts.ts';
import type { RateTerms } from '../interest/rates.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import {
  bounded,
  type DayRates,
  forgetWhatWasWorkedOut,
  indexOn,
  type RateBook,
  type RunningInterest,
  rateOf,
  runsOn,
} from './rate-book.ts';
import { atLeastZero, compared, larger, minus, plus, type Rational, smaller, zero } from './rational.ts';
import { noSolving, valuesOn } from './resets.ts';

/** The list in the terms begins on the activation day. */
export function beginList(book: RateBook, start: Day): void {
  book.start = start;
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
  forgetWhatWasWorkedOut(book);
}

export function learnRate(book: RateBook, fact: FactOf<'index' | 'rate' | 'promo' | 'ceiling'>): void {
  const rate = rateOf(fact.rate);
  forgetWhatWasWorkedOut(book);
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
  forgetWhatWasWorkedOut(book);
}

/** The lowest ceiling of the day; null: none runs. */
export function ceilingOn(book: RateBook, day: Day): Rational | null {
  const running = book.ceilings.filter((ceiling) => runsOn(ceiling, day));
  return running.length === 0 ? null : running.map(({ rate }) => rate).reduce(smaller);
}

/** The rates of a day. With resets somebody who solves on `solvedOn` knows none of the reset dates after it (3.2b). */
export function ratesOn(book: RateBook, day: Day, solvedOn: Day = noSolving): DayRates {
  const key = (book.terms.resets ?? null) === null ? `${day}` : `${day} ${solvedOn}`;
  const known = book.known.get(key);
  if (known !== undefined) return known;
  const candidates = candidatesOn(book, day, solvedOn);
  const lowest = candidates.length === 0 ? zero : candidates.reduce(smaller);
  const beforeDiscount = atLeastZero(lowest);
  const promos = book.promos.filter((running) => runsOn(running, day));
  const promo = promos.reduce((sum, { rate }) => plus(sum, rate), zero);
  const withoutCeiling = atLeastZero(minus(beforeDiscount, promo));
  const ceilings = book.ceilings.filter((running) => runsOn(running, day));
  const atRate = ceilings.reduce((rate, ceiling) => smaller(rate, ceiling.rate), withoutCeiling);
  const rates = { beforeDiscount, withoutCeiling, atRate };
  book.known.set(key, rates);
  return rates;
}

function candidatesOn(book: RateBook, day: Day, solvedOn: Day): Rational[] {
  const resets = book.terms.resets ?? null;
  if (resets !== null) return [...valuesOn(book, resets, day, solvedOn).values()];
  return book.interest.filter((entry) => runsOn(entry, day)).map((entry) => valueOn(book, entry, day));
}

/** The rates of principal that is overdue: raised to the overdue rate, which promos do not lower and ceilings bound. */
export function overdueRatesOn(book: RateBook, day: Day, overdueRate: Rate | null): DayRates {
  const rates = ratesOn(book, day);
  if (overdueRate === null) return rates;
  const raised = rateOf(overdueRate);
  const withoutCeiling = larger(rates.withoutCeiling, raised);
  const ceilings = book.ceilings.filter((running) => runsOn(running, day));
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

function stepped(terms: RateTerms, wanted: Rational, before: Rational): Rational {
  if (terms.stepCap === null) return wanted;
  const step = rateOf(terms.stepCap);
  return smaller(larger(wanted, minus(before, step)), plus(before, step));
}
