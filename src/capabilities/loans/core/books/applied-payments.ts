// What payment.applied tells of the transactions that changes of the books apply. A command knows its own; others are
// applied anew when a change of the past reaches them, or when their day comes: they are read, all in one flight.
import { sql } from 'kysely';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Difference } from '../loan/books.ts';
import { paymentApplied } from '../loan/events.ts';
import { paidWith } from '../loan/paid-with.ts';
import type { LoanRow, TransactionRow } from '../loan/tables.ts';
import { type ToldOfTransaction, toldOfTransaction } from '../loan/transaction-told.ts';
import { transactionOf } from './write-splits.ts';

export interface KnownTransaction {
  readonly row: TransactionRow;
  /** Read if it is not given and the transaction names one. */
  readonly instrument?: InstrumentInBrief | undefined;
}

interface Change {
  readonly row: LoanRow;
  readonly difference: Difference;
  readonly transactions: readonly KnownTransaction[];
}

export type AppliedPayments = ReadonlyMap<string, ToldOfTransaction>;

export const appliedKey = (loan: LoanRow, transactionId: string): string => `${loan.person_id} ${transactionId}`;

export async function appliedPayments(tx: Tx, changes: readonly Change[]): Promise<AppliedPayments> {
  const applied = changes.flatMap(({ row: loan, difference, transactions }) => {
    const known = new Map(transactions.map((one) => [one.row.id, one]));
    const events = difference.events.come.filter(({ type }) => type === paymentApplied.type);
    const ids = new Set(events.map(({ cause }) => transactionOf(cause)));
    return [...ids].map((id) => ({ loan, id, known: known.get(id) }));
  });
  if (applied.length === 0) return new Map();
  const read = await readTransactions(
    tx,
    applied.filter(({ known }) => known === undefined),
  );
  const rows = applied.flatMap(({ loan, id, known }) => {
    const row = known?.row ?? read.get(appliedKey(loan, id));
    return row === undefined ? [] : [{ loan, row, instrument: known?.instrument }];
  });
  const instrumentOf = await paidWith(
    tx,
    rows.filter(({ instrument }) => instrument === undefined).map(({ row }) => row),
  );
  return new Map(
    rows.map(({ loan, row, instrument = instrumentOf(row) }) => [
      appliedKey(loan, row.id),
      toldOfTransaction(loan, row, instrument),
    ]),
  );
}

async function readTransactions(
  tx: Tx,
  wanted: readonly { readonly loan: LoanRow; readonly id: string }[],
): Promise<ReadonlyMap<string, TransactionRow>> {
  if (wanted.length === 0) return new Map();
  const people = [...new Set(wanted.map(({ loan }) => loan.person_id))];
  const ids = wanted.map(({ id }) => id);
  const rows = await tx.rows(
    tx.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', sql<string>`any(${people}::text[])`)
      .where('id', '=', sql<string>`any(${ids}::text[])`),
  );
  return new Map(rows.map((row) => [`${row.person_id} ${row.id}`, row]));
}
