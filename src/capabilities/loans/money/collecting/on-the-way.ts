// What a payment may be at most: what is owed on its day, less what is on the way already.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { replayed } from '../../core/books/change-loan.ts';
import { type LoanKeys, loanKeyTypes } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { downPaymentLeft } from '../../core/transactions/down-payment.ts';
import { factOf } from '../../core/transactions/money-fact.ts';
import { creditMade } from '../../core/transactions/not-more-than-owed.ts';
import { detailsOf, isDownPayment, isReimbursement } from '../../core/transactions/transaction.ts';

/** What waits for its day in a loan, and what is ordered and not on the books yet. */
export const underWay = (reader: Reader, { person_id, id }: HeldLoan['row']): Promise<TransactionRow[]> =>
  reader.rows(waiting(reader.db, { personId: person_id, loanId: id }));

const waiting = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('status', 'in', ['scheduled', 'initiated'])
      .orderBy('position'),
  loanKeyTypes,
);

/** The part of the amount that the loan takes on the day; the rest would be credit of the borrower. */
export async function owedOf(
  reader: Reader,
  held: HeldLoan,
  row: TransactionRow,
  waiting: readonly TransactionRow[],
): Promise<Cents> {
  if (isDownPayment(row)) return downPaymentLeft(reader, held, row);
  const others = waiting.filter(
    (one) => one.status === 'initiated' && one.id !== row.id && one.transaction_type === 'payment' && isToUs(one),
  );
  const on = dayOf(row.effective_on);
  const fact = factOf(row, row.id, on);
  const facts = [...others.map((one) => factOf(one, one.id, dayOf(one.effective_on))), fact];
  const through: Day = Math.max(...facts.map((one) => one.on), held.row.state?.through ?? on);
  const changed = await replayed(reader, held, facts, through);
  // What was accepted before its day is on the timeline already: it leaves so much less to take.
  const until = changed.all.reduce((last, one) => (one.kind === 'payment' ? Math.max(last, one.on) : last), on);
  const over = creditMade(held, changed, fact, until);
  return Math.max(0, row.amount - over) as Cents;
}

/** Money for the ledger of the loan, and none that goes back. */
export const isToUs = (row: TransactionRow): boolean =>
  !isReimbursement(row) && !isDownPayment(row) && detailsOf(row).reversedTransactionId === null;

/** Whether any other money has come in, or is ordered, since the payment was planned. */
export async function isPaidSince(reader: Reader, row: TransactionRow): Promise<boolean> {
  const later = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.loan_id)
      .where('transaction_type', '=', 'payment')
      .where('status', 'in', ['initiated', 'pending', 'succeeded'])
      .where('position', '>', row.position),
  );
  return later.some((one) => (isDownPayment(row) ? isDownPayment(one) : isToUs(one)));
}

/** Whether the payment was tried again, whatever came of it. */
export const wasTriedAgain = async (reader: Reader, row: TransactionRow): Promise<boolean> =>
  (await reader.row(
    reader.db
      .selectFrom('transactions')
      .select('id')
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.loan_id)
      .where('position', '>', row.position)
      .where(sql<string>`details -> 'collected' ->> 'retryOf'`, '=', row.id)
      .limit(1),
  )) !== undefined;

const twinSeconds = 86_400;

/** The same payment, made within a day and not ended. Its caller tells two of them apart by their external ids. */
export function twinOf(reader: Reader, row: TransactionRow, now: Instant): Promise<{ id: string } | undefined> {
  const equal = reader.db
    .selectFrom('transactions')
    .select('id')
    .where('person_id', '=', row.person_id)
    .where('loan_id', '=', row.loan_id)
    .where('instrument_id', '=', row.instrument_id)
    .where('amount', '=', row.amount)
    .where('effective_on', '=', row.effective_on)
    .where('id', '<>', row.id)
    .where('is_external', '=', false)
    .where('status', 'not in', ['failed', 'canceled', 'chargeback'])
    .where('created_at', '>', addSeconds(now, -twinSeconds))
    .limit(1);
  return reader.row(row.external_id === null ? equal : equal.where('external_id', 'is', null));
}
