// Ending a loan by hand: it is canceled before its activation, and closed once it is paid off.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { tellStatus, toldOfLoan } from '../loan/events.ts';
import { mustHaveNoPayout } from '../loan/payout-under-way.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { stateOn } from '../timeline/compute-state.ts';
import { factId } from '../timeline/fact-id.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Cancellation, Closing } from './schemas.ts';

/** Errors: LoanStatusForbids, DisbursementUnderWay. */
export async function cancelLoan(ctx: CommandContext, tx: Tx, { row }: HeldLoan, input: Cancellation): Promise<void> {
  const { to, emits } = loanStates.move(row.status, 'cancel');
  mustHaveNoPayout(row);
  const cancel_reason = input.cancellationReason ?? null;
  const send_notice = input.sendCancellationNotice ?? null;
  const canceled = { ...row, status: to, cancel_reason, send_notice, updated_at: ctx.now };
  writeLoan(tx, row, canceled);
  for (const kind of emits) ctx.emit(kind, row.person_id, toldOfLoan(canceled), { about: { loanId: row.id } });
  tellStatus(ctx, row, canceled);
}

/** Errors: LoanStatusForbids, LoanOwesSomething, LoanMoneyNotSafe, NothingToDo, InvalidRequest (a reason of no line). */
export async function closeLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Closing): Promise<void> {
  loanStates.mustAllow(held.row.status, 'close');
  const adverseActionReason = input.adverseActionReason?.trim() || null;
  if (adverseActionReason !== null && held.product.kind !== 'lineOfCredit') {
    throw refuseField('adverseActionReason', 'is said of a loan that is no line of credit', 'nothing');
  }
  const today = todayOf(held.row, ctx.now);
  await mustOweNothing(tx, held, today);
  await mustHaveSafeMoney(tx, held);
  const fact: Fact = { kind: 'close', id: factId(held.row, 'close'), on: today };
  const details = {
    sendNotice: input.sendNotice ?? null,
    reason: input.closeReason ?? null,
    adverseActionReason,
    requestedByBorrower: input.closeRequestedByBorrower ?? null,
  };
  await changeLoan(asLoanContext(ctx), tx, held, [fact], { details });
}

/** Asked before the books change: there a closing without effect is refused like any other fact without effect. */
async function mustOweNothing(tx: Tx, held: HeldLoan, today: Day): Promise<void> {
  const { row, product } = held;
  const { state } = await stateOn(tx, held, Math.max(today, row.state?.through ?? today));
  const { outstanding, chargedOff } = product.read(termsOf(row), state);
  const cents = (outstanding + chargedOff.principal + chargedOff.interest + chargedOff.fees) as Cents;
  if (cents === 0) return;
  const owed = formatCents(cents);
  throw new Refusal(loanErrors.LoanOwesSomething, `The loan still owes ${owed}.`, {
    data: { outstandingAmount: Number(owed) },
  });
}

/** A return of what the service has collected would open it again. Errors: LoanMoneyNotSafe. */
async function mustHaveSafeMoney(tx: Tx, { row: { person_id, id } }: HeldLoan): Promise<void> {
  const open = await tx.row(
    tx.db
      .selectFrom('transactions')
      .select(['id', 'status'])
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('is_external', '=', false)
      .where('transaction_type', '=', 'payment')
      .where('status', 'in', ['initiated', 'pending', 'inDispute'])
      .limit(1),
  );
  if (open === undefined) return;
  throw new Refusal(loanErrors.LoanMoneyNotSafe, `The payment ${open.id} may still come back: it is ${open.status}.`, {
    data: { transactionId: open.id, expected: 'a payment that is safe' },
  });
}

/**
 * Computes the state again and brings the books to today, as every read does; here both are stored. Errors:
 * LoanStatusForbids.
 */
export async function refreshLoan(ctx: CommandContext, tx: Tx, held: HeldLoan): Promise<void> {
  loanStates.mustAllow(held.row.status, 'refresh');
  await changeLoan(asLoanContext(ctx), tx, held, [], { fromCheckpoint: true });
}
