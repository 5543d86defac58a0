// Interest terms from JSON: `rate: 0.1499` alone is enough.

import type { InterestTerms, Precomputed } from '../installment/terms.ts';
import type { RateEntry } from '../interest/rates.ts';
import { dayCounts } from '../time/day-count.ts';
import type { Rate } from '../values/rate.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  list,
  maybe,
  object,
  orNull,
  type Reader,
  refine,
  required,
  whole,
} from './input.ts';
import { amount, day, rate, signedRate } from './read-values.ts';

export const rateType = choice('absolute', 'spread');

/** Only a spread may be negative. */
export function checkRate(written: { readonly rate: Rate; readonly type: RateEntry['type'] }, path: string): void {
  if (written.type === 'absolute' && written.rate.startsWith('-'))
    throw fault(at(path, 'rate'), `must not be below zero, unless its type is spread; it is ${written.rate}.`);
}

const entryDays = whole(1, 36_600);

const rateEntry: Reader<RateEntry> = refine(
  object('an object such as {"days": 90, "rate": 0.0999}', {
    days: orNull(entryDays),
    rate: required(signedRate),
    type: defaulting(rateType, 'absolute'),
  }),
  (entry, path) => {
    checkRate(entry, path);
    return entry;
  },
);

export const promoFields = { days: orNull(entryDays), rate: required(rate) };

const promoEntry = object('an object such as {"days": 90, "rate": 0.05}', promoFields);

/** The rates without promos. */
export const rateFields = {
  rate: maybe(rate),
  rates: maybe(list('a list of rates, one after the other', rateEntry)),
  floor: orNull(signedRate),
  cap: orNull(signedRate),
  stepCap: orNull(rate),
};

/** How interest accrues, whatever the rate is. */
export const accrualFields = {
  dayCount: defaulting(choice(...dayCounts), 'actual/365'),
  accrual: defaulting(choice('simple', 'compound', 'compoundWithFees'), 'simple'),
  rounding: defaulting(choice('cut', 'halfEven', 'halfUp'), 'cut'),
};

const writtenResets = object('an object such as {"first": "2032-07-01", "everyMonths": 12, "periodicCap": 0.02}', {
  first: required(day),
  everyMonths: defaulting(whole(1, 120), 12),
  lookbackDays: defaulting(whole(0, 366), 0),
  roundTo: orNull(rate),
  firstCap: orNull(rate),
  periodicCap: orNull(rate),
  lifetimeCap: orNull(rate),
  lifetimeDrop: orNull(rate),
});

const charge: Reader<Precomputed['charge']> = {
  what: `"byRate", or ${amount.what}`,
  read: (value, path) => (value === 'byRate' ? value : amount.read(value, path)),
};

const precomputed = object('an object such as {"charge": 600, "rebate": "ruleOf78"}', {
  charge: required(charge),
  rebate: required(choice('ruleOf78', 'actuarial', 'evenly')),
  rebateRounding: defaulting(choice('halfUp', 'up'), 'halfUp'),
  wholeAfter: orNull(whole(1, 31)),
});

const written = object('an object such as {"rate": 0.1499}', {
  ...rateFields,
  promos: defaulting(list('a list of promo rates', promoEntry), []),
  ...accrualFields,
  totalCap: orNull(amount),
  overdueRate: orNull(rate),
  resets: orNull(writtenResets),
  overdueBearing: defaulting(choice('principal', 'principalAndInterest'), 'principal'),
  afterRateChange: defaulting(choice('solveAgain', 'keepPayment'), 'solveAgain'),
  precomputed: orNull(precomputed),
});

interface WrittenRates {
  readonly rate: Rate | undefined;
  readonly rates: readonly RateEntry[] | undefined;
  readonly floor: Rate | null;
  readonly cap: Rate | null;
  readonly precomputed?: Precomputed | null;
}

/** The list of rates, for which one rate is short. */
export function withRates<W extends WrittenRates>(written: W, path: string) {
  const { rate, rates, ...rest } = written;
  if (rate !== undefined && rates !== undefined)
    throw fault(at(path, 'rate'), 'is short for rates with one entry: give one of the two.');
  if (rest.floor !== null && rest.cap !== null && Number(rest.floor) > Number(rest.cap))
    throw fault(at(path, 'floor'), `must not be above the cap; it is ${rest.floor}, the cap ${rest.cap}.`);
  const single: readonly RateEntry[] | undefined =
    rate === undefined ? undefined : [{ days: null, rate, type: 'absolute' }];
  // A charge in cents needs no rate.
  const isGiven = rates === undefined && typeof rest.precomputed?.charge === 'number';
  return { ...rest, rates: single ?? (isGiven ? [] : checkedRates(rates, path)) };
}

export const interestTerms: Reader<InterestTerms> = refine(written, withRates);

function checkedRates(rates: readonly RateEntry[] | undefined, path: string): readonly RateEntry[] {
  if (rates === undefined) throw fault(at(path, 'rate'), 'is missing: it must be the rate of a year, such as 0.1499.');
  if (rates.length === 0) throw fault(at(path, 'rates'), 'must have at least one entry.');
  const endless = rates.findIndex(({ days }) => days === null);
  if (endless >= 0 && endless < rates.length - 1)
    throw fault(
      at(at(at(path, 'rates'), endless), 'days'),
      'must be given: without days a rate lasts for good, and more follow.',
    );
  return rates;
}
