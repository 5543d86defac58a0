// A business relationship: a loan that runs, or one that has ended within so many months.
import type { Moment } from '../contract.ts';
import { dayOfText } from '../places/local.ts';
import type { Ask } from './ask.ts';
import { monthsAfter, startsSomewhere } from './periods.ts';

/** The first moment at which there is none; Infinity while a loan runs. */
export function relationshipEnds({ facts, clocks }: Ask, months: number): Moment {
  const ends = facts.loans.map(({ endedOn }) =>
    endedOn === null ? Number.POSITIVE_INFINITY : startsSomewhere(monthsAfter(dayOfText(endedOn), months) + 1, clocks),
  );
  return Math.max(Number.NEGATIVE_INFINITY, ...ends);
}
