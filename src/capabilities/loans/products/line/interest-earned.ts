// The interest that a line, or one of its draws, earned between two days, by stretches of one rate.

import { add, addProduct, nothing, subtract } from '@tenor/engine/interest/exact.ts';
import { stepIndexOn } from '@tenor/engine/interest/rates.ts';
import { averageOf, earnedInPeriod, interestOf } from '@tenor/engine/line/accrual.ts';
import { segmentText } from '@tenor/engine/line/explain.ts';
import { lineAt } from '@tenor/engine/line/line.ts';
import type { LineSegment, LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { basisOf } from '@tenor/engine/time/day-count.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { cut, type Fraction, fraction, minus, unroundedText, wholeCents } from '../../loan/exact-amounts.ts';
import { sumOfExact } from '../../loan/exact-parts.ts';
import type { Books, InterestEarned } from '../../loan/product.ts';
import { rateText } from '../../loan/rate-text.ts';
import { ownBooks } from './own-books.ts';

export function interestEarned(books: Books, from: Day, drawId: string | undefined): InterestEarned {
  const { terms, state, on } = ownBooks(books);
  const before = on(from);
  const earned = minus(earnedBy(terms, state, drawId), earnedBy(terms, before, drawId));
  const segments = segmentsBetween(terms, before, state)
    .filter(({ draw }) => drawId === undefined || draw === drawId)
    .map((segment) => ({ segment, discount: discountOf(terms, state, segment) }));
  const saved = sumOfExact(segments.map(({ discount }) => discount.saved));
  return {
    interestAmount: cut(earned),
    interestDiscountAmount: cut(saved),
    interestBookedAmount: (bookedBy(state, drawId) - bookedBy(before, drawId)) as Cents,
    unroundedInterestAmount: unroundedText(earned),
    unroundedInterestDiscountAmount: unroundedText(saved),
    segments: segments.map(({ segment, discount }) => presentSegment(terms, segment, discount)),
  };
}

const drawsOf = ({ position: p }: LineState, drawId: string | undefined) =>
  p.draws.filter(({ id }) => drawId === undefined || id === drawId);

/** All that the draws have earned by the state, exact. */
function earnedBy(terms: LineTerms, state: LineState, drawId: string | undefined): Fraction {
  const line = lineAt(terms, state.position);
  const sum = nothing();
  for (const d of drawsOf(state, drawId)) {
    for (const { whole, part } of [d.earned, earnedInPeriod(line, d)]) add(sum, whole, part, line.denominator);
  }
  return fraction(terms, state.position.scale, sum);
}

const bookedBy = (state: LineState, drawId: string | undefined): number =>
  drawsOf(state, drawId).reduce((sum, { booked, raised }) => sum + booked + raised, 0);

/** Of the running period too. */
export function segmentsOf(terms: LineTerms, { position: p, records, through }: LineState): LineSegment[] {
  const line = lineAt(terms, p);
  const running = p.draws.flatMap((d) =>
    d.stretches.map((stretch, i): LineSegment => {
      const { from, rate, weight, sum } = stretch;
      const to = d.stretches[i + 1]?.from ?? through;
      return { draw: d.id, from, to, scale: p.scale, rate, weight, sum, interest: interestOf(line, stretch) };
    }),
  );
  return [...records.segments, ...running];
}

/** From the day of the earlier state on; a segment that began before it is shown without its days before. */
export function segmentsBetween(terms: LineTerms, before: LineState, after: LineState): LineSegment[] {
  const day = before.through;
  const known = segmentsOf(terms, before);
  return segmentsOf(terms, after)
    .filter(({ to }) => to > day)
    .map((segment) => {
      const earlier = known.find(({ draw, from }) => draw === segment.draw && from === segment.from);
      if (segment.from >= day || earlier === undefined) return segment;
      const interest = { ...segment.interest };
      const { whole, part } = earlier.interest;
      subtract(interest, whole, part, segment.scale * basisOf(terms.interest.dayCount));
      return {
        ...segment,
        from: day,
        weight: segment.weight - earlier.weight,
        sum: segment.sum - earlier.sum,
        interest,
      };
    });
}

interface Discount {
  readonly rateBefore: number;
  readonly saved: Fraction;
}

/** What promos and a ceiling took off the rate. Deferred interest and grace take nothing off: none accrues. */
function discountOf(
  terms: LineTerms,
  { position: p }: LineState,
  { draw, from, scale, rate, sum }: LineSegment,
): Discount {
  const steps = p.draws.find(({ id }) => id === draw)?.rateSteps ?? [];
  const step = steps[stepIndexOn(steps, from)];
  const finer = scale / p.scale;
  if (step === undefined || step.rate * finer !== rate) return { rateBefore: rate, saved: wholeCents(0) };
  const rateBefore = step.beforeDiscount * finer;
  const saved = nothing();
  if (sum > 0) addProduct(saved, sum, rateBefore - rate, scale * basisOf(terms.interest.dayCount));
  return { rateBefore, saved: fraction(terms, scale, saved) };
}

function presentSegment(
  terms: LineTerms,
  segment: LineSegment,
  { rateBefore, saved }: Discount,
): InterestEarned['segments'][number] {
  const { from, to, scale, rate, interest } = segment;
  return {
    fromDate: dateOf(from),
    toDate: dateOf(to),
    days: to - from,
    principalAmount: averageOf(segment) as Cents,
    rate: rateText(rate, scale),
    rateBeforeDiscount: rateText(rateBefore, scale),
    unroundedInterestAmount: unroundedText(fraction(terms, scale, interest)),
    unroundedInterestDiscountAmount: unroundedText(saved),
    sentence: `${segmentText(segment)}.`,
  };
}
