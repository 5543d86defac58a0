// Ends autopay: nothing more is released. What was ordered already goes its way.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { writeLoan } from '../../../core/loan/write-loan.ts';
import { mustHaveAccount } from '../../collecting/by-borrowers.ts';
import { asCollecting } from '../../collecting/commands/collect-payment.ts';
import type { Autopay } from '../schemas.ts';
import { presentPlan } from '../show-plan.ts';
import { planStates } from '../states.ts';
import { dropRetries, stopped } from '../stop-plan.ts';
import { planOfLoan, writePlan } from '../stored-plan.ts';
import { tellPlan } from '../tell-plan.ts';

/** Errors: NotFound, Forbidden. */
export async function cancelAutopay(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reason = 'canceledByUser',
): Promise<Autopay> {
  const { row: loan } = held;
  const row = await planOfLoan(tx, { personId: loan.person_id, loanId: loan.id });
  mustHaveAccount(ctx, row.holder_id);
  const { to, emits } = planStates.move(row.status, 'cancel');
  const canceled = stopped(row, to, reason, ctx.now);
  await dropRetries(asCollecting(ctx), tx, held, row);
  writePlan(tx, row, canceled);
  writeLoan(tx, loan, { ...loan, autopay_plan_id: null, updated_at: ctx.now });
  tellPlan(ctx, loan, canceled, emits, { reason });
  return presentPlan(held, canceled, { schedule: [], amountMax: null });
}
