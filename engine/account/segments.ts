// A segment of which a part was overdue, as the two balances that it is.

import { addProduct, factorOf, isNothing, nothing, subtract } from '../interest/exact.ts';
import { basisOf, type DayCount } from '../time/day-count.ts';
import type { Segment } from './records.ts';

/** One segment for each rate; one without an overdue part is itself. */
export function eachRate(segment: Segment, dayCount: DayCount): readonly Segment[] {
  const { overdue, ...whole } = segment;
  if (overdue === undefined) return [segment];
  const denominator = segment.scale * basisOf(dayCount);
  const ofOverdue = nothing();
  addProduct(ofOverdue, overdue.principal, factorOf(overdue.rate, segment.weight), denominator);
  const ofRest = { ...segment.interest };
  subtract(ofRest, ofOverdue.whole, ofOverdue.part, denominator);
  const late = { ...whole, ...overdue, interest: ofOverdue };
  return segment.principal === 0 && isNothing(ofRest) ? [late] : [{ ...whole, interest: ofRest }, late];
}
