// A segment of which a part was overdue, as the balances that it is.

import { addProduct, factorOf, isNothing, nothing, subtract } from '../interest/exact.ts';
import { basisOf, type DayCount } from '../time/day-count.ts';
import type { Bearing, Segment } from './records.ts';

/** One segment for each balance with a rate of its own; one without an overdue part is itself. */
export function eachRate(segment: Segment, dayCount: DayCount): readonly Segment[] {
  const { overdue, overdueInterest, ...whole } = segment;
  if (overdue === undefined && overdueInterest === undefined) return [segment];
  const denominator = segment.scale * basisOf(dayCount);
  const ofRest = { ...segment.interest };
  const partOf = (part: Bearing): Segment => {
    const interest = nothing();
    addProduct(interest, part.principal, factorOf(part.rate, segment.weight), denominator);
    subtract(ofRest, interest.whole, interest.part, denominator);
    return { ...whole, ...part, interest };
  };
  const late: readonly Segment[] = overdue === undefined ? [] : [partOf(overdue)];
  const onInterest: readonly Segment[] =
    overdueInterest === undefined ? [] : [{ ...partOf(overdueInterest), isOnInterest: true }];
  const parts = [...late, ...onInterest];
  return segment.principal === 0 && isNothing(ofRest) ? parts : [{ ...whole, interest: ofRest }, ...parts];
}
