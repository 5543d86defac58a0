// The facts in their order, without undone facts. It never depends on the order of arrival (rules.md 1 and 2).

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { type Fact, type FactBase, FactRefused, type Undo } from './facts.ts';
import { type AnyFact, inOrder, isUndo, type Place, type UndoFact } from './order.ts';
import type { ReturnedItem, Suppressed } from './state.ts';

export interface Timeline<F extends AnyFact = Fact> {
  readonly facts: readonly F[];
  readonly returnedItems: readonly ReturnedItem[];
  readonly suppressed: readonly Suppressed[];
  /** Undos of nothing. */
  readonly moot: readonly UndoFact[];
  /** The last change of the origination fee; it counts from activation. */
  readonly origination: number | null;
}

/** The facts after a checkpoint, through a day. */
interface Range {
  readonly after: Day;
  /** The last fact in the checkpoint, if later facts of its day are not included. */
  readonly afterFact?: Place | undefined;
  readonly through: Day;
  /** The last fact of the day `through`; absent: all of that day. */
  readonly last?: Place | undefined;
}

/** The facts for the replay, of those known at an instant. */
export function timelineOf<F extends AnyFact>(
  all: readonly F[],
  { knownAt, ...range }: Range & { readonly knownAt: Instant | undefined },
): Timeline<F> {
  const known = knownAt === undefined ? all : all.filter((fact) => wasKnown(fact, knownAt));
  const undos = known.filter(isUndo);
  if (undos.length === 0) {
    const facts = known.filter((fact) => isWithin(range, fact));
    return { facts: sorted(facts), returnedItems: [], suppressed: [], moot: [], origination: originationIn(known) };
  }
  return withoutUndone(known, undos, range);
}

function isWithin({ after, afterFact, through, last }: Range, fact: Place): boolean {
  const isAfter = fact.on > after || (afterFact !== undefined && inOrder(afterFact, fact) < 0);
  return isAfter && (last === undefined ? fact.on <= through : inOrder(fact, last) <= 0);
}

export const wasKnown = ({ recordedAt }: FactBase, knownAt: Instant): boolean =>
  recordedAt === undefined || compare(recordedAt, knownAt) <= 0;

/** Sorting costs nothing if the facts are in their order already, as a store returns them. */
function sorted<F extends Place>(facts: F[]): F[] {
  for (let i = 1; i < facts.length; i++) {
    if (inOrder(facts[i - 1]!, facts[i]!) > 0) return facts.sort(inOrder);
  }
  return facts;
}

/** Effects of undos belong to the calendar, which precedes the facts of its day: a checkpoint has all of that day. */
function withoutUndone<F extends AnyFact>(known: readonly F[], undos: readonly UndoFact[], range: Range): Timeline<F> {
  const byId = new Map(known.map((fact) => [fact.id, fact]));
  const standing = undos.filter((undo) => isStanding(undo, undos, new Set()));
  const gone = new Set<string>();
  const less = new Map<string, number>();
  const returnedItems: ReturnedItem[] = [];
  const suppressed: Suppressed[] = [];
  const moot: UndoFact[] = [];
  for (const undo of standing) {
    const target = byId.get(undo.of);
    if (target?.kind === 'undo') continue;
    const on = target?.on ?? undo.on;
    const isInRange = on > range.after && on <= range.through;
    if (target === undefined && !isTurn(undo.of)) {
      if (isInRange) moot.push(undo);
      continue;
    }
    if (undo.amount === null) gone.add(undo.of);
    else less.set(undo.of, (less.get(undo.of) ?? 0) + undo.amount);
    if (!isInRange) continue;
    if (undo.nsfFee) returnedItems.push({ on: Math.max(on, undo.happenedOn), key: `nsf:${undo.id}` });
    suppressed.push(...suppressedBy(undo, target, on));
  }
  const facts = known
    .filter((fact) => fact.kind !== 'undo' && !gone.has(fact.id) && isWithin(range, fact))
    .map((fact) => (less.has(fact.id) ? reduced(fact, less.get(fact.id)!) : fact))
    .filter((fact) => !less.has(fact.id) || !('amount' in fact) || fact.amount !== 0);
  return {
    facts: sorted(facts),
    returnedItems: returnedItems.sort(byDay),
    suppressed,
    moot,
    origination: originationIn(known, gone),
  };
}

export const byDay = (a: ReturnedItem, b: ReturnedItem): number => a.on - b.on || (a.key < b.key ? -1 : 1);

/** An undo counts unless another undo that counts undoes it. */
function isStanding(undo: UndoFact, undos: readonly UndoFact[], seen: Set<string>): boolean {
  if (seen.has(undo.id)) throw new FactRefused(undo.id, 'undoes itself');
  const path = new Set(seen).add(undo.id);
  return !undos.some((other) => other.of === undo.id && isStanding(other, undos, path));
}

/** The ids of facts that are undone as a whole. */
export function undoneBy(facts: readonly AnyFact[]): ReadonlySet<string> {
  const undos = facts.filter(isUndo);
  const standing = undos.filter((undo) => undo.amount === null && isStanding(undo, undos, new Set()));
  return new Set(standing.map((undo) => undo.of));
}

/** A word for what came by itself. */
const isTurn = (of: string): boolean => of === 'acceleration' || of === 'chargeOff';

function suppressedBy({ of, happenedOn }: Undo, target: AnyFact | undefined, from: Day): Suppressed[] {
  const kind = target?.kind ?? of;
  const to = Math.max(from, happenedOn);
  const acceleration: Suppressed = { what: 'acceleration', from, to };
  if (kind === 'acceleration') return [acceleration];
  return kind === 'chargeOff' ? [acceleration, { what: 'chargeOff', from, to }] : [];
}

function reduced<F extends AnyFact>(fact: F, by: number): F {
  if (!('amount' in fact) || typeof fact.amount !== 'number')
    throw new FactRefused(fact.id, 'has no amount of which a part could go');
  return { ...fact, amount: Math.max(0, fact.amount - by) as Cents };
}

function originationIn(known: readonly AnyFact[], gone?: ReadonlySet<string>): number | null {
  let last: AnyFact | undefined;
  for (const fact of known) {
    if (fact.kind !== 'feeChange' || !isOrigination(fact) || gone?.has(fact.id)) continue;
    if (last === undefined || inOrder(last, fact) < 0) last = fact;
  }
  return last !== undefined && isOrigination(last) ? last.amount : null;
}

function isOrigination(fact: object): fact is { readonly amount: number } {
  return 'type' in fact && fact.type === 'origination';
}
