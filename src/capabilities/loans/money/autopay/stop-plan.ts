// What ends a plan, or makes it wait for the borrower; and what happens to its retries then.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { detailsOf } from '../../core/transactions/transaction.ts';
import { underWay } from '../collecting/on-the-way.ts';
import { type Dropping, dropWithLoan } from '../collecting/release-payments.ts';
import type { Stop } from './items.ts';
import { planStates } from './states.ts';
import { writePlan } from './stored-plan.ts';
import type { PlanRow } from './tables.ts';
import { tellPlan } from './tell-plan.ts';

/** A plan that takes nothing any more. */
export const stopped = (row: PlanRow, status: PlanRow['status'], reason: string, now: Instant): PlanRow => ({
  ...row,
  status,
  stopped_reason: reason,
  next_action_at: null,
  next_planned_on: null,
  last_planned_on: null,
  updated_at: now,
});

/** What it has scheduled once more is not taken either. In a commit that writes the loan. */
export async function dropRetries(ctx: Dropping, tx: Tx, held: HeldLoan, { id }: PlanRow): Promise<void> {
  for (const one of await underWay(tx, held.row)) {
    const isOfPlan = one.status === 'scheduled' && detailsOf(one).autopay?.planId === id;
    if (isOfPlan) dropWithLoan(ctx, tx, held, one, 'superseded');
  }
}

interface Ending {
  readonly row: PlanRow;
  readonly stop: Stop;
}

/** In a commit that holds the loan. */
export async function endPlan(ctx: Dropping, tx: Tx, held: HeldLoan, { row, stop }: Ending): Promise<void> {
  const { verb, reason } = stop;
  const { to, emits } = planStates.move(row.status, verb);
  const over = stopped(row, to, reason, ctx.now);
  await dropRetries(ctx, tx, held, row);
  writeLoan(tx, held.row, { ...held.row, autopay_plan_id: null, updated_at: ctx.now });
  writePlan(tx, row, over);
  tellPlan(ctx, held.row, over, emits, { reason });
}

const endOf: Readonly<Record<string, string>> = {
  accelerated: 'loanAccelerated',
  chargedOff: 'loanChargedOff',
  // Its proceeds came back.
  originated: 'loanNotActive',
};

/** The agreement covers what comes due, not the whole debt of a loan that has ended. */
export async function stopOfLoan(reader: Reader, { product, row }: HeldLoan): Promise<Stop | undefined> {
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
