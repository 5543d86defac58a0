// A payment was sent back to the borrower and came back from the bank as well: both have the money. The books have done
// what they can; whether it is claimed from the bank or from the borrower a person decides.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import { toldOfTransaction } from '../../../core/loan/transaction-told.ts';
import { aboutTransaction, paymentRefundedAndReturned } from '../../../core/transactions/events.ts';
import type { Taken } from './taken.ts';

export function lostTwice({ work, tx, held, row, instrument, outcome }: Taken, lost: Cents): void {
  const detail = `${row.id} came back (${outcome.what}) after ${formatCents(lost)} of it had been sent back.`;
  const about = { personId: row.person_id, attemptId: outcome.attemptId, amount: lost };
  recordBreak(tx, work, { kind: 'refundedAndReturned', detail }, about);
  const fields = { ...toldOfTransaction(held.row, row, instrument), amount: lost };
  work.emit(paymentRefundedAndReturned, row.person_id, fields, aboutTransaction(row));
}
