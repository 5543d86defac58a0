// A payment that was refused, or came back. The table of reasons says whether it failed or was charged back, whether it
// costs the returned-item fee, and whether it may be tried again.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { countFailure, failureRule } from '#capabilities/moving-money/index.ts';
import { wakeAutopay } from '../../../core/books/wake-autopay.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import { type Collected, collectedOf } from '../../../core/transactions/collected.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import { isCovered } from '../checks.ts';
import { moved, tell } from '../collect.ts';
import { retryAfter } from '../retry.ts';
import { withChargeback } from './dispute.ts';
import { instrumentAfter } from './instrument-after.ts';
import { lostTwice } from './lost-twice.ts';
import { isSentBack, takeOffBooks, withFailure, writeOnly } from './on-books.ts';
import type { Taken } from './taken.ts';

/** Certain: no money has moved. One that was on the books, because a batch was rejected late, is taken off them. */
export async function failPayment(taken: Taken): Promise<void> {
  const { work, tx, held, row, instrument, outcome } = taken;
  if (row.status === 'pending') return returnPayment(taken);
  if (row.status !== 'initiated') return;
  const { to, emits } = collectedStates.move(row.status, 'refuse');
  const failed = withFailure(moved(row, to, work.now), reasonOf(taken), outcome.code);
  writeOnly(taken, failed);
  await instrumentAfter(taken, reasonOf(taken));
  tell(work, held.row, failed, instrument, emits);
  wakeAutopay(tx, held.row, work.now);
  if (!(await countFailedDebit(taken))) await retryAfter({ ...taken, row: failed });
}

/** Money that came back, or that a dispute took. */
export async function returnPayment(taken: Taken): Promise<void> {
  const { work, tx, held, row, instrument, outcome } = taken;
  if (!['pending', 'succeeded', 'inDispute'].includes(row.status)) return;
  const reason = reasonOf(taken);
  const rule = failureRule(reason);
  const isChargeback = outcome.what === 'disputeLost' || (isDebit(row) && rule.after === 'chargeback');
  const { to, emits } = collectedStates.move(
    row.status,
    isChargeback || row.status === 'inDispute' ? 'chargeBack' : 'return',
  );
  const came = withFailure(moved(row, to, work.now), reason, outcome.code);
  const off = isChargeback ? withChargeback(taken, came, 'lost') : came;
  // The payer has its money twice then, and a person looks at it; the loan has lost it once.
  const isTwice = isSentBack(row);
  const undoing = {
    reason: isChargeback ? 'chargeback' : 'failed',
    nsfFee: isDebit(row) && rule.isFeeDue && collectedOf(row)?.retryOf === null,
    amount: isChargeback && outcome.amount < row.amount ? (outcome.amount as Cents) : null,
  } as const;
  const next = isTwice ? writeOnly(taken, off) : await takeOffBooks(taken, off, undoing);
  if (isTwice) lostTwice(next, outcome.amount);
  const { row: after } = next;
  tell(work, held.row, after, instrument, emits);
  wakeAutopay(tx, held.row, work.now);
  await instrumentAfter(taken, reason);
  const isStopped = await countFailedDebit(taken);
  if (!isChargeback && !isTwice && !isStopped) await retryAfter({ ...taken, row: after });
}

/** A failure for lack of funds on a covered loan, the second in a row. */
async function countFailedDebit(taken: Taken): Promise<boolean> {
  const { work, tx, held, row } = taken;
  const isOfFunds = failureRule(reasonOf(taken)).autopay === 'pauseAfterTwo';
  if (!isDebit(row) || !isOfFunds || !(await isCovered(tx, held.row))) return false;
  const { holderId: personId, authorizationId } = collectedOf(row) as Collected;
  return countFailure(work, tx, { personId, authorizationId });
}

const isDebit = (row: TransactionRow): boolean => (collectedOf(row) as Collected).deed === 'debit';

const reasonOf = ({ outcome }: Taken): string => outcome.reason ?? 'other';
