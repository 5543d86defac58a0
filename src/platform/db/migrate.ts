// Migrations: plain SQL files. They run in one order in each mode's schema, each in a transaction of its own. They name
// tables without a schema; the search path decides the mode. Until a release is named they may be edited; a hash is kept
// of each that ran, so that a database of an edited one is refused.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { isLockTimeout } from '../sqlstate.ts';
import { type Mode, modes } from './realm.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/** The start ends with this error. The message is a sentence for the operator. */
export class MigrationRefused extends Error {}

export async function readMigrations(folders: readonly URL[]): Promise<Migration[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
      return Promise.all(files.map((file) => readMigration(folder, file)));
    }),
  );
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readMigration(folder: URL, file: string): Promise<Migration> {
  const sql = await readFile(new URL(file, folder), 'utf8');
  return { name: file.replace(/\.sql$/, ''), sql, hash: createHash('sha256').update(sql).digest('hex') };
}

/** A command ends where a line ends with a semicolon. */
const commandsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((command) => command.trim())
    .filter((command) => command !== '');

/** Every process that runs migrations takes this lock, so that two starts at the same time go one after the other. */
export const migrationLock = 7_463_001;

/** What follows the tables of a migration, in its transaction. */
export type Following = (schema: Mode) => Promise<void>;

/** Brings both modes up to date. Returns how many migrations ran. The client's login must own the schemas. */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[],
  following: Following = async () => {},
): Promise<number> {
  let ran = 0;
  for (const schema of modes) {
    const done = await recorded(client, schema);
    mustBeKnown(done, migrations);
    for (const migration of migrations) {
      if (done.has(migration.name)) continue;
      await run(client, schema, migration, following);
      ran += 1;
    }
  }
  return ran;
}

async function recorded(client: ClientBase, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, hash from tenor.migrations where schema_name = $1', [schema]);
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/** A migration that was edited says more than one that is not known: both are so where all were written anew. */
function mustBeKnown(done: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.hash]));
  for (const [name, hash] of done) {
    if (!known.has(name) || known.get(name) === hash) continue;
    throw new MigrationRefused(
      `The migration ${name} was changed after it had run on this database. Start the version that made the database, or take a new database: before the first release there is no upgrade.`,
    );
  }
  for (const name of done.keys()) {
    if (known.has(name)) continue;
    throw new MigrationRefused(
      `This database is newer than this version of Tenor: it knows the migration ${name}. Start the newer version, or restore a backup made by this one.`,
    );
  }
}

/**
 * Runs within the caller's transaction. Each command is sent alone: a cluster passes the text of some on to its nodes as it
 * came, and these refuse a text with further commands.
 */
export async function applyMigration(client: ClientBase, schema: string, migration: Migration): Promise<void> {
  await client.query(`set local search_path to ${schema}`);
  for (const command of commandsOf(migration.sql)) await client.query(command);
  await client.query('insert into tenor.migrations (schema_name, name, hash) values ($1, $2, $3)', [
    schema,
    migration.name,
    migration.hash,
  ]);
}

async function run(client: ClientBase, schema: Mode, migration: Migration, following: Following): Promise<void> {
  await client.query('begin');
  try {
    await applyMigration(client, schema, migration);
    await following(schema);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (isLockTimeout(error)) {
      throw new MigrationRefused(
        `The migration ${migration.name} waited in vain for a table that something else uses, a backup say; nothing of it was kept. Start again when that has ended.`,
      );
    }
    throw new Error(`The migration ${migration.name} failed in the schema ${schema}; nothing of it was kept.`, {
      cause: error,
    });
  }
}
