// A checkpoint after a fact: which facts a replay from it still needs, and which new facts it cannot accept. The state of
// a day is such a checkpoint, after the last fact of that day.

import type { Day } from '../values/day.ts';
import type { Fact, FactOf } from './facts.ts';
import { inOrder, type Place } from './order.ts';

/** The fields that `inOrder` compares. */
export const placeOf = ({ on, time, number, kind, at, id }: Place): Place => ({
  on,
  ...(time === undefined ? {} : { time }),
  ...(number === undefined ? {} : { number }),
  kind,
  ...(at === undefined ? {} : { at }),
  id,
});

/** The facts after a point in the order, with the undos of these. */
export function factsAfter(facts: readonly Fact[], place: Place): Fact[] {
  const rootOf = rootsIn(facts);
  return facts.filter((fact) => {
    if (isFromTheStart(fact)) return true;
    const root = rootOf(fact);
    return root === undefined ? fact.on > place.on : inOrder(place, root) < 0;
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
export const comeAfter = (fresh: readonly Fact[], place: Place): boolean =>
  fresh.every((fact) => fact.kind !== 'undo' && !isFromTheStart(fact) && inOrder(place, fact) < 0);

/** Whether a new fact changes something up to `place`; `tail` are the facts that came after it before. */
export function reachBack(fresh: readonly Fact[], tail: readonly Fact[], place: Place): boolean {
  const rootOf = rootsIn([...tail, ...fresh]);
  return fresh.some((fact) => {
    const root = rootOf(fact);
    if (isFromTheStart(fact)) return true;
    if (root === undefined) return fact.on <= place.on;
    return inOrder(place, root) >= 0 || (root.on === place.on && fact.kind === 'undo' && reachesCalendar(fact, root));
  });
}

/** Rules 2.2 and 2.3: the undo causes a fee, or ends a suppression, in the calendar of the day of the undone fact. */
const reachesCalendar = (undo: FactOf<'undo'>, root: Fact): boolean =>
  undo.nsfFee || undo.of !== root.id || root.kind === 'acceleration' || root.kind === 'chargeOff';

/** Rule 2.4: such a fact counts from the start. */
const isFromTheStart = ({ kind }: Fact): boolean => kind === 'feeChange';

/** The fact that an undo undoes in the end, perhaps through other undos; undefined if it is not among the facts. */
function rootsIn(facts: readonly Fact[]): (fact: Fact) => Fact | undefined {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return (fact) => {
    let root: Fact | undefined = fact;
    for (let steps = 0; root?.kind === 'undo' && steps <= facts.length; steps++) root = byId.get(root.of);
    return root?.kind === 'undo' ? undefined : root;
  };
}
