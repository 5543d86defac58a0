// Money that counts on another day than it was recorded for: its fact is undone, and a new one is recorded on the true
// day. The replay drops the late fees that the wrong day brought.
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from '../../loan/errors.ts';
import { pastDayOf } from '../../loan/past-day.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { toldOfTransaction } from '../../loan/transaction-told.ts';
import { changeBooks } from '../change-books.ts';
import { collectedOf } from '../collected.ts';
import { transactionErrors } from '../errors.ts';
import * as told from '../events.ts';
import { factOf, nextFactId, undoOf } from '../money-fact.ts';
import type { Backdate, ChangedTransaction } from '../schemas.ts';
import { collectedStates, recordedStatus, transactionStates } from '../states.ts';
import { detailsOf, findTransaction, isReimbursement, writeTransaction } from '../transaction.ts';
import { instrumentOf, readOnly } from './update-transaction.ts';

/**
 * Errors: InvalidRequest (effectiveDate), TransactionStatusForbids, TransactionTypeForbids,
 * TransactionReadOnly, TransactionReversed, NothingToDo.
 */
export async function backdateTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: Backdate,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  mustBeMovable(row);
  const on = pastDayOf(loan, ctx.now, 'effectiveDate', input.effectiveDate);
  const day = dateOf(on);
  if (day === row.effective_on) {
    throw new Refusal(loanErrors.NothingToDo, `It counts on ${day} already.`, {
      data: { reason: 'it counts on that day already', date: day },
    });
  }
  const instrument = await instrumentOf(tx, row);
  // The time within its new day is not known.
  const details = { ...row.details, time: null };
  const moved = { ...row, details, fact_id: nextFactId(row), effective_on: day, updated_at: ctx.now };
  ctx.emit(
    told.transactionBackdated,
    row.person_id,
    toldOfTransaction(loan, moved, instrument),
    told.aboutTransaction(row),
  );
  const undo = undoOf(loan, row, { reason: 'canceled', today: todayOf(loan, ctx.now), nsfFee: false });
  const facts = [undo, factOf(moved, moved.fact_id, on)];
  const shown = { instrument, previewMode: input.previewMode };
  return changeBooks(ctx, tx, held, facts, { row: moved, write: writeTransaction }, shown);
}

function mustBeMovable(row: TransactionRow): void {
  const { reversedByTransactionId } = detailsOf(row);
  if (isReimbursement(row)) {
    throw new Refusal(transactionErrors.TransactionTypeForbids, 'A reimbursement counts on the day it was made.', {
      data: { path: 'transactionId', expected: 'a payment or a service credit' },
    });
  }
  const isCollected = collectedOf(row) !== null;
  if (row.fact_id === null && !isCollected) throw readOnly(row);
  if (reversedByTransactionId !== null) throw reversed(row.id, reversedByTransactionId);
  if (isCollected) collectedStates.mustAllow(row.status, 'backdate');
  else transactionStates.mustAllow(recordedStatus(row), 'backdate');
}

export const reversed = (id: string, reversedByTransactionId: string): Refusal =>
  new Refusal(transactionErrors.TransactionReversed, `${id} was reversed by ${reversedByTransactionId}.`, {
    data: { reversedByTransactionId },
  });
