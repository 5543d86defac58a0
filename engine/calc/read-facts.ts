// Facts from JSON, each by itself. read-loan.ts completes what depends on other facts.

import type { Fact, FactKind, FactOf } from '../account/facts.ts';
import type { Frequency } from '../time/due-dates.ts';
import { dateOf } from '../values/day.ts';
import type { Loose, LooseFactOf } from './complete-facts.ts';
import { fieldsOfKind, type PlainKind } from './fact-fields.ts';
import { factOfKinds, factWhat, notBefore, sharedFields, undoFields } from './fact-reader.ts';
import { at, choice, defaulting, fault, flag, object, orNull, type Reader, refine, required } from './input.ts';
import { dueDaysFields, dueDaysOf } from './read-due-days.ts';
import { checkRate } from './read-interest.ts';
import { day } from './read-values.ts';

type LooseFact = LooseFactOf<Fact>;

const kinds = choice(...(Object.keys(fieldsOfKind) as PlainKind[]), 'dueDateChange', 'undo');

/** Reads facts of a loan with this frequency. A change of due days keeps the frequency unless it gives another. */
export function factReader(frequency: Frequency): Reader<LooseFact> {
  return factOfKinds(kinds, (kind) => readerOf(kind, frequency), check);
}

function readerOf(kind: FactKind, frequency: Frequency): Reader<object> {
  const common = { kind: required(kinds), ...sharedFields };
  if (kind === 'undo') return object(factWhat, { ...common, ...undoFields });
  if (kind !== 'dueDateChange') return object(factWhat, { ...common, ...fieldsOfKind[kind] });
  const written = { ...dueDaysFields(frequency), reamortize: defaulting(flag, false), dueDate: orNull(day) };
  return refine(object(factWhat, { ...common, ...written }), ({ frequency, days, day, startDate, ...rest }, path) => {
    return { ...rest, ...dueDaysOf({ frequency, days, day, startDate }, path) };
  });
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
