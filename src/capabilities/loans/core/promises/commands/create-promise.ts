// A borrower has promised to pay. It moves no money, and changes nothing that is owed.

import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { todayOf } from '../../loan/today.ts';
import { writeLoan } from '../../loan/write-loan.ts';
import { mustTakeMoney } from '../../transactions/commands/create-transaction.ts';
import { promisedIn } from '../asked.ts';
import { promiseErrors } from '../base/errors.ts';
import { standingOf } from '../base/kept.ts';
import { type PromiseRow, promiseStates, promises, verbTo } from '../base/promise.ts';
import { lookAt, promisesOf, tellPromise } from '../base/stored.ts';
import { presentPromise } from '../plan.ts';
import type { ChangedPromisePlan, PromiseCreate } from '../schemas.ts';

/** Errors: LoanStatusForbids, InvalidRequest, PromiseToPayPlanOpen. */
export async function createPromise(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  sent: PromiseCreate,
): Promise<ChangedPromisePlan> {
  const { row: loan } = held;
  await mustTakeMoney(tx, loan, 'promise');
  await mustHaveNoOther(tx, held);
  const row = newPromise(ctx, held, sent);
  promises.insert(tx, row);
  writeLoan(tx, loan, { ...loan, promise_plan_id: row.id });
  tellPromise(ctx.emit, loan, row, null);
  const shown = presentPromise(row, ctx.now);
  return { ...shown, id: sent.previewMode ? null : shown.id };
}

/** The loan's version guards it against another promise at the same time. Errors: PromiseToPayPlanOpen. */
async function mustHaveNoOther(tx: Tx, { row: loan }: HeldLoan): Promise<void> {
  if (loan.promise_plan_id === null) return;
  const open = (await promisesOf(tx, loan)).find(({ status }) => promiseStates.from('cancel').includes(status));
  if (open === undefined) return;
  throw new Refusal(promiseErrors.PromiseToPayPlanOpen, `${open.id} is ${open.status}.`, {
    data: { promiseToPayPlanId: open.id },
  });
}

/** Errors: InvalidRequest. */
function newPromise(ctx: CommandContext, { row: loan }: HeldLoan, sent: PromiseCreate): PromiseRow {
  const today = todayOf(loan, ctx.now);
  const { parts, described } = promisedIn(sent, today);
  const promised = {
    made_on: dateOf(today),
    start_date: parts[0]!.dueDate,
    grace_days: sent.graceDays ?? 0,
    periods: parts.map((part) => ({ id: newId('P2'), ...part, paid: 0 })),
  };
  const { status, lookOn } = standingOf(promised, [], { today, paidOffOn: null });
  const { to } = promiseStates.move(start, verbTo[status]);
  return promises.newRow(ctx, loan, {
    ...promised,
    status: to,
    is_overdue: false,
    after_fact: loan.facts_count,
    described,
    end_date: parts.at(-1)!.dueDate,
    zone: loan.zone,
    act_at: lookAt(loan, lookOn),
    timestamps: { [`${to}At`]: ctx.now },
  });
}
