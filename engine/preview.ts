// Any "what if", as a difference: further facts, or other terms.

import { type Difference, difference } from './difference.ts';
import type { Fact } from './facts.ts';
import { type ReplayOptions, replay } from './replay.ts';
import { expectedPayments, type ScheduleRow } from './schedule-of.ts';
import type { State } from './state.ts';
import type { Terms } from './terms.ts';

export interface Preview {
  readonly before: State;
  readonly after: State;
  readonly difference: Difference;
  readonly expectedBefore: readonly ScheduleRow[];
  readonly expectedAfter: readonly ScheduleRow[];
}

export function preview(
  terms: Terms,
  facts: readonly Fact[],
  whatIf: { readonly facts?: readonly Fact[]; readonly terms?: Terms },
  options: ReplayOptions,
): Preview {
  const otherTerms = whatIf.terms ?? terms;
  const otherFacts = [...facts, ...(whatIf.facts ?? [])];
  const before = replay(terms, facts, options);
  const after = replay(otherTerms, otherFacts, options);
  return {
    before,
    after,
    difference: difference(before, after),
    expectedBefore: expectedPayments(terms, before, facts),
    expectedAfter: expectedPayments(otherTerms, after, otherFacts),
  };
}
