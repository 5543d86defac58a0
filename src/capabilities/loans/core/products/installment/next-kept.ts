// The instalment that comes next, as it is stored: if it is the same on every day until the figures end.
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { NextKept } from '../../loan/next-obligation.ts';
import { nextObligation } from './next-obligation.ts';
import { advancesAhead } from './planned.ts';

interface Kept extends NextKept {
  readonly validUntil: Day;
}

/**
 * What is open is expected to be paid on the day of the question. Each day until then costs interest, and where the next
 * instalment asks for it, it grows. It can only grow: so if it is the same at the end, it was the same on all days. Once
 * the day of an agreed advance is over, the advance is not expected any more. Where another instalment may come to be
 * the next one, the figures tell of their own day alone.
 */
export function nextKept(terms: Terms, state: State, facts: readonly Fact[], quietUntil: Day): Kept {
  const { through, position } = state;
  const validUntil = advancesAhead(terms, through).reduce((until, { on }) => Math.min(until, on - 1), quietUntil);
  const next = nextObligation(terms, state, facts) ?? null;
  const nextDueOn = next?.dueDate ?? null;
  if (position.obligations.length === 0 || validUntil === through) return { validUntil, nextDueOn, next };
  if (validUntil === Number.MAX_SAFE_INTEGER) return { validUntil, nextDueOn };
  const last = nextObligation(terms, replay(terms, [], { through: validUntil, from: state }), facts) ?? null;
  if (isDeepStrictEqual(next, last)) return { validUntil, nextDueOn, next };
  return last?.dueDate === next?.dueDate ? { validUntil, nextDueOn } : { validUntil: through, nextDueOn, next };
}
