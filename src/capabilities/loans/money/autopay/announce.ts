// Tells the borrower what autopay will do beside its usual way: ten days ahead of an amount that varies, and at once of
// a day that moved.
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { Collecting } from '../collecting/collect.ts';
import { plannedPaymentAnnounced } from './events.ts';
import type { ExpectedPayment } from './expected.ts';
import { isAnnounced, isTimeToAnnounce, type Told, withAnnounced } from './notices.ts';
import type { Plan } from './plan.ts';
import type { PlanRow } from './tables.ts';
import { toldOfPayment } from './tell-plan.ts';

export const isToBeAnnounced =
  ({ notices, today }: Plan) =>
  (one: ExpectedPayment): boolean =>
    notices !== null &&
    one.notice.isNeeded &&
    isTimeToAnnounce(one, today) &&
    one.unannounced === 0 &&
    !isAnnounced(notices, one);

/** Until messages are sent from here the event is the notice; a company that sends its own says when it has. */
export async function announce(
  ctx: Collecting,
  tx: Tx,
  { held, row, today }: { readonly held: HeldLoan; readonly row: PlanRow; readonly today: number },
  payments: readonly ExpectedPayment[],
): Promise<Told> {
  const { noticesAreSentByUs: isReported } = await settingsOf(tx);
  const sent = isReported === true ? { sentAt: null, sentOn: null } : { sentAt: ctx.now, sentOn: today };
  let announced = row.told.payments;
  for (const one of payments) {
    const { due, ordinal, amount } = one;
    announced = withAnnounced(announced, { dueOn: due.on, ordinal, amount, ...sent });
    const about = { about: { loanId: row.loan_id } };
    ctx.emit(plannedPaymentAnnounced, row.person_id, toldOfPayment(held.row, row, one), about);
  }
  return { ...row.told, payments: announced };
}
