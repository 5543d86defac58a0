// A loan as a read sees it: through any day, as it is known now or was known at an instant. Changes by time that the
// stored books do not have yet are computed; nothing is stored and nothing waits.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { State } from '../loan/books.ts';
import type { HeldLoan } from '../loan/product.ts';
import { allFacts, asState, factsOf, replayStartFor, termsOf } from './held-loan.ts';
import { firstDifference, indexFacts } from './index-facts.ts';

export interface Computed {
  readonly state: State;
  /** Every fact since the beginning of the replay, also facts of later days; earlier ones too, if they were read. */
  readonly facts: readonly Fact[];
}

/** The records start at the stored state or at a checkpoint; those of `stateFromStart` contain the whole life. */
export async function stateOn(reader: Reader, held: HeldLoan, through: Day): Promise<Computed> {
  const { row, index, product } = held;
  const changedOn = firstDifference(row.index_known ?? [], index);
  if (row.state?.rules === rulesVersion && row.state.through <= through && changedOn === undefined) {
    const isRead = held.facts !== null || row.state.tip.isAhead;
    const facts = [...indexFacts(index), ...(isRead ? await factsOf(reader, held) : [])];
    return {
      state: await inSlices(product.replaying(termsOf(row), facts, { through, from: asState(product, row.state) })),
      facts,
    };
  }
  const { from, facts: since } = await replayStartFor(reader, held, changedOn ?? through);
  if (from !== undefined && from.through > through) return stateFromStart(reader, held, through);
  const facts = [...indexFacts(index), ...since];
  return { state: await inSlices(product.replaying(termsOf(row), facts, { through, from })), facts };
}

/** The records contain what happened since the day, and perhaps what was before. */
export async function stateSince(reader: Reader, held: HeldLoan, since: Day, through: Day): Promise<Computed> {
  const { row, index, product } = held;
  const changedOn = firstDifference(row.index_known ?? [], index) ?? since;
  const { from, facts: after } = await replayStartFor(reader, held, Math.min(since, changedOn));
  const facts = [...indexFacts(index), ...after];
  return { state: await inSlices(product.replaying(termsOf(row), facts, { through, from })), facts };
}

/** Replays from the first day, so the records contain the whole life; with `knownAt` only facts known by then. */
export async function stateFromStart(
  reader: Reader,
  held: HeldLoan,
  through: Day,
  knownAt?: Instant,
): Promise<Computed> {
  const facts = [...indexFacts(held.index), ...(await allFacts(reader, held))];
  return { state: await inSlices(held.product.replaying(termsOf(held.row), facts, { through, knownAt })), facts };
}
