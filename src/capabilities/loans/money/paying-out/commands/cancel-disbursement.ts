// Takes money back that was to be paid out, while nobody outside has heard of the order.

import { takeOrderBack, withdrawApproval } from '#capabilities/moving-money/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Disbursement } from '../../../core/loan/disbursement-schemas.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { asCollecting } from '../../collecting/commands/collect-payment.ts';
import { presentDisbursement } from '../disbursement.ts';
import { withdrawPayout } from '../disbursement-taker.ts';
import type { Effects } from '../effect.ts';
import { payoutErrors } from '../errors.ts';
import { disbursementStates } from '../states.ts';
import { payouts } from '../tables.ts';

/** Errors: NotFound, DisbursementStatusForbids. */
export async function cancelDisbursement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  effects: Effects,
): Promise<Disbursement> {
  const { person_id: personId, id: loanId } = held.row;
  const row = await payouts.find(tx, { personId, loanId }, id);
  disbursementStates.mustAllow(row.status, 'void');
  if (row.details.approvalId !== undefined && row.attempt_id === null) {
    await withdrawApproval(asCollecting(ctx), tx, personId, row.details.approvalId);
  } else if (row.attempt_id === null || !(await takeOrderBack(tx, ctx, personId, row.attempt_id))) {
    throw new Refusal(payoutErrors.DisbursementStatusForbids, 'The provider has heard of it: it goes out.', {
      data: { status: row.status, allowed: ['initiated'] },
    });
  }
  return presentDisbursement(await withdrawPayout(effects, { work: asCollecting(ctx), tx, held, row }));
}
