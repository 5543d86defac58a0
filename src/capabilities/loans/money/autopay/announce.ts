// Tells the borrower what autopay will do beside its usual way: ten days ahead of an amount that varies, and at once of
// a day that moved.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { Collecting } from '../collecting/collect.ts';
import { plannedPaymentAnnounced } from './events.ts';
import type { ExpectedPayment } from './expected.ts';
import { isAnnounced, isSmallerThanTold, isTimeToAnnounce, type Told, withAnnounced } from './notices.ts';
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

/** It was announced, and is less by now. */
export const isToBeToldAgain =
  ({ notices, today }: Plan) =>
  (one: ExpectedPayment): boolean =>
    notices !== null && isTimeToAnnounce(one, today) && isSmallerThanTold(notices, one);

/** A payment to come of which the borrower is told. */
export interface PaymentToAnnounce {
  readonly personId: string;
  readonly loanId: string;
  readonly loanTypeId: string;
  readonly autopayPaymentId: string;
  readonly paymentInstrumentId: string;
  readonly date: CivilDate;
  readonly amount: Cents;
  /** In which the day of the announcement is one. */
  readonly zone: string;
}

/** Sees to it that the borrower is told, in the same commit. Whoever sends the message says so by `noteAnnounced`. */
export type Announcing = (ctx: Pick<Collecting, 'now'>, tx: Tx, payment: PaymentToAnnounce) => Promise<void>;

interface Planned {
  readonly held: HeldLoan;
  readonly row: PlanRow;
}

/** What was announced counts once the message is on its way. A company that sends its own says when it has. */
export async function announce(
  ctx: Collecting,
  tx: Tx,
  { held, row }: Planned,
  payments: readonly ExpectedPayment[],
  announcing: Announcing,
): Promise<Told> {
  const { noticesAreSentByUs: isReported } = await settingsOf(tx);
  let announced = row.told.payments;
  for (const one of payments) {
    const { due, ordinal, amount } = one;
    const before = announced.find((other) => other.dueOn === due.on && other.ordinal === ordinal);
    // A smaller amount than the one that was announced is told too, and takes nothing from the notice in time.
    const isSmaller = before !== undefined && amount < before.amount;
    const notice = isSmaller
      ? { ...before, lastTold: amount }
      : { dueOn: due.on, ordinal, amount, sentAt: null, sentOn: null };
    announced = withAnnounced(announced, notice);
    const told = toldOfPayment(held.row, row, one);
    ctx.emit(plannedPaymentAnnounced, row.person_id, told, { about: { loanId: row.loan_id } });
    if (isReported !== true) {
      const { autopayPaymentId, date } = told;
      await announcing(ctx, tx, {
        personId: row.person_id,
        loanId: row.loan_id,
        loanTypeId: held.row.loan_type_id,
        autopayPaymentId,
        paymentInstrumentId: row.instrument_id,
        date,
        amount,
        zone: held.row.zone,
      });
    }
  }
  return { ...row.told, payments: announced };
}
