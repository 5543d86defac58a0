// Reads the whole database as it was at one moment, while the service continues.
import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type MachineClock, machineNow } from '../clock.ts';
import { readKeyState } from '../crypto/key-state.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { beginOneMoment } from '../db/cluster/one-moment.ts';
import type { Server } from '../db/connection.ts';
import { migrationLock } from '../db/migrate.ts';
import { DatabaseRefused, mustBeRecent, settingsOfNoBackup } from '../db/prepare.ts';
import { columnsOf, type FoundTable, findTables, nameOf } from './catalogue.ts';
import {
  type BackupHeader,
  formatVersion,
  frameHead,
  frameOf,
  headOfFile,
  type RanMigration,
  type TableOfBackup,
  type Totals,
  trailerOf,
} from './format.ts';
import { withSession } from './session.ts';

interface TakeOptions {
  readonly server: Server;
  /** The keys that were given; the database says which of them it is written with. */
  readonly keys: readonly Keyring[];
  readonly product: string;
  readonly clock: MachineClock;
  readonly signal?: AbortSignal;
  readonly progress?: (rows: number, estimated: number | null) => void;
}

export interface Taken extends Totals {
  readonly header: BackupHeader;
}

/** Writes the whole file to `sink` and ends it. */
export async function takeBackup(options: TakeOptions, sink: Writable): Promise<Taken> {
  return withSession(options.server, async (client) => {
    const { header, proving, estimated } = await fixMoment(client, options);
    const totals = { tables: 0, rows: 0 };
    const digest = createHash('sha256');
    const count = (rows: number): void => options.progress?.(totals.rows + rows, estimated);
    await pipeline(
      Readable.from(rowsOf(client, header.tables, totals, count), { objectMode: false, highWaterMark: 256 * 1024 }),
      // Most of the data is sealed and does not compress, so a higher level gains next to nothing.
      createGzip({ level: 3, chunkSize: 64 * 1024 }),
      async function* (compressed: AsyncIterable<Buffer>) {
        const summed = (bytes: Buffer): Buffer => {
          digest.update(bytes);
          return bytes;
        };
        yield summed(headOfFile(header));
        for await (const bytes of compressed) yield summed(bytes);
        yield trailerOf(proving.backup, digest.digest());
      },
      sink,
      options.signal === undefined ? {} : { signal: options.signal },
    );
    return { header, ...totals };
  });
}

/**
 * A snapshot fixes the moment, and locks keep the tables from being altered: a table that a migration rewrote would
 * look empty to the snapshot. The lock for migrations keeps them from running between the two.
 */
async function fixMoment(
  client: ClientBase,
  { server, keys, product, clock }: TakeOptions,
): Promise<{ header: BackupHeader; proving: Keyring; estimated: number | null }> {
  await mustBeRecent(client);
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
  await withSession(server, (other) => beginOneMoment(client, other));
  const [proving, ...others] = await keysInUse(client, keys);
  const { rows: migrations } = await client.query<RanMigration>(
    'select schema_name as schema, name, hash from tenor.migrations order by schema_name, name',
  );
  const tables = (await findTables(client)).filter(({ schema, name }) => `${schema}.${name}` !== 'tenor.migrations');
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock]);
  const { rows } = await client.query('show server_version');
  return {
    header: {
      format: formatVersion,
      product,
      madeAt: machineNow(clock),
      postgres: rows[0].server_version,
      keyFingerprints: [proving, ...others].map(({ fingerprint }) => fingerprint),
      migrations,
      tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
    },
    proving,
    estimated: estimateOf(tables),
  };
}

/** The given keys with which the rows are sealed; the one for new values is first. */
async function keysInUse(client: ClientBase, keys: readonly Keyring[]): Promise<[Keyring, ...Keyring[]]> {
  const { rows } = await client.query("select to_regclass('tenor.settings') is not null as made");
  const state = rows[0].made ? await readKeyState(client) : undefined;
  if (state === undefined) throw new DatabaseRefused('There is no data of Tenor in this database: nothing to back up.');
  const [first, ...rest] = [state.next, state.current].flatMap((fingerprint) =>
    fingerprint === null ? [] : [keys.find((key) => key.fingerprint === fingerprint)],
  );
  if (first !== undefined && rest.every((key) => key !== undefined)) return [first, ...rest];
  throw new DatabaseRefused(
    'ENCRYPTION_KEY is not the key that this database was written with. Set the right one: it proves later that the backup is whole.',
  );
}

const estimateOf = (tables: readonly FoundTable[]): number | null =>
  tables.reduce<number | null>(
    (sum, { rowsEstimated }) => (sum === null || rowsEstimated === null ? null : sum + rowsEstimated),
    0,
  );

async function* rowsOf(
  client: ClientBase,
  tables: readonly TableOfBackup[],
  totals: { tables: number; rows: number },
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for (const table of tables) {
    yield frameOf({ kind: 'table', table });
    const copied = client.query(copyTo(`copy ${sourceOf(table)} to stdout`));
    let seen = 0;
    for await (const bytes of copied as AsyncIterable<Buffer>) {
      seen += linesIn(bytes);
      count(seen);
      yield frameHead('rows', bytes.length);
      yield bytes;
    }
    // The server's row count comes after the last row, and the answer to a later statement comes after that.
    await client.query('select');
    yield frameOf({ kind: 'tableEnd', rows: copied.rowCount });
    totals.rows += copied.rowCount;
    totals.tables += 1;
  }
  yield frameOf({ kind: 'end', totals });
}

function sourceOf(table: TableOfBackup): string {
  if (`${table.schema}.${table.name}` !== 'tenor.settings') return `${nameOf(table)} (${columnsOf(table)})`;
  const kept = settingsOfNoBackup.map((name) => `'${name}'`).join(', ');
  return `(select ${columnsOf(table)} from ${nameOf(table)} where name not in (${kept}))`;
}

const newline = 10;

/** Each row is a line, because COPY writes a newline within a value as two characters. */
function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
