// The due dates of a loan move to other days, from the next period on; the single one of a loan moves itself.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { changedHardship } from '../present.ts';
import { stateForTool, useTool } from '../record.ts';
import type { ChangedHardship, DueDatesChange } from '../schemas.ts';

/** Errors: LoanStatusForbids, PaymentPlanActive, InvalidRequest, InvalidSpecificDays, NothingToDo. */
export async function changeDueDates(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, previewMode, ...asked }: DueDatesChange,
): Promise<ChangedHardship> {
  const state = await stateForTool(ctx, tx, held, 'dueDateChange');
  const { relief } = held.product;
  const fact = await relief.dueDateChange(tx, held.row, state, asked);
  const { dueDatesFrequency = null, specificDays, reamortize = null } = asked;
  const used = await useTool(ctx, tx, held, {
    kind: 'dueDateChange',
    said: { dueDatesFrequency, specificDays, reamortize, sendNotice },
    facts: [fact],
    // The old date of a change that is taken back must not lie in the past, nor the new one have come.
    finalOn: (after) => Math.min(...[state, after].map(relief.firstMovable).filter((day) => day !== undefined)),
    isSolvedAgain: reamortize === true,
  });
  return changedHardship(tx, held, used, previewMode);
}
