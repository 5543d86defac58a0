// What the command line does to a database as a whole: `tenor migrate` brings it up to date, `tenor database distribute`
// spreads its tables over a cluster, `tenor database upgrade` moves from the PostgreSQL of an earlier Tenor to the one of
// this version.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { loadBackup } from '#platform/backup/load-backup.ts';
import { openBackup } from '#platform/backup/read-backup.ts';
import { takeBackup } from '#platform/backup/take-backup.ts';
import { machineClock, machineNow } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Keyring } from '#platform/crypto/keyring.ts';
import { distribute, type Step, settingsLeft, stepsLeft } from '#platform/db/cluster/distribute.ts';
import { mustBeAlone, mustBeDistributable } from '#platform/db/cluster/may-distribute.ts';
import { type Server, serverOfUrl } from '#platform/db/connection.ts';
import { upgradeEmbedded } from '#platform/db/embedded/upgrade.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { counted } from '#platform/doctor/check.ts';
import { keyringsOf } from './backup-keys.ts';
import { migrationFolders, tables } from './capabilities.ts';
import { untilStopped } from './cli-backup.ts';
import { CommandFailed, print, say, type Values } from './command.ts';
import { mustHaveDatabase } from './existing-database.ts';
import { productVersion } from './product-version.ts';
import { progressBar } from './progress-bar.ts';
import { withNewService } from './with-service.ts';

/** Brings the database up to date, and does nothing else. */
export const migrate = (config: Config): Promise<void> =>
  withNewService(config, async ({ database }) =>
    print(database.migrationsRun === 0 ? 'The database is up to date.' : `${database.migrationsRun} migrations ran.`),
  );

/** Spreads the tables over the cluster of DATABASE_URL. */
export async function distributeTables(config: Config, values: Values): Promise<void> {
  if (config.databaseUrl === null) {
    throw new CommandFailed('DATABASE_URL is not set: only a Citus cluster of your own can be distributed.');
  }
  await mustHaveDatabase(config);
  const client = new pg.Client({ ...serverOfUrl(config.databaseUrl), application_name: 'tenor distribute' });
  await client.connect();
  try {
    await mustBeDistributable(client, tables);
    const left = await stepsLeft(client, tables);
    if (left.length === 0) print('All tables are spread.');
    if (values['dry-run'] !== undefined) {
      const statements = [...(await settingsLeft(client)), ...left.map(({ sql }) => sql)];
      return print(statements.map((statement) => `${statement};`).join('\n'));
    }
    await mustBeAlone(client);
    await distribute(client, tables, (step, rows) => print(lineOf(step, rows)));
    if (left.length > 0) print('All tables are spread. Start Tenor, and let "tenor doctor" look at the cluster.');
  } finally {
    await client.end();
  }
}

const placeOf = ({ spread }: Step): string =>
  'column' in spread
    ? `by ${spread.column}`
    : spread.kind === 'reference'
      ? 'a copy on each node'
      : 'on the coordinator';

const lineOf = (step: Step, rows: number): string =>
  `${step.mode}.${step.table}: ${counted(rows, 'row')}, ${placeOf(step)}`;

export async function upgrade(config: Config, values: Values): Promise<void> {
  if (config.databaseUrl !== null) {
    throw new CommandFailed('DATABASE_URL is set: this command is for the embedded database of DATA_DIR alone.');
  }
  await mustHaveDatabase(config);
  const keys = await keyringsOf(config);
  const upgraded = await untilStopped(
    (signal) =>
      upgradeEmbedded({
        dataDirectory: config.dataDirectory,
        oldBinaries: values['old-binaries'],
        today: machineNow(machineClock).slice(0, 10),
        say,
        move: (from, to, workshop) => move(keys, from, to, join(workshop, 'backup'), signal),
      }),
    'Stopped. The old database is as it was; run the command again.',
  );
  if (upgraded === 'none') return print('The database is of the present PostgreSQL already: nothing to do.');
  if (upgraded === 'finished') {
    return print('An upgrade had been interrupted at its last step, which is done now. Start Tenor.');
  }
  print(`The database was brought over from PostgreSQL ${upgraded.from} to ${upgraded.to}. Start Tenor.`);
  print(
    `The old one is ${upgraded.aside}. Once "tenor verify" finds nothing and a new backup is made, it may be deleted.`,
  );
}

async function move(keys: readonly Keyring[], from: Server, to: Server, file: string, signal: AbortSignal) {
  const reading = progressBar('rows read');
  await takeBackup(
    {
      server: from,
      keys,
      product: productVersion,
      clock: machineClock,
      signal,
      progress: (rows, estimated) => reading.at(rows, estimated),
    },
    createWriteStream(file, { mode: 0o600 }),
  );
  reading.end();
  const backup = await openBackup(file);
  const loading = progressBar('bytes loaded');
  try {
    await backup.prove(null);
    await loadBackup(backup, {
      server: to,
      keys,
      migrations: await readMigrations(migrationFolders),
      signal,
      progress: (bytes) => loading.at(bytes, backup.bytes),
    });
  } finally {
    loading.end();
    await backup.close();
  }
}
