// Takes a payment back that the service has collected, by the first way that is open: an order that nobody has heard of
// is withdrawn; what has not moved is voided; a mistake of ours is reversed; what is safe is sent back.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { noProcessor } from '#capabilities/instruments/index.ts';
import { attemptsOf, carrierById, takeOrderBack } from '#capabilities/moving-money/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { type Collected, collectedOf, nothingCollected } from '../../../core/transactions/collected.ts';
import { reversed } from '../../../core/transactions/commands/backdate-transaction.ts';
import { reverseCredit } from '../../../core/transactions/commands/reverse-credit.ts';
import { instrumentOf, touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../../core/transactions/errors.ts';
import { newTransaction } from '../../../core/transactions/new-transaction.ts';
import type { ChangedTransaction, TransactionReverse } from '../../../core/transactions/schemas.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import {
  createdBy,
  detailsOf,
  findTransaction,
  insertTransaction,
  isReimbursement,
  presentTransaction,
  writeTransaction,
} from '../../../core/transactions/transaction.ts';
import { moved, orderPayment, tell } from '../collect.ts';
import { deedFor, isUnheard } from '../way-back.ts';
import { asCollecting } from './collect-payment.ts';

/**
 * Errors: NotFound, TransactionTypeForbids, TransactionStatusForbids, TransactionReversed, TransactionReadOnly,
 * NotReversibleYet, PaymentProcessorNotConfigured.
 */
export async function reverseTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: TransactionReverse,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  const row = await findTransaction(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  const one = collectedOf(row);
  if (one === null) return reverseCredit(ctx, tx, held, row.id, input);
  mustBeReversible(row, one);
  const attempt = (await attemptsOf(tx, row.person_id, [row.id])).at(-1);
  if (isUnheard(row, attempt) && (await takeOrderBack(tx, ctx, row.person_id, attempt.id))) {
    return withdrawPayment(ctx, tx, held, row);
  }
  const carrier = await carrierById(tx, ctx, one.carrierId);
  if (carrier === undefined)
    throw noProcessor('The provider that has this payment is not there any more.', 'transactionId');
  const deed = deedFor(ctx.now, { row, one, attempt, carrier, isMistake: input.isMistake === true });
  const reversing = newReversal(ctx, held, row, { ...one, deed });
  const resting = { of: one.providerId, leave: 'givesBack' } as const;
  const order = await orderPayment(asCollecting(ctx), tx, reversing, { rail: one.rail, carrier }, resting);
  insertTransaction(tx, order);
  const instrument = await instrumentOf(tx, row);
  writeTransaction(tx, linked(row, order, ctx.now));
  touchLoan(tx, loan);
  tell(ctx, loan, order, instrument, collectedStates.move(start, 'order').emits);
  const shown = presentTransaction(order, instrument);
  return { ...shown, id: input.previewMode ? null : shown.id, difference: null };
}

function mustBeReversible(row: TransactionRow, { deed }: Collected): void {
  const { reversedByTransactionId } = detailsOf(row);
  if (deed !== 'debit' || isReimbursement(row)) {
    throw new Refusal(transactionErrors.TransactionTypeForbids, 'Only money that was collected is taken back.', {
      data: { path: 'transactionId', expected: 'a payment of the borrower, or a service credit' },
    });
  }
  if (reversedByTransactionId !== null) throw reversed(row.id, reversedByTransactionId);
  collectedStates.mustAllow(row.status, 'reverse');
}

/** Nobody outside has heard of it: the payment never was. */
async function withdrawPayment(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  row: TransactionRow,
): Promise<ChangedTransaction> {
  const move = collectedStates.move(row.status, 'void');
  const details = { ...row.details, cancelReason: 'reversed' };
  const canceled = { ...moved(row, move.to, ctx.now), details };
  const instrument = await instrumentOf(tx, row);
  writeTransaction(tx, canceled);
  touchLoan(tx, loan);
  tell(ctx, loan, canceled, instrument, move.emits);
  return { ...presentTransaction(canceled, instrument), difference: null };
}

function newReversal(ctx: CommandContext, held: HeldLoan, row: TransactionRow, one: Collected): TransactionRow {
  const { rail, carrierId, holderId, deed, sec, isDown } = one;
  const down = isDown === true ? { isDown } : {};
  const made = newTransaction(ctx, held, {
    transaction_type: 'payment',
    status: collectedStates.move(start, 'order').to,
    is_external: false,
    amount: row.amount,
    on: todayOf(held.row, ctx.now),
    instrumentId: row.instrument_id ?? undefined,
    details: {
      createdBy: createdBy(ctx.caller),
      reason: 'reversal',
      paymentType: detailsOf(row).paymentType,
      reversedTransactionId: row.id,
      reversal: { reversed: row.status, reversing: 'initiated', providerId: null },
      collected: { ...nothingCollected, rail, carrierId, holderId, deed, sec, ...down, asked: row.amount as Cents },
    },
  });
  // Its fact is the undo.
  return { ...made, fact_id: null };
}

const linked = (
  row: TransactionRow,
  { id, status }: TransactionRow,
  now: TransactionRow['created_at'],
): TransactionRow => ({
  ...row,
  details: {
    ...row.details,
    reversedByTransactionId: id,
    reversal: { reversed: row.status, reversing: status, providerId: null },
  },
  updated_at: now,
});
