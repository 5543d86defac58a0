// The instruments that transactions were paid with.
import { type InstrumentInBrief, instrumentKey, instrumentsOfMany } from '#capabilities/instruments/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { TransactionRow } from './tables.ts';

type Paid = Pick<TransactionRow, 'person_id' | 'instrument_id'> & { readonly details?: object };

/** Who has the instrument: the borrower, or an additional person of the loan. */
const holderOf = ({ person_id, details }: Paid): string =>
  (details as { readonly collected?: { readonly holderId: string } } | undefined)?.collected?.holderId ?? person_id;

/** One statement, and none if no transaction names an instrument. */
export async function paidWith(
  reader: Reader,
  rows: readonly Paid[],
): Promise<(row: Paid) => InstrumentInBrief | undefined> {
  const keys = rows.flatMap((row) =>
    row.instrument_id === null ? [] : [{ personId: holderOf(row), id: row.instrument_id }],
  );
  const found = await instrumentsOfMany(reader, keys);
  return (row) =>
    row.instrument_id === null
      ? undefined
      : found.get(instrumentKey({ personId: holderOf(row), id: row.instrument_id }));
}
