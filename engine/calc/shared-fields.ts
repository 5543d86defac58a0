// The keys of the facts that a line has in common with any other loan: all of them, or those that are the same.

import { zeroCents } from '../values/cents.ts';
import { choice, defaulting, flag, orNull, required, text, whole } from './input.ts';
import { rateType } from './read-interest.ts';
import { amount, day, rate, signedRate } from './read-values.ts';

export const ordinal = whole(1, 100_000);
const until = orNull(day);

/** Kinds that mean the same on every loan. */
export const sharedKinds = {
  activation: {},
  index: { rate: required(signedRate) },
  lateFeeNotified: { obligation: required(ordinal), amount: required(amount) },
  lateFeeSuspension: { until: required(day) },
  waiver: { fee: required(text('the key of a fee, such as late:3', 1)), amount: orNull(amount) },
  reimbursement: { amount: required(amount) },
  settlement: { amount: required(amount), lastDay: required(day) },
  acceleration: {},
  chargeOff: { reason: defaulting(text('a text of one line', 0), '') },
  agency: { servicedBy: required(choice('creditor', 'debtCollectionAgency')) },
  close: {},
};

/** Kinds to which a line adds the draw. */
export const sharedKeys = {
  rate: {
    rate: required(signedRate),
    type: defaulting(rateType, 'absolute'),
    until,
    replaces: defaulting(flag, false),
  },
  promo: { rate: required(rate), until },
  ceiling: { rate: required(rate), until },
  payment: {
    amount: required(amount),
    status: defaulting(choice('pending', 'succeeded'), 'succeeded'),
    agencyFee: defaulting(amount, zeroCents),
  },
  serviceCredit: { amount: required(amount), component: orNull(choice('fees', 'interest', 'principal')) },
};
