// Adds the past of a loan in another system: periods and transactions, as a record.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { loanUpdated, toldOfLoan } from '../../core/loan/events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { pastPeriodsOf } from '../../core/timeline/past-periods.ts';
import type { Transaction } from '../../core/transactions/schemas.ts';
import { presentOne } from '../../core/transactions/transaction.ts';
import { addPastPurchase } from '../../lines/purchases/past-purchases.ts';
import { presentPurchase } from '../../lines/purchases/present.ts';
import type { PastPurchaseInput, Purchase } from '../../lines/purchases/schemas.ts';
import { addPastPeriods, presentPastPeriods, updatePastPeriod } from './past-periods.ts';
import { addPastTransaction } from './past-transactions.ts';
import type { PastPeriodInput, PastPeriods, PastPeriodUpdate, PastTransactionInput } from './schemas.ts';

/** Errors: as of addPastPeriods. */
export async function givePeriods(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  inputs: readonly PastPeriodInput[],
): Promise<PastPeriods> {
  const known = await pastPeriodsOf(tx, held.row);
  const whole = await addPastPeriods(ctx, tx, held.row, inputs, 'periods', known);
  raiseVersion(ctx, tx, held);
  return presentPastPeriods(held.row, whole);
}

/** The period with the due date. Errors: as of updatePastPeriod. */
export async function changePeriod(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  dueDate: PastPeriodUpdate['dueDate'],
  input: PastPeriodUpdate,
): Promise<PastPeriods> {
  if (dueDate === undefined) {
    throw refuseField('dueDate', 'is required', 'the due date of the period that changes, in the query');
  }
  const periods = await updatePastPeriod(ctx, tx, held.row, dueDate, input);
  raiseVersion(ctx, tx, held);
  return periods;
}

/** Errors: as of addPastTransaction. */
export async function giveTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: PastTransactionInput,
): Promise<Transaction> {
  const row = await addPastTransaction(ctx, tx, held.row, input);
  raiseVersion(ctx, tx, held);
  return presentOne(tx, row);
}

/** Errors: as of addPastPurchase. */
export async function givePurchase(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: PastPurchaseInput,
): Promise<Purchase> {
  const row = await addPastPurchase(ctx, tx, held, input);
  raiseVersion(ctx, tx, held);
  return presentPurchase(row);
}

/** Writes the version of the loan: of two commands that add its past at the same time the later one runs again. */
function raiseVersion(ctx: CommandContext, tx: Tx, { row }: HeldLoan): void {
  const touched = { ...row, updated_at: ctx.now };
  writeLoan(tx, row, touched);
  ctx.emit(loanUpdated, row.person_id, toldOfLoan(touched), { about: { loanId: row.id } });
}
