// A retry is a payment of its own, scheduled in the commit that records the return: it is seen, and can be canceled.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { findInstrument } from '#capabilities/instruments/index.ts';
import { carrierById } from '#capabilities/moving-money/index.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { start } from '#platform/states.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { type Collected, collectedOf, withCollected } from '../../core/transactions/collected.ts';
import { collectedStates } from '../../core/transactions/states.ts';
import { detailsOf, insertTransaction } from '../../core/transactions/transaction.ts';
import { newDebit, tell } from './collect.ts';
import { isToUs, underWay } from './on-the-way.ts';
import type { Taken } from './outcomes/taken.ts';
import { afterRenewal, type NextTry, nextTry } from './retry-rules.ts';

const hourSeconds = 3_600;

/** Plans the retry of a debit that failed just now, in a commit that writes the loan. */
export async function retryAfter({
  work,
  tx,
  held,
  row,
  outcome,
}: Pick<Taken, 'work' | 'tx' | 'held' | 'row' | 'outcome'>): Promise<void> {
  const one = collectedOf(row) as Collected;
  if (one.deed !== 'debit' || !one.mayRetry) return;
  const { row: loan } = held;
  const when = { today: todayOf(loan, work.now), isRenewed: outcome.what === 'corrected' };
  const next = await whenAgain(tx, loan, row, outcome.reason ?? 'other', when);
  if (next === undefined) return;
  const [instrument, carrier] = await Promise.all([
    findInstrument(tx, one.holderId, row.instrument_id as string),
    carrierById(tx, work, one.carrierId),
  ]);
  if (instrument?.status !== 'active' || carrier === undefined) return;
  const at = 'inHours' in next ? addSeconds(work.now, next.inHours * hourSeconds) : undefined;
  const { createdBy, reason, enablePrepayments, drawId, autopay } = detailsOf(row);
  const made = newDebit(work, held, {
    amount: row.amount as Cents,
    on: 'on' in next ? next.on : todayOf(loan, at ?? work.now),
    isScheduled: true,
    source: { holderId: one.holderId, instrument },
    way: { rail: one.rail, carrier },
    authorizationId: one.authorizationId,
    createdBy,
    reason: reason ?? 'oneTimePayment',
    wantsSameDay: false,
    mayRetry: true,
    enablePrepayments,
    ...(drawId === undefined ? {} : { drawId }),
    ...(autopay && { autopay }),
    retry: { of: one.retryOf ?? row.id, attempt: (one.retryAttempt ?? 0) + 1 },
  });
  const scheduled = withCollected(at === undefined ? made : { ...made, release_at: at }, {
    sec: one.sec,
    isRecurring: one.isRecurring,
  });
  insertTransaction(tx, scheduled);
  tell(work, loan, scheduled, instrument, collectedStates.move(start, 'schedule').emits);
}

async function whenAgain(
  reader: Reader,
  loan: LoanRow,
  row: TransactionRow,
  reason: string,
  { today, isRenewed }: { readonly today: number; readonly isRenewed: boolean },
): Promise<NextTry> {
  const { rail, retryOf, retryAttempt, entryDate } = collectedOf(row) as Collected;
  const [{ retryRules: rules, stopsAfterTwoFailures }, waiting, first, autopayOn] = await Promise.all([
    paymentsOf(reader, loan),
    underWay(reader, loan),
    retryOf === null ? undefined : entryOf(reader, row, retryOf),
    nextByAutopay(reader, loan),
  ]);
  const waits = waiting
    .filter((one) => one.status === 'scheduled' && isToUs(one))
    .map((one) => dayOf(one.effective_on));
  const planned = autopayOn === undefined ? waits : [...waits, autopayOn];
  const failure = {
    rail,
    reason,
    retries: retryAttempt ?? 0,
    retriesMax: stopsAfterTwoFailures ? 1 : null,
    today,
    firstEntry: first ?? dayOf(entryDate ?? row.effective_on),
    nextDebit: planned.length === 0 ? null : Math.min(...planned),
  };
  return isRenewed ? afterRenewal(failure) : nextTry(rules, failure);
}

async function entryOf(reader: Reader, { person_id }: TransactionRow, id: string): Promise<number | undefined> {
  const first = await reader.row(
    reader.db.selectFrom('transactions').selectAll().where('person_id', '=', person_id).where('id', '=', id),
  );
  return first && dayOf(collectedOf(first)?.entryDate ?? first.effective_on);
}

/** The day for which autopay plans its next payment. */
async function nextByAutopay(
  reader: Reader,
  { person_id, autopay_plan_id: planId }: LoanRow,
): Promise<number | undefined> {
  if (planId === null) return undefined;
  const plans = reader.db.selectFrom('autopay_plans').select('next_planned_on');
  const row = await reader.row(plans.where('person_id', '=', person_id).where('id', '=', planId));
  return row?.next_planned_on == null ? undefined : dayOf(row.next_planned_on);
}

async function paymentsOf(reader: Reader, { loan_type_id, loan_type_version }: LoanRow) {
  const { settings } = await loanTypeVersion(reader, loan_type_id, loan_type_version);
  return settings.payments;
}
