// The index as the engine needs it: a fact for each day on which it changed.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { IndexKnown } from '../loan/tables.ts';

export const indexFacts = (rates: IndexKnown): FactOf<'index'>[] =>
  rates.map(({ rate, effectiveDate, recordedAt }) => ({
    kind: 'index',
    id: `index-${effectiveDate}`,
    on: dayOf(effectiveDate),
    rate,
    recordedAt,
  }));

/** The first day on which the two differ. */
export function firstDifference(known: IndexKnown, now: IndexKnown): Day | undefined {
  const textOf = ({ rate, effectiveDate }: IndexKnown[number]): string => `${effectiveDate} ${rate}`;
  const [was, is] = [new Set(known.map(textOf)), new Set(now.map(textOf))];
  const changed = [...known.filter((one) => !is.has(textOf(one))), ...now.filter((one) => !was.has(textOf(one)))];
  return changed.length === 0 ? undefined : Math.min(...changed.map(({ effectiveDate }) => dayOf(effectiveDate)));
}
