// A payoff quote: what it said when it was given, and whether it holds. It is a snapshot: what is recorded after it may
// raise what is owed, and then it says so; the lender bears nothing of that.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { PayoffQuote } from './schemas.ts';
import { type PayoffQuoteRow, payoffQuoteColumns } from './tables.ts';

export const payoffQuoteList = defineList({ table: 'payoff_quotes', below: 'person_id' });

const rowsOf = ({ db }: Reader) => db.selectFrom('payoff_quotes').selectAll();

/** Errors: NotFound. */
export async function findPayoffQuote(reader: Reader, { personId, loanId }: LoanKeys, id: string) {
  const row = await reader.row(rowsOf(reader).where('person_id', '=', personId).where('id', '=', id));
  if (row?.loan_id === loanId) return row;
  throw notFound('payoff quote', id, 'payoffQuoteId', 'This loan');
}

const insertion = preparedInsert('payoff_quotes', payoffQuoteColumns);

export function insertPayoffQuote(tx: Tx, { company_id: _, ...row }: PayoffQuoteRow): void {
  tx.write(insertion(tx.db, { ...row, parts: JSON.stringify(row.parts) } as never), redraw('payoff_quotes_pkey'));
}

export const keysOf = ({ row: { person_id: personId, id: loanId } }: HeldLoan): LoanKeys => ({ personId, loanId });

export const listPayoffQuotes = (
  reader: Reader,
  held: HeldLoan,
  input: PageInput,
  now: Instant,
): Promise<Page<PayoffQuote>> =>
  payoffQuoteList.page(reader, rowsOf(reader).where('loan_id', '=', held.row.id), input, {
    below: held.row.person_id,
    show: (rows) => Promise.all(rows.map((row) => presentPayoffQuote(reader, held, row, now))),
  });

/** What pays the loan off on a day, by what is known now. */
export async function payoffOn(reader: Reader, held: HeldLoan, day: Day): Promise<Cents> {
  const state = await stateAsked(reader, held, { day, knownAt: undefined });
  return state === undefined ? zeroCents : held.product.payoffOf(termsOf(held.row), state).amount;
}

/** Errors: none. */
export async function presentPayoffQuote(
  reader: Reader,
  held: HeldLoan,
  row: PayoffQuoteRow,
  now: Instant,
): Promise<PayoffQuote> {
  const { parts } = row;
  return {
    id: row.id,
    object: 'payoffQuote',
    companyId: row.company_id,
    loanId: row.loan_id,
    mainBorrowerId: row.person_id,
    goodThroughDate: row.good_through,
    payoffAmount: row.amount as Cents,
    buckets: parts.buckets.map(({ bucket, principal, interest, fees }) => ({
      bucket,
      principalAmount: principal as Cents,
      interestAmount: interest as Cents,
      feesAmount: fees as Cents,
    })),
    creditAmount: parts.credit as Cents,
    unearnedChargeAmount: (parts.unearned ?? null) as Cents | null,
    perDiem: parts.perDiem,
    ...(await holding(reader, held, row, now)),
    createdAt: row.created_at,
  };
}

type Holding = Pick<PayoffQuote, 'holds' | 'reason' | 'missingAmount'>;

const fails = (reason: PayoffQuote['reason'], missingAmount = zeroCents): Holding => ({
  holds: false,
  reason,
  missingAmount,
});

async function holding(reader: Reader, held: HeldLoan, row: PayoffQuoteRow, now: Instant): Promise<Holding> {
  if (row.good_through < dateOf(todayOf(held.row, now))) return fails('expired');
  const owed = await payoffOn(reader, held, dayOf(row.good_through));
  if (owed === 0) return fails('paidOff');
  if (owed > row.amount) return fails('owesMore', (owed - row.amount) as Cents);
  return { holds: true, reason: null, missingAmount: zeroCents };
}
