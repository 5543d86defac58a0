// Whether a payoff quote holds, and how it is shown with that.

import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { keysOf } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { type PayoffQuote, type PayoffQuoteRow, quoteLists, quotes } from './quote.ts';

export const quotesOf = (reader: Reader, held: HeldLoan, input: PageInput, now: Instant): Promise<Page<PayoffQuote>> =>
  quoteLists.ofLoan.page(reader, keysOf(held.row), input, {
    show(rows) {
      const owedOn = owedByDay(reader, held);
      return Promise.all(rows.map((row) => presentPayoffQuote(reader, held, row, now, owedOn)));
    },
  });

/** What pays the loan off on a day, by what is known now. */
export async function payoffOn(reader: Reader, held: HeldLoan, day: Day): Promise<Cents> {
  const state = await stateAsked(reader, held, { day, knownAt: undefined });
  return state === undefined ? zeroCents : held.product.payoffOf(termsOf(held.row), state).amount;
}

type OwedOn = (day: Day) => Promise<Cents>;

/** However many quotes there are of a day, the loan is replayed for it once. */
function owedByDay(reader: Reader, held: HeldLoan): OwedOn {
  const known = new Map<Day, Promise<Cents>>();
  return (day) => {
    const owed = known.get(day) ?? payoffOn(reader, held, day);
    known.set(day, owed);
    return owed;
  };
}

/** Errors: none. */
export async function presentPayoffQuote(
  reader: Reader,
  held: HeldLoan,
  row: PayoffQuoteRow,
  now: Instant,
  owedOn: OwedOn = owedByDay(reader, held),
): Promise<PayoffQuote> {
  const { parts } = row;
  return quotes.show(row, {
    buckets: parts.buckets.map(({ bucket, principal, interest, fees }) => ({
      bucket,
      principalAmount: principal as Cents,
      interestAmount: interest as Cents,
      feesAmount: fees as Cents,
    })),
    creditAmount: parts.credit as Cents,
    unearnedChargeAmount: (parts.unearned ?? null) as Cents | null,
    perDiem: parts.perDiem,
    ...(await holding(held, row, now, owedOn)),
  });
}

type Holding = Pick<PayoffQuote, 'holds' | 'reason' | 'missingAmount'>;

const fails = (reason: PayoffQuote['reason'], missingAmount = zeroCents): Holding => ({
  holds: false,
  reason,
  missingAmount,
});

async function holding(held: HeldLoan, row: PayoffQuoteRow, now: Instant, owedOn: OwedOn): Promise<Holding> {
  if (row.good_through < dateOf(todayOf(held.row, now))) return fails('expired');
  const owed = await owedOn(dayOf(row.good_through));
  if (owed === 0) return fails('paidOff');
  if (owed > row.amount) return fails('owesMore', (owed - row.amount) as Cents);
  return { holds: true, reason: null, missingAmount: zeroCents };
}
