// Reads the terms of a draw from JSON. The fact that activates the draw contains them.

import type { Amortization, DrawMinimum, DrawTerms } from '../../line/terms.ts';
import { zeroCents } from '../../values/cents.ts';
import { parseRate } from '../../values/rate.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  list,
  maybe,
  object,
  orEmpty,
  orNull,
  type Reader,
  refine,
  required,
  whole,
} from '../input.ts';
import { periodicFees } from '../read-fees.ts';
import { promoFields, rateFields, withRates } from '../read-interest.ts';
import { amount, amountAboveZero, day, fraction } from '../read-values.ts';

const noRate = parseRate('0')!;

/** A promo or a programme ends when the line is more than so many days past due. */
export const disqualifying = orNull(whole(0, 3660));

const promo = object('an object such as {"days": 90, "rate": 0.05}', {
  ...promoFields,
  disqualifyOverdueDays: disqualifying,
});

const rates: Reader<DrawTerms['rates']> = refine(
  object('an object such as {"rate": 0.1825}', {
    ...rateFields,
    promos: defaulting(list('a list of promo rates', promo), []),
  }),
  withRates,
);

export const drawMinimum: Reader<DrawMinimum> = object('an object such as {"percentOfPrincipal": 0.02}', {
  percentOfPrincipal: defaulting(fraction, noRate),
  amount: defaulting(amount, zeroCents),
});

const grace: Reader<NonNullable<DrawTerms['grace']>> = object('an object such as {"periodsToRestore": 2}', {
  periodsToRestore: defaulting(whole(1, 120), 1),
  periodsToEvaluate: defaulting(whole(1, 120), 1),
  minimumOverride: orNull(drawMinimum),
});

export const amortization: Reader<Amortization> = refine(
  object('an object such as {"duration": 12}', { duration: maybe(whole(1, 1200)), amount: maybe(amountAboveZero) }),
  ({ duration, amount }, path) => {
    if (duration !== undefined && amount !== undefined)
      throw fault(at(path, 'duration'), 'follows from the amount: give one of the two.');
    if (duration !== undefined) return { duration, amount: null };
    if (amount === undefined)
      throw fault(at(path, 'duration'), 'is missing: give the number of statements, or an amount.');
    return { duration: null, amount };
  },
);

const deferredInterest: Reader<NonNullable<DrawTerms['deferredInterest']>> = object(
  'an object such as {"endsOn": "2027-12-31"}',
  { endsOn: required(day), graceDays: defaulting(whole(0, 366), 0), disqualifyOverdueDays: disqualifying },
);

const drawFee: Reader<DrawTerms['fees']['draw']> = object('an object such as {"percentOfPurchase": 0.04}', {
  amount: defaulting(amount, zeroCents),
  percentOfPurchase: defaulting(fraction, noRate),
  charged: defaulting(choice('firstPayment', 'spread', 'apart'), 'firstPayment'),
});

const fees: Reader<DrawTerms['fees']> = object('an object such as {"draw": {"percentOfPurchase": 0.04}}', {
  draw: orEmpty(drawFee),
  periodic: defaulting(periodicFees, []),
});

const written = object('an object with the terms of the draw', {
  purpose: defaulting(choice('regular', 'cashAdvance', 'balanceTransfer', 'static'), 'regular'),
  creditLimit: orNull(amount),
  interest: maybe(rates),
  minimum: orEmpty(drawMinimum),
  grace: orNull(grace),
  amortization: orNull(amortization),
  deferredInterest: orNull(deferredInterest),
  fees: orEmpty(fees),
  endDate: orNull(day),
});

/** Only a static draw, on which nothing accrues, may leave out its interest. */
export const drawTerms: Reader<DrawTerms> = refine(written, ({ interest, ...rest }, path) => {
  const isNeeded = interest === undefined && rest.purpose !== 'static';
  if (isNeeded) throw fault(at(path, 'interest'), `is missing: it must be ${rates.what}.`);
  return { ...rest, rates: interest ?? rates.read({ rate: 0 }, at(path, 'interest')) };
});
