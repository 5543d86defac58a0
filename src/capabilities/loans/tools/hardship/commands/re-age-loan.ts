// What is overdue on a loan is brought back to current, though it was not paid.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { stateFromStart } from '../../../core/timeline/compute-state.ts';
import { changedHardship } from '../present.ts';
import { stateForTool, useTool } from '../record.ts';
import type { ChangedHardship, ReAge } from '../schemas.ts';

/** Errors: LoanStatusForbids, PaymentPlanActive, InvalidRequest, ReAgeNotAllowed, NothingToDo. */
export async function reAgeLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, previewMode, into = null, addedPayments = null }: ReAge,
): Promise<ChangedHardship> {
  await stateForTool(ctx, tx, held, 'reAge');
  const { state } = await stateFromStart(tx, held, todayOf(held.row, ctx.now));
  const { fact, said, dueOn } = await held.product.relief.reAge(tx, held.row, state, { into, addedPayments });
  const used = await useTool(ctx, tx, held, {
    kind: 'reAge',
    said: { ...said, sendNotice },
    facts: [fact],
    finalOn: dueOn,
    isSolvedAgain: said.into === 'payments',
  });
  return changedHardship(tx, held, used, previewMode);
}
