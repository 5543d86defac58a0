// How a file that came in is found and shown.
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { readingRow } from './keep-file.ts';
import { AchReading } from './schemas.ts';
import { readingStateNames } from './states.ts';
import type { ReadingRow } from './tables.ts';

export const readingList = defineList({
  table: 'ach_readings',
  filters: { state: StringEnum(readingStateNames, { example: 'unreadable' }) },
});

const present = presenter<typeof AchReading, ReadingRow>(AchReading);

export const presentReading = (row: ReadingRow): AchReading =>
  present(row, {
    object: 'achReading',
    paymentProviderId: row.carrier_id,
    waitsFor: row.state === 'kept' && row.due_at === null ? 'secondPerson' : null,
    isFetched: row.fetched_from !== null,
  });

export const listReadings = (reader: Reader, input: PageInput): Promise<Page<AchReading>> =>
  readingList.page(reader, reader.db.selectFrom('ach_readings').selectAll(), input, {
    each: presentReading,
  });

export const noReading = (id: string): Error => notFound('file of a bank', id, 'achReadingId', 'This company');

/** Errors: NotFound. */
export async function readReading(reader: Reader, id: string): Promise<AchReading> {
  const row = await reader.row(readingRow(reader, id));
  if (row !== undefined) return presentReading(row);
  throw noReading(id);
}
