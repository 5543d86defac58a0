// Disputes of the payer with bank or network. While one runs the loan is untouched: undoing and doing again would make
// the borrower late twice on the strength of a claim.
import { newId } from '#platform/ids.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { cleared, unsafeAgain } from '../../../core/transactions/cleared.ts';
import { type Chargeback, type Collected, collectedOf, withCollected } from '../../../core/transactions/collected.ts';
import { collectedStates } from '../../../core/transactions/states.ts';
import { moved, tell } from '../collect.ts';
import { instrumentAfter } from './instrument-after.ts';
import { isSentBack, makeSafe, putBackOnBooks, writeOnly } from './on-books.ts';
import type { Taken } from './taken.ts';

export async function openDispute(taken: Taken): Promise<void> {
  const { work, held, row, instrument } = taken;
  if (row.status !== 'pending' && row.status !== 'succeeded') return;
  const { to, emits } = collectedStates.move(row.status, 'dispute');
  const open = withChargeback(taken, moved(row, to, work.now), 'open');
  const { row: unsafe } = await makeSafe(taken, unsafeAgain(held, open, todayOf(held.row, work.now)));
  await instrumentAfter(taken, taken.outcome.reason ?? 'disputed');
  tell(work, held.row, unsafe, instrument, emits);
}

/** Also after it was lost: arbitration may turn it. */
export async function winDispute(taken: Taken): Promise<void> {
  const { work, held, row, instrument } = taken;
  if (row.status !== 'inDispute' && row.status !== 'chargeback') return;
  const { to, emits } = collectedStates.move(row.status, row.status === 'inDispute' ? 'win' : 'reinstate');
  const won = withChargeback(taken, moved(row, to, work.now), 'won');
  if (isSentBack(row)) writeOnly(taken, won);
  else if (row.status === 'chargeback') await putBackOnBooks(taken, won);
  else await makeSafe(taken, cleared(held, won, todayOf(held.row, work.now)));
  tell(work, held.row, won, instrument, emits);
}

/** The dispute that runs gets the status; without one it is made: a return that nobody announced. */
export function withChargeback(
  { work, outcome }: Taken,
  row: TransactionRow,
  status: Chargeback['status'],
): TransactionRow {
  const { chargebacks } = collectedOf(row) as Collected;
  const last = chargebacks.at(-1);
  const goesOn = last !== undefined && (last.status !== 'won' || status === 'won');
  if (goesOn) {
    // The network may have given back a part of what was disputed.
    const amount = status === 'lost' ? outcome.amount : last.amount;
    return withCollected(row, { chargebacks: [...chargebacks.slice(0, -1), { ...last, status, amount }] });
  }
  const made: Chargeback = {
    id: newId('TC'),
    amount: outcome.amount,
    status,
    category: categoryOf(outcome.code),
    reasonCode: outcome.code,
    description: null,
    externalCaseNumber: outcome.caseNumber,
    openedAt: work.now,
    respondBy: outcome.respondBy as Chargeback['respondBy'],
  };
  return withCollected(row, { chargebacks: [...chargebacks, made] });
}

const categories: readonly (readonly [category: string, codes: RegExp])[] = [
  ['duplicate', /^(R24|12\.6|4834)/],
  ['unauthorized', /^(R05|R07|R10|R29|R51|10\.|4837|4863|4870|4871)/],
  ['notAsAgreed', /^(R11|12\.|13\.2|13\.7|4841|4853)/],
  ['authorization', /^(11\.|4808)/],
  ['creditMissing', /^13\.6/],
];

const categoryOf = (code: string | null): string =>
  categories.find(([, codes]) => code !== null && codes.test(code))?.[0] ?? 'other';
