// A loan from JSON: its terms, and its facts in any order. Every mistake is refused with its path.

import type { Fact, FactKind } from '../account/facts.ts';
import type { Terms } from '../installment/terms.ts';
import { formatCents } from '../values/cents.ts';
import { type Day, dateOf } from '../values/day.ts';
import { fault, list, object, type Reader, required } from './input.ts';
import { nearest } from './nearest.ts';
import { factReader, type LooseFact } from './read-facts.ts';
import { readTerms } from './read-terms.ts';

export { InputError } from './input.ts';

export interface Loan {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
}

const anything: Reader<unknown> = { what: 'a list of facts', read: (value) => value };
const outline = object('an object with terms and facts', { terms: required(readTerms), facts: required(anything) });

/** `input` is the result of JSON.parse. Throws an InputError. */
export function readLoan(input: unknown): Loan {
  const { terms, facts: written } = outline.read(input, '');
  const read = list('a list of facts', factReader(terms.payments.frequency));
  const facts = withDays(withIds(read.read(written, 'facts')));
  const start = startOf(facts);
  if (start.kind === 'activation') checkTermDays(terms, start.on);
  return { terms, facts };
}

type WithId = LooseFact & { readonly id: string };

/** A fact without an id gets its kind and a number: `payment-3` is the third payment of the file. */
function withIds(facts: readonly LooseFact[]): readonly WithId[] {
  const placeOf = new Map<string, number>();
  facts.forEach(({ id }, i) => {
    if (id === undefined) return;
    const before = placeOf.get(id);
    if (before !== undefined) throw fault(`facts[${i}].id`, `must differ from the id of facts[${before}], ${id}.`);
    placeOf.set(id, i);
  });
  const numberOf = new Map<FactKind, number>();
  return facts.map((fact) => {
    let number = (numberOf.get(fact.kind) ?? 0) + 1;
    while (fact.id === undefined && placeOf.has(`${fact.kind}-${number}`)) number += 1;
    numberOf.set(fact.kind, number);
    return { ...fact, id: fact.id ?? `${fact.kind}-${number}` };
  });
}

type Undoing = Extract<WithId, { kind: 'undo' }>;

/** An undo gets the day of the fact that it undoes. The day in the file is the day on which the undo happened. */
function withDays(facts: readonly WithId[]): readonly Fact[] {
  const placeOf = new Map(facts.map(({ id }, i) => [id, i]));

  /**
   * Follows undos of undos to the fact that they are about. `seen` finds undos that refer to each other in a circle.
   */
  function dayOf(fact: WithId, seen: readonly WithId[]): Day {
    const path = `facts[${placeOf.get(fact.id)}]`;
    if (fact.kind !== 'undo') return fact.on;
    const place = placeOf.get(fact.of);
    if (place !== undefined) {
      if (seen.includes(fact)) throw fault(`${path}.of`, 'must not lead back to the undo itself.');
      return dayOf(facts[place]!, [...seen, fact]);
    }
    if (fact.of !== 'acceleration' && fact.of !== 'chargeOff')
      throw unknownFact(`${path}.of`, fact.of, [...placeOf.keys()]);
    if (fact.on === undefined)
      throw fault(`${path}.on`, `is missing: it must be the day on which the ${fact.of} came by itself.`);
    return fact.on;
  }

  return facts.map((fact, i) => {
    if (fact.kind !== 'undo') return fact;
    const on = dayOf(fact, []);
    const happenedOn = fact.happenedOn ?? fact.on ?? on;
    const path = `facts[${i}]`;
    if (happenedOn < on)
      throw fault(
        `${path}.${fact.happenedOn === undefined ? 'on' : 'happenedOn'}`,
        `must not be before ${dateOf(on)}, the day of ${fact.of}.`,
      );
    checkPart(fact, facts[placeOf.get(fact.of) ?? -1], path);
    return { ...fact, on, happenedOn };
  });
}

function unknownFact(path: string, of: string, ids: readonly string[]): Error {
  const near = nearest(of, ids);
  return fault(path, `names no fact of this loan.${near === undefined ? '' : ` Is ${near} meant?`}`);
}

function checkPart({ amount, of }: Undoing, undone: WithId | undefined, path: string): void {
  if (amount === null) return;
  const whole = undone !== undefined && 'amount' in undone ? undone.amount : null;
  if (whole === null)
    throw fault(`${path}.amount`, `must be left out: ${of} has no amount of which a part could be undone.`);
  if (amount > whole)
    throw fault(`${path}.amount`, `must not be more than the amount of ${of}, ${formatCents(whole)}.`);
}

function startOf(facts: readonly Fact[]): Fact {
  const [start, second] = facts.filter(({ kind }) => kind === 'activation' || kind === 'migration');
  if (start === undefined)
    throw fault(
      'facts',
      'must have an activation, such as {"kind": "activation", "on": "2027-01-20"}, or a migration.',
    );
  if (second !== undefined)
    throw fault(
      `facts[${facts.indexOf(second)}]`,
      `must not be there: the loan begins once, and ${start.id} is its beginning.`,
    );
  return start;
}

/** Days in the terms must be after the activation. */
function checkTermDays({ payments }: Terms, start: Day): void {
  const after = (day: Day | undefined | null, path: string): void => {
    if (typeof day === 'number' && day <= start)
      throw fault(`terms.payments.${path}`, `must be after the activation on ${dateOf(start)}.`);
  };
  after(payments.endDate, 'endDate');
  after(payments.schedule?.[0]?.on, 'schedule[0].on');
  for (const [i, advance] of payments.plannedAdvances.entries()) after(advance.on, `plannedAdvances[${i}].on`);
}
