// Freezing stops the loan from today on: nothing accrues and nothing ages. Unfreezing decides what becomes of the days
// between.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { expectedPayments } from '@tenor/engine/installment/schedule-of.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import { loanStates } from '../loan/states.ts';
import { secondOfDay, todayOf } from '../loan/today.ts';
import { presentSchedule } from '../products/installment/schedule-item.ts';
import { factId } from '../timeline/fact-id.ts';
import { type HeldLoan, termsOf } from '../timeline/held-loan.ts';
import type { Freeze, Frozen, Unfreeze, Unfrozen } from './schemas.ts';

/** Errors: LoanStatusForbids. */
export async function freezeLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, previewMode }: Freeze,
): Promise<Frozen> {
  loanStates.mustAllow(held.row.status, 'freeze');
  const fact: Fact = {
    kind: 'freeze',
    id: factId(held.row, 'freeze'),
    on: todayOf(held.row, ctx.now),
    time: secondOfDay(held.row, ctx.now),
  };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], { details: { sendNotice } });
  return { difference: previewMode ? presentDifference(held.row.id, termsOf(held.row), changed) : null };
}

/** Errors: LoanStatusForbids. */
export async function unfreezeLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Unfreeze): Promise<Unfrozen> {
  loanStates.mustAllow(held.row.status, 'unfreeze');
  const fact: Fact = {
    kind: 'unfreeze',
    id: factId(held.row, 'unfreeze'),
    on: todayOf(held.row, ctx.now),
    time: afterFreeze(held, ctx.now),
    accrueFrozenDays: input.retroactivelyAccrueInterest ?? false,
    shiftDueDates: input.shiftDueDates ?? false,
  };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], {
    timestamps: { lastAmortizedAt: ctx.now },
    details: { sendNotice: input.sendNotice ?? null },
  });
  const { series } = changed.after.position;
  return {
    paymentFrequency: series.frequency,
    specificDays: [...series.days, ...(series.startDate === null ? [] : [dateOf(series.startDate)])],
    schedule: presentSchedule(held.row.id, expectedPayments(termsOf(held.row), changed.after, changed.all)),
    difference: input.previewMode ? presentDifference(held.row.id, termsOf(held.row), changed) : null,
  };
}

/** Within one second too, and while a test clock stands: an unfreeze comes after the freeze that it ends. */
function afterFreeze({ row, facts }: HeldLoan, now: Instant): number {
  const today = todayOf(row, now);
  const frozenAt = facts.filter(({ kind, on }) => kind === 'freeze' && on === today).map(({ time = 0 }) => time + 1);
  return Math.max(secondOfDay(row, now), ...frozenAt);
}
