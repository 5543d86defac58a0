// Where the statements of its bank are read, a payment by ACH is confirmed only once that of the day on which it settled
// has been: whether the calendar or the provider says so.

import type { CashDayRow } from '#capabilities/bank-books/index.ts';
import { readSoFar } from '#capabilities/bank-books/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { AttemptRow } from './tables.ts';

type Settling = Pick<AttemptRow, 'rail' | 'settled_on' | 'entry_date'>;

export function isShownByBank(
  { settled_on, entry_date }: Settling,
  bankThrough: CashDayRow['bank_through'] | undefined,
): boolean {
  const settles = settled_on ?? entry_date;
  return bankThrough == null || settles === null || bankThrough >= settles;
}

export async function waitsForBank(reader: Reader, carrierId: string, row: Settling): Promise<boolean> {
  if (row.rail !== 'ach') return false;
  return !isShownByBank(row, (await readSoFar(reader, carrierId))?.bank_through);
}
