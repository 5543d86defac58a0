// The job queue, pg-boss in a schema and with a login of its own. Only the relay puts jobs in; a job calls commands.
import { PgBoss } from 'pg-boss';
import type { Server } from '#platform/db/connection.ts';
import type { Login } from '#platform/db/prepare.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Log } from '#platform/log.ts';

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
  /** The id is the outbox row's: a second insert of the same one is nothing. */
  insert(name: string, jobs: readonly { id: string; data: JobData }[]): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly server: Server;
  readonly login: Login | undefined;
  readonly kinds: readonly JobKind[];
  readonly log: Log;
}

export async function startJobs({ server, login, kinds, log }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionOf(server),
    ...(login ?? {}),
    schema: 'jobs',
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    max: 4,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error and goes on'));
  await boss.start();
  for (const kind of kinds) await work(boss, kind, log);
  return {
    insert: async (name, jobs) => {
      await boss.insert(
        name,
        jobs.map(({ id, data }) => ({ id, data })),
      );
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

async function work(boss: PgBoss, kind: JobKind, log: Log): Promise<void> {
  // Work that must not be lost keeps its own state and is put in again by it; the queue only carries the wake-up.
  await boss.createQueue(kind.name, { notify: true, retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 86_400 });
  await boss.work<JobData>(kind.name, { batchSize: 10, pollingIntervalSeconds: 1 }, async (jobs) => {
    await Promise.all(
      jobs.map(async ({ data }) => {
        try {
          await kind.run(data);
        } catch (error) {
          log.error({ err: error, job: kind.name }, 'a job failed');
        }
      }),
    );
  });
}

function connectionOf(server: Server) {
  const { host, port, database, user, password, ssl, options } = server;
  const given = { host, port, database, user, password, ssl, options };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}
