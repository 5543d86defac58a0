// Autopay that ends by itself, for a reason that lies with the borrower.
import type { Tx } from '#platform/db/realm-database.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { writeLoan } from '../../../core/loan/write-loan.ts';
import type { Collecting } from '../../collecting/collect.ts';
import { planStates } from '../states.ts';
import { dropRetries, stopped } from '../stop-plan.ts';
import { standingPlan, writePlan } from '../stored-plan.ts';
import { tellPlan } from '../tell-plan.ts';

/** False: the loan has none. */
export async function stopAutopay(ctx: Collecting, tx: Tx, held: HeldLoan, reason: string): Promise<boolean> {
  const { row: loan } = held;
  const row = await standingPlan(tx, keysOf(loan));
  if (row === undefined) return false;
  const { to, emits } = planStates.move(row.status, 'cancel');
  const over = stopped(row, to, reason, ctx.now);
  await dropRetries(ctx, tx, held, row);
  writeLoan(tx, loan, { ...loan, autopay_plan_id: null, updated_at: ctx.now });
  writePlan(tx, row, over);
  tellPlan(ctx, loan, over, emits, { reason });
  return true;
}
