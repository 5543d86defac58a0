// The interest that an installment loan earned between two days, segment by segment.
import { segmentText } from '@tenor/engine/account/explain.ts';
import type { Segment } from '@tenor/engine/account/records.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { cut, unroundedText } from '../../loan/exact-amounts.ts';
import { sumOfExact } from '../../loan/exact-parts.ts';
import type { Books, InterestEarned } from '../../loan/product.ts';
import { rateText } from '../../loan/rate-text.ts';
import { discountOf, interestOf, segmentsBetween } from './earned.ts';
import { ownBooks } from './own-books.ts';

export async function interestEarned(books: Books, from: Day): Promise<InterestEarned> {
  const { terms, state, on } = ownBooks(books);
  const before = await on(from);
  const segments = segmentsBetween(terms, before, state);
  const interest = sumOfExact(segments.map((segment) => interestOf(terms, segment)));
  const discount = sumOfExact(segments.map((segment) => discountOf(terms, segment)));
  return {
    interestAmount: cut(interest),
    interestDiscountAmount: cut(discount),
    interestBookedAmount: (state.position.totals.interestBooked - before.position.totals.interestBooked) as Cents,
    unroundedInterestAmount: unroundedText(interest),
    unroundedInterestDiscountAmount: unroundedText(discount),
    segments: await eachInSlices(segments, (segment) => presentSegment(terms, segment)),
  };
}

function presentSegment(terms: LoanTerms, segment: Segment): InterestEarned['segments'][number] {
  const { from, to, principal, scale, rate, rateBeforeDiscount } = segment;
  return {
    fromDate: dateOf(from),
    toDate: dateOf(to),
    days: to - from,
    principalAmount: principal,
    rate: rateText(rate, scale),
    rateBeforeDiscount: rateText(rateBeforeDiscount, scale),
    unroundedInterestAmount: unroundedText(interestOf(terms, segment)),
    unroundedInterestDiscountAmount: unroundedText(discountOf(terms, segment)),
    sentence: `${segmentText(segment, terms.interest.dayCount)}.`,
  };
}
