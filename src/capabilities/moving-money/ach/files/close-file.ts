// Closes a file: its row, its traces and its bytes are one commit, with which its orders can no longer be taken back.
// Entries come a page at a time in the order of the file, so that a large file costs no memory.

import { checkFile } from '@tenor/ach/write/check-file.ts';
import { type Entry as FileEntry, faultOf } from '@tenor/ach/write/entry.ts';
import { type FileTotals, openFile } from '@tenor/ach/write/file-writer.ts';
import { modifierOf } from '@tenor/ach/write/files.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, timeInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { personSealers } from '#capabilities/people/index.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { EntryRow } from '../../orders/ach-entries/tables.ts';
import { lockAttempts } from '../../orders/attempts/attempt.ts';
import { settledAt } from '../../orders/attempts/calendar.ts';
import { openedBody } from '../../orders/attempts/claim.ts';
import type { OrderWork } from '../../orders/attempts/order-work.ts';
import { attemptStates } from '../../orders/attempts/states.ts';
import { isStopped, stoppedSince } from '../../orders/attempts/switch.ts';
import type { AttemptRow } from '../../orders/attempts/tables.ts';
import type { Order } from '../../orders/order/order.ts';
import { entryOf } from '../../orders/providers/ach/entry.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import { planLateEntries } from './late-entries.ts';
import { holdNumbers, useNumbers } from './numbers.ts';
import { partWriter } from './parts.ts';
import { achFileStates } from './states.ts';
import { uploadRows } from './upload-rows.ts';
import { keysOf, waitingEntries } from './waiting.ts';

const page = 500;

/** Payments were stopped while the file was made: it is given up. */
export class StoppedMeanwhile extends Error {}

interface Originating {
  readonly carrierId: string;
  readonly settings: AchSettings;
}

/** False: nothing waits for a file. Errors: StoppedMeanwhile. */
export async function closeFile(work: OrderWork, tx: Tx, now: Instant, of: Originating): Promise<boolean> {
  const { carrierId, settings } = of;
  // Asked again at the end, under a lock that must not be held for so long.
  if ((await stoppedSince(tx)) !== undefined) return false;
  const day = dateInZone(now, settings.timezone);
  const { firstTrace, filesOfDay } = await holdNumbers(tx, settings.odfi, day);
  await planLateEntries(tx, now, carrierId, settings);
  const modifier = modifierOf(filesOfDay);
  if (modifier === undefined) throw new Error(`${day} has no more files: the bank tells them apart by one sign.`);
  const id = newId('AF');
  const parts = partWriter(work.vault, tx, id);
  const setting = {
    originator: settings,
    createdOn: day,
    createdAt: timeInZone(now, settings.timezone).replace(':', ''),
    modifier,
    firstTrace,
    lineEnd: settings.lineEnd === 'crlf' ? '\r\n' : '\n',
    limits: limitsOf(settings),
  } as const;
  const file = openFile(setting);
  const check = checkFile(settings.sameDayAmountMax);
  const put = (text: string): void => {
    check.take(text);
    parts.add(text);
  };
  const filled = await fill(work, tx, now, { ...of, fileId: id, file, put });
  if (filled === undefined) return false;
  const { text, totals } = file.end();
  put(text);
  mustBeTaken(check.end());
  if (await isStopped(tx)) throw new StoppedMeanwhile();
  const lastTrace = firstTrace + totals.entries - 1;
  useNumbers(tx, settings.odfi, day, { lastTrace, filesOfDay: filesOfDay + 1 });
  const { bytes, sha256 } = parts.end();
  const name = `${settings.fileNamePrefix}${day.replaceAll('-', '')}${modifier}-${sha256.slice(0, 8)}.ach`;
  const about = { id, position: work.position(), carrier_id: carrierId, file_name: name, id_modifier: modifier };
  const dates = { business_date: day, window_at: filled.window, created_at: now, act_at: now };
  tx.write(
    tx.db.insertInto('ach_files').values({ ...closed, ...about, ...dates, ...sumsOf(totals), bytes, sha256 }),
    redraw('ach_files_pkey'),
  );
  return true;
}

