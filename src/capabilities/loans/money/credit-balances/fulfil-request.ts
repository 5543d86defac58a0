// What is to be done with a request for a credit next: as much is paid back as is safe, by whichever way is open; what was
// paid back by a person counts too. What cannot be paid back is told at once, and what is late on the day after.
import { following } from '@tenor/engine/time/calendar.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { morningOf } from '../../core/books/note-credit.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { isReimbursement } from '../../core/transactions/transaction.ts';
import type { Collecting } from '../collecting/collect.ts';
import { safeCredit } from '../collecting/credits.ts';
import { sentBack, tellNeeded } from './refund-credit.ts';
import { creditRefundOverdue, type RequestRow, requestStates, tellRequest } from './request.ts';

/** What was ordered has mostly been accepted by then. */
const soonSeconds = 60;

/** Fulfils a request whose loan the caller holds. Returns the row as it is then; the books are those of before. */
export async function bringRequest(ctx: Collecting, tx: Tx, held: HeldLoan, before: RequestRow): Promise<RequestRow> {
  const { row: loan } = held;
  const back = await reimbursedSince(tx, before);
  const sum = (...statuses: TransactionRow['status'][]): number =>
    back.reduce((all, { status, amount }) => all + (statuses.includes(status) ? amount : 0), 0);
  const [there, waiting] = [sum('pending', 'succeeded'), sum('scheduled', 'initiated')];
  const ids = back.filter(({ status }) => counting.includes(status)).map(({ id }) => id);
  const row = { ...before, transaction_ids: ids, updated_at: ctx.now };
  const tomorrow = morningOf(loan, following(todayOf(loan, ctx.now) + 1));
  if (there >= row.amount) {
    const isSafe = sum('pending') === 0;
    return { ...fulfilled(ctx, held, row), look_at: isSafe ? null : tomorrow };
  }
  const open = row.status === 'open' ? row : { ...row, status: requestStates.move(row.status, 'reopen').to };
  const credit = loan.state?.position.customerCredit ?? 0;
  if (credit === 0 && waiting === 0) return { ...(there > 0 ? fulfilled : lapsed)(ctx, held, open), look_at: null };
  const late = overdue(ctx, held, open);
  const left = row.amount - there - waiting;
  if (left <= 0 || !loanStates.from('reimburse').includes(loan.status)) return { ...late, look_at: tomorrow };
  const safe = await safeCredit(tx, held, { today: todayOf(loan, ctx.now) });
  if (safe === 0) return { ...late, look_at: tomorrow };
  const outcome = await sentBack(ctx, tx, held, Math.min(safe, left) as Cents);
  if (outcome === 'sent') return { ...late, look_at: addSeconds(ctx.now, soonSeconds) };
  if (outcome === 'later' || late.told_at !== null) return { ...late, look_at: tomorrow };
  tellNeeded(ctx, loan, { amount: left as Cents, since: row.received_on, reason: outcome, isEffortDue: false });
  return { ...late, told_at: ctx.now, look_at: tomorrow };
}

const counting: readonly TransactionRow['status'][] = ['scheduled', 'initiated', 'pending', 'succeeded'];

/** By whoever made them, the oldest first. */
async function reimbursedSince(
  reader: Reader,
  { person_id, loan_id, position }: RequestRow,
): Promise<TransactionRow[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', person_id)
      .where('loan_id', '=', loan_id)
      .where('transaction_type', '=', 'payment')
      .where('position', '>', position)
      .orderBy('position'),
  );
  return rows.filter(isReimbursement);
}

function fulfilled(ctx: Collecting, { row: loan }: HeldLoan, row: RequestRow): RequestRow {
  if (row.status === 'fulfilled') return row;
  const { to, emits } = requestStates.move(row.status, 'fulfil');
  tellRequest(ctx, loan, row, emits);
  return { ...row, status: to, fulfilled_at: ctx.now };
}

function lapsed(ctx: Collecting, { row: loan }: HeldLoan, row: RequestRow): RequestRow {
  const { to, emits } = requestStates.move(row.status, 'lapse');
  tellRequest(ctx, loan, row, emits);
  return { ...row, status: to, lapsed_at: ctx.now };
}

function overdue(ctx: Collecting, { row: loan }: HeldLoan, row: RequestRow): RequestRow {
  if (row.overdue_at !== null || ctx.now < morningOf(loan, dayOf(row.due_on) + 1)) return row;
  tellRequest(ctx, loan, row, [creditRefundOverdue]);
  return { ...row, overdue_at: ctx.now };
}
