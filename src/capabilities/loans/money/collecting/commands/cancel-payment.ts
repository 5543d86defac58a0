// Cancels a payment that is scheduled: nobody outside has heard of it.
import { withdrawApproval } from '#capabilities/moving-money/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { collectedOf } from '../../../core/transactions/collected.ts';
import { instrumentOf, touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../../core/transactions/errors.ts';
import type { ChangedTransaction } from '../../../core/transactions/schemas.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import { findTransaction, presentTransaction, writeTransaction } from '../../../core/transactions/transaction.ts';
import { mustTakeFromThem } from '../by-borrowers.ts';
import { moved, tell } from '../collect.ts';
import { asCollecting } from './collect-payment.ts';

/** Errors: NotFound, Forbidden, TransactionTypeForbids, TransactionStatusForbids. */
export async function cancelPayment(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  reference: string,
  reason: string | null,
): Promise<ChangedTransaction> {
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  mustTakeFromThem(ctx, row);
  if (collectedOf(row) === null) {
    throw new Refusal(
      transactionErrors.TransactionTypeForbids,
      'Only what the service collects is scheduled, and canceled.',
      {
        data: { path: 'transactionId', expected: 'a scheduled payment; PUT with status canceled for an external one' },
      },
    );
  }
  const move = collectedStates.move(row.status, 'cancel');
  const details = { ...row.details, cancelReason: reason ?? 'canceledByUser' };
  const canceled = { ...moved(row, move.to, ctx.now), release_at: null, details };
  const instrument = await instrumentOf(tx, row);
  writeTransaction(tx, canceled);
  const { approvalId } = collectedOf(row) ?? {};
  if (approvalId !== undefined) await withdrawApproval(asCollecting(ctx), tx, row.person_id, approvalId);
  touchLoan(tx, loan);
  tell(ctx, loan, canceled, instrument, move.emits);
  return { ...presentTransaction(canceled, instrument), difference: null };
}
