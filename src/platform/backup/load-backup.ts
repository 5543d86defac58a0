// Loads a proved backup into an empty database, in one transaction: a failure or a kill leaves no row of it behind.
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Keyring } from '../crypto/keyring.ts';
import type { Server } from '../db/connection.ts';
import { exclusiveLock } from '../db/database.ts';
import { applyMigration, type Migration, migrationLock } from '../db/migrate.ts';
import { DatabaseRefused, makingSchemas, mustBeRecent, mustBeUtf8, settingsOfThePlace } from '../db/prepare.ts';
import { type Mode, modes } from '../db/realm.ts';
import { columnsOf, findKeysAndIndexes, findTables, nameOf, schemas } from './catalogue.ts';
import { type BackupHeader, BackupRefused, type Frame, type TableOfBackup, type Totals } from './format.ts';
import type { OpenBackup } from './read-backup.ts';
import { withSession } from './session.ts';

export interface LoadOptions {
  readonly server: Server;
  readonly keys: readonly Keyring[];
  readonly migrations: readonly Migration[];
  /** Statements of each mode's schema that end the load, in its transaction. */
  readonly afterwards?: (mode: Mode) => readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read from the file. */
  readonly progress?: (bytes: number) => void;
  readonly stage?: (name: 'load' | 'index' | 'migrate') => void;
}

/** The key that proves the backup, if all keys that it needs are given. */
export function provingKey({ keyFingerprints }: BackupHeader, keys: readonly Keyring[]): Keyring | undefined {
  const needed = keyFingerprints.map((fingerprint) => keys.find((key) => key.fingerprint === fingerprint));
  return needed.every((key) => key !== undefined) ? needed[0] : undefined;
}

/**
 * Checks everything that can be checked without a database. Returns the key that proves the backup. Errors:
 * BackupRefused.
 */
export function mustFit(header: BackupHeader, keys: readonly Keyring[], known: readonly Migration[]): Keyring {
  const key = provingKey(header, keys);
  if (key === undefined) {
    throw new BackupRefused(
      'The backup was made with another encryption key than the one set here. Set ENCRYPTION_KEY to that of the database it was made from: without it nothing personal can be read.',
    );
  }
  mustKnowMigrations(header, known);
  return key;
}

function mustKnowMigrations({ migrations: ran, product }: BackupHeader, known: readonly Migration[]): void {
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]));
  const newer = ran.find(({ name }) => !hashes.has(name));
  if (newer !== undefined) {
    throw new BackupRefused(
      `The backup was made by Tenor ${product}, which is newer than this one: it knows the migration ${newer.name}. Restore it with that version or a later one.`,
    );
  }
  const changed = ran.find(({ name, hash }) => hashes.get(name) !== hash);
  if (changed === undefined) return;
  throw new BackupRefused(
    `The migration ${changed.name} of this Tenor is not the one that the backup was made with. Restore it with Tenor ${product}.`,
  );
}

/** `backup` has been proved already. */
export async function loadBackup(backup: OpenBackup, options: LoadOptions): Promise<Totals> {
  mustFit(backup.header, options.keys, options.migrations);
  return withSession(options.server, async (client) => {
    await mustBeRecent(client);
    await mustBeUtf8(client);
    await mustBeFree(client);
    const giveUp = (): void => void client.end().catch(() => {});
    options.signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await mustBeEmpty(client);
      await dropPrepared(client);
      // If the session ends before the commit, nothing of the backup stays.
      await client.query('begin');
      const totals = await load(client, backup, options);
      await client.query('commit');
      return totals;
    } finally {
      options.signal?.removeEventListener('abort', giveUp);
    }
  });
}

async function load(client: ClientBase, backup: OpenBackup, options: LoadOptions): Promise<Totals> {
  const { header } = backup;
  await makeAnew(client, header, options.migrations);
  const keysAndIndexes = await findKeysAndIndexes(client);
  for (const { drop } of keysAndIndexes.toReversed()) await client.query(drop);
  await client.query(`delete from tenor.settings where name not in (${placeNames})`);
  options.stage?.('load');
  const totals = await loadTables(client, backup.frames(options.progress), header.tables);
  options.stage?.('index');
  // For this transaction only: indexes are sorted in memory.
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { create } of keysAndIndexes) await client.query(create);
  options.stage?.('migrate');
  const ran = new Set(header.migrations.map(({ schema, name }) => `${schema} ${name}`));
  for (const schema of modes) {
    for (const migration of options.migrations) {
      if (!ran.has(`${schema} ${migration.name}`)) await applyMigration(client, schema, migration);
    }
  }
  for (const mode of modes) for (const text of options.afterwards?.(mode) ?? []) await client.query(text);
  await client.query(`analyze ${(await findTables(client)).map(nameOf).join(', ')}`);
  return totals;
}

