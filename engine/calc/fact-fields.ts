// The keys of each kind of fact in JSON, besides those that all kinds share.

import type { FactKind, Happening, MigratedObligation, Migration } from '../account/facts.ts';
import { zeroCents } from '../values/cents.ts';
import {
  choice,
  defaulting,
  type Field,
  flag,
  list,
  object,
  orEmpty,
  orNull,
  type Reader,
  refuse,
  required,
  whole,
} from './input.ts';
import { feeType } from './read-fees.ts';
import { amount, amountAboveZero, day, exactAmount } from './read-values.ts';
import { ordinal, sharedKeys, sharedKinds } from './shared-fields.ts';

type KeysOf<Kind extends FactKind> = Exclude<keyof Extract<Happening, { kind: Kind }>, 'kind'>;
type FieldsOf<Kind extends FactKind> = {
  readonly [Key in KeysOf<Kind>]: Field<Extract<Happening, { kind: Kind }>[Key]>;
};

const migratedObligation: Reader<MigratedObligation> = object(
  'an object such as {"ordinal": 4, "dueDate": "2027-05-15", "interest": 20, "principal": 80}',
  {
    ordinal: required(ordinal),
    dueDate: required(day),
    interest: defaulting(amount, zeroCents),
    principal: defaulting(amount, zeroCents),
    lateFees: defaulting(amount, zeroCents),
    lateFeeTested: defaulting(flag, false),
  },
);

const paidBefore: Reader<Migration['paid']> = object('an object such as {"principal": 800, "interest": 120}', {
  principal: defaulting(amount, zeroCents),
  interest: defaulting(amount, zeroCents),
  fees: defaulting(amount, zeroCents),
});

const migration: FieldsOf<'migration'> = {
  principal: required(amount),
  accruedInterest: defaulting(exactAmount, '0.000000'),
  obligations: defaulting(list('a list of obligations', migratedObligation), []),
  payment: required(amountAboveZero),
  dueDates: required(list('a list of days', day)),
  ordinal: required(ordinal),
  periodStart: required(day),
  originatedOn: required(day),
  paid: orEmpty(paidBefore),
};

/** Kinds whose facts are read key by key. In the two other kinds some keys depend on others. */
export type PlainKind = Exclude<FactKind, 'dueDateChange' | 'undo'>;

export const fieldsOfKind: { readonly [Kind in PlainKind]: FieldsOf<Kind> } = {
  ...sharedKinds,
  ...sharedKeys,
  migration,
  deferral: { dueDate: required(day), to: defaulting(choice('end', 'lastPayment'), 'end') },
  plan: {
    firstDueDate: required(day),
    count: required(whole(0, 1200)),
    amount: required(amount),
    extend: defaulting(flag, false),
  },
  reAge: { into: required(choice('payments', 'end')), addedDates: defaulting(whole(0, 1200), 0) },
  reamortization: { count: orNull(whole(1, 1200)), amount: orNull(amountAboveZero) },
  advance: {
    amount: required(amount),
    afterwards: defaulting(choice('keepPayment', 'extend', 'reamortize'), 'keepPayment'),
  },
  fee: { type: required(feeType), amount: required(amount) },
  feeChange: {
    type: required(choice('origination', 'service', 'membership')),
    amount: required(amount),
    cap: orNull(amount),
  },
  refund: {
    version: defaulting(oneOrTwo(), 2),
    amount: required(amount),
    atFault: defaulting(choice('lender', 'servicer', 'merchant', 'other'), 'other'),
    reamortize: defaulting(flag, false),
  },
  payment: { ...sharedKeys.payment, enablePrepayments: defaulting(flag, false) },
  freeze: {},
  unfreeze: { accrueFrozenDays: defaulting(flag, false), shiftDueDates: defaulting(flag, false) },
  statementSent: { obligation: required(ordinal) },
};

function oneOrTwo(): Reader<1 | 2> {
  const what = '1 or 2';
  return { what, read: (value, path) => (value === 1 || value === 2 ? value : refuse(path, what, value)) };
}
