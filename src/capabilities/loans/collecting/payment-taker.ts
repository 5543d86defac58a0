// What becomes of the orders of a loan: the answer of a provider moves the transaction, and the books with it, in the
// very commit that stores the answer. Messages come late, twice and out of order: one that fits no more does nothing.
import { instrumentDeactivated, instrumentErrors, instrumentUpdated } from '#capabilities/instruments/index.ts';
import type { Takers } from '#capabilities/moving-money/index.ts';
import { errors } from '#platform/errors.ts';
import { findLoan } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { ledgerEvents } from '../loan/events.ts';
import { collectedOf } from '../transactions/collected.ts';
import { instrumentOf } from '../transactions/commands/update-transaction.ts';
import { transactionErrors } from '../transactions/errors.ts';
import { transactionEvents } from '../transactions/events.ts';
import { findTransactionOf } from '../transactions/transaction.ts';
import { decided } from './decided.ts';
import { disputed, disputeWon } from './outcomes/dispute.ts';
import { accepted, again, confirmed, reinstated, type Taken, takenBack } from './outcomes/on-books.ts';
import { refused, returned } from './outcomes/returned.ts';
import { reversalHeard } from './outcomes/reversal.ts';

export const paymentTaker: NonNullable<Takers['transaction']> = {
  decided,
  refuses: [
    errors.Locked,
    loanErrors.LoanStatusForbids,
    instrumentErrors.PaymentProcessorNotConfigured,
    transactionErrors.InstrumentCannotBeCharged,
    transactionErrors.AmountExceedsCredit,
  ],
  emits: [...transactionEvents, ...ledgerEvents, instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const row = await findTransactionOf(tx, outcome.personId, outcome.subject.id);
    const held = row && (await findLoan(tx, { personId: row.person_id, loanId: row.loan_id }));
    if (row === undefined || held === undefined || collectedOf(row) === null) {
      work.log.error({ transaction: outcome.subject.id, what: outcome.what }, 'an order was of no transaction');
      return;
    }
    const instrument = await instrumentOf(tx, row);
    await heard({ work, tx, held, row, instrument, outcome });
  },
};

/** Money that is settled or confirmed was accepted before, though nobody told of it. */
async function heard(taken: Taken): Promise<void> {
  const { row, outcome } = taken;
  const { what } = outcome;
  if (row.details.reversedTransactionId !== null) return reversalHeard(taken);
  if (what === 'refused') return refused(taken);
  if (what === 'voided') return takenBack(taken);
  if (what === 'accepted' || what === 'settled') return void (await accepted(taken));
  if (what === 'corrected') return;
  const there = row.status === 'initiated' ? await again(await accepted(taken)) : taken;
  if (what === 'confirmed')
    return row.status === 'failed' || row.status === 'chargeback' ? reinstated(there) : confirmed(there);
  if (what === 'returned' || what === 'disputeLost') return returned(there);
  if (what === 'disputed') return disputed(there);
  return row.status === 'failed' ? reinstated(there) : disputeWon(there);
}
