// Interest that accrued between two days, stretch by stretch.
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { unroundedText, wholeCents } from '../loan/exact-amounts.ts';
import type { HeldLoan, InterestEarned } from '../loan/product.ts';
import { askedDay, booksAsked } from '../timeline/asked-day.ts';
import type { Interest } from './schemas.ts';

interface InterestQuery {
  readonly drawId?: string;
  readonly fromEffectiveDate?: CivilDate;
  readonly toEffectiveDate?: CivilDate;
  readonly knownAt?: Instant;
}

/** Errors: InvalidRequest, NotFound (draw). */
export async function readInterest(ctx: ReadContext, query: InterestQuery, held: HeldLoan): Promise<Interest> {
  const { fromEffectiveDate, toEffectiveDate: date, knownAt } = query;
  const drawId = await held.product.drawNamed(ctx.reader, held, query.drawId);
  const asked = askedDay(held, await ctx.now(), { path: 'toEffectiveDate', date, knownAt });
  const given = fromEffectiveDate === undefined ? undefined : dayOf(fromEffectiveDate);
  if (given !== undefined && given > asked.day) throw endsBeforeItBegins(asked.day);
  const books = await booksAsked(ctx.reader, held, asked);
  const startedOn = books?.state.position.standing === 'pending' ? undefined : books?.state.position.startedOn;
  const from = given ?? Math.min(asked.day, startedOn ?? asked.day);
  const earned =
    books === undefined || startedOn === undefined
      ? nothingEarned
      : await held.product.interestEarned(books, Math.max(from, startedOn), drawId);
  return { fromEffectiveDate: dateOf(from), toEffectiveDate: dateOf(asked.day), ...earned };
}

const nothingEarned: InterestEarned = {
  interestAmount: zeroCents,
  interestDiscountAmount: zeroCents,
  interestBookedAmount: zeroCents,
  unroundedInterestAmount: unroundedText(wholeCents(0)),
  unroundedInterestDiscountAmount: unroundedText(wholeCents(0)),
  segments: [],
};

const endsBeforeItBegins = (to: Day) =>
  refuseFields(errors.InvalidRequest, [
    {
      path: 'fromEffectiveDate',
      message: 'lies after the day up to which is asked',
      expected: `a date up to ${dateOf(to)}`,
    },
  ]);