const closed = {
  direction: 'out',
  kind: 'forward',
  state: achFileStates.move(start, 'close').to,
  told_person_id: null,
  told_attempt_id: null,
  released_at: null,
  released_by_type: null,
  released_by_id: null,
  ...uploadRows.ended,
  last_error: null,
  uploaded_at: null,
  acknowledge_by: null,
  acknowledged_at: null,
  ended_at: null,
  reason: null,
} as const;

const hashModulus = 10_000_000_000;

const sumsOf = ({ batches, entries, count, lines, hash, debitCents, creditCents }: FileTotals) => ({
  batches,
  entries,
  records: count,
  lines,
  entry_hash: hash % hashModulus,
  debit_cents: debitCents,
  credit_cents: creditCents,
});

const limitsOf = ({ fileMax: { entries, lines, debitAmount, creditAmount } }: AchSettings) => ({
  entries,
  lines,
  debitCents: debitAmount,
  creditCents: creditAmount,
});

/** What a bank would refuse never leaves: it is ours to mend. */
function mustBeTaken({ findings: { first, count } }: ReturnType<ReturnType<typeof checkFile>['end']>): void {
  const [finding] = first;
  if (finding === undefined) return;
  throw new Error(`A bank would refuse the file: line ${finding.line}, ${finding.says} (${count} in all).`);
}

interface Filling extends Originating {
  readonly fileId: string;
  readonly file: ReturnType<typeof openFile>;
  put(text: string): void;
}

