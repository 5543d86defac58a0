// The external ids of what reversed some transactions: one look-up for all, and none where nothing was reversed.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { TransactionRow } from '../loan/tables.ts';

type OfReversed = (row: TransactionRow) => string | null;

const idOf = ({ details }: TransactionRow): string | undefined =>
  (details as { readonly reversedByTransactionId?: string | null }).reversedByTransactionId ?? undefined;

/** The rows are of one borrower, or of few. */
export async function reversalIdsOf(reader: Reader, rows: readonly TransactionRow[]): Promise<OfReversed> {
  const reversed = rows.filter((row) => idOf(row) !== undefined);
  if (reversed.length === 0) return () => null;
  const people = [...new Set(reversed.map(({ person_id }) => person_id))];
  const found = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .select(['id', 'external_id'])
      .where('person_id', '=', (eb) => (people.length === 1 ? eb.val(people[0]) : eb.fn.any(eb.val(people))))
      .where('id', '=', sql<string>`any(${reversed.map(idOf)}::text[])`),
  );
  const externalIds = new Map(found.map(({ id, external_id }) => [id, external_id]));
  return (row) => externalIds.get(idOf(row) ?? '') ?? null;
}
