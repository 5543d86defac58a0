// The job queue: pg-boss in a separate schema, with a separate login. Only the relay puts jobs in; a job calls
// commands.
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { eachOf } from '#platform/command/outbox.ts';
import type { ChangingLogin, Server } from '#platform/db/connection.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Log } from '#platform/log.ts';
import { errorOfQueue } from './error-of-queue.ts';

export interface JobData {
  readonly mode: Mode;
  readonly companyId: string;
  readonly payload: Record<string, unknown>;
}

export interface JobKind {
  readonly name: string;
  run(data: JobData): Promise<void>;
}

export interface Jobs {
  /** The job's id is the id of the outbox row, so a second insert of the same job changes nothing. */
  insert(name: string, jobs: readonly { id: string; data: JobData }[]): Promise<void>;
  stop(): Promise<void>;
}

interface JobsOptions {
  readonly server: Server;
  readonly login: ChangingLogin | undefined;
  readonly kinds: readonly JobKind[];
  readonly log: Log;
}

/** For each process; pg-boss uses one more connection, which listens. */
export const jobConnectionsMax = 4;

export async function startJobs({ server, login, kinds, log }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionOf(server),
    ...(login ?? {}),
    schema: 'jobs',
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    max: jobConnectionsMax,
  });
  boss.on('error', (error) => log.warn({ err: errorOfQueue(error) }, 'the job queue met an error and goes on'));
  await boss.start();
  const underWay = new Set<Promise<void>>();
  for (const kind of kinds) await work(boss, kind, log, underWay);
  return {
    insert: async (name, jobs) => {
      await boss.insert(
        name,
        jobs.map(({ id, data }) => ({ id, data })),
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: stopMs });
      await Promise.race([Promise.all(underWay), sleep(stopMs, undefined, { ref: false })]);
    },
  };
}

/** Running jobs get this long to end. Another process continues what they have not done. */
const stopMs = 5_000;

/** While a notice wakes us, the queue is looked at by itself only every half minute: so a full batch looks for more. */
const taking = { batchSize: 50, burstWhenBatchFull: true, pollingIntervalSeconds: 1 } as const;

async function work(boss: PgBoss, kind: JobKind, log: Log, underWay: Set<Promise<void>>): Promise<void> {
  // Work that must not be lost has its own stored state and is queued again from it; a job only wakes a worker.
  await boss.createQueue(kind.name, { notify: true, retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 86_400 });
  await boss.work<JobData>(kind.name, taking, async (jobs) => {
    const asked = jobs.flatMap(({ data }) => eachOf(data.payload).map((payload) => ({ ...data, payload })));
    for (const data of asked) {
      // We do not wait for the job: a job of some minutes would delay all later jobs, and it may itself wait for one of
      // them.
      const running = kind
        .run(data)
        .catch((error) => log.error({ err: error, job: kind.name }, 'a job failed'))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
  });
}

function connectionOf(server: Server) {
  const { host, port, database, user, password, ssl, options } = server;
  const given = { host, port, database, user, password, ssl, options };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}
