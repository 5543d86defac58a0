// Keeps a file that a bank has sent, raw and sealed, before anybody understands it. The same bytes are kept once.
import { createHash } from 'node:crypto';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { partWriter } from '../files/parts.ts';
import { readingRows } from './reading-rows.ts';
import { readingStates } from './states.ts';
import type { ReadingRow } from './tables.ts';

export const readingRow = ({ db }: Pick<Reader, 'db'>, id: string) =>
  db.selectFrom('ach_readings').selectAll().where('id', '=', id);

export const readingUpdate = ({ db }: Pick<Tx, 'db'>, id: string) =>
  db.updateTable('ach_readings').where('id', '=', id);

interface Keeping {
  readonly vault: Vault;
  readonly clock: Pick<MachineClock, 'micros'>;
  position(): number;
}

interface Received {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Null: it was fetched. */
  readonly by: Actor | null;
  readonly fetchedFrom: string | null;
}

interface Kept {
  readonly reading: ReadingRow;
  /** The same bytes came before, and nothing is done. */
  readonly wasKnown: boolean;
}

export async function keepFile(work: Keeping, tx: Tx, now: Instant, file: Received): Promise<Kept> {
  const { bytes, by } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const before = await tx.row(tx.db.selectFrom('ach_readings').selectAll().where('sha256', '=', sha256));
  if (before !== undefined) {
    if (file.fetchedFrom !== null && before.fetched_from === null) readAsFetched(work, tx, before, file.fetchedFrom);
    return { reading: before, wasKnown: true };
  }
  const id = newId('AF');
  const parts = partWriter(work.vault, tx, id);
  // A part ends with a piece.
  for (let at = 0; at < bytes.length; at += pieceSize) parts.add(bytes.toString('latin1', at, at + pieceSize));
  parts.end();
  const row = {
    id,
    position: work.position(),
    state: readingStates.move(start, 'keep').to,
    file_name: file.fileName,
    received_by_type: by?.type ?? null,
    received_by_id: by === null || by.type === 'system' ? null : by.id,
    fetched_from: file.fetchedFrom,
    carrier_id: null,
    sha256,
    bytes: bytes.length,
    entries_done: 0,
    taken: null,
    known: null,
    breaks: null,
    problem: null,
    line: null,
    column: null,
    ...readingRows.putIn(work.clock),
    tries: 0,
    received_at: now,
    read_at: null,
  };
  tx.write(tx.db.insertInto('ach_readings').values(row), (error) => otherWasQuicker(freshId(error)));
  readingRows.enqueue(tx, work.position, { id });
  return { reading: { company_id: tx.realm.companyId, ...row }, wasKnown: false };
}

/** Somebody has brought it before: now it is known to be the bank's, and what kept it back does so no longer. */
function readAsFetched(work: Keeping, tx: Tx, { id, state }: ReadingRow, fetched_from: string): void {
  tx.write(readingUpdate(tx, id).set({ fetched_from }));
  if (!readingStates.from('keep').includes(state)) return;
  const again = { state: readingStates.move(state, 'keep', { id }).to, problem: null, line: null, column: null };
  tx.write(readingUpdate(tx, id).set({ ...again, read_at: null, tries: 0, ...readingRows.putIn(work.clock) }));
  readingRows.enqueue(tx, work.position, { id });
}

const freshId = redraw('ach_readings_pkey');
const otherWasQuicker = redraw('ach_readings_once');

const pieceSize = 262_144;
