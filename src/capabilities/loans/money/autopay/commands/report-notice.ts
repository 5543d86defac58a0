// The company says that it told the borrower of a payment to come: day and amount are announced by that.
import { dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { expectedPayments } from '../expected.ts';
import { withAnnounced } from '../notices.ts';
import type { Autopay, NoticeSent } from '../schemas.ts';
import { planInView, showPlan } from '../show-plan.ts';
import { planOfLoan, writePlan } from '../stored-plan.ts';
import { idOfPayment } from '../tell-plan.ts';

/** A year of weekly ones: the schedule shows no more. */
const shownMax = 52;

/** Errors: NotFound, InvalidRequest. */
export async function reportNotice(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  autopayPaymentId: string,
  { amount, sentAt: said }: NoticeSent,
): Promise<Autopay> {
  const { row: loan } = held;
  const row = await planOfLoan(tx, { personId: loan.person_id, loanId: loan.id });
  const view = await planInView(ctx, tx, held, row);
  const expected = view === undefined ? [] : expectedPayments(view.ahead, view.plan, view.decided, shownMax);
  const payment = expected.find((one) => idOfPayment(row.id, one) === autopayPaymentId);
  if (payment === undefined || payment.due.statement !== null)
    throw notFound('autopay payment', autopayPaymentId, 'autopayPaymentId', 'The schedule of this loan');
  if (amount <= 0) throw refuseField('amount', 'must be more than zero', 'the amount that the notice names');
  const sentAt = said ?? ctx.now;
  if (sentAt > ctx.now) throw refuseField('sentAt', 'is in the future', 'a moment that has passed');
  const sentOn = dayOf(dateInZone(sentAt, loan.zone));
  const { due, ordinal } = payment;
  const announced = { dueOn: due.on, ordinal, amount, sentAt, sentOn };
  const told = { ...row.told, payments: withAnnounced(row.told.payments, announced) };
  const reported = { ...row, told, updated_at: ctx.now };
  touchLoan(tx, loan);
  writePlan(tx, row, reported);
  return showPlan(ctx, tx, held, reported);
}
