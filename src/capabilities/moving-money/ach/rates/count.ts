// Counts debits by the day of their file: those that are sent, when their file has arrived; those that came back, when all
// of a file of the bank was taken. Each is counted in the commit that says so, which comes once.
import { returnCode } from '@tenor/ach/read/return-codes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EntryRow, FileRow } from '../../orders/ach-entries/tables.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import type { RateDayRow } from './tables.ts';

const kindOfEntry = ['ach_entries.carrier_id', 'ach_entries.is_prenote', 'ach_entries.description'] as const;

export const countSent = (tx: Tx, file: FileRow): Promise<void> => countEntries(tx, file, 1);

/** The bank has taken nothing of it. */
export const uncountSent = (tx: Tx, file: FileRow): Promise<void> => countEntries(tx, file, -1);

async function countEntries(tx: Tx, { id, business_date: day }: FileRow, times: 1 | -1): Promise<void> {
  const found = await tx.rows(
    tx.db
      .selectFrom('ach_entries')
      .select(kindOfEntry)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('file_id', '=', id)
      .where('direction', '=', 'debit')
      .groupBy(kindOfEntry),
  );
  await addAll(
    tx,
    found.map(({ count, ...entry }) => ({ ...entry, ...none, day, sent: times * Number(count) })),
  );
}

/**
 * What a file of the bank has undone, by the day of the file in which it was sent. A return that was undone and stands
 * again (its id has the code of that) was counted when it came.
 */
export async function countReturned(tx: Tx, readingId: string): Promise<void> {
  const found = await tx.rows(
    tx.db
      .selectFrom('provider_messages')
      .innerJoin('ach_entries', 'ach_entries.attempt_id', 'provider_messages.attempt_id')
      .innerJoin('ach_files', 'ach_files.id', 'ach_entries.file_id')
      .select(kindOfEntry)
      .select(['ach_files.business_date as day', 'provider_messages.code'])
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('provider_messages.file_id', '=', readingId)
      .where('provider_messages.what', '=', 'returned')
      .where('provider_messages.outcome', '=', 'taken')
      .where(sql<boolean>`split_part(event_id, '.', 3) = code`)
      .where('ach_entries.direction', '=', 'debit')
      .groupBy([...kindOfEntry, 'ach_files.business_date', 'provider_messages.code']),
  );
  await addAll(
    tx,
    found.map(({ count, code, ...entry }) => {
      const returned = Number(count);
      const { rate } = returnCode(code ?? '');
      return { ...entry, ...none, returned, ...(rate === null ? {} : { [rate]: returned }) };
    }),
  );
}

const counts = ['sent', 'returned', 'unauthorized', 'administrative'] as const;
const none = { sent: 0, returned: 0, unauthorized: 0, administrative: 0 };

type Counted = Omit<RateDayRow, 'company_id'>;
type CountedEntries = Pick<EntryRow, 'carrier_id' | 'is_prenote' | 'description'> &
  Pick<Counted, 'day' | (typeof counts)[number]>;

async function addAll(tx: Tx, found: readonly CountedEntries[]): Promise<void> {
  if (found.length === 0) return;
  const banks = await tx.rows(
    tx.db.selectFrom('payment_providers').select(['id', 'settings']).where('kind', '=', 'ach'),
  );
  const originators = new Map(banks.map(({ id, settings }) => [id, (settings as unknown as AchSettings).companyId]));
  const rows = new Map<string, Counted>();
  for (const { carrier_id, is_prenote, description, day, ...one } of found) {
    const originator = originators.get(carrier_id) ?? carrier_id;
    const is_verifying = is_prenote || description === 'ACCTVERIFY';
    const key = `${originator} ${day} ${is_verifying}`;
    const row = rows.get(key) ?? { ...none, originator, day, is_verifying };
    rows.set(key, { ...row, ...Object.fromEntries(counts.map((count) => [count, row[count] + one[count]])) });
  }
  // In one order everywhere, so that two commits do not wait for each other.
  for (const [, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) add(tx, row);
}

const add = (tx: Tx, row: Counted): void =>
  tx.write(
    tx.db
      .insertInto('ach_rate_days')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'originator', 'day', 'is_verifying'] as never).doUpdateSet((eb) => ({
          sent: eb('ach_rate_days.sent', '+', eb.ref('excluded.sent')),
          returned: eb('ach_rate_days.returned', '+', eb.ref('excluded.returned')),
          unauthorized: eb('ach_rate_days.unauthorized', '+', eb.ref('excluded.unauthorized')),
          administrative: eb('ach_rate_days.administrative', '+', eb.ref('excluded.administrative')),
        })),
      ),
  );
