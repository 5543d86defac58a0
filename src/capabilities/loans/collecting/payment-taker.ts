// What becomes of the orders of a loan: the answer of a provider moves the transaction, and the books with it, in the
// very commit that stores the answer. Messages come late, twice and out of order: one that fits no more does nothing.
import { instrumentDeactivated, instrumentUpdated } from '#capabilities/instruments/index.ts';
import type { Outcome, Taking } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { findLoan } from '../lifecycle/loan.ts';
import { ledgerEvents } from '../loan/events.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { collectedOf } from '../transactions/collected.ts';
import { instrumentOf } from '../transactions/commands/update-transaction.ts';
import { transactionEvents } from '../transactions/events.ts';
import { corrected } from './outcomes/corrected.ts';
import { disputed, disputeWon } from './outcomes/dispute.ts';
import { accepted, again, confirmed, reinstated, type Taken, takenBack } from './outcomes/on-books.ts';
import { refused, returned } from './outcomes/returned.ts';
import { reversalHeard } from './outcomes/reversal.ts';

export const paymentTaker: {
  readonly take: (work: Taking, tx: Tx, outcome: Outcome) => Promise<void>;
  readonly emits: readonly EventKind[];
} = {
  emits: [...transactionEvents, ...ledgerEvents, instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const row = await transactionOf(tx, outcome);
    const held = row && (await findLoan(tx, { personId: row.person_id, loanId: row.loan_id }));
    if (row === undefined || held === undefined || collectedOf(row) === null) {
      work.log.error({ transaction: outcome.subject.id, what: outcome.what }, 'an order was of no transaction');
      return;
    }
    const instrument = await instrumentOf(tx, row);
    await heard({ work, tx, held, row, instrument, outcome });
  },
};

const transactionOf = (tx: Tx, { personId, subject }: Outcome): Promise<TransactionRow | undefined> =>
  tx.row(tx.db.selectFrom('transactions').selectAll().where('person_id', '=', personId).where('id', '=', subject.id));

/** Money that is settled or confirmed was accepted before, though nobody told of it. */
async function heard(taken: Taken): Promise<void> {
  const { row, outcome } = taken;
  const { what } = outcome;
  if (row.details.reversedTransactionId !== null) return reversalHeard(taken);
  if (what === 'refused') return refused(taken);
  if (what === 'voided') return takenBack(taken);
  if (what === 'accepted' || what === 'settled') return void (await accepted(taken));
  if (what === 'corrected') return corrected(taken);
  const there = row.status === 'initiated' ? await again(await accepted(taken)) : taken;
  if (what === 'confirmed')
    return row.status === 'failed' || row.status === 'chargeback' ? reinstated(there) : confirmed(there);
  if (what === 'returned' || what === 'disputeLost') return returned(there);
  if (what === 'disputed') return disputed(there);
  return row.status === 'failed' ? reinstated(there) : disputeWon(there);
}
