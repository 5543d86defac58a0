// What is overdue on a line is brought back to current, though it was not paid.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { todayOf } from '../../loan/today.ts';
import { stateFromStart } from '../../timeline/compute-state.ts';
import { termsOf } from '../../timeline/held-loan.ts';
import { changedHardship } from '../present.ts';
import { stateForTool, useTool } from '../record.ts';
import type { ChangedHardship, ReAge } from '../schemas.ts';

/** Errors: LoanStatusForbids, OnlyForLines, ReAgeNotAllowed, NothingToDo. */
export async function reAgeLine(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, previewMode }: ReAge,
): Promise<ChangedHardship> {
  await stateForTool(ctx, tx, held, 'reAge');
  const { state } = await stateFromStart(tx, held, todayOf(held.row, ctx.now));
  const { fact, dueOn } = held.product.relief.reAge(termsOf(held.row), state);
  const used = await useTool(ctx, tx, held, {
    kind: 'reAge',
    said: { sendNotice },
    facts: [fact],
    finalOn: () => dueOn,
  });
  return changedHardship(tx, held, used, previewMode);
}
