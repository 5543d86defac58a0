// What a loan earned between two days: its segments; the first one is cut where these days begin.
import type { Segment } from '@tenor/engine/account/records.ts';
import { eachRate } from '@tenor/engine/account/segments.ts';
import type { LoanState } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { addProduct, factorOf, nothing, rounded, subtract } from '@tenor/engine/interest/exact.ts';
import { basisOf } from '@tenor/engine/time/day-count.ts';
import { type Fraction, fraction, minus } from '../../loan/exact-amounts.ts';

/** All segments that count, one for each rate. */
export const segmentsOf = (terms: LoanTerms, state: LoanState): readonly Segment[] =>
  kept(state).flatMap((segment) => eachRate(segment, terms.interest.dayCount));

/** Frozen days only count once the freeze has ended. */
function kept({ records, position }: LoanState): readonly Segment[] {
  const open = position.frozen === null ? position.segment : null;
  return open === null ? records.segments : [...records.segments, open];
}

/** The segments from the day of the earlier state on; both are replays of the same loan from its first day. */
export function segmentsBetween(terms: LoanTerms, before: LoanState, after: LoanState): readonly Segment[] {
  const first = before.through;
  return kept(after)
    .filter(({ to }) => to > first)
    .map((segment) => (segment.from >= first ? segment : restOf(terms, before, segment)))
    .flatMap((segment) => eachRate(segment, terms.interest.dayCount));
}

/** The segment without its days before; the earlier state has their weight and interest. */
function restOf(terms: LoanTerms, { records, position, through }: LoanState, segment: Segment): Segment {
  const all = [...records.segments, ...(position.frozen?.segments ?? []), position.segment];
  const earlier = all.find((one) => one?.from === segment.from);
  if (earlier == null) throw new Error(`The segment from ${segment.from} was not there on ${through}.`);
  const interest = { ...segment.interest };
  subtract(interest, earlier.interest.whole, earlier.interest.part, segment.scale * basisOf(terms.interest.dayCount));
  return { ...segment, from: through, weight: segment.weight - earlier.weight, interest };
}

export const interestOf = (terms: LoanTerms, { scale, interest }: Segment): Fraction =>
  fraction(terms, scale, interest);

/** Interest that promotional rates and a ceiling kept from accruing. */
export function discountOf(
  terms: LoanTerms,
  { scale, principal, rate, rateBeforeDiscount, weight }: Segment,
): Fraction {
  const discount = nothing();
  const factor = factorOf(rateBeforeDiscount - rate, weight);
  addProduct(discount, principal, factor, scale * basisOf(terms.interest.dayCount));
  return fraction(terms, scale, discount);
}

/** The interest that had accrued by the state, since the last due date before the other one. */
export function accruedSinceDue(
  terms: LoanTerms,
  { position: { scale, periodMark } }: LoanState,
  { position }: LoanState,
): number {
  const mark = fraction(terms, scale, periodMark);
  const earned = minus(fraction(terms, position.scale, position.accruedTotal), mark);
  return rounded(earned, earned.denominator, terms.interest.rounding);
}
