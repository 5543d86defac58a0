// A connection for looking at the database. Unlike a service's connection it runs no migrations, makes nothing and may
// only read.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { MachineClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { type Server, serverOfUrl } from '#platform/db/connection.ts';
import { EmbeddedUnavailable, joinEmbedded } from '#platform/db/embedded/index.ts';
import { type Finding, fine, wrong } from '#platform/doctor/check.ts';
import { noDatabaseIn } from '../existing-database.ts';
import { sentencesByCode } from '../sentences-by-code.ts';

export interface Reached {
  readonly client: pg.Client;
  readonly isEmbedded: boolean;
  /** Nobody else used the embedded database: it was started for the checks. */
  readonly isStarted: boolean;
  readonly findings: readonly Finding[];
  leave(): Promise<void>;
}

const waitMsMax = 5_000;
const statementMsMax = 20_000;

const onlyReads = [
  '-c default_transaction_read_only=on',
  `-c statement_timeout=${statementMsMax}`,
  // Short, because other sessions would queue behind a lock that this one waits for.
  '-c lock_timeout=1000',
  '-c TimeZone=UTC',
  // An empty search path, so that names of tables come with their schemas.
  '-c search_path=pg_catalog',
];

/** The connection, or a finding that says why there is none. */
export async function reachDatabase(config: Config, clock: MachineClock): Promise<Reached | Finding> {
  return config.databaseUrl === null ? reachEmbedded(config, clock) : reachOwn(config.databaseUrl);
}

async function reachOwn(url: string): Promise<Reached | Finding> {
  try {
    const client = await connectToLook(serverOfUrl(url));
    return {
      client,
      isEmbedded: false,
      isStarted: false,
      findings: await overTheNetwork(client),
      leave: () => client.end(),
    };
  } catch (error) {
    return notReached(error);
  }
}

/** Joins the server like every process; when none is running, starts one for the duration of the checks. */
async function reachEmbedded({ dataDirectory }: Config, clock: MachineClock): Promise<Reached | Finding> {
  if (!existsSync(join(dataDirectory, 'db'))) {
    const { says, remedy } = noDatabaseIn(dataDirectory);
    return wrong(says, remedy);
  }
  const asked = clock.micros();
  try {
    const joined = await joinEmbedded({ dataDirectory });
    try {
      const client = await connectToLook(joined.server);
      const leave = async (): Promise<void> => {
        await client.end().catch(() => {});
        await joined.leave();
      };
      const isStarted = await startedAfter(client, asked);
      return { client, isEmbedded: true, isStarted, findings: [embeddedOf(dataDirectory, isStarted)], leave };
    } catch (error) {
      await joined.leave();
      throw error;
    }
  } catch (error) {
    return notReached(error);
  }
}

/** Opens a connection that may only read. */
export async function connectToLook(server: Server): Promise<pg.Client> {
  const client = new pg.Client({
    ...server,
    options: [server.options, ...onlyReads].filter(Boolean).join(' '),
    application_name: 'tenor doctor',
    connectionTimeoutMillis: waitMsMax,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function startedAfter(client: pg.Client, asked: number): Promise<boolean> {
  const { rows } = await client.query<{ started: string }>(
    "select (extract(epoch from date_trunc('milliseconds', pg_postmaster_start_time())) * 1e6)::bigint::text as started",
  );
  return Number(rows[0]?.started) >= asked;
}

const embeddedOf = (dataDirectory: string, isStarted: boolean): Finding =>
  isStarted
    ? fine(`The embedded database in ${dataDirectory} did not run; it was started for this look.`)
    : fine(`The embedded database in ${dataDirectory} runs and answers.`);

const isNear = /^(127\.|::1$|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/;

async function overTheNetwork(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ address: string | null; ssl: boolean | null }>(
    'select host(inet_server_addr()) as address, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl',
  );
  const { address, ssl } = rows[0] ?? { address: null, ssl: null };
  const findings = [fine('The database of DATABASE_URL answers.')];
  if (address === null || ssl === true || isNear.test(address)) return findings;
  return [
    {
      level: 'warning',
      says: `The connection to the database at ${address} is not encrypted.`,
      remedy: 'Add "?sslmode=require" to DATABASE_URL, and let the server have a certificate.',
    },
  ];
}

function notReached(error: unknown): Finding {
  if (error instanceof EmbeddedUnavailable) return wrong(error.message, 'The sentence before says what to do.');
  const { code = '', message } = error as Error & { code?: string };
  const known = sentencesByCode[code];
  const says = known ?? `The database cannot be reached: ${message.split('\n')[0]}.`;
  return wrong(says, 'See that it runs, and that DATABASE_URL and DATA_DIR say where it is.');
}
