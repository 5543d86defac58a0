// Autopay that ends by itself, for a reason that lies with the borrower.
import type { Tx } from '#platform/db/realm-database.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { Collecting } from '../../collecting/collect.ts';
import { endPlan } from '../stop-plan.ts';
import { standingPlan } from '../stored-plan.ts';

/** False: the loan has none. */
export async function stopAutopay(ctx: Collecting, tx: Tx, held: HeldLoan, reason: string): Promise<boolean> {
  const row = await standingPlan(tx, keysOf(held.row));
  if (row === undefined) return false;
  await endPlan(ctx, tx, held, { row, stop: { verb: 'cancel', reason } });
  return true;
}
