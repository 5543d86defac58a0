// What the facts of every product have in common in JSON: the keys that all kinds share, those of an undo, and how a fact
// is read by its kind.

import { type Day, dateOf } from '../values/day.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  flag,
  isObject,
  maybe,
  orNull,
  type Reader,
  refuse,
  required,
  text,
  whole,
} from './input.ts';
import { amountNotZero, day, moment, timeOfDay } from './read-values.ts';

export const undoFields = {
  on: maybe(day),
  of: required(text('the id of a fact, or acceleration or chargeOff for one that came by itself', 1)),
  reason: defaulting(choice('failed', 'reversed', 'chargeback', 'canceled'), 'reversed'),
  happenedOn: maybe(day),
  amount: orNull(amountNotZero),
  nsfFee: defaulting(flag, false),
};

export const sharedFields = {
  id: maybe(text('an id: a text of one line', 1)),
  on: required(day),
  time: maybe(timeOfDay),
  number: maybe(whole(1, 1_000_000)),
  at: maybe(moment),
  recordedAt: maybe(moment),
};

export const factWhat = 'an object such as {"kind": "payment", "on": "2027-02-15", "amount": 120}';

/** Reads the kind first, then the keys of that kind, and checks them against each other. */
export function factOfKinds<Kind extends string, Loose>(
  kinds: Reader<Kind>,
  readerOf: (kind: Kind) => Reader<object>,
  check: (fact: Loose, path: string) => void,
): Reader<Loose> {
  return {
    what: factWhat,
    read(value, path) {
      if (!isObject(value)) return refuse(path, factWhat, value);
      if (value.kind === undefined) throw fault(at(path, 'kind'), `is missing: it must be ${kinds.what}.`);
      const kind = kinds.read(value.kind, at(path, 'kind'));
      const fact = withoutUndefined<Loose>(readerOf(kind).read(value, path));
      check(fact, path);
      return fact;
    },
  };
}

/** The reader of the kind has read every key; the type of its fields checks these readers against the kind. */
function withoutUndefined<Loose>(fields: object): Loose {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Loose;
}

export function notBefore(day: Day | null, on: Day, path: string): void {
  if (day !== null && day < on) throw fault(path, `must not be before the day of the fact, ${dateOf(on)}.`);
}
