// Gives a quote of what pays a loan off by a day: computed for that very day, with the due dates, late fees and rates that
// lie before it.

import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { State } from '../loan/books.ts';
import { loanErrors } from '../loan/errors.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { presentPayoffQuote } from './holds.ts';
import { type NewPayoffQuote, type PayoffQuoteCreate, type PayoffQuoteRow, quotes } from './quote.ts';

const usualDays = 10;
const daysAheadMax = 60;

/** Errors: InvalidRequest, NothingToDo. */
export async function createPayoffQuote(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: PayoffQuoteCreate,
): Promise<NewPayoffQuote> {
  const { row: loan, product } = held;
  const day = dayAsked(todayOf(loan, ctx.now), sent);
  const state = await stateAsked(tx, held, { day, knownAt: undefined });
  const payoff = state && product.payoffOf(termsOf(loan), state);
  if (state === undefined || payoff === undefined || payoff.amount === 0) {
    throw new Refusal(loanErrors.NothingToDo, `${loan.id} owes nothing.`, { data: { reason: 'nothing is owed' } });
  }
  const { amount, credit, perDiem, unearned } = payoff;
  const row = quotes.newRow(ctx, loan, {
    good_through: dateOf(day),
    amount,
    parts: { buckets: bucketsOf(held, state), credit, perDiem, ...(unearned !== undefined && { unearned }) },
  });
  quotes.insert(tx, row);
  const shown = await presentPayoffQuote(tx, held, row, ctx.now);
  return { ...shown, id: sent.previewMode ? null : shown.id };
}

/** Errors: InvalidRequest. */
function dayAsked(today: Day, { goodThroughDate }: PayoffQuoteCreate): Day {
  const day = goodThroughDate === undefined ? today + usualDays : dayOf(goodThroughDate);
  const last = today + daysAheadMax;
  if (day >= today && day <= last) return day;
  const message = day < today ? 'is over' : 'lies too far ahead';
  throw refuseField('goodThroughDate', message, `a date from ${dateOf(today)} to ${dateOf(last)}`);
}

function bucketsOf({ row, product }: HeldLoan, state: State): PayoffQuoteRow['parts']['buckets'] {
  const { principal, interest, fees, chargedOff } = product.read(termsOf(row), state);
  const owed = (['notDue', 'due', 'overdue'] as const).map((bucket) => ({
    bucket,
    principal: principal[bucket],
    interest: interest[bucket],
    fees: Object.values(fees).reduce((sum, fee) => sum + fee[bucket], 0),
  }));
  return [...owed, { bucket: 'chargedOff' as const, ...chargedOff }];
}
