// A loan as a read sees it: through any day, as it is known now or was known at an instant. What the books do not hold
// yet, because time has passed, is computed; nothing is stored and nothing is waited for.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { type LoanState, rulesVersion } from '@tenor/engine/account/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import { asState, footingFor, termsOf, wholeLife } from './held-loan.ts';
import { firstDifference, indexFacts } from './index-facts.ts';

export interface Computed {
  readonly state: LoanState;
  /** Every fact since where the replay began; those of later days are there too. */
  readonly facts: readonly Fact[];
}

/** The records hold what came since the stored state, or since a checkpoint; with `lifeOn`, all of it. */
export async function loanOn(reader: Reader, held: HeldLoan, through: Day): Promise<Computed> {
  const { row, index, product } = held;
  const changedOn = firstDifference(row.index_known ?? [], index);
  if (row.state?.rules === rulesVersion && row.state.through <= through && changedOn === undefined) {
    const facts = [...indexFacts(index), ...held.facts];
    return { state: product.replay(termsOf(row), facts, { through, from: asState(row.state) }), facts };
  }
  const { from, facts: since } = await footingFor(reader, held, changedOn ?? through);
  if (from !== undefined && from.through > through) return lifeOn(reader, held, through);
  const facts = [...indexFacts(index), ...since];
  return { state: product.replay(termsOf(row), facts, { through, from }), facts };
}

/** Replayed from its first day, so that the records hold all of it; `knownAt`: only with what was known by then. */
export async function lifeOn(reader: Reader, held: HeldLoan, through: Day, knownAt?: Instant): Promise<Computed> {
  const facts = [...indexFacts(held.index), ...(await wholeLife(reader, held))];
  return { state: held.product.replay(termsOf(held.row), facts, { through, knownAt }), facts };
}
