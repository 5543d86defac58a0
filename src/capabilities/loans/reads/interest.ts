// Interest that accrued between two days, segment by segment.
import { segmentText } from '@tenor/engine/account/explain.ts';
import type { Segment } from '@tenor/engine/account/records.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { parseRate, type Rate } from '@tenor/engine/values/rate.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { cut, unroundedText, wholeCents } from '../loan/exact-amounts.ts';
import type { HeldLoan } from '../loan/product.ts';
import { askedDay, type Books, booksAsked } from '../timeline/asked-day.ts';
import { discountOf, interestOf, segmentsBetween, sumOf } from './earned.ts';
import type { Interest } from './schemas.ts';

interface InterestQuery {
  readonly drawId?: string;
  readonly fromEffectiveDate?: CivilDate;
  readonly toEffectiveDate?: CivilDate;
  readonly knownAt?: Instant;
}

/** Errors: InvalidRequest. */
export async function readInterest(ctx: ReadContext, query: InterestQuery, held: HeldLoan): Promise<Interest> {
  mustNotNameDraw(query);
  const { fromEffectiveDate, toEffectiveDate: date, knownAt } = query;
  const asked = askedDay(held.row, await ctx.now(), { path: 'toEffectiveDate', date, knownAt });
  const given = fromEffectiveDate === undefined ? undefined : dayOf(fromEffectiveDate);
  if (given !== undefined && given > asked.day) throw endsBeforeItBegins(asked.day);
  const books = await booksAsked(ctx.reader, held, asked);
  const startedOn = books?.state.position.standing === 'pending' ? undefined : books?.state.position.startedOn;
  const from = given ?? Math.min(asked.day, startedOn ?? asked.day);
  return { fromEffectiveDate: dateOf(from), toEffectiveDate: dateOf(asked.day), ...earnedIn(books, from, startedOn) };
}

const nothingEarned = {
  interestAmount: zeroCents,
  interestDiscountAmount: zeroCents,
  interestBookedAmount: zeroCents,
  unroundedInterestAmount: unroundedText(wholeCents(0)),
  unroundedInterestDiscountAmount: unroundedText(wholeCents(0)),
  segments: [],
};

function earnedIn(
  books: Books | undefined,
  from: Day,
  startedOn: Day | undefined,
): Omit<Interest, 'fromEffectiveDate' | 'toEffectiveDate'> {
  if (books === undefined || startedOn === undefined) return nothingEarned;
  const { terms, state } = books;
  const before = books.on(Math.max(from, startedOn));
  const segments = segmentsBetween(terms, before, state);
  const interest = sumOf(segments.map((segment) => interestOf(terms, segment)));
  const discount = sumOf(segments.map((segment) => discountOf(terms, segment)));
  return {
    interestAmount: cut(interest),
    interestDiscountAmount: cut(discount),
    interestBookedAmount: (state.position.totals.interestBooked - before.position.totals.interestBooked) as Cents,
    unroundedInterestAmount: unroundedText(interest),
    unroundedInterestDiscountAmount: unroundedText(discount),
    segments: segments.map((segment) => presentSegment(terms, segment)),
  };
}

function presentSegment(terms: LoanTerms, segment: Segment): Interest['segments'][number] {
  const { from, to, principal, scale, rate, rateBeforeDiscount } = segment;
  return {
    fromDate: dateOf(from),
    toDate: dateOf(to),
    days: to - from,
    principalAmount: principal,
    rate: rateOf(rate, scale),
    rateBeforeDiscount: rateOf(rateBeforeDiscount, scale),
    unroundedInterestAmount: unroundedText(interestOf(terms, segment)),
    unroundedInterestDiscountAmount: unroundedText(discountOf(terms, segment)),
    sentence: `${segmentText(segment, terms.interest.dayCount)}.`,
  };
}

/** The scale is a power of ten. */
function rateOf(rate: number, scale: number): Rate {
  const places = String(scale).length - 1;
  return parseRate(`${rate}e-${places}`) as Rate;
}

const endsBeforeItBegins = (to: Day) =>
  refuseFields(errors.InvalidRequest, [
    {
      path: 'fromEffectiveDate',
      message: 'lies after the day up to which is asked',
      expected: `a date up to ${dateOf(to)}`,
    },
  ]);

function mustNotNameDraw({ drawId }: InterestQuery): void {
  if (drawId === undefined) return;
  throw refuseField('drawId', 'names a draw, and an installment loan has none', 'nothing');
}
