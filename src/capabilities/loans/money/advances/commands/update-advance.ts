// Changes an advance: its next status, while it is scheduled its amount and date, and what is said of it.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext } from '../../../core/books/change-loan.ts';
import { presentDifference } from '../../../core/books/present-difference.ts';
import { mustHavePart } from '../../../core/loan/not-for.ts';
import { pastDayOf } from '../../../core/loan/past-day.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { movedTo } from '../../../core/loan/thing.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { type AdvanceRow, advanceStates, advances, isOnBooks, verbOfStatus } from '../base/advance.ts';
import { advanceUpdated } from '../base/events.ts';
import { metaDataOf, saidOf } from '../base/said.ts';
import { book } from '../book.ts';
import { dayToCome, mustBeLendable, mustComeBeforeTheLastDueDate, mustLend } from '../lendable.ts';
import { mustNotBePaidOut, paidOut } from '../paid-out.ts';
import { presentAdvance } from '../present.ts';
import type { AdvanceUpdate, ChangedAdvance } from '../schemas.ts';

/**
 * Errors: NotForLines, NotFound, AdvanceStatusForbids, AdvancePaidOut, LoanTakesNoAdvances, LoanStatusForbids,
 * NothingToDo, InvalidRequest, DuplicateExternalId, InstrumentCannotBeCharged, PaymentProcessorNotConfigured.
 */
export async function updateAdvance(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  sent: AdvanceUpdate,
): Promise<ChangedAdvance> {
  const { row: loan, product } = held;
  mustHavePart(product, 'advances');
  const before = await advances.find(tx, { personId: loan.person_id, loanId: loan.id }, reference);
  const { to, emits } = await nextStatus(tx, held, before, sent);
  if (sent.amount != null && sent.amount !== before.amount) await mustBeLendable(tx, held, sent.amount);
  const said = await withWhatIsSaid(tx, before, sent);
  const dated = withAmountAndDate(ctx, held, said, sent, to);
  const moved = to === before.status ? { ...dated, updated_at: ctx.now } : movedTo(dated, to, ctx.now);
  const instrument = sent.paymentInstrumentId;
  const after = instrument == null ? moved : await paidOut(ctx, tx, held, moved, instrument);
  const { row, changed } = await book(asLoanContext(ctx), tx, held, { before, after, emits });
  const shown = presentAdvance(row);
  if (!sent.previewMode) return { ...shown, difference: null };
  const isOrdered = instrument != null;
  return {
    ...shown,
    disbursementId: isOrdered ? null : shown.disbursementId,
    difference: changed === undefined ? null : await presentDifference(held, changed),
  };
}

async function nextStatus(tx: Tx, held: HeldLoan, before: AdvanceRow, sent: AdvanceUpdate) {
  const { status, paymentInstrumentId } = sent;
  const stays = { to: before.status, emits: [advanceUpdated] };
  const isMoved = status != null && status !== before.status;
  const isPaidHere = paymentInstrumentId != null;
  if (isMoved || isPaidHere) mustNotBePaidOut(before);
  if (isPaidHere) advanceStates.mustAllow(before.status, 'payOut');
  if (!isMoved && !isPaidHere) return stays;
  const next = isMoved ? advanceStates.move(before.status, verbOfStatus[status]) : stays;
  if (isPaidHere || (isOnBooks(next.to) && !isOnBooks(before.status))) await mustLend(tx, held);
  return next;
}

async function withWhatIsSaid(tx: Tx, before: AdvanceRow, sent: AdvanceUpdate): Promise<AdvanceRow> {
  const { externalId } = sent;
  const metaData = metaDataOf(sent);
  advances.changeExternalId(tx, before, externalId);
  return {
    ...before,
    external_id: externalId === undefined ? before.external_id : externalId,
    meta_data: metaData === undefined ? before.meta_data : metaData,
    details: { ...before.details, said: await saidOf(tx, before.details.said, sent.advanceDetails) },
  };
}

/** Clients send whole objects back: the present amount and date may be in the body. */
function withAmountAndDate(
  ctx: CommandContext,
  held: HeldLoan,
  row: AdvanceRow,
  sent: AdvanceUpdate,
  to: AdvanceRow['status'],
): AdvanceRow {
  const amount = sent.amount ?? (row.amount as Cents);
  const date: CivilDate = sent.advanceDate ?? row.advance_on;
  const isOther = amount !== row.amount || date !== row.advance_on;
  if (isOther) mustNotBePaidOut(row);
  if (isOther) advanceStates.mustAllow(row.status, 'change');
  const comesOnBooks = isOnBooks(to) && !isOnBooks(row.status);
  if (!isOther && !comesOnBooks) return row;
  const on = comesOnBooks
    ? pastDayOf(held.row, ctx.now, 'advanceDate', date)
    : dayToCome(todayOf(held.row, ctx.now), date);
  mustComeBeforeTheLastDueDate(held, on);
  return { ...row, amount, advance_on: dateOf(on) };
}
