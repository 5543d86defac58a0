// What commands stand on that only read: the tables of the capabilities that they name, over connections that can write
// nothing. A service loads ten times as much code, and brings the database up to date.
import { readdirSync } from 'node:fs';
import pg, { type ClientBase, type Pool } from 'pg';
import type { Capability } from '#platform/capability.ts';
import type { Config } from '#platform/config.ts';
import { keyHolder } from '#platform/crypto/key-holder.ts';
import { type Vault, vault } from '#platform/crypto/vault.ts';
import { traitsOf } from '#platform/db/cluster/traits.ts';
import { poolConfig, type Server } from '#platform/db/connection.ts';
import { mustBeMade } from '#platform/db/made.ts';
import { poolOf } from '#platform/db/pool-in-turn.ts';
import type { Mode } from '#platform/db/realm.ts';
import { type RealmDatabase, realmDatabase } from '#platform/db/realm-database.ts';
import { makeLog } from '#platform/log.ts';
import { CommandFailed } from './command.ts';
import { keySourceOf } from './encryption-key.ts';
import { mustHaveDatabase } from './existing-database.ts';
import { joinServer } from './join-server.ts';
import { migrationFolders } from './migration-folders.ts';

export interface Reading {
  /** `server`: where it is, for what connects by itself. */
  readonly database: RealmDatabase & { readonly server: Server };
  readonly vault: Vault;
}

type WithTables = Pick<Capability, 'tables'>;

/** Errors: CommandFailed, also for a database that is not of this version. */
export async function withReading(
  config: Config,
  capabilities: readonly WithTables[],
  work: (reading: Reading) => Promise<void>,
): Promise<void> {
  await mustHaveDatabase(config);
  const { server: joined, leave } = await joinServer(config, makeLog('warn'), () => {});
  const keys = keyHolder(keySourceOf(config));
  try {
    await looked(joined, async (client) => {
      await mustBeUpToDate(client);
      await keys.refresh(client);
    });
    const { database, close } = await openReading(joined, config, capabilities);
    try {
      await work({ database, vault: vault(keys) });
    } finally {
      await close();
    }
  } finally {
    await leave();
  }
}

interface Opened {
  readonly database: Reading['database'];
  close(): Promise<unknown>;
}

/** The tables of the capabilities, over connections that can write nothing. */
export async function openReading(
  server: Server,
  times: Pick<Config, 'lockWaitMs'> & Partial<Pick<Config, 'statementTimeoutMs'>>,
  capabilities: readonly WithTables[],
): Promise<Opened> {
  const options = [server.options, '-c default_transaction_read_only=on'].filter(Boolean).join(' ');
  const { sessionSettings: settings, grouping } = await looked(server, traitsOf);
  const { lockWaitMs, statementTimeoutMs } = times;
  const sessions = { server: { ...server, options }, lockWaitMs, statementTimeoutMs, settings, connectionsMax: 2 };
  const pool = (searchPath: Mode): Pool => poolOf([poolConfig({ ...sessions, searchPath })]);
  const pools = { live: pool('live'), test: pool('test') };
  const tables = Object.assign({}, ...capabilities.map((one) => one.tables));
  return {
    database: { ...realmDatabase(pools, tables, () => {}, grouping), server },
    close: () => Promise.all([pools.live.end(), pools.test.end()]),
  };
}

async function looked<T>(server: Server, look: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...server, application_name: 'tenor' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await look(client);
  } finally {
    await client.end();
  }
}

/** The names of all migrations, without their text. */
export const migrationNames = (): string[] =>
  migrationFolders()
    .flatMap((folder) => readdirSync(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length));

async function mustBeUpToDate(client: ClientBase): Promise<void> {
  await mustBeMade(client);
  const { rows } = await client.query<{ name: string }>('select distinct name from tenor.migrations');
  const [ran, known] = [new Set(rows.map(({ name }) => name)), new Set(migrationNames())];
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer !== undefined) {
    throw new CommandFailed(`This database is newer than this version of Tenor: it knows the migration ${newer.name}.`);
  }
  const missing = [...known].filter((name) => !ran.has(name)).length;
  if (missing === 0) return;
  throw new CommandFailed(
    `The database is not up to date: ${missing} migrations of this version did not run. "tenor migrate" runs them, and so does the next start.`,
  );
}
