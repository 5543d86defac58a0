// Finds tapes by their ids.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanTapeRow, loanTapes } from '../tables.ts';

export const readTape = (reader: Reader, tapeId: string, lock = false): Promise<LoanTapeRow | undefined> => {
  const query = reader.db.selectFrom('loan_tapes').select(loanTapes.all).where('id', '=', tapeId);
  return reader.row(lock ? query.forNoKeyUpdate() : query) as Promise<LoanTapeRow | undefined>;
};

/** By which version of a type each of these tapes is made. */
export async function typesOfTapes(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('loan_tapes')
      .select(['id', 'loan_tape_type_id'])
      .where('id', '=', sql<string>`any(${ids}::text[])`),
  );
  return new Map(rows.map(({ id, loan_tape_type_id: typeId }) => [id, typeId]));
}
