// What is written down of a file: that it was understood, that it cannot be read, that all of it has been taken.
import type { FileRefused } from '@tenor/ach/text/file-refused.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { endOfDay, noteRead, readSoFar } from '#capabilities/bank-books/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { start } from '#platform/states.ts';
import type { OrderWork } from '../../orders/attempts/order-work.ts';
import { achFileStates } from '../files/states.ts';
import { uploadRows } from '../files/upload-rows.ts';
import { countReturned } from '../rates/count.ts';
import { lookAtRates } from '../rates/look-at-rates.ts';
import { achFileRead, achFileRefused, tellOfReading } from './events.ts';
import { readingUpdate } from './keep-file.ts';
import { readingStates } from './states.ts';
import { tellOfStrangers } from './strangers.ts';
import type { ReadingRow } from './tables.ts';
import type { Understood } from './understand.ts';

const noFile = {
  direction: 'in',
  ...uploadRows.ended,
  window_at: null,
  act_at: null,
  told_person_id: null,
  told_attempt_id: null,
  released_at: null,
  released_by_type: null,
  released_by_id: null,
  last_error: null,
  uploaded_at: null,
  acknowledge_by: null,
  acknowledged_at: null,
  ended_at: null,
  reason: null,
} as const;

const fileOf = ({ id, position, file_name, bytes, sha256 }: ReadingRow) => ({
  id,
  position,
  file_name,
  bytes,
  sha256,
});

/** It is shown beside those that were sent. */
export function understoodReading(tx: Tx, now: Instant, reading: ReadingRow, understood: Understood): ReadingRow {
  const { header, end, originator, hasReturns } = understood;
  const { batches, entries, totals, lines } = end;
  const carrier_id = originator.carrierId;
  tx.write(
    tx.db.insertInto('ach_files').values({
      ...noFile,
      ...fileOf(reading),
      carrier_id,
      kind: hasReturns ? ('return' as const) : ('notificationOfChange' as const),
      state: achFileStates.move(start, 'take').to,
      business_date: header.createdOn,
      id_modifier: header.modifier.trim() || null,
      batches,
      entries,
      records: totals.records,
      lines,
      entry_hash: totals.hash,
      debit_cents: totals.debits,
      credit_cents: totals.credits,
      created_at: now,
    }),
  );
  const state = readingStates.move(reading.state, 'understand', { id: reading.id }).to;
  tx.write(readingUpdate(tx, reading.id).set({ state, carrier_id }));
  return { ...reading, state, carrier_id };
}

/** Nothing of it counts. */
export async function refuseReading(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  reading: ReadingRow,
  { line, column, message }: FileRefused,
): Promise<void> {
  const state = readingStates.move(reading.state, 'refuse', { id: reading.id }).to;
  const where = { problem: message.slice(message.indexOf(': ') + 2), line, column };
  tx.write(readingUpdate(tx, reading.id).set({ state, ...where, read_at: now }));
  work.log.warn(
    { file: reading.id, company: tx.realm.companyId, line, column },
    `a file of a bank cannot be read: ${where.problem}`,
  );
  await tellOfReading({ ...work, now }, tx, reading, achFileRefused);
}

/** All that it says has been taken. */
export async function concludeReading(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  reading: ReadingRow,
  { end, header, originator, hasReturns }: Understood,
): Promise<void> {
  const counts = await countsOf(tx, reading.id);
  const state = readingStates.move(reading.state, 'finish', { id: reading.id }).to;
  const done = { taken: counts.taken, breaks: counts.break, known: end.entries - counts.taken - counts.break };
  tx.write(readingUpdate(tx, reading.id).set({ state, ...done, tries: 0, read_at: now }));
  tx.write(tx.db.updateTable('ach_files').set({ ended_at: now }).where('id', '=', reading.id));
  const { carrierId, settings } = originator;
  if (hasReturns) {
    await noteReturnsRead(tx, now, carrierId, header.createdOn, settings.timezone);
    await countReturned(tx, reading.id);
    await lookAtRates(work, tx, now, dateInZone(now, settings.timezone));
  }
  await tellOfStrangers(work, tx, now, reading.id);
  await tellOfReading({ ...work, now }, tx, { ...reading, carrier_id: carrierId }, achFileRead);
}

async function countsOf(tx: Tx, fileId: string): Promise<Record<'taken' | 'break', number>> {
  const rows = await tx.rows(
    tx.db
      .selectFrom('provider_messages')
      .select((eb) => ['outcome', eb.fn.countAll<string>().as('count')])
      .where('file_id', '=', fileId)
      .groupBy('outcome'),
  );
  const of = (outcome: string): number => Number(rows.find((row) => row.outcome === outcome)?.count ?? 0);
  return { taken: of('taken'), break: of('break') };
}

/** The ordinary returns of a banking day are there with it: what waits until its end is confirmed then. */
async function noteReturnsRead(tx: Tx, now: Instant, carrierId: string, day: CivilDate, zone: string): Promise<void> {
  const today = dateInZone(now, zone);
  const until = instantOfLocal({ date: day < today ? day : today, time: endOfDay, zone });
  const before = (await readSoFar(tx, carrierId))?.read_until;
  if (before == null || before < until) noteRead(tx, carrierId, { read_until: until });
}
