// Cancels an offer, or takes a settlement back: as if it had never been accepted, and what it has given up is owed again.
import { formatCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { asLoanContext, type Changed, changeLoan } from '../../books/change-loan.ts';
import { owedAgain } from '../../books/owed-again.ts';
import { presentDifference } from '../../books/present-difference.ts';
import { keysOf } from '../../loan/named-loans.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { movedTo } from '../../loan/thing.ts';
import { todayOf } from '../../loan/today.ts';
import { touchLoan } from '../../transactions/commands/update-transaction.ts';
import { undoOf } from '../../transactions/money-fact.ts';
import { settlementErrors } from '../base/errors.ts';
import { type SettlementRow, settlementStates, settlements, tellSettlement } from '../base/settlement.ts';
import type { ChangedSettlement, SettlementCancel } from '../schemas.ts';
import { presentSettlement } from '../settlement.ts';

/** Errors: NotFound, SettlementStatusForbids, SettlementCreditPaidOut. */
export async function cancelSettlement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { cancelReason = null, previewMode }: SettlementCancel,
): Promise<ChangedSettlement> {
  const { row: loan } = held;
  const before = await settlements.find(tx, keysOf(held.row), id);
  const { to, emits } = settlementStates.move(before.status, 'cancel');
  const row = { ...movedTo(before, to, ctx.now), act_at: null, cancel_reason: cancelReason, forgiven: null };
  const undo = undoOfAccepted(ctx, held, before);
  const changed = undo === undefined ? undefined : await changeLoan(asLoanContext(ctx), tx, held, [undo]);
  if (changed !== undefined) mustNotBeOwedAgain(changed);
  else {
    touchLoan(tx, loan);
    tellSettlement(ctx, loan, row, emits);
  }
  settlements.write(tx, row);
  const difference = previewMode && changed !== undefined ? await presentDifference(held, changed) : null;
  return { ...presentSettlement(row, ctx.now), difference };
}

/** What came after a kept one was credit, and pays the debt that comes back; it cannot if it was paid back. */
function mustNotBeOwedAgain({ difference }: Changed): void {
  const amount = owedAgain(difference);
  if (amount <= 0) return;
  const message = `${formatCents(amount)} of credit that it has left was paid back.`;
  throw new Refusal(settlementErrors.SettlementCreditPaidOut, message, { data: { amount: amount / 100 } });
}

/** Undefined: nothing of it is in the books. */
function undoOfAccepted({ now }: CommandContext, { row: loan }: HeldLoan, row: SettlementRow) {
  const { acceptedAt } = row.timestamps;
  if (acceptedAt === undefined) return undefined;
  const fact = { fact_id: row.id, effective_on: dateOf(todayOf(loan, acceptedAt)) };
  return undoOf(loan, fact, { reason: 'canceled', today: todayOf(loan, now), nsfFee: false });
}
