// The metrics of the whole service: what runs, its database and disk, what waits, and when it was last backed up.

import { rulesVersion } from '@tenor/engine/account/state.ts';
import { lastBackup } from '#platform/backup/note-backup.ts';
import { stopwatch } from '#platform/clock.ts';
import { clockMetrics } from '#platform/clock-jumps.ts';
import type { Config } from '#platform/config.ts';
import { modes } from '#platform/db/realm.ts';
import { countUnordered } from '#platform/events/order-events.ts';
import { type Metrics, ofEach } from '#platform/metrics.ts';
import { all } from './capabilities.ts';
import { diskOf } from './doctor/disk.ts';
import { productVersion } from './product-version.ts';
import type { Service } from './service.ts';

/** Where the data lies. Without a directory, or with a database of the operator's own, its disk is not to be seen. */
export type Place = Partial<Pick<Config, 'dataDirectory' | 'databaseUrl'>>;

export function serviceMetrics(metrics: Metrics, service: Service, place: Place): void {
  metrics.gauge(
    'tenor_build_info',
    'The versions of Tenor, of the rules by which it computes loans, and of Node.js, as labels; the value is always 1.',
    [
      {
        labels: { version: productVersion, rules: String(rulesVersion), node: process.versions.node },
        read: () => 1,
      },
    ],
    'max',
  );
  const claimed = all((one) => one.claimed).map(({ rows }) => rows);
  databaseMetrics(metrics, service);
  diskMetrics(metrics, place);
  clockMetrics(metrics, service.clock);
  metrics.gauge(
    'tenor_queue_oldest_seconds',
    'How long the oldest entry of a queue has waited; 0 when the queue is empty.',
    modes.flatMap((mode) =>
      [...all(({ queues }) => queues), ...claimed].map(({ name, since }) => ({
        labels: { queue: name, mode },
        read: async () => {
          const now = service.clock.micros();
          const oldest = await since(service.ask(mode), mode, now);
          return oldest === null ? 0 : Math.max(0, (now - oldest) / 1e6);
        },
      })),
    ),
    'max',
  );
  metrics.gauge(
    'tenor_work_in_vain',
    'Work of a queue that was tried so often in vain that a person must look; `tenor doctor` says what.',
    modes.flatMap((mode) =>
      claimed.map(({ name, stuck }) => ({
        labels: { queue: name, mode },
        read: async () => (await stuck(service.ask(mode), mode)).count,
      })),
    ),
    'max',
  );
}

function databaseMetrics(metrics: Metrics, { database, ask }: Service): void {
  const { pools } = database;
  metrics.gauge(
    'database_connections',
    'Open connections to the database.',
    ofEach('mode', modes, (mode) => () => pools[mode].totalCount),
  );
  metrics.gauge(
    'database_waiting',
    'Callers that wait for a connection to the database.',
    ofEach('mode', modes, (mode) => () => pools[mode].waitingCount),
  );
  metrics.gauge(
    'events_unordered',
    'Commits whose events wait for their places, up to 1,000.',
    ofEach('mode', modes, (mode) => () => countUnordered(database, mode)),
    'max',
  );
  metrics.gauge(
    'tenor_backup_last_timestamp_seconds',
    'The moment of the last backup by `tenor backup`, in seconds since 1970; 0 when there was none.',
    async () => (await lastBackup(ask('live'))) ?? 0,
    'max',
  );
  metrics.gauge(
    'tenor_database_size_bytes',
    'The size of the database on its disk.',
    rarely(async () => {
      const [row] = await ask('live')<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
      return Number(row?.bytes);
    }),
    'max',
  );
}

/** The server looks at each of some thousand files for it. */
const sizeFreshMs = 60_000;

function rarely(read: () => Promise<number>): () => Promise<number> {
  let known: { readonly value: Promise<number>; readonly ageMs: () => number } | undefined;
  return () => {
    if (known === undefined || known.ageMs() > sizeFreshMs) {
      const value = read();
      known = { value, ageMs: stopwatch() };
      value.catch(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}

function diskMetrics(metrics: Metrics, { dataDirectory, databaseUrl }: Place): void {
  if (dataDirectory === undefined || (databaseUrl ?? null) !== null) return;
  metrics.gauge(
    'tenor_disk_free_bytes',
    'Free space on the disk of DATA_DIR; only with the embedded database.',
    async () => (await diskOf(dataDirectory)).freeBytes,
    'max',
  );
  metrics.gauge(
    'tenor_disk_size_bytes',
    'The size of the disk of DATA_DIR; only with the embedded database.',
    async () => (await diskOf(dataDirectory)).totalBytes,
    'max',
  );
}
