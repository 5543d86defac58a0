// What the provider says of a payment, and the books: on them from its own day on once it is accepted; off them, from
// that same day, when it comes back.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { countSuccess } from '#capabilities/moving-money/index.ts';
import { changeByTransaction, changeLoan } from '../../../core/books/change-loan.ts';
import { owedAgain } from '../../../core/books/owed-again.ts';
import { findLoan } from '../../../core/lifecycle/loan.ts';
import { startOf } from '../../../core/loan/past-day.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { factId } from '../../../core/timeline/fact-id.ts';
import { cleared } from '../../../core/transactions/cleared.ts';
import { type Collected, collectedOf, withCollected } from '../../../core/transactions/collected.ts';
import { touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { factOf, undoOf } from '../../../core/transactions/money-fact.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import { detailsOf, isDownPayment, isReimbursement, writeTransaction } from '../../../core/transactions/transaction.ts';
import { moved, tell } from '../collect.ts';
import { underWay } from '../on-the-way.ts';
import { dropWithLoan } from '../release-payments.ts';
import { lostTwice } from './lost-twice.ts';
import type { Taken } from './taken.ts';

/** The transaction and the books change in one commit. */
async function changeBooks(taken: Taken, facts: readonly Fact[], row: TransactionRow): Promise<Taken> {
  return (await bookRow(taken, facts, row)).taken;
}

async function bookRow(taken: Taken, facts: readonly Fact[], row: TransactionRow) {
  const { work, tx, held, instrument } = taken;
  const write = { row, instrument, hasHappened: true, write: writeTransaction };
  const { transaction, difference } = await changeByTransaction(work, tx, held, facts, write);
  return { taken: { ...taken, row: transaction }, postings: difference.postings };
}

/** Writes the transaction alone: the books stay as they are. */
export function writeOnly({ tx, held, ...taken }: Taken, row: TransactionRow): Taken {
  writeTransaction(tx, row);
  touchLoan(tx, held.row);
  return { ...taken, tx, held, row };
}

/** Reads the loan as this commit has left it. */
export async function withLoanAnew(taken: Taken): Promise<Taken> {
  const { tx, row } = taken;
  const held = await findLoan(tx, { personId: row.person_id, loanId: row.loan_id });
  return held === undefined ? taken : { ...taken, held };
}

export async function acceptPayment(taken: Taken): Promise<Taken> {
  const { work, held, row, outcome } = taken;
  const { providerId } = outcome;
  if (row.status !== 'initiated') {
    // A second attempt after a certain no has another id.
    return providerId === null || providerId === collectedOf(row)?.providerId
      ? taken
      : writeOnly(taken, withCollected(row, { providerId }));
  }
  const { to } = collectedStates.move(row.status, 'accept');
  // What is paid back counts on the day on which it goes out.
  const day = isReimbursement(row) ? todayOf(held.row, work.now) : dayOf(row.effective_on);
  // The money has moved: where a test clock was set back behind the activation, it counts from there.
  const on = Math.max(day, startOf(held.row) ?? day);
  const there = { ...withCollected(moved(row, to, work.now), { providerId }), effective_on: dateOf(on) };
  if (isDownPayment(row)) return writeOnly(taken, there);
  const pending: TransactionRow = { ...there, fact_id: row.id };
  return changeBooks(taken, [factOf(pending, row.id, on)], pending);
}

/** No return for lack of funds can come any more in the ordinary way. */
export async function confirmPayment(taken: Taken): Promise<void> {
  const { work, held, row, instrument } = taken;
  if (row.status !== 'pending') return;
  const { to, emits } = collectedStates.move(row.status, 'confirm');
  const safe = withCollected(moved(row, to, work.now), { isConfirmed: true });
  await makeSafe(taken, cleared(held, safe, todayOf(held.row, work.now)));
  const { deed, holderId: personId, authorizationId } = collectedOf(row) as Collected;
  if (deed === 'debit') countSuccess(work, taken.tx, { personId, authorizationId });
  tell(work, held.row, safe, instrument, emits);
}

/** The books hear of it only where something waited for it. */
export async function makeSafe(taken: Taken, { facts, row }: ReturnType<typeof cleared>): Promise<Taken> {
  if (facts.length === 0) return writeOnly(taken, row);
  const { work, tx, held } = taken;
  // What it has paid stays: these days may be after all that the books compute of it again.
  await changeLoan(work, tx, held, facts);
  writeTransaction(tx, row);
  return { ...taken, row };
}

/** Taken back before it moved: it never was there, and costs nothing. */
export async function takeBackPayment(taken: Taken): Promise<void> {
  const { work, held, row, instrument } = taken;
  if (row.status !== 'initiated' && row.status !== 'pending') return;
  const { to, emits } = collectedStates.move(row.status, 'void');
  const details = { ...row.details, cancelReason: 'takenBack' };
  const canceled = { ...moved(row, to, work.now), details };
  await takeOffBooks(taken, canceled, { reason: 'canceled', nsfFee: false });
  tell(work, held.row, canceled, instrument, emits);
}

interface Undoing {
  readonly reason: FactOf<'undo'>['reason'];
  readonly nsfFee: boolean;
  /** Set when only a part is disputed. */
  readonly amount?: Cents | null;
}

/**
 * Takes it off the books from its own day on; the day on which it became known dates only the fee. What is not on them
 * changes alone.
 */
export async function takeOffBooks(
  taken: Taken,
  row: TransactionRow,
  { reason, nsfFee, amount = null }: Undoing,
): Promise<Taken> {
  const { work, held } = taken;
  if (row.fact_id === null) return writeOnly(taken, row);
  const today = todayOf(held.row, work.now);
  const undo = { ...undoOf(held.row, row, { reason, today, nsfFee }), amount };
  const off = withCollected(row, { undoId: undo.id });
  // The part that was not disputed is safe.
  const rest = amount === null ? { facts: [], row: off } : cleared(held, off, today);
  const { taken: after, postings } = await bookRow(taken, [undo, ...rest.facts], rest.row);
  // Credit that was paid back was never there: the borrower owes it, and a person is told.
  const missing = owedAgain({ postings });
  if (missing > 0) lostTwice(after, missing);
  return after;
}

/** Undoes the undoing: the payment is back on its own day, and a fee whose cause is gone goes. */
export async function reinstatePayment(taken: Taken): Promise<void> {
  const { work, held, row, instrument } = taken;
  if (collectedOf(row)?.undoId == null && !isDownPayment(row)) return;
  const { to, emits } = collectedStates.move(row.status, 'reinstate');
  const back = withFailure(moved(row, to, work.now), null, null);
  if (isSentBack(row)) writeOnly(taken, back);
  else await putBackOnBooks(taken, back);
  tell(work, held.row, back, instrument, emits);
  await dropRetries(taken);
}

/** The order that takes it back stands: it is off the books for that, whatever else becomes of it. */
export function isSentBack(row: TransactionRow): boolean {
  const { reversedByTransactionId, reversal } = detailsOf(row);
  return reversedByTransactionId !== null && (reversal?.reversing === 'pending' || reversal?.reversing === 'succeeded');
}

/** It is paid after all: what was to be taken once more is not. */
async function dropRetries({ work, tx, held, row }: Taken): Promise<void> {
  const item = collectedOf(row)?.retryOf ?? row.id;
  for (const one of await underWay(tx, held.row)) {
    const isRetry = one.status === 'scheduled' && collectedOf(one)?.retryOf === item;
    if (isRetry) dropWithLoan(work, tx, held, one, 'superseded');
  }
}

export function putBackOnBooks(taken: Taken, row: TransactionRow): Promise<Taken> {
  const { work, held } = taken;
  if (row.fact_id === null) return Promise.resolve(writeOnly(taken, row));
  const undo: FactOf<'undo'> = {
    kind: 'undo',
    id: factId(held.row, 'undo'),
    of: (collectedOf(row) as Collected).undoId as string,
    on: dayOf(row.effective_on),
    reason: 'reversed',
    happenedOn: todayOf(held.row, work.now),
    amount: null,
    nsfFee: false,
  };
  const back = withCollected(row, { undoId: null });
  const safe = row.status === 'succeeded' ? cleared(held, back, undo.happenedOn) : { facts: [], row: back };
  return changeBooks(taken, [undo, ...safe.facts], safe.row);
}

export const withFailure = (row: TransactionRow, failureReason: string | null, code: string | null): TransactionRow =>
  withCollected({ ...row, details: { ...row.details, failureReason } }, { code });
