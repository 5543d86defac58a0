// Records that a statement went out: from then on nobody who pays what it said is late, or loses grace, by what is found
// out later.
import type { LineFactOf } from '@tenor/engine/line/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../../core/books/change-loan.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { statementSent, toldOfLoan } from '../../core/loan/events.ts';
import { pastDayOf } from '../../core/loan/past-day.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { asFact } from '../../core/products/lines.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { findBill, presentBill } from './bill.ts';
import type { SentBill, StatementSent } from './schemas.ts';
import { presentSent, sentStatement } from './sent-statement.ts';

/** Errors: OnlyForLines, NotFound (period, draw), InvalidRequest, NothingToDo. */
export async function recordStatement(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  sent: StatementSent,
): Promise<SentBill> {
  const { row } = held;
  const found = await findBill(tx, held, id, todayOf(row, ctx.now));
  const { bill, isOpen } = found;
  if (isOpen || (await sentStatement(tx, held, bill.ordinal, undefined)) !== null) throw nothingToSend(isOpen);
  const on = pastDayOf(row, ctx.now, 'sentDate', sent.sentDate);
  if (on < bill.statementOn) {
    throw refuseField('sentDate', 'lies before the statement was made', `from ${dateOf(bill.statementOn)} on`);
  }
  if ((sent.minimumPaymentAmount ?? 0) < 0) {
    throw refuseField('minimumPaymentAmount', 'must not be negative', 'an amount from 0.00 on');
  }
  const draws = await drawsShown(tx, held, sent, bill.draws);
  const fact: LineFactOf<'statementSent'> = {
    kind: 'statementSent',
    id: factId(row, 'statementSent'),
    on,
    obligation: bill.ordinal,
    minimum: sent.minimumPaymentAmount ?? (bill.minimumShown as Cents),
    newBalance: sent.newBalanceAmount ?? (bill.newBalance as Cents),
    draws,
  };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [asFact(fact)]);
  ctx.emit(statementSent, row.person_id, toldOfLoan(changed.row), { about: { loanId: row.id, periodId: id } });
  return {
    ...presentBill(held, found, presentSent(fact)),
    difference: sent.previewMode ? await presentDifference(held, changed) : null,
  };
}

function nothingToSend(isOpen: boolean): Refusal {
  const reason = isOpen
    ? 'the period still runs: its statement is not made'
    : 'it was recorded before that it went out';
  return new Refusal(loanErrors.NothingToDo, `There is no statement to be sent: ${reason}.`, { data: { reason } });
}

/** The full balance of each draw of the bill, as it was shown. Errors: NotFound, InvalidRequest. */
async function drawsShown(
  tx: Tx,
  held: HeldLoan,
  { draws }: StatementSent,
  billed: readonly { readonly draw: string; readonly fullBalance: number }[],
): Promise<LineFactOf<'statementSent'>['draws']> {
  const shown = new Map(billed.map(({ draw, fullBalance }) => [draw, fullBalance]));
  for (const [i, { drawId, fullBalanceAmount }] of (draws ?? []).entries()) {
    const draw = (await held.product.drawNamed(tx, held, drawId)) as string;
    if (!shown.has(draw)) {
      throw refuseField(`draws[${i}].drawId`, 'is in no part of this bill', 'a draw of the bill');
    }
    if (fullBalanceAmount < 0) {
      throw refuseField(`draws[${i}].fullBalanceAmount`, 'must not be negative', 'an amount from 0.00 on');
    }
    shown.set(draw, fullBalanceAmount);
  }
  return [...shown].map(([draw, fullBalance]) => ({ draw, fullBalance: fullBalance as Cents }));
}
