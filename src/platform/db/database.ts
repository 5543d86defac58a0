// Opens the database for the service: prepares it, then keeps one pool for each mode.
import pg, { type Pool } from 'pg';
import type { Keyring } from '../crypto/keyring.ts';
import type { Log } from '../log.ts';
import { poolConfig, type Server } from './connection.ts';
import type { Migration } from './migrate.ts';
import { type Login, prepareDatabase } from './prepare.ts';
import type { Mode } from './realm.ts';
import { type RealmDatabase, realmDatabase } from './realm-database.ts';
import type { TableClasses } from './tables.ts';

export interface Database extends RealmDatabase {
  readonly pools: Readonly<Record<Mode, Pool>>;
  readonly server: Server;
  readonly jobsLogin: Login | undefined;
  readonly migrationsRun: number;
  /** What must be done by one process at a time in the whole installation, such as making the first company. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly server: Server;
  readonly keys: Keyring;
  readonly migrations: readonly Migration[];
  readonly tables: TableClasses;
  readonly lockWaitMs: number;
  readonly log: Log;
}

/** Two modes, a job queue and the relay together stay well under the 100 connections of an ordinary server. */
const connectionsMax = 16;

export async function openDatabase({
  server,
  keys,
  migrations,
  tables,
  lockWaitMs,
  log,
}: OpenOptions): Promise<Database> {
  const { logins, migrationsRun } = await prepareDatabase(server, keys, migrations);
  if (logins === null) {
    log.warn(
      'The account of DATABASE_URL may not create roles: live and test are kept apart by schemas only. Grant it CREATEROLE for a login each.',
    );
  }
  const pool = (mode: Mode): Pool => {
    const opened = new pg.Pool(
      poolConfig({ server, searchPath: mode, lockWaitMs, connectionsMax, login: logins?.[mode] }),
    );
    // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
    opened.on('error', (error) => log.warn({ err: error, mode }, 'lost an idle database connection'));
    // While a transaction holds it the pool does not listen; whoever waits for an answer hears of the loss.
    opened.on('connect', (client) => client.on('error', () => {}));
    return opened;
  };
  const pools = { live: pool('live'), test: pool('test') };
  return {
    ...realmDatabase(pools, (name) => Object.hasOwn(tables, name)),
    pools,
    server,
    jobsLogin: logins?.jobs,
    migrationsRun,
    exclusively: (work) => exclusively(server, work),
    close: async () => {
      await Promise.all([pools.live.end(), pools.test.end()]);
    },
  };
}

const exclusiveLock = 7_463_003;

async function exclusively<T>(server: Server, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client(server);
  holder.on('error', () => {});
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [exclusiveLock]);
    return await work();
  } finally {
    await holder.end();
  }
}
