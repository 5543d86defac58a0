// Lends more on a running loan: the lender's own payout, or one that the service orders.

import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { asLoanContext } from '../../../core/books/change-loan.ts';
import { presentDifference } from '../../../core/books/present-difference.ts';
import { pastDayOf } from '../../../core/loan/past-day.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { type AdvanceRow, advanceStates, advances, isOnBooks, isScheduled, verbOfStatus } from '../base/advance.ts';
import { metaDataOf, saidOf } from '../base/said.ts';
import { book } from '../book.ts';
import { dayToCome, mustBeLendable, mustComeBeforeTheLastDueDate, mustLend } from '../lendable.ts';
import { paidOut } from '../paid-out.ts';
import { presentAdvance } from '../present.ts';
import type { AdvanceCreate, ChangedAdvance } from '../schemas.ts';

/**
 * Errors: NotForLines, LoanTakesNoAdvances, LoanStatusForbids, NothingToDo, InvalidRequest, NotFound (instrument,
 * merchant), DuplicateExternalId, InstrumentCannotBeCharged, PaymentProcessorNotConfigured.
 */
export async function createAdvance(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: AdvanceCreate,
): Promise<ChangedAdvance> {
  mustFitPayout(sent);
  await mustLend(tx, held);
  await mustBeLendable(tx, held, sent.amount);
  const isPaidHere = sent.paymentInstrumentId != null;
  const { to, emits } = advanceStates.move(start, verbOfStatus[sent.status ?? (isPaidHere ? 'scheduled' : 'settled')]);
  const asked = await newAdvance(ctx, tx, held, sent, to);
  mustComeBeforeTheLastDueDate(held, dayOfRow(asked));
  advances.claimExternalId(tx, asked);
  const after = isPaidHere ? await paidOut(ctx, tx, held, asked, sent.paymentInstrumentId as string) : asked;
  const { row, changed } = await book(asLoanContext(ctx), tx, held, { before: null, after, emits });
  const shown = presentAdvance(row);
  if (!sent.previewMode) return { ...shown, difference: null };
  const difference = changed === undefined ? null : await presentDifference(held, changed, row.id);
  return { ...shown, id: null, disbursementId: null, difference };
}

const dayOfRow = ({ advance_on }: AdvanceRow) => dayOf(advance_on);

async function newAdvance(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  sent: AdvanceCreate,
  status: AdvanceRow['status'],
): Promise<AdvanceRow> {
  const on = isOnBooks(status)
    ? pastDayOf(loan, ctx.now, 'advanceDate', sent.advanceDate)
    : dayToCome(todayOf(loan, ctx.now), sent.advanceDate);
  return advances.newRow(ctx, loan, {
    external_id: sent.externalId ?? null,
    status,
    amount: sent.amount,
    original_amount: sent.amount,
    advance_on: dateOf(on),
    details: { said: await saidOf(tx, {}, sent.advanceDetails), cancelReason: null },
    meta_data: metaDataOf(sent) ?? null,
    timestamps: { [`${status}At`]: ctx.now },
  });
}

/** Errors: InvalidRequest. */
function mustFitPayout({ paymentInstrumentId, status, advanceDate }: AdvanceCreate): void {
  if (paymentInstrumentId == null) return;
  if (status != null && !isScheduled(status)) {
    throw refuseField('status', 'follows from the money that is paid out', 'scheduled, or nothing');
  }
  if (advanceDate == null) return;
  throw refuseField('advanceDate', 'follows from the money that is paid out', 'nothing; ask for it on its day');
}
