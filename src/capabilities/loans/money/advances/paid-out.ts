// An advance that the service pays out. It is scheduled while the money is on its way, owed from the day on which it is
// there, and settled once it does not come back any more.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { movedTo } from '../../core/loan/thing.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { asCollecting } from '../collecting/commands/collect-payment.ts';
import type { Effect, PaidOut } from '../paying-out/effect.ts';
import { payOut } from '../paying-out/pay-out.ts';
import { borrowersAccount } from '../paying-out/payee.ts';
import { type AdvanceRow, advanceStates, advances, isOnBooks, isScheduled } from './base/advance.ts';
import { advanceErrors } from './base/errors.ts';
import { advanceStatusChanged } from './base/events.ts';
import { book } from './book.ts';

/** Errors: NotFound (instrument), InstrumentCannotBeCharged, PaymentProcessorNotConfigured, InvalidRequest (a limit). */
export async function paidOut(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: AdvanceRow,
  instrument: string,
): Promise<AdvanceRow> {
  const payee = await borrowersAccount(ctx, tx, held.row, instrument);
  const asked = { kind: 'advance', subjectId: row.id, amount: row.amount as Cents, payee } as const;
  const { id: disbursementId } = await payOut(asCollecting(ctx), tx, held, asked);
  return { ...row, details: { ...row.details, disbursementId } };
}

/** Errors: AdvancePaidOut. */
export function mustNotBePaidOut({ id, details: { disbursementId } }: AdvanceRow): void {
  if (disbursementId === undefined) return;
  throw new Refusal(advanceErrors.AdvancePaidOut, `${id} is paid out by the service: its status follows from that.`, {
    data: { disbursementId },
  });
}

export const advanceEffect: Effect = {
  emits: [advanceStatusChanged, ...ledgerEvents],
  async begin(paid, on) {
    const before = await advanceOf(paid);
    if (isScheduled(before.status)) await moved(paid, before, 'await', { advance_on: dateOf(on as Day) });
    else touchLoan(paid.tx, paid.held.row);
    return paid.row.details;
  },
  async takeBack(paid) {
    const before = await advanceOf(paid);
    const isThere = isScheduled(before.status) || isOnBooks(before.status);
    const details = { ...before.details, cancelReason: 'payoutFailed' };
    if (isThere) await moved(paid, before, 'cancel', { details });
    else touchLoan(paid.tx, paid.held.row);
    return true;
  },
  // An advance that was canceled is not made again: the borrower has been told that it will not come.
  async putBack({ tx, held }) {
    touchLoan(tx, held.row);
    return undefined;
  },
  async confirm(paid) {
    const before = await advanceOf(paid);
    const isWaiting = advanceStates.from('settle').includes(before.status) && isOnBooks(before.status);
    if (isWaiting) await moved(paid, before, 'settle', {});
    else touchLoan(paid.tx, paid.held.row);
  },
};

async function advanceOf({ tx, row }: PaidOut): Promise<AdvanceRow> {
  const found = await advances.withId(tx, row.person_id, row.subject_id);
  if (found === undefined) throw new Error(`${row.id} is of no advance ${row.subject_id}.`);
  return found;
}

async function moved(
  { work, tx, held }: PaidOut,
  before: AdvanceRow,
  verb: 'await' | 'settle' | 'cancel',
  changes: Partial<AdvanceRow>,
): Promise<void> {
  const { to, emits } = advanceStates.move(before.status, verb);
  const after = movedTo({ ...before, ...changes }, to, work.now);
  await book(work, tx, held, { before, after, emits, hasHappened: true });
}
