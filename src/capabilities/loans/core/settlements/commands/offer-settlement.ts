// Offers a borrower to take less than is owed. Nothing of the loan changes before it is accepted.

import { zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { keysOf } from '../../loan/named-loans.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { startOfDay, todayOf } from '../../loan/today.ts';
import { mustTakeMoney } from '../../transactions/commands/create-transaction.ts';
import { touchLoan } from '../../transactions/commands/update-transaction.ts';
import { settlementErrors } from '../base/errors.ts';
import { settlementStates, settlements, tellSettlement } from '../base/settlement.ts';
import { mustBeBelow, offerOf, owedToday } from '../offer.ts';
import type { ChangedSettlement, SettlementCreate } from '../schemas.ts';
import { openSettlement, presentSettlement } from '../settlement.ts';

/** Errors: LoanStatusForbids, InvalidRequest, SettlementOpen. */
export async function offerSettlement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: SettlementCreate,
): Promise<ChangedSettlement> {
  const { row: loan } = held;
  await mustTakeMoney(tx, loan, 'settle');
  const today = todayOf(loan, ctx.now);
  const offer = offerOf(sent, today);
  const owed = await owedToday(tx, held, today);
  mustBeBelow(owed, offer);
  await mustHaveNoOther(tx, held);
  const { to, emits } = settlementStates.move(start, 'offer');
  const row = settlements.newRow(ctx, loan, {
    status: to,
    amount: offer.amount,
    owed,
    paid: zeroCents,
    parts: offer.parts,
    accept_by: dateOf(offer.acceptBy),
    last_day: dateOf(offer.lastDay),
    zone: loan.zone,
    offered_by_type: ctx.caller.actor.type,
    offered_by_id: ctx.caller.actor.id,
    send_notice: sent.sendNotice ?? null,
    act_at: startOfDay(offer.acceptBy + 1, loan.zone),
    timestamps: { offeredAt: ctx.now },
  });
  settlements.insert(tx, row);
  touchLoan(tx, loan);
  tellSettlement(ctx, loan, row, emits);
  const shown = presentSettlement(row, ctx.now);
  return { ...shown, id: sent.previewMode ? null : shown.id, difference: null };
}

/** The loan's version guards it against another offer at the same time. Errors: SettlementOpen. */
async function mustHaveNoOther(tx: Tx, held: HeldLoan): Promise<void> {
  const open = await openSettlement(tx, keysOf(held.row));
  if (open === undefined) return;
  throw new Refusal(settlementErrors.SettlementOpen, `${open.id} is ${open.status}.`, {
    data: { settlementId: open.id },
  });
}
