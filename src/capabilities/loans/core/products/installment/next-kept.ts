// The instalment that comes next, as it is stored: if it is the same on every day until the figures end.
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { NextKept } from '../../loan/next-obligation.ts';
import { nextObligation } from './next-obligation.ts';

/**
 * What is open is expected to be paid on the day of the question. Each day until then costs interest, and where the next
 * instalment asks for it, it grows. It can only grow: so if it is the same at the end, it was the same on all days.
 */
export function nextKept(terms: Terms, state: State, facts: readonly Fact[], until: Day): NextKept {
  const next = nextObligation(terms, state, facts) ?? null;
  const nextDueOn = next?.dueDate ?? null;
  if (state.position.obligations.length === 0 || until === state.through) return { nextDueOn, next };
  if (until === Number.MAX_SAFE_INTEGER) return { nextDueOn };
  const last = nextObligation(terms, replay(terms, [], { through: until, from: state }), facts) ?? null;
  return isDeepStrictEqual(next, last) ? { nextDueOn, next } : { nextDueOn };
}
