// The real service, started as an operator starts it, on a data directory that is deleted afterwards.
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverOfUrl } from '#platform/db/connection.ts';
import { port as postgresPort, socketDirectoryIn } from '#platform/db/embedded/socket-directory.ts';
import type { Cleanup } from './cleanup.ts';
import { endOf, type Started, startNode, stop } from './processes.ts';

/** The figures use the live mode: a test realm also locks its clock, a row that all its writes share. */
export const liveKey = 'bench_live_key_0123456789_0123456789';
export const testKey = 'bench_test_key_0123456789_0123456789';

/** The rate limiter counts as always. Its default of 60,000 a minute would end a round of reads after seconds. */
const rateLimitPerMinute = '1000000000';

export interface Place {
  readonly directory: string;
  readonly dataDirectory: string;
  /** A database of a server that runs already, in place of the embedded one. */
  readonly databaseUrl?: string;
}

/** The path is short, because the path of the server's socket has a length limit. */
export function makePlace(cleanup: Cleanup): Place {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tb-')));
  cleanup.add(async () => rmSync(directory, { recursive: true, force: true }));
  return { directory, dataDirectory: join(directory, 'data') };
}

export interface RunningService extends Started {
  readonly url: string;
  /** From the start of the process to the first answer of the API. */
  readonly startedInMs: number;
  /** Returns how many milliseconds it took. */
  stop(): Promise<number>;
}

interface ServiceOptions {
  readonly nodeFlags?: readonly string[];
  /** Hosts that webhooks may reach although they are on this machine. */
  readonly webhookHosts?: string;
  /** The files of the project, if not those of the bench. */
  readonly root?: string;
  /** Memory for remembered answers, if not the default. */
  readonly memoryMb?: number;
  /** One when absent. */
  readonly workers?: number;
  /** Below it banks leave files; none when absent. */
  readonly bankFiles?: string;
  /** Where emails go, as SMTP_URL; nowhere when absent. */
  readonly smtpUrl?: string;
  /** By which emails are signed; they are not when absent. */
  readonly dkimKeyFile?: string;
}

/** No answer is remembered, so every read is of what was never read. */
export const coldMemoryMb = 0;

export async function startService(
  place: Place,
  cleanup: Cleanup,
  {
    nodeFlags = [],
    webhookHosts = '',
    workers = 1,
    root,
    memoryMb,
    bankFiles,
    smtpUrl,
    dkimKeyFile,
  }: ServiceOptions = {},
): Promise<RunningService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(place.directory, 'service.log');
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    // The limits that it is compared with are one process too.
    WORKERS: String(workers),
    ...databaseOf(place),
    BOOTSTRAP_LIVE_KEY: liveKey,
    BOOTSTRAP_TEST_KEY: testKey,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: rateLimitPerMinute,
    RATE_LIMIT_COMPANY_PER_MINUTE: rateLimitPerMinute,
    // Health is asked every 20 ms.
    RATE_LIMIT_ADDRESS_PER_MINUTE: rateLimitPerMinute,
    GUESSES_PER_MINUTE: '0',
    WEBHOOK_DEV_HOSTS: webhookHosts,
    ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl, MAIL_FROM: 'Bench <bench@example.com>' }),
    ...(dkimKeyFile !== undefined && {
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 'bench',
      DKIM_PRIVATE_KEY_FILE: dkimKeyFile,
    }),
    ...(bankFiles !== undefined && { BANK_FILES_DIR: bankFiles }),
    ...(memoryMb !== undefined && { ANSWERS_MEMORY_MB: String(memoryMb) }),
    // A cache of its own, so that the first start is as slow as on a machine that has never run the service.
    NODE_COMPILE_CACHE: join(place.directory, 'compile-cache'),
  };
  const began = performance.now();
  const started = await startNode({ args: [...nodeFlags, 'cli/tenor.mjs', 'start'], env, log, root });
  cleanup.add(async () => {
    await stop(started);
    await stopOrphanedServer(place);
  });
  await firstAnswer(url, started);
  return { ...started, url, startedInMs: performance.now() - began, stop: () => stop(started) };
}

/** As the service and its commands are told of it. */
export const databaseOf = ({ dataDirectory, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: dataDirectory,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, ENCRYPTION_KEY: '07'.repeat(32) }),
});

const pollMs = 5;
const patienceMs = 60_000;

async function firstAnswer(url: string, { child, log }: Started): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const status = await fetch(`${url}/api/companies/current`, { headers: { 'x-api-key': liveKey } }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(pollMs);
  }
  throw new Error(`The service does not answer. The end of its log:\n${endOf(log)}`);
}

/** Needed only after a kill: otherwise the service stops the database itself. */
async function stopOrphanedServer({ dataDirectory }: Place): Promise<void> {
  const pid = Number(readOr(join(dataDirectory, 'db', 'postmaster.pid')).split('\n')[0]);
  const isOurs = () => pid > 1 && readOr(`/proc/${pid}/cmdline`).includes(dataDirectory);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isOurs()) return;
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < 5_000 && isOurs(); waitedMs += 50) await sleep(50);
  }
}

function readOr(path: string, otherwise = ''): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** How a limit and the runner connect to the service's database server: directly, as the database's owner. */
export const serverOf = ({ dataDirectory }: Place) => ({
  host: socketDirectoryIn(dataDirectory),
  port: postgresPort,
  user: 'tenor_owner',
  password: readOr(join(dataDirectory, 'db', 'tenor_owner.password')).trim(),
  database: 'tenor',
});

export async function withDatabase<T>(place: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { databaseUrl } = place;
  const client = new pg.Client(databaseUrl === undefined ? serverOf(place) : serverOfUrl(databaseUrl));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
