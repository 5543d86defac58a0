// The amount that pays a loan off on a day: computed for that very day, as if nothing else happened until then.
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { askedDay, stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Payoff } from './schemas.ts';

/** Errors: InvalidRequest. */
export async function readPayoff(ctx: ReadContext, query: { date?: CivilDate }, held: HeldLoan): Promise<Payoff> {
  const now = await ctx.now();
  const { date } = query;
  const asked = askedDay(held, now, { path: 'date', date });
  const today = todayOf(held.row, now);
  if (asked.day < today) {
    throw refuseFields(errors.InvalidRequest, [
      { path: 'date', message: 'is over', expected: `a date from ${dateOf(today)} on` },
    ]);
  }
  const state = await stateAsked(ctx.reader, held, asked);
  const found = state && held.product.payoffOf(termsOf(held.row), state);
  return {
    goodThroughDate: dateOf(asked.day),
    payoffAmount: found?.amount ?? zeroCents,
    principalAmount: found?.principal ?? zeroCents,
    interestAmount: found?.interest ?? zeroCents,
    feesAmount: found?.fees ?? zeroCents,
    creditAmount: found?.credit ?? zeroCents,
    unearnedChargeAmount: found?.unearned ?? null,
    perDiem: found?.perDiem ?? '0.000000',
    calculatedAt: now,
  };
}
