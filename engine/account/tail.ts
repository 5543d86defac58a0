// A checkpoint after a fact: which facts a replay from it still needs, and which new facts it cannot accept. The state of
// a day is such a checkpoint, after the last fact of that day.

import type { Day } from '../values/day.ts';
import { type AnyFact, inOrder, isUndo, type Place, type UndoFact } from './order.ts';

/** The fields that `inOrder` compares. */
export const placeOf = ({ on, time, number, kind, at, id }: Place): Place => ({
  on,
  ...(time === undefined ? {} : { time }),
  ...(number === undefined ? {} : { number }),
  kind,
  ...(at === undefined ? {} : { at }),
  id,
});

/** Facts of a product that change something before their own day, besides undos. */
export interface Reach<F> {
  /** It counts from the beginning. */
  readonly isFromTheStart: (fact: F) => boolean;
  /** The ids of the facts that it changes. */
  readonly changes: (fact: F, facts: readonly F[]) => readonly string[];
}

/** Rule 2.4: a change of the origination fee counts from the start. */
const byUndos: Reach<AnyFact> = { isFromTheStart: ({ kind }) => kind === 'feeChange', changes: () => [] };

/** The facts after a point in the order, with the undos of these. */
export function factsAfter<F extends AnyFact>(facts: readonly F[], place: Place, reach: Reach<F> = byUndos): F[] {
  const rootsOf = rootsIn(facts, reach);
  return facts.filter((fact) => {
    if (reach.isFromTheStart(fact)) return true;
    const roots = rootsOf(fact);
    return roots.length === 0 ? fact.on > place.on : roots.some((root) => inOrder(place, root) < 0);
  });
}

/** The last of these facts on a day; without any, a place before all facts of the day. */
export const lastOn = (day: Day, facts: readonly Place[]): Place =>
  placeOf(
    facts
      .filter(({ on }) => on === day)
      .reduce((last, fact) => (inOrder(last, fact) < 0 ? fact : last), {
        on: day,
        time: 0,
        kind: 'activation',
        id: '',
      }),
  );

/** Whether all these facts come after a place and change nothing before it. */
export const comeAfter = <F extends AnyFact>(fresh: readonly F[], place: Place, reach: Reach<F> = byUndos): boolean =>
  fresh.every(
    (fact) =>
      !isUndo(fact) &&
      !reach.isFromTheStart(fact) &&
      reach.changes(fact, fresh).length === 0 &&
      inOrder(place, fact) < 0,
  );

/** Whether a new fact changes something up to `place`; `tail` are the facts that came after it before. */
export function reachBack<F extends AnyFact>(
  fresh: readonly F[],
  tail: readonly F[],
  place: Place,
  reach: Reach<F> = byUndos,
): boolean {
  const known = [...tail, ...fresh];
  const rootsOf = rootsIn(known, reach);
  return fresh.some((fact) => {
    if (reach.isFromTheStart(fact)) return true;
    const roots = rootsOf(fact);
    // What it changes is not among the facts: it came before.
    if (roots.length < Math.max(1, reach.changes(fact, known).length)) return !isUndo(fact) || fact.on <= place.on;
    return roots.some(
      (root) => inOrder(place, root) >= 0 || (root.on === place.on && isUndo(fact) && reachesCalendar(fact, root)),
    );
  });
}

/** Rules 2.2 and 2.3: the undo causes a fee, or ends a suppression, in the calendar of the day of the undone fact. */
const reachesCalendar = (undo: UndoFact, root: Place): boolean =>
  undo.nsfFee || undo.of !== root.id || root.kind === 'acceleration' || root.kind === 'chargeOff';

/** The facts that a fact changes in the end, perhaps through others; itself if it changes none. */
function rootsIn<F extends AnyFact>(facts: readonly F[], { changes }: Reach<F>): (fact: F) => F[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const rootsOf = (fact: F, depth: number): F[] => {
    const ids = isUndo(fact) ? [fact.of] : changes(fact, facts);
    if (ids.length === 0) return [fact];
    if (depth > facts.length) return [];
    return ids.flatMap((id) => {
      const next = byId.get(id);
      return next === undefined ? [] : rootsOf(next, depth + 1);
    });
  };
  return (fact) => rootsOf(fact, 0);
}
