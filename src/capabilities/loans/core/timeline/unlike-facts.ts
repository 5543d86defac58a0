// Holds rows that each have a fact against the facts of a timeline: every row has its own, and none is without a row.
import { isDeepStrictEqual } from 'node:util';
import type { AnyFact } from '@tenor/engine/account/order.ts';
import { undoneBy } from '@tenor/engine/account/timeline.ts';

/** What is unlike: its place, as it is stored, and as it would be. */
export interface Unlike {
  readonly where: string;
  readonly stored: unknown;
  readonly computed: unknown;
}

interface ExpectedFacts<F extends AnyFact> {
  /** Facts of other kinds are not looked at. */
  readonly kinds: readonly F['kind'][];
  readonly facts: readonly F[];
  /** Facts that may be there besides. */
  readonly besides?: ReadonlySet<string>;
}

export function unlikeFacts<F extends AnyFact>(timeline: readonly F[], expected: ExpectedFacts<F>): Unlike[] {
  const undone = undoneBy(timeline);
  const isMeant = ({ kind, id }: F): boolean => expected.kinds.includes(kind) && !undone.has(id);
  const left = new Map(timeline.filter(isMeant).map((fact) => [fact.id, fact]));
  const found: Unlike[] = [];
  for (const wanted of expected.facts) {
    const where = `${wanted.id} fact`;
    const fact = left.get(wanted.id);
    left.delete(wanted.id);
    if (fact === undefined) found.push({ where, stored: null, computed: 'is there' });
    else if (!isDeepStrictEqual(said(fact, wanted), said(wanted, wanted)))
      found.push({ where, stored: fact, computed: wanted });
  }
  const strange = [...left.keys()].filter((id) => expected.besides?.has(id) !== true);
  return [...found, ...strange.map((id) => ({ where: `${id} fact`, stored: 'is there', computed: null }))];
}

/** Without what the store adds: when it was recorded, in which order, and a time where nobody said one. */
function said(fact: AnyFact, wanted: AnyFact): object {
  const { recordedAt: _, number: __, time, ...rest } = fact;
  return JSON.parse(JSON.stringify(wanted.time === undefined ? rest : { ...rest, time }));
}
