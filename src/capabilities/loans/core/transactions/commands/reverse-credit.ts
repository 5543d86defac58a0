// Reverses a service credit: the books are as if it had never been given. A payment is not reversed: it fails.
import { dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { asLoanContext, changeByTransaction } from '../../books/change-loan.ts';
import { presentDifference } from '../../books/present-difference.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { toldOfTransaction } from '../../loan/transaction-told.ts';
import { transactionErrors } from '../errors.ts';
import * as told from '../events.ts';
import { undoOf } from '../money-fact.ts';
import { newTransaction } from '../new-transaction.ts';
import type { ChangedTransaction, TransactionReverse } from '../schemas.ts';
import { transactionStates } from '../states.ts';
import {
  createdBy,
  detailsOf,
  findTransaction,
  insertTransaction,
  presentTransaction,
  writeTransaction,
} from '../transaction.ts';
import { reversed } from './backdate-transaction.ts';
import { readOnly } from './update-transaction.ts';

/** Returns the reversal. Errors: NotFound, TransactionTypeForbids, TransactionReversed, TransactionReadOnly. */
export async function reverseCredit(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: TransactionReverse,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  mustBeReversible(row);
  const reversing: TransactionRow = {
    ...newTransaction(ctx, held, {
      transaction_type: 'serviceCredit',
      status: transactionStates.move(start, 'succeed').to,
      is_external: false,
      amount: row.amount,
      on: dayOf(row.effective_on),
      details: {
        createdBy: createdBy(ctx.caller),
        reason: 'reversal',
        credit: detailsOf(row).credit,
        reversedTransactionId: row.id,
      },
    }),
    // Its fact is the undo.
    fact_id: null,
  };
  ctx.emit(told.creditReversed, row.person_id, toldOfTransaction(loan, row, undefined), told.aboutTransaction(row));
  const undo = undoOf(loan, row, { reason: 'reversed', today: todayOf(loan, ctx.now), nsfFee: false });
  const details = { ...detailsOf(row), reversedByTransactionId: reversing.id };
  const credit = { row: { ...row, details, updated_at: ctx.now }, write: writeTransaction };
  const changed = await changeByTransaction(asLoanContext(ctx), tx, held, [undo], credit);
  insertTransaction(tx, reversing);
  const shown = presentTransaction(reversing, undefined);
  if (!input.previewMode) return { ...shown, difference: null };
  return { ...shown, id: null, difference: await presentDifference(held, changed) };
}

function mustBeReversible(row: TransactionRow): void {
  const { reversedByTransactionId } = detailsOf(row);
  if (row.transaction_type === 'payment') {
    throw new Refusal(
      transactionErrors.TransactionTypeForbids,
      'An external payment is not reversed: change its status to failed or canceled instead.',
      {
        data: { path: 'transactionId', expected: 'a service credit; PUT with status failed or canceled for a payment' },
      },
    );
  }
  if (reversedByTransactionId !== null) throw reversed(row.id, reversedByTransactionId);
  if (row.fact_id === null) throw readOnly(row);
}
