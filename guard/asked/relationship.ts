// A business relationship: a loan that runs, or one that has ended within so many months.
import { dayOfText, localDay } from '../places/local.ts';
import type { Ask } from './ask.ts';
import { monthsAfter } from './periods.ts';

export function hasRelationship({ facts, at, clocks }: Ask, months: number): boolean {
  const today = Math.max(...clocks.map((zone) => localDay(at, zone)));
  return facts.loans.some(({ endedOn }) => endedOn === null || today <= monthsAfter(dayOfText(endedOn), months));
}
