// Freezing stops the loan from today on: nothing accrues and nothing ages. Unfreezing decides what happens to the days
// in between.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { mustHavePart } from '../loan/not-for.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { factId } from '../timeline/fact-id.ts';
import type { Freeze, Frozen, Unfreeze } from './schemas.ts';

/** Errors: NotForLines, LoanStatusForbids. */
export async function freezeLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, previewMode }: Freeze,
): Promise<Frozen> {
  mustHavePart(held.product, 'freezing');
  loanStates.mustAllow(held.row.status, 'freeze');
  const fact: Fact = {
    kind: 'freeze',
    id: factId(held.row, 'freeze'),
    on: todayOf(held.row, ctx.now),
  };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], { details: { sendNotice } });
  return { difference: previewMode ? await presentDifference(held, changed) : null };
}

/** Errors: NotForLines, LoanStatusForbids. */
export async function unfreezeLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Unfreeze): Promise<object> {
  const { unfrozen } = mustHavePart(held.product, 'freezing');
  loanStates.mustAllow(held.row.status, 'unfreeze');
  const fact: Fact = {
    kind: 'unfreeze',
    id: factId(held.row, 'unfreeze'),
    on: todayOf(held.row, ctx.now),
    accrueFrozenDays: input.retroactivelyAccrueInterest ?? false,
    shiftDueDates: input.shiftDueDates ?? false,
  };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], {
    timestamps: { lastAmortizedAt: ctx.now },
    details: { sendNotice: input.sendNotice ?? null },
  });
  return {
    ...unfrozen(held, changed.after, changed.all),
    difference: input.previewMode ? await presentDifference(held, changed) : null,
  };
}
