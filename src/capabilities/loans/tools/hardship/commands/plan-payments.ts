// For some periods a loan asks for a fixed amount, and fees. What was deferred or moved and is still to come makes room for
// the plan.

import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { replayed } from '../../../core/books/change-loan.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { allFacts } from '../../../core/timeline/held-loan.ts';
import { changedPlan } from '../present.ts';
import { stateForTool, useTool } from '../record.ts';
import type { ChangedPlan, PlanCreate } from '../schemas.ts';
import { replaceable } from '../stored.ts';
import type { SaidPlan } from '../tables.ts';
import { factsToCome, moveHardship, undosOf } from '../undo.ts';

/** Errors: LoanStatusForbids, NotForLines, PaymentPlanActive, InvalidRequest, NothingToDo, DuplicateExternalId. */
export async function planPayments(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { externalId = null, sendNotice = null, previewMode, ...asked }: PlanCreate,
): Promise<ChangedPlan> {
  const { product, row: loan } = held;
  const state = await stateForTool(ctx, tx, held, 'customPaymentPlan');
  let dates = product.relief.plannable(state);
  const today = todayOf(loan, ctx.now);
  const before = await replaceable(tx, keysOf(loan), today);
  const undos = undosOf(loan, before.length === 0 ? [] : factsToCome(await allFacts(tx, held), before, today), today);
  if (undos.length > 0) dates = product.relief.plannable((await replayed(tx, held, undos, today)).after);
  const plan = { ...mustBePlan(asked, dates), replaced: before.map(({ id }) => id) };
  const { firstDueDate, numberOfPeriods: count, amount, isLonger: extend } = plan;
  const used = await useTool(ctx, tx, held, {
    kind: 'customPaymentPlan',
    said: { sendNotice, plan },
    facts: [{ kind: 'plan', firstDueDate: dayOf(firstDueDate), count, amount, extend }],
    finalOn: () => null,
    externalId,
    undos,
  });
  for (const row of before) moveHardship(ctx, tx, held, row, { verb: 'replace' });
  return changedPlan(tx, held, used, previewMode);
}

type Asked = Omit<PlanCreate, 'externalId' | 'sendNotice' | 'previewMode'>;

/** Errors: InvalidRequest. */
function mustBePlan(asked: Asked, dates: readonly Day[]): Omit<SaidPlan, 'replaced'> {
  const { selectedDueDate, numberOfPeriods, amount, paymentPlanType } = asked;
  const isLonger = asked.isExtendLoanDuration ?? false;
  if (amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01, or a deferral');
  // The last payment is the rest, unless others come after it.
  const possible = isLonger ? dates : dates.slice(0, -1);
  const first = selectedDueDate == null ? possible[0] : dayOf(selectedDueDate);
  if (first === undefined || !possible.includes(first)) {
    const shown = possible.slice(0, 3).map(dateOf).join(', ');
    const expected = possible.length === 0 ? 'nothing: the last payment is the rest' : `a due date, such as ${shown}`;
    throw refuseField('selectedDueDate', 'is no due date to come on which a plan can begin', expected);
  }
  const most = isLonger ? Number.POSITIVE_INFINITY : possible.length - possible.indexOf(first);
  if (numberOfPeriods > most) {
    const expected = `at most ${most}, or isExtendLoanDuration`;
    throw refuseField('numberOfPeriods', 'leaves no payment that takes the rest', expected);
  }
  const type = paymentPlanType ?? 'fixedAmountAndFees';
  return { type, firstDueDate: dateOf(first), numberOfPeriods, amount, isLonger };
}
