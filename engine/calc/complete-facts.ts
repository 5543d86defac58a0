// What one fact of a file leaves open because it depends on the others: its id, and the days of an undo.

import type { FactOf } from '../account/facts.ts';
import type { AnyFact, UndoFact } from '../account/order.ts';
import { type Cents, formatCents } from '../values/cents.ts';
import { type Day, dateOf } from '../values/day.ts';
import { fault } from './input.ts';
import { nearest } from './nearest.ts';

/** A fact whose id, or whose days of an undo, may stay open until all facts are read. */
export type LooseFactOf<F extends AnyFact> =
  | Loose<Exclude<F, UndoFact>, 'id'>
  | Loose<FactOf<'undo'>, 'id' | 'on' | 'happenedOn'>;
export type Loose<T, Key extends keyof T> = T extends unknown ? Omit<T, Key> & Partial<Pick<T, Key>> : never;

interface Happened {
  readonly kind: string;
  readonly id?: string;
  readonly on: Day;
  readonly amount?: Cents | null;
}
type OpenUndo = Loose<FactOf<'undo'>, 'id' | 'on' | 'happenedOn'>;
type Open = Happened | OpenUndo;
type WithId = Open & { readonly id: string };

/** Whose facts are read knows what they are: nothing is added here but ids and days. */
export function completed<F extends AnyFact>(facts: readonly LooseFactOf<F>[]): readonly F[] {
  return withDays(withIds(facts as readonly Open[])) as readonly AnyFact[] as readonly F[];
}

/** A fact without an id gets its kind and a number: `payment-3` is the third payment of the file. */
function withIds(facts: readonly Open[]): readonly WithId[] {
  const placeOf = new Map<string, number>();
  facts.forEach(({ id }, i) => {
    if (id === undefined) return;
    const before = placeOf.get(id);
    if (before !== undefined) throw fault(`facts[${i}].id`, `must differ from the id of facts[${before}], ${id}.`);
    placeOf.set(id, i);
  });
  const numberOf = new Map<string, number>();
  return facts.map((fact) => {
    let number = (numberOf.get(fact.kind) ?? 0) + 1;
    while (fact.id === undefined && placeOf.has(`${fact.kind}-${number}`)) number += 1;
    numberOf.set(fact.kind, number);
    return { ...fact, id: fact.id ?? `${fact.kind}-${number}` };
  });
}

const isOpenUndo = (fact: WithId): fact is OpenUndo & { readonly id: string } => fact.kind === 'undo';

/** An undo gets the day of the fact that it undoes. The day in the file is the day on which the undo happened. */
function withDays(facts: readonly WithId[]): readonly unknown[] {
  const placeOf = new Map(facts.map(({ id }, i) => [id, i]));

  /**
   * Follows undos of undos to the fact that they are about. `seen` finds undos that refer to each other in a circle.
   */
  function dayOf(fact: WithId, seen: readonly WithId[]): Day {
    const path = `facts[${placeOf.get(fact.id)}]`;
    if (!isOpenUndo(fact)) return fact.on!;
    const place = placeOf.get(fact.of);
    if (place !== undefined) {
      if (seen.includes(fact)) throw fault(`${path}.of`, 'must not lead back to the undo itself.');
      return dayOf(facts[place]!, [...seen, fact]);
    }
    if (fact.of !== 'acceleration' && fact.of !== 'chargeOff')
      throw unknownName(`${path}.of`, 'no fact of this loan', fact.of, [...placeOf.keys()]);
    if (fact.on === undefined)
      throw fault(`${path}.on`, `is missing: it must be the day on which the ${fact.of} came by itself.`);
    return fact.on;
  }

  return facts.map((fact, i) => {
    if (!isOpenUndo(fact)) return fact;
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

/** `what` follows "names": no fact of this loan. */
export function unknownName(path: string, what: string, name: string, known: readonly string[]): Error {
  const near = nearest(name, known);
  return fault(path, `names ${what}.${near === undefined ? '' : ` Is ${near} meant?`}`);
}

function checkPart({ amount, of }: OpenUndo, undone: WithId | undefined, path: string): void {
  if (amount === null) return;
  const whole = undone !== undefined && 'amount' in undone ? (undone.amount ?? null) : null;
  if (whole === null)
    throw fault(`${path}.amount`, `must be left out: ${of} has no amount of which a part could be undone.`);
  if (amount > whole)
    throw fault(`${path}.amount`, `must not be more than the amount of ${of}, ${formatCents(whole)}.`);
}

/** The one fact with which a loan begins. */
export function startOf<F extends AnyFact>(facts: readonly F[]): F {
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
