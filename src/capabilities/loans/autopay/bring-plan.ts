// Looks at a plan whose time has come, or that a change of its loan has woken: it is stopped, or its next payment is
// released, or its dates are told anew; and it says when it is looked at next.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { HeldInstrument, Way } from '../collecting/checks.ts';
import { type Collecting, newDebit } from '../collecting/collect.ts';
import { orderDebit } from '../collecting/release-payments.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { touchLoan } from '../transactions/commands/update-transaction.ts';
import { planOf } from './agreed.ts';
import { loanAhead } from './ahead.ts';
import { plannedPaymentCanceled, plannedPaymentMoved, scheduleChanged } from './events.ts';
import { type ExpectedPayment, expectedPayments } from './expected.ts';
import { decidedOf, extraOf, itemsOf, type Stop, stopAfterFailures } from './items.ts';
import { nextOf } from './next.ts';
import { idOfPayment } from './schedule.ts';
import { sourceOf } from './source-of-plan.ts';
import { planStates } from './states.ts';
import { stopped } from './stopped.ts';
import { writePlan, writePlanIfUnchanged } from './stored-plan.ts';
import type { DecidedPayment, PlanRow } from './tables.ts';
import { tellPlan, toldOfPlan } from './tell-plan.ts';

interface Bringing {
  readonly ctx: Collecting;
  readonly tx: Tx;
  readonly held: HeldLoan;
  readonly row: PlanRow;
}

/** At most one payment is decided at a time. True: another one waits, for the loan as this one has left it. */
export async function bringPlan(ctx: Collecting, tx: Tx, held: HeldLoan, row: PlanRow): Promise<boolean> {
  const bringing = { ctx, tx, held, row };
  const items = await itemsOf(tx, row);
  const stop = (await stopOfLoan(tx, held)) ?? stopAfterFailures(items);
  if (stop !== undefined) return stopPlan(bringing, stop);
  const found = await sourceOf(ctx, tx, held.row, row);
  if ('verb' in found) return stopPlan(bringing, found);
  if (found.way === undefined) return later(bringing);
  const { amountMax, way } = found;
  const plan = planOf(held.row, { product: held.product, rules: row.rules, way, since: row.since, amountMax });
  const ahead = await loanAhead(tx, held, ctx.now);
  const [next, after] = expectedPayments(ahead, plan, decidedOf(row, items), 2);
  if (next === undefined || next.releaseAt > ctx.now) return planned(bringing, next, nextOf(ahead, plan, next));
  const payment = await decide(bringing, { next, way, source: found.source });
  const young = items.filter(({ payment: { dueOn } }) => dueOn >= next.due.on - daysKept);
  const old = items.filter((item) => !young.includes(item));
  writePlan(tx, row, {
    ...row,
    decided: [...young.map((item) => item.payment), payment],
    extra_before: row.extra_before + extraOf(old),
    ...nextOf(ahead, plan, after),
    updated_at: ctx.now,
  });
  return after !== undefined && after.releaseAt <= ctx.now;
}

/** As long as the bank of the payer may send one back, and longer. */
const daysKept = 130;

// ---- what stops it ---------------------------------------------------------------------------------------------------

const endOf: Readonly<Record<string, string>> = { accelerated: 'loanAccelerated', chargedOff: 'loanChargedOff' };

/** The agreement covers what comes due, not the whole debt of a loan that has ended. */
async function stopOfLoan(reader: Reader, { product, row }: HeldLoan): Promise<Stop | undefined> {
  const reason = row.is_closed ? 'loanClosed' : endOf[row.status];
  if (reason !== undefined) return { verb: 'cancel', reason };
  if (row.status !== 'paidOff' || !product.autopay.endsWithPayoff || (await isUnsafe(reader, row))) return undefined;
  return { verb: 'cancel', reason: 'loanPaidOff' };
}

/** Whether money of the loan may still come back in the ordinary way. */
const isUnsafe = async (reader: Reader, { person_id, id }: HeldLoan['row']): Promise<boolean> =>
  (await reader.row(
    reader.db
      .selectFrom('transactions')
      .select('id')
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('status', 'in', ['initiated', 'pending', 'inDispute'])
      .limit(1),
  )) !== undefined;

