// The interest that a line, or one of its draws, earned between two days, by stretches of one rate.

import { add, addProduct, nothing, subtract } from '@tenor/engine/interest/exact.ts';
import {
  averageOf,
  discountSoFar,
  earnedInPeriod,
  interestOf,
  rateBeforeDiscount,
} from '@tenor/engine/line/accrual.ts';
import { segmentText } from '@tenor/engine/line/explain.ts';
import { lineAt } from '@tenor/engine/line/line.ts';
import type { LineSegment, LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { basisOf } from '@tenor/engine/time/day-count.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { cut, type Fraction, fraction, minus, unroundedText } from '../../loan/exact-amounts.ts';
import type { Books, InterestEarned } from '../../loan/product.ts';
import { rateText } from '../../loan/rate-text.ts';
import { ownBooks } from './own-books.ts';

export async function interestEarned(books: Books, from: Day, drawId: string | undefined): Promise<InterestEarned> {
  const { terms, state, on } = ownBooks(books);
  const before = await on(from);
  const earned = minus(earnedBy(terms, state, drawId), earnedBy(terms, before, drawId));
  const saved = minus(savedBy(terms, state, drawId), savedBy(terms, before, drawId));
  return {
    interestAmount: cut(earned),
    interestDiscountAmount: cut(saved),
    interestBookedAmount: (bookedBy(state, drawId) - bookedBy(before, drawId)) as Cents,
    unroundedInterestAmount: unroundedText(earned),
    unroundedInterestDiscountAmount: unroundedText(saved),
    segments: await eachInSlices(
      segmentsBetween(terms, before, state).filter(({ draw }) => drawId === undefined || draw === drawId),
      (segment) => presentSegment(terms, segment),
    ),
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

/** What promos and ceilings have saved the borrower by the state, exact. */
function savedBy(terms: LineTerms, state: LineState, drawId: string | undefined): Fraction {
  const line = lineAt(terms, state.position);
  const sum = nothing();
  for (const d of drawsOf(state, drawId)) {
    const { whole, part } = discountSoFar(line, d);
    add(sum, whole, part, line.denominator);
  }
  return fraction(terms, state.position.scale, sum);
}

export function discountOf(terms: LineTerms, { scale, rate, rateBeforeDiscount, sum }: LineSegment): Fraction {
  const discount = nothing();
  addProduct(discount, sum, rateBeforeDiscount - rate, scale * basisOf(terms.interest.dayCount));
  return fraction(terms, scale, discount);
}

const bookedBy = (state: LineState, drawId: string | undefined): number =>
  drawsOf(state, drawId).reduce((sum, { booked, raised }) => sum + booked + raised, 0);

/** Includes the running period. */
export function segmentsOf(terms: LineTerms, { position: p, records, through }: LineState): LineSegment[] {
  const line = lineAt(terms, p);
  const running = p.draws.flatMap((d) =>
    d.stretches.map((stretch, i): LineSegment => {
      const { from, rate, weight, sum } = stretch;
      const before = rateBeforeDiscount(d, from);
      const to = d.stretches[i + 1]?.from ?? through;
      const interest = interestOf(line, stretch);
      return { draw: d.id, from, to, scale: p.scale, rate, rateBeforeDiscount: before, weight, sum, interest };
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

function presentSegment(terms: LineTerms, segment: LineSegment): InterestEarned['segments'][number] {
  const { from, to, scale, rate, rateBeforeDiscount: before, interest } = segment;
  return {
    fromDate: dateOf(from),
    toDate: dateOf(to),
    days: to - from,
    principalAmount: averageOf(segment) as Cents,
    rate: rateText(rate, scale),
    rateBeforeDiscount: rateText(before, scale),
    unroundedInterestAmount: unroundedText(fraction(terms, scale, interest)),
    unroundedInterestDiscountAmount: unroundedText(discountOf(terms, segment)),
    sentence: `${segmentText(segment)}.`,
  };
}
