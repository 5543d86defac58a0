// Cash that a draw lends, paid out by the service. While the money is on its way the purchase is a hold on the limit; from
// the day on which it is there it is on the books, and it is settled once it does not come back any more.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { secondOfDay, startOfDay, todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { asCollecting } from '../../money/collecting/commands/collect-payment.ts';
import type { Effect, PaidOut } from '../../money/paying-out/effect.ts';
import { payOut } from '../../money/paying-out/pay-out.ts';
import { borrowersAccount } from '../../money/paying-out/payee.ts';
import type { DrawOfPath } from './draw-of.ts';
import { purchaseErrors } from './errors.ts';
import * as told from './events.ts';
import { namingOf, purchases } from './find.ts';
import { type Booked, posted, releasing } from './posting.ts';
import { recordedAnew } from './recorded-anew.ts';
import type { PurchaseCreate } from './schemas.ts';
import { isAuthorized, isPosted, isSettled, purchaseStates, verbOfStatus } from './states.ts';
import { storeIn } from './store.ts';
import type { PurchaseRow } from './tables.ts';

const lendsCash: readonly DrawOfPath['purpose'][] = ['cashAdvance', 'balanceTransfer'];
const followsFromMoney = ['authorizationPurchaseId', 'purchaseDate', 'timestamps', 'declineReason'] as const;

/** Whether the service pays it out. Errors: InvalidRequest. */
export function mustFitPayout({ purpose }: DrawOfPath, input: PurchaseCreate): boolean {
  if (input.paymentInstrumentId == null) return false;
  if (!lendsCash.includes(purpose)) {
    const message = `is for draws of cash: this one is ${purpose}`;
    throw refuseField('paymentInstrumentId', message, 'nothing, or a draw of cash advances or balance transfers');
  }
  if ((input.type ?? 'regular') !== 'regular') {
    throw refuseField('type', 'does not go with paymentInstrumentId', 'regular, or nothing');
  }
  if (input.status != null && verbOfStatus[input.status] !== 'await') {
    throw refuseField('status', 'follows from the money that is paid out', 'nothing');
  }
  const wrong = followsFromMoney.find((field) => input[field] != null);
  if (wrong !== undefined) throw refuseField(wrong, 'does not go with paymentInstrumentId', 'nothing');
  return true;
}

/** Errors: PurchasePaidOut. */
export function mustNotBePaidOut({ id, details: { disbursementId } }: PurchaseRow): void {
  if (disbursementId === undefined) return;
  throw new Refusal(purchaseErrors.PurchasePaidOut, `${id} is paid out by the service: its status follows from that.`, {
    data: { disbursementId },
  });
}

/** Errors: NotFound (instrument), InstrumentCannotBeCharged, PaymentProcessorNotConfigured. */
export async function paidOut(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: PurchaseRow,
  instrument: string,
): Promise<PurchaseRow> {
  const payee = await borrowersAccount(ctx, tx, held.row, instrument);
  const asked = { kind: 'purchase', subjectId: row.id, amount: row.amount as Cents, payee } as const;
  const { id: disbursementId } = await payOut(asCollecting(ctx), tx, held, asked);
  return { ...row, details: { ...row.details, disbursementId } };
}

export const purchaseEffect: Effect = {
  emits: [told.purchaseStatusChanged],
  async begin(paid, on) {
    const before = await purchaseOf(paid);
    if (isAuthorized(before.status))
      await movePurchase(paid, before, { ...momentOn(paid, on), status: purchaseStates.to('await') });
    else touchLoan(paid.tx, paid.held.row);
    return paid.row.details;
  },
  async takeBack(paid) {
    const before = await purchaseOf(paid);
    if (isAuthorized(before.status)) {
      const canceled = { ...before, status: purchaseStates.to('cancel'), updated_at: paid.work.now };
      const today = todayOf(paid.held.row, paid.work.now);
      await storeAndTell(paid, before, releasing(paid.held, before, canceled, today));
      return true;
    }
    const { disputes } = await namingOf(paid.tx, before);
    const mayGo = isPosted(before.status) && before.refunded === 0 && disputes.length === 0;
    if (mayGo) await movePurchase(paid, before, { status: purchaseStates.to('cancel') });
    else touchLoan(paid.tx, paid.held.row);
    return mayGo || !isPosted(before.status);
  },
  // A purchase that was canceled is not made again: the borrower may have been told that it never was.
  async putBack({ tx, held }) {
    touchLoan(tx, held.row);
    return undefined;
  },
  async confirm(paid) {
    const before = await purchaseOf(paid);
    const isThere = isPosted(before.status) && !isSettled(before.status);
    if (isThere) await movePurchase(paid, before, { status: purchaseStates.to('settle'), settled_at: paid.work.now });
    else touchLoan(paid.tx, paid.held.row);
  },
};

async function purchaseOf({ tx, row }: PaidOut): Promise<PurchaseRow> {
  const found = await purchases.withId(tx, row.person_id, row.subject_id);
  if (found === undefined) throw new Error(`${row.id} is of no purchase ${row.subject_id}.`);
  return found;
}

/** On a day that has begun before, the purchase counts from its first second. */
function momentOn({ work: { now }, held: { row: loan } }: PaidOut, on: Day): Partial<PurchaseRow> {
  const isToday = on === todayOf(loan, now);
  const effective_at = isToday ? now : startOfDay(on, loan.zone);
  return { effective_at, time_of_day: isToday ? secondOfDay(loan, now) : 0, fact_number: null };
}

/** Another fact on the timeline takes the place of the present one. */
async function movePurchase(paid: PaidOut, before: PurchaseRow, changes: Partial<PurchaseRow>): Promise<void> {
  const { work, tx, held } = paid;
  const after = posted(before, { ...before, ...changes, updated_at: work.now });
  const naming = await namingOf(tx, before);
  const today = todayOf(held.row, work.now);
  await storeAndTell(paid, before, recordedAnew({ loan: held.row, today, before, after, original: undefined, naming }));
}

async function storeAndTell({ work, tx, held }: PaidOut, before: PurchaseRow, booked: Booked): Promise<void> {
  await storeIn(work, tx, held, booked, { hasHappened: true });
  const [row] = booked.purchases;
  const fields = { ...told.toldOfPurchase(held.row, row), previousStatus: before.status };
  work.emit(told.purchaseStatusChanged, row.person_id, fields, told.aboutLoanOf(row));
}
