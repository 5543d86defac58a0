// Runs all checks of `tenor doctor` in their order. When something cannot be reached, the other checks still run.
import { type MachineClock, machineClock } from '#platform/clock.ts';
import type { ReadSettings } from '#platform/config.ts';
import { notOfTenor } from '#platform/db/made.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { type Check, type InspectedDatabase, type Looked, lookAt, rowsOf } from '#platform/doctor/check.ts';
import { serverChecks } from '#platform/doctor/index.ts';
import { outsideContents } from '#platform/doctor/outside-contents.ts';
import { migrationFolders } from '../migration-folders.ts';
import { checks } from './checks.ts';
import { dataDirectory } from './data-directory.ts';
import { diskOf } from './disk.ts';
import { folders } from './folders.ts';
import { keyFits } from './key-fits.ts';
import { type InspectedMachine, keptKey, service, serviceClock, settings, usesAnother, version } from './machine.ts';
import { type Reached, reachDatabase } from './reach-database.ts';

const answerMsMax = 3_000;
/** Far more than all metrics of a service need. */
const answerLengthMax = 1_000_000;

const ask: InspectedMachine['ask'] = async (url) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMsMax), redirect: 'manual' });
  return { status: answer.status, body: (await answer.text()).slice(0, answerLengthMax) };
};

export const machineChecks: readonly Check<InspectedMachine>[] = [
  version,
  settings,
  dataDirectory,
  folders,
  keptKey,
  service,
  serviceClock,
];

export async function examine(settings: ReadSettings, clock: MachineClock = machineClock): Promise<Looked[]> {
  const looked = await lookAt(machineChecks, { settings, ask });
  // Asked before: a service that is just being started may start the database meanwhile.
  const another = await usesAnother({ settings, ask });
  const reached = await reachDatabase(settings.config, clock);
  if (!('client' in reached)) return [...looked, { check: 'database', ...reached }];
  try {
    const found = [...reached.findings, ...(reached.isStarted ? another : [])].map((finding) => ({
      check: 'database',
      ...finding,
    }));
    return [...looked, ...found, ...(await examineDatabase(reached, settings, clock))];
  } finally {
    await reached.leave();
  }
}

async function examineDatabase(
  { client, isEmbedded }: Reached,
  { config }: ReadSettings,
  clock: MachineClock,
): Promise<Looked[]> {
  const inspected: InspectedDatabase = {
    client,
    isEmbedded,
    workers: config.workers,
    lockWaitMs: config.lockWaitMs,
    // Only a cluster is asked about its tables.
    tables: async () => (await import('../capabilities.ts')).tables,
    clock,
    migrations: await readMigrations(migrationFolders()),
    directory: isEmbedded ? config.dataDirectory : null,
    diskOf,
  };
  const looked = await lookAt(serverChecks, inspected);
  const [row] = await rowsOf<{ ours: boolean }>(
    inspected,
    "select to_regclass('tenor.migrations') is not null as ours",
  );
  if (row?.ours !== true) {
    return [
      ...looked,
      {
        check: 'migrations',
        level: 'error',
        ...notOfTenor,
      },
    ];
  }
  const ours = [keyFits(config), outsideContents(config.blobs), ...checks];
  return [...looked, ...(await lookAt(ours, inspected))];
}