/** Undefined: there was nothing to fill it with. */
async function fill(work: OrderWork, tx: Tx, now: Instant, of: Filling): Promise<{ window: Instant } | undefined> {
  let window: Instant | undefined;
  for (let after = ''; ; ) {
    const rows = await tx.rows(
      waitingEntries(tx.db, of.carrierId, now).selectAll().where('place', '>', after).orderBy('place').limit(page),
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.place;
    const found = await opened(work, tx, rows);
    const { inFile, tooLarge, isFull } = written(rows, found, of, window === undefined);
    window ??= inFile[0]?.row.leaves_at ?? undefined;
    await place(tx, now, of, inFile, found);
    await dropped(
      tx,
      now,
      rows.filter((row) => tooLarge.includes(row) || !goes(row, found)),
      found,
    );
    if (isFull) break;
  }
  return window === undefined ? undefined : { window };
}

interface Opened {
  readonly attempt: AttemptRow;
  /** Undefined: it was erased with its borrower. */
  readonly order: Order | undefined;
}

/** Their orders, locked: none of them can be taken back from here on. */
async function opened({ vault }: OrderWork, tx: Tx, rows: readonly EntryRow[]): Promise<ReadonlyMap<string, Opened>> {
  const people = [...new Set(rows.map((row) => row.person_id))];
  const [attempts, sealers] = await Promise.all([
    lockAttempts(
      tx,
      rows.map((row) => ({ personId: row.person_id, id: row.attempt_id })),
    ),
    personSealers(tx, vault, people),
  ]);
  return new Map(
    attempts.map((attempt) => [attempt.id, { attempt, order: openedBody(sealers.get(attempt.person_id), attempt) }]),
  );
}

interface InFile {
  readonly row: EntryRow;
  readonly trace: string;
}

/** Orders of a voided file are accepted already, and go into another one. */
function goes(row: EntryRow, found: ReadonlyMap<string, Opened>): boolean {
  const { attempt, order } = found.get(row.attempt_id) ?? {};
  if (attempt === undefined || order === undefined) return false;
  return attempt.state === 'ready' || (attempt.state === 'accepted' && row.voided_trace !== null);
}

function written(rows: readonly EntryRow[], found: ReadonlyMap<string, Opened>, of: Filling, isFirst: boolean) {
  const inFile: InFile[] = [];
  // More than an empty file may hold: the bank takes less than when it was given.
  const tooLarge: EntryRow[] = [];
  for (const row of rows) {
    if (!goes(row, found)) continue;
    const entry = entryIn(row, found.get(row.attempt_id)?.order as Order, of.settings);
    const { text, trace } = of.file.hasRoomFor(entry) ? of.file.add(entry) : {};
    if (text === undefined || trace === undefined) {
      if (!isFirst || inFile.length > 0) return { inFile, tooLarge, isFull: true };
      tooLarge.push(row);
      continue;
    }
    of.put(text);
    inFile.push({ row, trace });
  }
  return { inFile, tooLarge, isFull: false };
}

/** As it was agreed when it was given, on the day on which it settles now. */
function entryIn(row: EntryRow, order: Order, settings: AchSettings): FileEntry {
  const plan = { settlesOn: row.settles_on, isSameDay: row.is_same_day, leavesAt: row.leaves_at as Instant };
  const { description, sec, direction } = row;
  const entry = { ...entryOf(order, plan, settings), description, sec, direction, id: row.individual_id };
  if (faultOf(entry) !== undefined) throw new Error(`No file can have the entry of ${row.attempt_id}.`);
  return entry;
}

async function place(
  tx: Tx,
  now: Instant,
  { fileId, settings }: Filling,
  inFile: readonly InFile[],
  found: ReadonlyMap<string, Opened>,
): Promise<void> {
  if (inFile.length === 0) return;
  const traces = sql<{
    of_attempt: string;
    its_trace: string;
  }>`unnest(${inFile.map(({ row }) => row.attempt_id)}::text[], ${inFile.map(({ trace }) => trace)}::text[])`;
  tx.write(
    tx.db
      .updateTable('ach_entries')
      .from(traces.as<'v'>(sql`v(of_attempt, its_trace)`))
      .set((eb) => ({ file_id: fileId, trace: eb.ref('v.its_trace'), leaves_at: null }))
      .whereRef('ach_entries.attempt_id', '=', 'v.of_attempt'),
  );
  const isReady = ({ row }: InFile): boolean => found.get(row.attempt_id)?.attempt.state === 'ready';
  const sent = attemptStates.to('send');
  const [ready, again] = [inFile.filter(isReady), inFile.filter((one) => !isReady(one))];
  await tx.affected(
    tx.db
      .updateTable('payment_attempts')
      .from(
        keysOf(
          ready.map(({ row }) => row.person_id),
          ready.map(({ row }) => row.attempt_id),
        ),
      )
      .set((eb) => ({ state: sent, claim: eb('claim', '+', 1), first_sent_at: now, last_sent_at: now }))
      .whereRef('payment_attempts.person_id', '=', 'v.of_person')
      .whereRef('payment_attempts.id', '=', 'v.of_attempt'),
  );
  for (const { row, trace } of again) {
    const act_at = settledAt(row.settles_on, now, settings.timezone);
    const moved = { provider_id: trace, entry_date: row.settles_on, act_at };
    const attempt = tx.db.updateTable('payment_attempts').set(moved);
    tx.write(attempt.where('person_id', '=', row.person_id).where('id', '=', row.attempt_id));
  }
}

/** What was taken back goes into no file. What was erased is taken back by its worker, what no file can have is refused. */
async function dropped(
  tx: Tx,
  now: Instant,
  out: readonly EntryRow[],
  found: ReadonlyMap<string, Opened>,
): Promise<void> {
  if (out.length === 0) return;
  for (const { person_id, attempt_id } of out) {
    if (found.get(attempt_id)?.attempt.state !== 'ready') continue;
    const erased = tx.db.updateTable('payment_attempts').set({ act_at: now });
    tx.write(erased.where('person_id', '=', person_id).where('id', '=', attempt_id));
  }
  const ids = out.map((row) => row.attempt_id);
  tx.write(tx.db.deleteFrom('ach_entries').where('attempt_id', '=', sql<string>`any(${ids}::text[])`));
}
