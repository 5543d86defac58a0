// The terms of a line from JSON: the limit and the days are enough. format.md lists all keys.

import type { LineTerms, PaymentOrder } from '../../line/terms.ts';
import { cents, zeroCents } from '../../values/cents.ts';
import { parseRate } from '../../values/rate.ts';
import {
  choice,
  defaulting,
  flag,
  list,
  maybe,
  nullable,
  object,
  orEmpty,
  orNull,
  type Reader,
  refine,
  required,
  whole,
} from '../input.ts';
import { periodicFees } from '../read-fees.ts';
import { accrualFields } from '../read-interest.ts';
import { componentOrder, delinquency } from '../read-terms.ts';
import { amount, amountAboveZero, fraction } from '../read-values.ts';
import { cycleTerms } from './read-cycle.ts';

const quarter = parseRate('0.25')!;
const zeroRate = parseRate('0')!;

const interest: Reader<LineTerms['interest']> = object('an object such as {"balanceMethod": "average"}', {
  ...accrualFields,
  accrual: defaulting(choice('simple', 'compound', 'compoundWithFees', 'compoundDaily'), 'simple'),
  balanceMethod: defaulting(choice('daily', 'average'), 'daily'),
  minCharge: orNull(amount),
  residualWaivedBelow: orNull(amount),
  totalCap: orNull(amount),
});

const tier = object('an object such as {"upTo": 1000, "amount": 25}', {
  upTo: orNull(amountAboveZero),
  percent: defaulting(fraction, zeroRate),
  amount: defaulting(amount, zeroCents),
});

const ofBalance: Reader<NonNullable<LineTerms['minimum']['ofBalance']>> = object(
  'an object such as {"tiers": [{"percent": 0.02}], "plus": "interest"}',
  {
    tiers: required(list('a list of tiers', tier)),
    plus: defaulting(choice('nothing', 'interest', 'interestAndFees'), 'nothing'),
  },
);

const minimum: Reader<LineTerms['minimum']> = object('an object such as {"floor": 30}', {
  floor: defaulting(amount, zeroCents),
  roundUpTo: defaulting(amountAboveZero, cents(1)),
  isOverLimitDue: defaulting(flag, false),
  overLimitBeyond: defaulting(choice('nothing', 'pastDue', 'minimum'), 'nothing'),
  ofBalance: orNull(ofBalance),
});

const payments = object('an object such as {"drawOrder": "highestRate"}', {
  drawOrder: defaulting(choice('lowestRate', 'highestRate', 'activation'), 'lowestRate'),
  excess: defaulting(choice('highestRate', 'drawOrder'), 'highestRate'),
  aim: maybe<PaymentOrder['aim']>(choice('whole', 'due')),
  order: componentOrder,
  areAllowedWhenChargedOff: defaulting(flag, true),
});

const lateFee: Reader<NonNullable<LineTerms['fees']['late']>> = object(
  'an object such as {"first": 30, "repeat": 41}',
  {
    graceDays: defaulting(whole(0, 366), 0),
    first: required(amount),
    repeat: required(amount),
  },
);

const fees = object('an object such as {"nsf": 25}', {
  late: orNull(lateFee),
  nsf: orNull(amount),
  periodic: defaulting(periodicFees, []),
  firstYearCap: maybe(nullable(fraction)),
});

const disputes: Reader<LineTerms['disputes']> = object('an object such as {"lostInterest": "charged"}', {
  lostInterest: defaulting(choice('forgone', 'charged'), 'forgone'),
  credit: defaulting(choice('provisional', 'hold'), 'provisional'),
});

const written = object('an object with the terms of the line', {
  regulation: defaulting(choice('card', 'openEnd', 'none'), 'openEnd'),
  creditLimit: required(amount),
  cycle: required(cycleTerms),
  bufferDays: orNull(whole(0, 366)),
  interest: orEmpty(interest),
  minimum: orEmpty(minimum),
  cycleRateMax: orNull(fraction),
  graceScope: defaulting(choice('draw', 'line'), 'draw'),
  payments: orEmpty(payments),
  fees: orEmpty(fees),
  disputes: orEmpty(disputes),
  authorizationDays: defaulting(whole(1, 366), 7),
  paymentHoldDays: orNull(whole(0, 366)),
  blockPurchasesOverdueDays: orNull(whole(0, 3660)),
  delinquency: orEmpty(delinquency),
});

/** What is not said and on a card is as the law wants it: what a payment for one draw pays first, the fees of a year. */
export const lineTerms: Reader<LineTerms> = refine(written, ({ payments, fees, ...rest }) => {
  const isCard = rest.regulation === 'card';
  const { firstYearCap = isCard ? quarter : null } = fees;
  return {
    ...rest,
    payments: { ...payments, aim: payments.aim ?? (isCard ? 'due' : 'whole') },
    fees: { ...fees, firstYearCap },
  };
});
