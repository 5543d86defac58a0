// Pays back credit of the borrower: money that was paid beyond what the loan owed.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { findContact } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField, refuseFields } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { loanStates } from '../../loan/states.ts';
import type { TransactionRow } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { toldOfTransaction } from '../../loan/transaction-told.ts';
import { stateOn } from '../../timeline/compute-state.ts';
import { changeBooks } from '../change-books.ts';
import { transactionErrors } from '../errors.ts';
import * as told from '../events.ts';
import { mustBeThere, type NamedInstrument, paymentTypeOf } from '../instrument-of.ts';
import { factOf } from '../money-fact.ts';
import { newTransaction } from '../new-transaction.ts';
import type { ChangedTransaction, Reimbursement } from '../schemas.ts';
import { transactionStates, verbOfStatus } from '../states.ts';
import { claimTransactionId, createdBy, insertTransaction } from '../transaction.ts';

/**
 * Records money that went out outside the service. Errors: InvalidRequest, NotFound (instrument, contact),
 * LoanStatusForbids, DuplicateExternalId, AmountExceedsCredit.
 */
export async function reimburseLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: Reimbursement,
  instrument: NamedInstrument,
): Promise<ChangedTransaction> {
  const { row: loan } = held;
  mustBeAnAmount(input);
  mustBeThere(input, instrument);
  loanStates.mustAllow(loan.status, 'reimburse');
  await mustHaveContact(tx, held, input);
  const on = todayOf(loan, ctx.now);
  const row = newReimbursement(ctx, held, input, instrument);
  claimTransactionId(tx, row);
  await mustBeCredit(tx, held, input.reimbursementAmount, on);
  const fields = toldOfTransaction(loan, row, instrument);
  ctx.emit(told.paymentInitiated, row.person_id, fields, told.aboutTransaction(row));
  for (const kind of beginning(input).emits) ctx.emit(kind, row.person_id, fields, told.aboutTransaction(row));
  const shown = { instrument, previewMode: input.previewMode, isNew: true };
  return changeBooks(ctx, tx, held, [factOf(row, row.id, on)], { row, write: insertTransaction }, shown);
}

const beginning = ({ transactionStatus }: Reimbursement) =>
  transactionStates.move(start, verbOfStatus[transactionStatus ?? 'succeeded']);

const newReimbursement = (
  ctx: CommandContext,
  held: HeldLoan,
  input: Reimbursement,
  instrument: NamedInstrument,
): TransactionRow =>
  newTransaction(ctx, held, {
    transaction_type: 'payment',
    status: beginning(input).to,
    is_external: true,
    amount: input.reimbursementAmount,
    on: todayOf(held.row, ctx.now),
    externalId: input.externalTransactionId,
    instrumentId: instrument?.id,
    metaData: input.metaData,
    details: {
      createdBy: createdBy(ctx.caller),
      reason: 'reimbursement',
      paymentType: paymentTypeOf(instrument, input.paymentInstrumentType),
      contactId: input.contactId ?? null,
    },
  });

export async function mustHaveContact(tx: Tx, { row }: HeldLoan, { contactId }: Reimbursement): Promise<void> {
  if (contactId != null) await findContact(tx, row.person_id, contactId);
}

async function mustBeCredit(tx: Tx, held: HeldLoan, amount: Cents, today: number): Promise<void> {
  const { state } = await stateOn(tx, held, Math.max(today, held.row.state?.through ?? today));
  const credit = state.position.customerCredit as Cents;
  mustNotExceedCredit(amount, credit);
}

/** Errors: AmountExceedsCredit. */
export function mustNotExceedCredit(amount: Cents, credit: Cents): void {
  if (amount <= credit) return;
  const expected = credit === 0 ? 'nothing: nothing is owed to the borrower' : `at most ${formatCents(credit)}`;
  throw refuseFields(transactionErrors.AmountExceedsCredit, [
    { path: 'reimbursementAmount', message: `is more than the ${formatCents(credit)} owed to the borrower`, expected },
  ]);
}

/** Errors: InvalidRequest. */
export function mustBeAnAmount({ reimbursementAmount }: Reimbursement): void {
  if (reimbursementAmount > 0) return;
  throw refuseField('reimbursementAmount', 'must be more than zero', 'an amount of at least 0.01');
}
