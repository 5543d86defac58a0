// A part of what was financed is given back: goods went back to the merchant, or were never delivered. It lowers the
// principal as of its day; what is more than the loan owes is credit of the borrower.

import { type Cents, formatCents, zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { asLoanContext, changeLoan } from '../../../core/books/change-loan.ts';
import { presentDifference } from '../../../core/books/present-difference.ts';
import { pastDayOf } from '../../../core/loan/past-day.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { isTakenOver } from '../../../core/loan/taken-over.ts';
import { mustHaveNoCharge } from '../../../core/loan/tools.ts';
import { factOfRefund, presentRefund, stillEligible } from '../on-books.ts';
import { type RefundRow, refundEvents, refundStates, refunds } from '../refund.ts';
import type { ChangedRefund, RefundCreate, RefundCreateV2 } from '../schemas.ts';

/** Errors: NotForLines, LoanStatusForbids, ChargeFixed, InvalidRequest. */
export function createRefund(ctx: CommandContext, tx: Tx, held: HeldLoan, sent: RefundCreate): Promise<ChangedRefund> {
  const refundDate = isTakenOver(held.row) ? sent.refundDate : null;
  return recordRefund(ctx, tx, held, { ...sent, refundDate: refundDate ?? null }, 1);
}

/** Errors: NotForLines, LoanStatusForbids, ChargeFixed, InvalidRequest. */
export const createRefundV2 = (ctx: CommandContext, tx: Tx, held: HeldLoan, sent: RefundCreateV2) =>
  recordRefund(ctx, tx, held, sent, 2);

async function recordRefund(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: RefundCreateV2,
  version: RefundRow['version'],
): Promise<ChangedRefund> {
  const { row: loan } = held;
  const left = await stillEligible(tx, held);
  loanStates.mustAllow(loan.status, 'refund');
  mustHaveNoCharge(held, 'loanRefunds.createNewer');
  mustBeEligible(sent.refundAmount, left ?? zeroCents);
  const on = pastDayOf(loan, ctx.now, 'refundDate', sent.refundDate);
  const { to, emits } = refundStates.move(start, 'make');
  const row = refunds.newRow(ctx, loan, {
    version,
    status: to,
    amount: sent.refundAmount,
    at_fault: sent.atFaultParty,
    effective_on: dateOf(on),
    reamortizes: sent.reamortize ?? false,
  });
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [factOfRefund(row)]);
  refunds.insert(tx, row);
  refundEvents.tell(ctx, loan, row, emits);
  const shown = {
    ...presentRefund(row, changed.after),
    remainingEligibleRefundAmount: ((left ?? 0) - sent.refundAmount) as Cents,
  };
  if (!sent.previewMode) return { ...shown, difference: null };
  return { ...shown, id: null, difference: await presentDifference(held, changed, row.id) };
}

/** Whichever version it is of: else one of the first version could be sent again and again. Errors: InvalidRequest. */
function mustBeEligible(amount: Cents, left: Cents): void {
  if (amount <= 0) throw refuseField('refundAmount', 'must be more than zero', 'an amount of at least 0.01');
  if (amount <= left) return;
  const expected = left === 0 ? 'nothing: all of it was given back' : `at most ${formatCents(left)}`;
  throw refuseField('refundAmount', 'is more than is left of the amount financed', expected);
}
