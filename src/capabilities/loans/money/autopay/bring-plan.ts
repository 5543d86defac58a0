// Looks at a plan whose time has come, or that a change of its loan has woken: it is stopped, or its next payment is
// released, or payments to come are announced and told anew; and it says when it is looked at next.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import type { Collecting } from '../collecting/collect.ts';
import { planOf } from './agreed.ts';
import { loanAhead } from './ahead.ts';
import { type Announcing, announce, isToBeAnnounced, isToBeToldAgain } from './announce.ts';
import { type Bringing, decide, drop } from './decide.ts';
import { plannedPaymentMoved, scheduleChanged } from './events.ts';
import { type ExpectedPayment, type LoanAhead, soonExpected } from './expected.ts';
import { decidedOf, extraOf, itemsOf, type Stop, stopAfterFailures } from './items.ts';
import { nextOf } from './next.ts';
import { isMovedTooLate } from './notices.ts';
import type { Plan } from './plan.ts';
import { sourceOf } from './source-of-plan.ts';
import { endPlan, stopOfLoan } from './stop-plan.ts';
import { writePlan, writePlanIfUnchanged } from './stored-plan.ts';
import type { DecidedPayment, PlanRow } from './tables.ts';
import { tellPlan, toldOfPayment } from './tell-plan.ts';

type Items = Awaited<ReturnType<typeof itemsOf>>;

/** At most one payment is decided at a time. True: another one waits, for the loan as this one has left it. */
export async function bringPlan(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  row: PlanRow,
  announcing: Announcing,
): Promise<boolean> {
  const bringing = { ctx, tx, held, row };
  const items = await itemsOf(tx, row);
  const stop = (await stopOfLoan(tx, held)) ?? stopAfterFailures(items);
  if (stop !== undefined) return stopPlan(bringing, stop);
  const found = await sourceOf(ctx, tx, held.row, row);
  if ('verb' in found) return stopPlan(bringing, found);
  if (found.way === undefined) return later(bringing);
  const { amountMax, way, source } = found;
  const today = todayOf(held.row, ctx.now);
  const agreed = { product: held.product, rules: row.rules, way, since: row.since, amountMax, told: row.told, today };
  const plan = planOf(held.row, agreed);
  const ahead = await loanAhead(tx, held, ctx.now);
  const soon = soonExpected(ahead, plan, decidedOf(row, items));
  const looked: Looked = { plan, ahead, soon };
  const late = soon.filter((one) => one.amount > 0 && isMovedTooLate(row.told, one, today));
  if (late.length > 0) {
    const dropped = late.map((one) => drop(bringing, one, 'notAnnounced'));
    // It is looked at once more at once: without them others may be next.
    const { told } = nextOf({ ...looked, told: row.told }, ctx.now);
    writePlan(tx, row, { ...withDecided(row, items, dropped, today), told, next_action_at: ctx.now });
    return true;
  }
  const [next, ...after] = soon;
  if (next === undefined || next.releaseAt > ctx.now) return notePlanned(bringing, looked, announcing);
  const payment = await decide(bringing, { next, way, source });
  const kept = nextOf({ plan, ahead, soon: after, told: row.told }, ctx.now);
  writePlan(tx, row, { ...withDecided(row, items, [payment], today), ...kept, updated_at: ctx.now });
  return kept.next_action_at !== null && kept.next_action_at <= ctx.now;
}

/** As long as the bank of the payer may send one back, and longer. */
const daysKept = 130;

function withDecided(row: PlanRow, items: Items, payments: readonly DecidedPayment[], today: number): PlanRow {
  const young = items.filter(({ payment: { dueOn } }) => dueOn >= today - daysKept);
  const old = items.filter((item) => !young.includes(item));
  return {
    ...row,
    decided: [...young.map((item) => item.payment), ...payments],
    extra_before: row.extra_before + extraOf(old),
  };
}

/** In a commit that holds the loan. */
async function stopPlan({ ctx, tx, held, row }: Bringing, stop: Stop): Promise<false> {
  await endPlan(ctx, tx, held, { row, stop });
  return false;
}

// ---- what is planned -------------------------------------------------------------------------------------------------

interface Looked {
  readonly plan: Plan;
  readonly ahead: LoanAhead;
  readonly soon: readonly ExpectedPayment[];
}

/** Nothing is due now. What varies is announced, and what is other than it was is told. */
async function notePlanned(bringing: Bringing, looked: Looked, announcing: Announcing): Promise<false> {
  const { ctx, tx, held, row } = bringing;
  const [next] = looked.soon;
  const kept = nextOf({ ...looked, told: row.told }, ctx.now);
  // A payoff that is not safe yet ends the plan later.
  const again = held.row.status === 'paidOff' ? addSeconds(ctx.now, paidOffSeconds) : null;
  const seen = { ...row, ...kept, next_action_at: kept.next_action_at ?? again };
  const [isNew, isLess] = [isToBeAnnounced(looked.plan), isToBeToldAgain(looked.plan)];
  const announced = looked.soon.filter((one) => isNew(one) || isLess(one));
  const isMoved = row.next_planned_on !== null && kept.next_planned_on !== row.next_planned_on;
  const isChanged = isMoved || isOther(row, kept, next);
  if (!isChanged && announced.length === 0) {
    writePlanIfUnchanged(tx, held.row, row, seen);
    return false;
  }
  touchLoan(tx, held.row);
  const told = await announce(ctx, tx, { held, row: seen }, announced, announcing);
  writePlan(tx, row, { ...seen, told, updated_at: ctx.now });
  if (isMoved && next !== undefined) {
    const moved = { ...toldOfPayment(held.row, row, next), previousDate: row.next_planned_on as string };
    ctx.emit(plannedPaymentMoved, row.person_id, moved as never, { about: { loanId: row.loan_id } });
  }
  if (isChanged) tellPlan(ctx, held.row, seen, [scheduleChanged]);
  return false;
}

/** Another end, another usual payment, or payments again where there were none. */
function isOther(row: PlanRow, kept: ReturnType<typeof nextOf>, next: ExpectedPayment | undefined): boolean {
  const isOfStatement = next !== undefined && next.due.statement !== null;
  if (isOfStatement) return false;
  const isBack = row.next_planned_on === null && next !== undefined;
  const isLonger = row.last_planned_on !== null && kept.last_planned_on !== row.last_planned_on;
  return isBack || isLonger || row.told.usual !== kept.told.usual;
}

const paidOffSeconds = 3 * 86_400;
const hourSeconds = 3_600;

/** No provider carries payments of its kind now. */
function later({ ctx, tx, held, row }: Bringing): false {
  writePlanIfUnchanged(tx, held.row, row, { ...row, next_action_at: addSeconds(ctx.now, hourSeconds) });
  return false;
}
