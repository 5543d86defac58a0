// Facts from JSON, each by itself. read-loan.ts completes what depends on other facts.

import type { Fact, FactKind, FactOf } from '../account/facts.ts';
import type { Frequency } from '../time/due-dates.ts';
import { type Day, dateOf } from '../values/day.ts';
import { fieldsOfKind, type PlainKind } from './fact-fields.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  flag,
  isObject,
  maybe,
  object,
  orNull,
  type Reader,
  refine,
  refuse,
  required,
  text,
  whole,
} from './input.ts';
import { dueDaysFields, dueDaysOf } from './read-due-days.ts';
import { checkRate } from './read-interest.ts';
import { amountAboveZero, day, moment, timeOfDay } from './read-values.ts';

/** A fact whose id, or whose days of an undo, may stay open until all facts are read. */
export type LooseFact = Loose<Exclude<Fact, FactOf<'undo'>>, 'id'> | Loose<FactOf<'undo'>, 'id' | 'on' | 'happenedOn'>;
type Loose<T, Key extends keyof T> = T extends unknown ? Omit<T, Key> & Partial<Pick<T, Key>> : never;

const undoFields = {
  on: maybe(day),
  of: required(text('the id of a fact, or acceleration or chargeOff for one that came by itself', 1)),
  reason: defaulting(choice('failed', 'reversed', 'chargeback', 'canceled'), 'reversed'),
  happenedOn: maybe(day),
  amount: orNull(amountAboveZero),
  nsfFee: defaulting(flag, false),
};

const kinds = choice(...(Object.keys(fieldsOfKind) as PlainKind[]), 'dueDateChange', 'undo');

const sharedFields = {
  id: maybe(text('an id: a text of one line', 1)),
  on: required(day),
  time: maybe(timeOfDay),
  number: maybe(whole(1, 1_000_000)),
  at: maybe(moment),
  recordedAt: maybe(moment),
};

const what = 'an object such as {"kind": "payment", "on": "2027-02-15", "amount": 120}';

/** Reads facts of a loan with this frequency. A change of due days keeps the frequency unless it gives another. */
export function factReader(frequency: Frequency): Reader<LooseFact> {
  return {
    what,
    read(value, path) {
      if (!isObject(value)) return refuse(path, what, value);
      if (value.kind === undefined) throw fault(at(path, 'kind'), `is missing: it must be ${kinds.what}.`);
      const kind = kinds.read(value.kind, at(path, 'kind'));
      const fact = looseFact(readerOf(kind, frequency).read(value, path));
      check(fact, path);
      return fact;
    },
  };
}

function readerOf(kind: FactKind, frequency: Frequency): Reader<object> {
  const common = { kind: required(kinds), ...sharedFields };
  if (kind === 'undo') return object(what, { ...common, ...undoFields });
  if (kind !== 'dueDateChange') return object(what, { ...common, ...fieldsOfKind[kind] });
  const written = { ...dueDaysFields(frequency), reamortize: defaulting(flag, false), dueDate: orNull(day) };
  return refine(object(what, { ...common, ...written }), ({ frequency, days, day, startDate, ...rest }, path) => {
    return { ...rest, ...dueDaysOf({ frequency, days, day, startDate }, path) };
  });
}

/** The reader of the kind has read every key; the type of `fieldsOfKind` checks these readers against the kind. */
function looseFact(fields: object): LooseFact {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as LooseFact;
}

/** Checks the keys of one fact against each other. */
function check(fact: LooseFact, path: string): void {
  switch (fact.kind) {
    case 'rate':
      checkRate(fact, path);
      notBefore(fact.until, fact.on, at(path, 'until'));
      break;
    case 'promo':
    case 'ceiling':
      notBefore(fact.until, fact.on, at(path, 'until'));
      break;
    case 'settlement':
      notBefore(fact.lastDay, fact.on, at(path, 'lastDay'));
      break;
    case 'reamortization':
      if (fact.count !== null && fact.amount !== null)
        throw fault(at(path, 'count'), 'follows from the amount: give one of the two.');
      break;
    case 'dueDateChange':
      if (fact.frequency === 'singleTerm' && fact.dueDate === null)
        throw fault(at(path, 'dueDate'), 'is missing: with a single term it must be the new due date.');
      break;
    case 'migration':
      checkMigration(fact, path);
  }
}

function notBefore(day: Day | null, on: Day, path: string): void {
  if (day !== null && day < on) throw fault(path, `must not be before the day of the fact, ${dateOf(on)}.`);
}

function checkMigration(fact: Loose<FactOf<'migration'>, 'id'>, path: string): void {
  const { on, dueDates, obligations, ordinal, periodStart, originatedOn } = fact;
  const [dates, made] = [at(path, 'dueDates'), at(path, 'obligations')];
  dueDates.forEach((date, i) => {
    const before = dueDates[i - 1] ?? on;
    if (date <= before) throw fault(at(dates, i), `must be after ${dateOf(before)}.`);
  });
  obligations.forEach((one, i) => {
    const place = at(at(made, i), 'ordinal');
    if (one.ordinal <= (obligations[i - 1]?.ordinal ?? 0))
      throw fault(place, 'must be greater than the one before it.');
    if (one.ordinal >= ordinal)
      throw fault(place, `must be less than ${ordinal}, the ordinal of the first due date to come.`);
  });
  if (periodStart > on) throw fault(at(path, 'periodStart'), `must not be after the day of the fact, ${dateOf(on)}.`);
  if (originatedOn > on) throw fault(at(path, 'originatedOn'), `must not be after the day of the fact, ${dateOf(on)}.`);
}
