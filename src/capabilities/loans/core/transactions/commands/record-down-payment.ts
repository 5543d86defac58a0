// Records a down payment that was made outside. It changes nothing on the books: what is financed is net of it.

import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { downPaymentLeft, mustHaveNothingOfLedger, mustTakeDownPayments } from '../down-payment.ts';
import { mustBeThere, type NamedInstrument } from '../instrument-of.ts';
import { amountExceeds } from '../not-more-than-owed.ts';
import type { ChangedTransaction, TransactionCreate } from '../schemas.ts';
import { verbOfStatus } from '../states.ts';
import { claimTransactionId, insertTransaction, presentTransaction } from '../transaction.ts';
import { aPayment, dayOfMoney, mustFitItsType, tellCreated } from './create-transaction.ts';
import { touchLoan } from './update-transaction.ts';

/** Errors: InvalidRequest, NotFound (instrument), LoanStatusForbids, DuplicateExternalId, AmountExceedsOutstanding. */
export async function recordDownPayment(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: TransactionCreate,
  instrument: NamedInstrument,
): Promise<ChangedTransaction> {
  mustFitItsType(input);
  mustHaveNothingOfLedger(input);
  mustBeThere(input, instrument);
  mustTakeDownPayments(held);
  const on = dayOfMoney(held.row, ctx, input);
  const row = { ...aPayment(ctx, held, input, instrument, on), fact_id: null };
  claimTransactionId(tx, row);
  const left = await downPaymentLeft(tx, held, row);
  if (left < row.amount && verbOfStatus[input.status ?? 'succeeded'] !== 'fail') throw amountExceeds(left, dateOf(on));
  insertTransaction(tx, row);
  touchLoan(tx, held.row);
  tellCreated(ctx, held.row, row, input, instrument);
  const shown = presentTransaction(row, instrument);
  return { ...shown, id: input.previewMode ? null : shown.id, difference: null };
}
