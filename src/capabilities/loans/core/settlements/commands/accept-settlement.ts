// A settlement that is accepted is a fact of the loan: payments from now on count toward it, and are applied as ever.

import type { FactOf } from '@tenor/engine/account/facts.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../../books/change-loan.ts';
import { presentDifference } from '../../books/present-difference.ts';
import { keysOf } from '../../loan/named-loans.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { movedTo } from '../../loan/thing.ts';
import { todayOf } from '../../loan/today.ts';
import { mustTakeMoney } from '../../transactions/commands/create-transaction.ts';
import { settlementErrors } from '../base/errors.ts';
import { settlementStates, settlements } from '../base/settlement.ts';
import { owedToday } from '../offer.ts';
import type { ChangedSettlement, SettlementAccept } from '../schemas.ts';
import { mustBeSecondIfMuch } from '../second-person.ts';
import { presentSettlement } from '../settlement.ts';

/** Errors: NotFound, SettlementStatusForbids, LoanStatusForbids, SettlementNotBelowOwed, SecondPersonNeeded, OrdererLostRight, NothingToDo. */
export async function acceptSettlement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  { previewMode }: SettlementAccept,
  whole: Whole,
): Promise<ChangedSettlement> {
  const { row: loan } = held;
  const row = await settlements.find(tx, keysOf(held.row), id);
  const { to } = settlementStates.move(row.status, 'accept');
  const today = todayOf(loan, ctx.now);
  // Its day has come, and the work of the day has not.
  if (today > dayOf(row.accept_by)) settlementStates.mustAllow(settlementStates.to('expire'), 'accept');
  await mustTakeMoney(tx, loan, 'settle');
  const owed = await owedToday(tx, held, today);
  mustStillBeBelow(row.amount, owed);
  await mustBeSecondIfMuch(ctx, tx, row, owed, whole);
  const fact: FactOf<'settlement'> = {
    kind: 'settlement',
    id: row.id,
    on: today,
    amount: row.amount,
    lastDay: dayOf(row.last_day),
  };
  // Its status is written, and told, with what the books say of it.
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact]);
  const shown = presentSettlement(movedTo(row, to, ctx.now), ctx.now);
  return { ...shown, difference: previewMode ? await presentDifference(held, changed) : null };
}

/** Errors: SettlementNotBelowOwed. */
function mustStillBeBelow(amount: number, owed: number): void {
  if (amount < owed) return;
  throw new Refusal(settlementErrors.SettlementNotBelowOwed, 'Less is owed by now than it asks for.', {
    data: { owedAmount: owed / 100 },
  });
}
