// No late fee is charged on some days, of the past too: one that was is taken back, and what it took is applied anew.
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { type AskedDays, mustBeDays, usualEnd } from '../check-days.ts';
import { recordAndAnswer, type SuspensionOnBooks } from '../on-books.ts';
import type { ChangedSuspension, SuspensionCreate } from '../schemas.ts';
import { factOf, suspensionStates, suspensions } from '../suspension.ts';

/** Errors: LoanStatusForbids, InvalidRequest. */
export async function suspendLateFees(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { startDate: first, endDate: last, caseId = null, previewMode }: SuspensionCreate,
): Promise<ChangedSuspension> {
  const startDate = first ?? dateOf(todayOf(held.row, ctx.now));
  const asked = { startDate, endDate: last ?? usualEnd(startDate) };
  return recordAndAnswer(ctx, tx, held, newSuspension(ctx, held, asked, caseId), previewMode);
}

/** Errors: LoanStatusForbids, InvalidRequest. */
export function newSuspension(
  ctx: Pick<CommandContext, 'now' | 'position'>,
  { row: loan }: HeldLoan,
  asked: AskedDays,
  caseId: string | null,
): SuspensionOnBooks {
  loanStates.mustAllow(loan.status, 'suspendLateFees');
  mustBeDays(loan, todayOf(loan, ctx.now), asked);
  const { to, emits } = suspensionStates.move(start, 'suspend');
  const id = newId('FS');
  const days = { start_on: asked.startDate, end_on: asked.endDate };
  const row = suspensions.newRow(ctx, loan, { id, status: to, ...days, case_id: caseId, fact_id: `${id}.1` });
  return { row, facts: [factOf(loan, row)], emits, isNew: true };
}
