// A payment that names a payoff quote: it is of the quoted amount, received inside the days of the quote, and pays the
// loan off; what is too much because it came earlier is credit of the borrower.

import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { Replayed } from '../books/replayed.ts';
import { keysOf } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { payoffQuoteErrors } from '../payoff-quotes/errors.ts';
import { payoffOn } from '../payoff-quotes/holds.ts';
import { quotes } from '../payoff-quotes/quote.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { TransactionCreate } from './schemas.ts';

type Sent = Pick<TransactionCreate, 'amount' | 'payoffQuoteId'>;

export interface Quoted {
  readonly id: string;
  readonly goodThrough: Day;
}

/** Undefined: none is named. Errors: NotFound, InvalidRequest, PayoffQuoteDoesNotHold. */
export async function quoteNamed(reader: Reader, held: HeldLoan, sent: Sent, on: Day): Promise<Quoted | undefined> {
  if (sent.payoffQuoteId == null) return undefined;
  const quote = await namedIn('payoffQuoteId', quotes.find(reader, keysOf(held.row), sent.payoffQuoteId));
  if (sent.amount !== quote.amount) {
    throw refuseField('amount', 'is not that of the quote', formatCents(quote.amount as Cents));
  }
  const goodThrough = dayOf(quote.good_through);
  if (on > goodThrough) throw doesNotHold(quote.id, { reason: 'expired' });
  // Sent twice, it would be credit the second time, though nobody agreed to pay too much.
  if ((await payoffOn(reader, held, goodThrough)) === 0) throw doesNotHold(quote.id, { reason: 'paidOff' });
  return { id: quote.id, goodThrough };
}

/** `changed`: the books with the payment, which counts on that day. Errors: PayoffQuoteDoesNotHold. */
export function mustPayOff({ row, product }: HeldLoan, { after, all }: Replayed, on: Day, { id }: Quoted): void {
  const terms = termsOf(row);
  const then = on <= after.through ? after : product.replay(terms, all, { through: on, from: after });
  const { amount } = product.payoffOf(terms, then);
  if (amount > 0) throw doesNotHold(id, { reason: 'owesMore', missingAmount: amount / 100, date: dateOf(on) });
}

const doesNotHold = (id: string, data: Record<string, unknown>): Refusal =>
  new Refusal(payoffQuoteErrors.PayoffQuoteDoesNotHold, `${id} does not hold any more.`, {
    data: { path: 'payoffQuoteId', ...data },
  });
