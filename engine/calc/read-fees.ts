// Fee terms from JSON.

import {
  type FeeTerms,
  type FeeType,
  feeTypes,
  type LateFee,
  type OriginationFee,
  type PeriodicFee,
} from '../account/terms.ts';
import { zeroCents } from '../values/cents.ts';
import { parseRate } from '../values/rate.ts';
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
import { amount, fraction } from './read-values.ts';

export const feeType: Reader<FeeType> = choice(...feeTypes);

const originationFee: Reader<OriginationFee> = object('an object such as {"amount": 75, "charged": "financed"}', {
  amount: required(amount),
  charged: required(choice('financed', 'deducted', 'firstPayment', 'spread', 'apart')),
});

const periodicFee: Reader<PeriodicFee> = object('an object such as {"type": "service", "amount": 4.5}', {
  type: required(choice('service', 'membership')),
  amount: required(amount),
  cap: orNull(amount),
});

export const periodicFees: Reader<readonly PeriodicFee[]> = refine(
  list('a list of fees', periodicFee),
  (fees, path) => {
    const twice = fees.findIndex(({ type }, i) => fees.findIndex((other) => other.type === type) < i);
    if (twice >= 0)
      throw fault(
        at(at(path, twice), 'type'),
        `must differ from the fees before it: ${fees[twice]!.type} is there already.`,
      );
    return fees;
  },
);

const writtenLateFee = object('an object such as {"graceDays": 10, "flat": 15}', {
  graceDays: required(whole(0, 366)),
  flat: defaulting(amount, zeroCents),
  percent: defaulting(fraction, parseRate('0')!),
  rule: maybe(choice('flat', 'percent', 'greater', 'lesser')),
  base: defaulting(choice('instalment', 'overdue', 'standardPayment'), 'instalment'),
  min: orNull(amount),
  max: orNull(amount),
  yearlyCap: orNull(amount),
  lifetimeCap: orNull(amount),
  pyramiding: defaulting(choice('blocked', 'allowed'), 'blocked'),
});

const lateFee: Reader<LateFee> = refine(writtenLateFee, ({ rule: writtenRule, ...rest }, path) => {
  const { flat, percent, min, max } = rest;
  if (min !== null && max !== null && min > max) throw fault(at(path, 'min'), 'must not be above max.');
  if (writtenRule !== undefined) return { ...rest, rule: writtenRule };
  if (flat > 0 && percent !== '0')
    throw fault(
      at(path, 'rule'),
      'is missing: with flat and percent it must be greater or lesser, or the one that counts.',
    );
  return { ...rest, rule: percent === '0' ? 'flat' : 'percent' };
});

export const feeTerms: Reader<FeeTerms> = object('an object such as {"nsf": 25}', {
  origination: orNull(originationFee),
  periodic: defaulting(periodicFees, []),
  late: orNull(lateFee),
  nsf: orNull(amount),
});
