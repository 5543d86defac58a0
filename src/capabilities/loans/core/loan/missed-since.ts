// Since when a loan is late: the due date that was missed first since it was last current. A limitation period counts from
// it, whatever is paid later, so it is kept while the loan is late and through its charge-off. It is never later than the
// truth: a payment that is heard of afterwards leaves it, unless nothing is late any more.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Position } from './books.ts';

/** `oldestDueOn`: the oldest due date of which something is late; null: nothing is. */
export function missedSince(
  before: CivilDate | null,
  { standing, paidOffOn }: Pick<Position, 'standing' | 'paidOffOn'>,
  oldestDueOn: Day | null,
): CivilDate | null {
  if (paidOffOn !== null) return null;
  if (standing === 'chargedOff') return before;
  if (oldestDueOn === null) return null;
  const oldest = dateOf(oldestDueOn);
  return before === null || oldest < before ? oldest : before;
}
