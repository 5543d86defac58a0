// The order that takes a payment back. When it is accepted the payment is off the books from its own day on; if it
// fails later, the payment is back.
import type { Tx } from '#platform/db/realm-database.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import type { TransactionStatus } from '../../../core/transactions/base/words.ts';
import { type Collected, collectedOf, withCollected } from '../../../core/transactions/collected.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import { detailsOf, writeTransaction } from '../../../core/transactions/transaction.ts';
import { moved, tell } from '../collect.ts';
import { putBackOnBooks, takeOffBooks, withFailure, writeOnly } from './on-books.ts';
import type { Taken } from './taken.ts';

export async function hearReversal(taken: Taken): Promise<void> {
  const { outcome, row } = taken;
  const original = await reversedBy(taken);
  if (original === undefined) return;
  if (outcome.what === 'accepted' || outcome.what === 'settled') return acceptReversal(taken, original);
  if (outcome.what === 'confirmed') {
    if (row.status === 'initiated') await acceptReversal(taken, original);
    return row.status === 'pending' ? confirmReversal(taken, original) : undefined;
  }
  if (outcome.what === 'refused' || outcome.what === 'returned') return failReversal(taken, original);
}

const reversedBy = ({ tx, row }: { tx: Tx; row: TransactionRow }): Promise<TransactionRow | undefined> =>
  tx.row(
    tx.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', row.person_id)
      .where('id', '=', detailsOf(row).reversedTransactionId as string),
  );

const sides = (
  row: TransactionRow,
  reversed: TransactionStatus,
  reversing: TransactionStatus,
  providerId: string | null,
) => ({
  ...row,
  details: { ...row.details, reversal: { reversed, reversing, providerId } },
});

async function acceptReversal(taken: Taken, original: TransactionRow): Promise<void> {
  const { work, tx, held, row, outcome } = taken;
  if (row.status !== 'initiated') return;
  const { providerId } = outcome;
  const { to } = collectedStates.move(row.status, 'accept');
  const isVoid = collectedOf(row)?.deed === 'void';
  const mayVoid = isVoid && original.status === 'pending';
  const move = mayVoid ? collectedStates.move(original.status, 'void') : undefined;
  const status = move?.to ?? original.status;
  const off = sides(move === undefined ? original : moved(original, move.to, work.now), status, to, providerId);
  const isOn = original.fact_id !== null && collectedOf(original)?.undoId === null;
  if (isOn) await takeOffBooks({ ...taken, row: original }, off, { reason: 'reversed', nsfFee: false });
  else writeOnly({ ...taken, row: original }, off);
  writeTransaction(tx, sides(withCollected(moved(row, to, work.now), { providerId }), status, to, providerId));
  if (move !== undefined) tell(work, held.row, off, undefined, move.emits);
}

async function confirmReversal(taken: Taken, original: TransactionRow): Promise<void> {
  const { work, tx, held, row } = taken;
  const { to, emits } = collectedStates.move(row.status, 'confirm');
  const { providerId } = collectedOf(row) as Collected;
  const safe = sides(withCollected(moved(row, to, work.now), { isConfirmed: true }), original.status, to, providerId);
  writeOnly({ ...taken, row: original }, sides(original, original.status, to, providerId));
  writeTransaction(tx, safe);
  tell(work, held.row, safe, taken.instrument, emits);
}

async function failReversal(taken: Taken, original: TransactionRow): Promise<void> {
  const { work, tx, held, row, outcome } = taken;
  if (!['initiated', 'pending', 'succeeded'].includes(row.status)) return;
  const { to, emits } = collectedStates.move(row.status, row.status === 'initiated' ? 'refuse' : 'return');
  const over = withFailure(moved(row, to, work.now), outcome.reason ?? 'other', outcome.code);
  writeTransaction(tx, sides(over, original.status, to, outcome.providerId));
  const details = { ...original.details, reversedByTransactionId: null };
  const free = sides({ ...original, details }, original.status, to, outcome.providerId);
  // What came back meanwhile, or was canceled, stays off the books.
  const isGone = ['canceled', 'failed', 'chargeback'].includes(original.status);
  if (collectedOf(original)?.undoId == null || isGone) writeOnly({ ...taken, row: original }, free);
  else await putBackOnBooks({ ...taken, row: original }, free);
  tell(work, held.row, over, taken.instrument, emits);
}
