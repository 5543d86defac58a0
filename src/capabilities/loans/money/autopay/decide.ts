// A payment whose time has come: it is ordered, or it is canceled and the borrower is told why.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import type { HeldInstrument, Way } from '../collecting/checks.ts';
import { type Collecting, newDebit } from '../collecting/collect.ts';
import { orderDebit } from '../collecting/release-payments.ts';
import { plannedPaymentCanceled, plannedPaymentLowered } from './events.ts';
import type { ExpectedPayment } from './expected.ts';
import type { DecidedPayment, PlanRow } from './tables.ts';
import { idOfPayment, toldOfPayment, toldOfPlan } from './tell-plan.ts';

export interface Bringing {
  readonly ctx: Collecting;
  readonly tx: Tx;
  readonly held: HeldLoan;
  readonly row: PlanRow;
}

interface Deciding {
  readonly next: ExpectedPayment;
  readonly way: Way;
  readonly source: HeldInstrument;
}

export async function decide(bringing: Bringing, deciding: Deciding): Promise<DecidedPayment> {
  const { ctx, held, row } = bringing;
  const { next } = deciding;
  // Nobody agreed to a debit later than the banking day on which the money was to move.
  const isMissed = todayOf(held.row, ctx.now) > next.entryOn;
  // It went by while nothing was due, as in a freeze: there is nothing to tell.
  if (isMissed && next.amount === 0) return nothingTaken(row, next);
  const order = isMissed ? 'missed' : await release(bringing, deciding);
  if (typeof order !== 'object') return drop(bringing, next, order ?? 'nothingDue');
  const { id, amount, position } = order;
  if (next.unannounced > 0) tellLowered(bringing, next);
  return { ...nothingTaken(row, next), amount: amount as Cents, extra: next.extra, transaction: { id, position } };
}

const nothingTaken = (row: PlanRow, next: ExpectedPayment): DecidedPayment => ({
  id: idOfPayment(row.id, next),
  dueOn: next.due.on,
  ordinal: next.ordinal,
  amount: zeroCents,
  extra: zeroCents,
  transaction: null,
});

/** It is not made, and the borrower is told. */
export function drop({ ctx, tx, held, row }: Bringing, next: ExpectedPayment, reason: string): DecidedPayment {
  touchLoan(tx, held.row);
  const canceled = { autopayPaymentId: idOfPayment(row.id, next), date: dateOf(next.plannedOn), reason };
  const about = { about: { loanId: row.loan_id } };
  ctx.emit(plannedPaymentCanceled, row.person_id, { ...toldOfPlan(held.row, row), ...canceled }, about);
  return nothingTaken(row, next);
}

function tellLowered({ ctx, held, row }: Bringing, next: ExpectedPayment): void {
  const lowered = toldOfPayment(held.row, row, { ...next, amount: next.unannounced });
  ctx.emit(plannedPaymentLowered, row.person_id, lowered, { about: { loanId: row.loan_id } });
}

function release(
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