/** In a commit that holds the loan. */
function stopPlan({ ctx, tx, held, row }: Bringing, { verb, reason }: Stop): false {
  const { to, emits } = planStates.move(row.status, verb);
  const over = stopped(row, to, reason, ctx.now);
  writeLoan(tx, held.row, { ...held.row, autopay_plan_id: null, updated_at: ctx.now });
  writePlan(tx, row, over);
  tellPlan(ctx, held.row, over, emits, { reason });
  return false;
}

// ---- a payment whose time has come -----------------------------------------------------------------------------------

interface Deciding {
  readonly next: ExpectedPayment;
  readonly way: Way;
  readonly source: HeldInstrument;
}

async function decide(bringing: Bringing, deciding: Deciding): Promise<DecidedPayment> {
  const { ctx, held, row } = bringing;
  const { next } = deciding;
  const payment = { id: idOfPayment(row.id, next), dueOn: next.due.on, ordinal: next.ordinal };
  const none = { ...payment, amount: zeroCents, extra: zeroCents, transaction: null };
  // Nobody agreed to a debit later than the banking day on which the money was to move.
  const isMissed = todayOf(held.row, ctx.now) > next.entryOn;
  // It went by while nothing was due, as in a freeze: there is nothing to tell.
  if (isMissed && next.amount === 0) return none;
  const order = isMissed ? 'missed' : await released(bringing, deciding);
  if (typeof order === 'object') {
    const { id, amount, position } = order;
    return { ...payment, amount: amount as Cents, extra: next.extra, transaction: { id, position } };
  }
  tellCanceled(bringing, next, order ?? 'nothingDue');
  return none;
}

function tellCanceled({ ctx, tx, held, row }: Bringing, next: ExpectedPayment, reason: string): void {
  touchLoan(tx, held.row);
  const canceled = { autopayPaymentId: idOfPayment(row.id, next), date: dateOf(next.plannedOn), reason };
  const about = { about: { loanId: row.loan_id } };
  ctx.emit(plannedPaymentCanceled, row.person_id, { ...toldOfPlan(held.row, row), ...canceled }, about);
}

function released(
  { ctx, tx, held, row }: Bringing,
  { next, way, source }: Deciding,
): Promise<TransactionRow | string | undefined> {
  if (next.amount === 0) return Promise.resolve(undefined);
  const debit = newDebit(ctx, held, {
    amount: next.amount,
    on: next.plannedOn,
    isScheduled: false,
    source,
    way,
    authorizationId: row.authorization_id,
    createdBy: { type: 'system', id: row.id, name: 'Autopay' },
    reason: 'autoPay',
    wantsSameDay: false,
    mayRetry: true,
    enablePrepayments: true,
    autopay: { planId: row.id, paymentIds: [idOfPayment(row.id, next)] },
  });
  return orderDebit(ctx, tx, held, debit, { source, way });
}

// ---- what is planned -------------------------------------------------------------------------------------------------

/** Nothing is due now. Dates that are others than they were are told. */
function planned(
  { ctx, tx, held, row }: Bringing,
  next: ExpectedPayment | undefined,
  kept: ReturnType<typeof nextOf>,
): false {
  const before = row.next_planned_on;
  const isMoved = before !== null && kept.next_planned_on !== before;
  const isLonger = row.last_planned_on !== null && kept.last_planned_on !== row.last_planned_on;
  // A payoff that is not safe yet ends the plan later.
  const again = held.row.status === 'paidOff' ? addSeconds(ctx.now, paidOffSeconds) : null;
  const isChanged = isMoved || isLonger;
  const looked = { ...row, ...kept, next_action_at: kept.next_action_at ?? again };
  if (!isChanged) {
    writePlanIfUnchanged(tx, held.row, row, looked);
    return false;
  }
  touchLoan(tx, held.row);
  writePlan(tx, row, { ...looked, updated_at: ctx.now });
  if (isMoved && next !== undefined) {
    const moved = { autopayPaymentId: idOfPayment(row.id, next), date: dateOf(next.plannedOn), previousDate: before };
    const told = { ...toldOfPlan(held.row, row), ...moved, amount: next.amount };
    ctx.emit(plannedPaymentMoved, row.person_id, told, { about: { loanId: row.loan_id } });
  }
  tellPlan(ctx, held.row, looked, [scheduleChanged]);
  return false;
}

const paidOffSeconds = 3 * 86_400;
const hourSeconds = 3_600;

/** Nobody carries payments of its kind now. */
function later({ ctx, tx, held, row }: Bringing): false {
  writePlanIfUnchanged(tx, held.row, row, { ...row, next_action_at: addSeconds(ctx.now, hourSeconds) });
  return false;
}
