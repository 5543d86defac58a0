// The instruments that transactions were paid with.
import { type InstrumentInBrief, instrumentKey, instrumentsOfMany } from '#capabilities/instruments/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { TransactionRow } from './tables.ts';

type Paid = Pick<TransactionRow, 'person_id' | 'instrument_id'>;

/** One statement, and none if no transaction names an instrument. */
export async function paidWith(
  reader: Reader,
  rows: readonly Paid[],
): Promise<(row: Paid) => InstrumentInBrief | undefined> {
  const keys = rows.flatMap(({ person_id, instrument_id }) =>
    instrument_id === null ? [] : [{ personId: person_id, id: instrument_id }],
  );
  const found = await instrumentsOfMany(reader, keys);
  return ({ person_id, instrument_id }) =>
    instrument_id === null ? undefined : found.get(instrumentKey({ personId: person_id, id: instrument_id }));
}