const placeNames = settingsOfThePlace.map((name) => `'${name}'`).join(', ');

/** Until this session ends, no process can run migrations or make a first company. */
async function mustBeFree(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  await client.query('select pg_advisory_lock($1)', [exclusiveLock]);
}

async function mustBeEmpty(client: ClientBase): Promise<void> {
  const { rows: found } = await client.query(
    `select to_regclass('tenor.settings') is not null as is_ours, to_regclass('live.companies') is not null as live,
      to_regclass('test.companies') is not null as test,
      (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)) as things`,
    [schemas],
  );
  const { is_ours: isOurs, things, ...made } = found[0];
  if (!isOurs && things > 0) {
    throw new DatabaseRefused(
      `The database has tables in a schema named ${schemas.join(', ')} that Tenor did not make. Restore into a new database.`,
    );
  }
  for (const mode of modes.filter((mode) => made[mode])) {
    const { rows } = await client.query(`select exists (select from ${mode}.companies) as taken`);
    if (!rows[0].taken) continue;
    throw new DatabaseRefused(
      'This database has a company already, and a restore would mix the two. Restore into a new database (or another DATA_DIR) and start Tenor there.',
    );
  }
}

/**
 * The tables of a database without a company. A commit of its own for each schema: a server holds a lock for each table
 * and index that a transaction drops or makes, and with its usual settings has no room for all of them at once. If the
 * restore fails, what is left is as empty as before, and can be taken again.
 */
async function dropPrepared(client: ClientBase): Promise<void> {
  const { rows } = await client.query("select to_regclass('tenor.settings') is not null as made");
  if (!rows[0].made) return;
  await client.query(`delete from tenor.settings where name not in (${placeNames})`);
  for (const schema of modes) {
    await client.query(
      `drop schema ${schema} cascade; create schema ${schema}; delete from tenor.migrations where schema_name = '${schema}'`,
    );
  }
}

/** Makes the tables as they were when the backup was made. */
async function makeAnew(client: ClientBase, header: BackupHeader, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query("select to_regclass('tenor.settings') is not null as made");
  if (!rows[0].made) await client.query(makingSchemas);
  for (const schema of modes) {
    const ran = new Set(header.migrations.filter((one) => one.schema === schema).map(({ name }) => name));
    for (const migration of migrations) if (ran.has(migration.name)) await applyMigration(client, schema, migration);
  }
  // Removes rows that migrations wrote, because they are in the backup too.
  const tables = (await findTables(client)).filter(({ schema }) => schema !== 'tenor');
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
}

async function loadTables(
  client: ClientBase,
  frames: AsyncGenerator<Frame>,
  expected: readonly TableOfBackup[],
): Promise<Totals> {
  const totals = { tables: 0, rows: 0 };
  for (;;) {
    const frame = await frames.next();
    if (frame.done) throw new BackupRefused('The backup ends in the middle.');
    if (frame.value.kind === 'table') {
      totals.rows += await loadTable(client, frame.value.table, frames);
      totals.tables += 1;
    }
    if (frame.value.kind === 'end') {
      mustHaveAll(totals, frame.value.totals, expected);
      // Reads to the very end, where the checksum is compared once more.
      while (!(await frames.next()).done);
      return totals;
    }
  }
}

function mustHaveAll(loaded: Totals, told: Totals, expected: readonly TableOfBackup[]): void {
  if (loaded.rows === told.rows && loaded.tables === told.tables && loaded.tables === expected.length) return;
  throw new BackupRefused(
    `${loaded.rows} rows of ${loaded.tables} tables were read, and the backup has ${told.rows} of ${expected.length}. Nothing was kept.`,
  );
}

async function loadTable(client: ClientBase, table: TableOfBackup, frames: AsyncGenerator<Frame>): Promise<number> {
  let told: number | undefined;
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || (frame.kind !== 'rows' && frame.kind !== 'tableEnd')) {
        throw new BackupRefused(`The rows of ${nameOf(table)} do not end.`);
      }
      if (frame.kind === 'rows') {
        yield frame.bytes;
        continue;
      }
      told = frame.rows;
      return;
    }
  }
  // Frozen: the table was made in this transaction, so its rows need not be vacuumed later.
  const freeze = table.schema === 'tenor' ? '' : ' with (freeze)';
  const copied = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin${freeze}`));
  await pipeline(rows, copied);
  if (copied.rowCount === told) return copied.rowCount;
  throw new BackupRefused(`Of ${nameOf(table)} ${copied.rowCount} rows were stored and not ${told}. Nothing was kept.`);
}
