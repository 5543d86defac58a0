// A promise to pay that is to hold no longer: nobody waits for its money any more.

import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { movedTo } from '../../loan/thing.ts';
import { touchLoan } from '../../transactions/commands/update-transaction.ts';
import { promiseStates, promises } from '../base/promise.ts';
import { tellPromise } from '../base/stored.ts';
import { presentPromise } from '../plan.ts';
import type { ChangedPromisePlan, PromiseCancel } from '../schemas.ts';

/** Errors: NotFound, PromiseStatusForbids. */
export async function cancelPromise(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  id: string,
  { cancelReason = null }: PromiseCancel,
): Promise<ChangedPromisePlan> {
  const before = await promises.find(tx, { personId: loan.person_id, loanId: loan.id }, id);
  const { to } = promiseStates.move(before.status, 'cancel');
  const ended = { cancel_reason: cancelReason, act_at: null, is_overdue: false };
  const row = { ...movedTo(before, to, ctx.now), ...ended };
  promises.write(tx, row);
  touchLoan(tx, loan);
  tellPromise(ctx.emit, loan, row, before.status);
  return presentPromise(row, ctx.now);
}
