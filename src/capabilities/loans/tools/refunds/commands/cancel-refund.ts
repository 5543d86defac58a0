// A refund that was a mistake is undone from its day on, with the share of interest and fees that it brought. What it
// gave back must still be here.

import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { asLoanContext, type Changed, changeLoan } from '../../../core/books/change-loan.ts';
import { owedAgain } from '../../../core/books/owed-again.ts';
import { presentDifference } from '../../../core/books/present-difference.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { undoOf } from '../../../core/transactions/money-fact.ts';
import { isReimbursement } from '../../../core/transactions/transaction.ts';
import { underWay } from '../../../money/collecting/on-the-way.ts';
import { refundErrors } from '../errors.ts';
import { presentRefund, stillEligible } from '../on-books.ts';
import { refundEvents, refundStates, refunds } from '../refund.ts';
import type { ChangedRefund, RefundCancel } from '../schemas.ts';

/** Errors: NotForLines, NotFound, LoanStatusForbids, RefundStatusForbids, RefundPaidOut. */
export async function cancelRefund(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  sent: RefundCancel,
): Promise<ChangedRefund> {
  const { row: loan } = held;
  const left = (await stillEligible(tx, held)) ?? 0;
  const row = await refunds.find(tx, { personId: loan.person_id, loanId: loan.id }, id);
  loanStates.mustAllow(loan.status, 'refund');
  const { to, emits } = refundStates.move(row.status, 'cancel');
  const canceled = { ...row, status: to, canceled_at: ctx.now, updated_at: ctx.now };
  const fact = { fact_id: row.id, effective_on: row.effective_on };
  const undo = undoOf(loan, fact, { reason: 'canceled', today: todayOf(loan, ctx.now), nsfFee: false });
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [undo]);
  await mustBeHere(tx, held, changed);
  refunds.write(tx, canceled);
  refundEvents.tell(ctx, loan, canceled, emits);
  return {
    ...presentRefund(canceled, undefined),
    remainingEligibleRefundAmount: (left + row.amount) as Cents,
    difference: sent.previewMode ? await presentDifference(held, changed) : null,
  };
}

/** What has gone to the borrower already, or is ordered, must not be missed. Errors: RefundPaidOut. */
async function mustBeHere(tx: Tx, held: HeldLoan, { after, difference }: Changed): Promise<void> {
  const gone = owedAgain(difference);
  const ordered = (await underWay(tx, held.row)).filter(isReimbursement).reduce((sum, { amount }) => sum + amount, 0);
  const missing = gone + Math.max(0, ordered - after.position.customerCredit);
  if (missing <= 0) return;
  const message = `${formatCents(missing as Cents)} of it has gone to the borrower, or is on its way there.`;
  throw new Refusal(refundErrors.RefundPaidOut, message, { data: { missingAmount: missing / 100 } });
}
