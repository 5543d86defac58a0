// The terms of a loan from JSON. A key with a natural default may be left out; format.md lists them all.

import type { MerchantDiscount, Waterfall } from '../account/terms.ts';
import type { Terms } from '../installment/terms.ts';
import { scaled, scaleFor, share } from '../interest/exact.ts';
import { type Cents, cents, formatCents, zeroCents } from '../values/cents.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  flag,
  list,
  maybe,
  object,
  orEmpty,
  orNull,
  type Reader,
  refine,
  required,
  whole,
} from './input.ts';
import { feeTerms } from './read-fees.ts';
import { interestTerms } from './read-interest.ts';
import { paymentTerms } from './read-payments.ts';
import { amount, closedDay, fraction } from './read-values.ts';

const components = list('a list of fees, interest and principal', choice('fees', 'interest', 'principal'));

export const componentOrder = defaulting(
  refine(components, (order, path) => {
    if (order.length === 3 && new Set(order).size === 3) return order;
    throw fault(path, 'must name fees, interest and principal, each once, in the order in which they are paid.');
  }),
  ['fees', 'interest', 'principal'],
);

const waterfall: Reader<Waterfall> = object('an object such as {"by": "component"}', {
  by: defaulting(choice('obligation', 'component'), 'obligation'),
  order: componentOrder,
  early: defaulting(choice('interestFirst', 'principalFirst', 'principalOnly'), 'interestFirst'),
});

const daysPastDue = whole(1, 3660);

const delinquencyFields = {
  tolerance: defaulting(amount, zeroCents),
  deadlines: defaulting(choice('asIs', 'following'), 'asIs'),
  accelerationDueWithin: orNull(daysPastDue),
  chargeOffDueWithin: orNull(daysPastDue),
  accrualAfterChargeOff: defaulting(flag, false),
};
const delinquencyShape = 'an object such as {"tolerance": 1}';

export const delinquency: Reader<Terms['delinquency']> = object(delinquencyShape, delinquencyFields);

const ownDelinquency: Reader<Terms['delinquency']> = object(delinquencyShape, {
  ...delinquencyFields,
  closedDays: defaulting(list('a list of dates and days of every year', closedDay), []),
});

const discount = object('an object such as {"rate": 0.0349}', {
  amount: maybe(amount),
  rate: maybe(fraction),
  amortizedOver: orNull(whole(1, 1200)),
});

const written = object('an object with the terms of the loan', {
  principal: maybe(amount),
  price: maybe(amount),
  downPayment: maybe(amount),
  amountFinanced: maybe(amount),
  interest: required(interestTerms),
  payments: required(paymentTerms),
  fees: orEmpty(feeTerms),
  waterfall: orEmpty(waterfall),
  prepayment: defaulting(choice('nextDue', 'lastDue', 'shorten', 'reamortize'), 'nextDue'),
  delinquency: orEmpty(ownDelinquency),
  merchantDiscount: orNull(discount),
});

type Written = ReturnType<(typeof written)['read']>;

export const readTerms: Reader<Terms> = refine(written, (given, path) => {
  const { price, downPayment, amountFinanced, merchantDiscount, ...rest } = given;
  const principal = principalOf(given, path);
  if (rest.payments.balloon > principal)
    throw fault(at(at(path, 'payments'), 'balloon'), `must not be more than the principal, ${formatCents(principal)}.`);
  return {
    ...rest,
    principal,
    amountFinanced: amountFinanced ?? principal,
    merchantDiscount: merchantDiscount && discountOf(merchantDiscount, principal, at(path, 'merchantDiscount')),
  };
});

/** The principal: given as such, or as the price less the down payment. */
function principalOf({ principal, price, downPayment }: Written, path: string): Cents {
  if (price === undefined) {
    if (principal === undefined) throw fault(at(path, 'principal'), `is missing: it must be ${amount.what}.`);
    if (downPayment !== undefined) throw fault(at(path, 'downPayment'), 'must come with a price.');
    return principal;
  }
  if (principal !== undefined) throw fault(at(path, 'price'), 'takes the place of principal: give one of the two.');
  const paidDown = downPayment ?? zeroCents;
  if (paidDown > price) throw fault(at(path, 'downPayment'), `must not be more than the price, ${formatCents(price)}.`);
  return cents(price - paidDown);
}

function discountOf(given: NonNullable<Written['merchantDiscount']>, principal: Cents, path: string): MerchantDiscount {
  const { amount, rate, amortizedOver } = given;
  if (amount !== undefined && rate !== undefined)
    throw fault(at(path, 'rate'), 'takes the place of amount: give one of the two.');
  if (amount !== undefined && amount > principal)
    throw fault(at(path, 'amount'), `must not be more than the principal, ${formatCents(principal)}.`);
  if (amount !== undefined) return { amount, amortizedOver };
  if (rate === undefined) throw fault(at(path, 'amount'), 'is missing: give an amount, or a rate of the principal.');
  const scale = scaleFor(rate);
  return { amount: cents(share(principal, scaled(rate, scale), scale, 'cut')), amortizedOver };
}
