// What becomes of the orders of a loan: the answer of a provider moves the transaction, and the books with it, in the
// very commit that stores the answer. Messages come late, twice and out of order: one that fits no more does nothing.
import { instrumentDeactivated, instrumentErrors, instrumentUpdated } from '#capabilities/instruments/index.ts';
import type { OrderReport, Takers } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { collectedOf, withCollected } from '../../core/transactions/collected.ts';
import { instrumentOf } from '../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { transactionEvents } from '../../core/transactions/events.ts';
import { detailsOf, findTransactionOf, writeTransaction } from '../../core/transactions/transaction.ts';
import { decideReimbursement } from './decided.ts';
import { correctInstrument } from './outcomes/corrected.ts';
import { openDispute, winDispute } from './outcomes/dispute.ts';
import { acceptPayment, confirmPayment, reinstatePayment, takeBackPayment, withLoanAnew } from './outcomes/on-books.ts';
import { failPayment, returnPayment } from './outcomes/returned.ts';
import { hearReversal } from './outcomes/reversal.ts';
import type { Taken } from './outcomes/taken.ts';

export const paymentTaker: NonNullable<Takers['transaction']> = {
  decided: decideReimbursement,
  refuses: [
    errors.Locked,
    loanErrors.LoanStatusForbids,
    instrumentErrors.PaymentProcessorNotConfigured,
    transactionErrors.InstrumentCannotBeCharged,
    transactionErrors.AmountExceedsCredit,
  ],
  emits: [...transactionEvents, ...ledgerEvents, instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const found = await findTransactionOf(tx, outcome.personId, outcome.subject.id);
    const row = found && noteParticulars(tx, found, outcome);
    const held = row && (await findLoan(tx, { personId: row.person_id, loanId: row.loan_id }));
    if (row === undefined || held === undefined || collectedOf(row) === null) {
      work.log.error({ transaction: outcome.subject.id, what: outcome.what }, 'an order was of no transaction');
      return;
    }
    const instrument = await instrumentOf(tx, row);
    await hear({ work, tx, held, row, instrument, outcome });
  },
};

/** What is said beside may come when nothing else changes. */
function noteParticulars(tx: Tx, row: TransactionRow, { particulars }: OrderReport): TransactionRow {
  const collected = collectedOf(row);
  if (collected === null || Object.keys(particulars).length === 0) return row;
  const told = withCollected(row, { said: { ...collected.said, ...particulars } });
  writeTransaction(tx, told);
  return told;
}

/** Money that is settled or confirmed was accepted before, though nobody told of it. */
async function hear(taken: Taken): Promise<void> {
  const { row, outcome } = taken;
  const { what } = outcome;
  if (detailsOf(row).reversedTransactionId !== null) return hearReversal(taken);
  if (what === 'refused') return failPayment(taken);
  if (what === 'voided') return takeBackPayment(taken);
  if (what === 'accepted' || what === 'settled') return void (await acceptPayment(taken));
  if (what === 'corrected') return correctInstrument(taken);
  const there = row.status === 'initiated' ? await withLoanAnew(await acceptPayment(taken)) : taken;
  if (what === 'confirmed')
    return row.status === 'failed' || row.status === 'chargeback' ? reinstatePayment(there) : confirmPayment(there);
  if (what === 'returned' || what === 'disputeLost') return returnPayment(there);
  if (what === 'disputed') return openDispute(there);
  return row.status === 'failed' ? reinstatePayment(there) : winDispute(there);
}
