// Opens the database for the service: prepares it, then keeps one pool for each mode.
import pg, { type Pool } from 'pg';
import { type KeyHolder, keyHolder } from '../crypto/key-holder.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Log } from '../log.ts';
import { type ChangingLogin, poolConfig, type Server, usualStatementTimeoutMs } from './connection.ts';
import type { Migration } from './migrate.ts';
import { poolOf } from './pool-in-turn.ts';
import { prepareDatabase } from './prepare.ts';
import type { Mode } from './realm.ts';
import { type RealmDatabase, realmDatabase } from './realm-database.ts';
import { endWhenSilent } from './silence.ts';
import type { TableClasses } from './tables.ts';
import type { AskingPlace } from './views/asking-place.ts';
import type { View } from './views/view.ts';
import { type WriteAvailability, writeAvailability } from './write-availability.ts';

export interface Database extends RealmDatabase {
  /** For requests: on a cluster they may enter at any node. */
  readonly pools: Readonly<Record<Mode, Pool>>;
  /** The same data, entered at `server`: for the relay, for work in the background, and for hints to other processes. */
  readonly atServer: RealmDatabase;
  readonly server: Server;
  readonly jobsLogin: ChangingLogin | undefined;
  readonly migrationsRun: number;
  readonly writes: WriteAvailability;
  /** Runs work that only one process of the installation may do at a time, such as making the first company. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly server: Server;
  /** Where requests enter; at `server` when there is none. */
  readonly requestServers?: readonly Server[];
  readonly keys: KeyHolder | Keyring;
  readonly migrations: readonly Migration[];
  readonly tables: TableClasses;
  /** What questions may be asked of, and where; at `server` when it is not said. */
  readonly views?: readonly View[];
  readonly reportingServer?: Server | undefined;
  readonly lockWaitMs: number;
  readonly statementTimeoutMs?: number | undefined;
  /** How many processes share the connections; one when absent. */
  readonly processes?: number;
  /** It works with what a service has made. */
  readonly joins?: boolean;
  readonly log: Log;
}

/** The server ends a statement that takes too long. Only when it does not even report that is it considered lost. */
const graceMs = 2_000;

/** Two modes, the job queue and the relay together stay well below the 100 connections of an ordinary server. */
const connectionsOfOne = 16;
/** With fewer, two imports and one long question would leave nothing to others. */
const connectionsMin = 6;

/** Connections to each mode, in one of several processes: four of them stay below the 100 as well. */
export const connectionsOf = (processes: number): number =>
  Math.max(connectionsMin, Math.ceil(connectionsOfOne / processes));

export async function openDatabase({
  server,
  requestServers = [],
  keys: given,
  migrations,
  tables,
  views = [],
  reportingServer = server,
  lockWaitMs,
  statementTimeoutMs = usualStatementTimeoutMs,
  processes = 1,
  joins = false,
  log,
}: OpenOptions): Promise<Database> {
  const keys = 'fit' in given ? given : keyHolder(given);
  const prepared = await prepareDatabase(server, keys, migrations, {
    lockWaitMs,
    tables,
    views,
    reportingLogin: reportingServer.user,
    joins,
  });
  const { logins, migrationsRun, cluster } = prepared;
  // An address without a login means the same one.
  const { user, password } = server;
  const isWhole = reportingServer === server || reportingServer.user !== undefined;
  const ofReports = isWhole ? reportingServer : { ...reportingServer, user, password };
  const asking: AskingPlace = { may: prepared.asking, views, server, reportingServer: ofReports };
  if (logins === null) {
    log.warn(
      'The account of DATABASE_URL may not create roles: live and test are kept apart by schemas only. Grant it CREATEROLE for a login each.',
    );
  }
  // The passwords are derived from the key, which may change while this process runs.
  const loginOf = (name: Mode | 'jobs') =>
    logins === null ? undefined : { user: logins[name].user, password: () => keys.current.loginPassword(name) };
  const pool = (mode: Mode, servers: readonly Server[]): Pool => {
    const sessions = {
      searchPath: mode,
      lockWaitMs,
      statementTimeoutMs,
      login: loginOf(mode),
      settings: cluster.sessionSettings,
    };
    const connectionsMax = connectionsOf(processes);
    const opened = poolOf(servers.map((one) => poolConfig({ ...sessions, server: one, connectionsMax })));
    endWhenSilent(opened, statementTimeoutMs + graceMs);
    opened.on('error', (error) => log.warn({ err: error, mode }, 'lost an idle database connection'));
    return opened;
  };
  const poolsAt = (servers: readonly Server[]) => ({ live: pool('live', servers), test: pool('test', servers) });
  const own = poolsAt([server]);
  const pools = requestServers.length === 0 ? own : poolsAt(requestServers);
  const writes = writeAvailability(pools.live);
  const over = (used: typeof pools): RealmDatabase => ({
    ...realmDatabase(used, tables, writes.failed, cluster.grouping),
    asking,
  });
  const forRequests = over(pools);
  return {
    ...forRequests,
    pools,
    atServer: pools === own ? forRequests : over(own),
    writes,
    server,
    jobsLogin: loginOf('jobs'),
    migrationsRun,
    exclusively: (work) => exclusively(server, work),
    close: async () => {
      await Promise.all([...new Set([pools, own])].flatMap(({ live, test }) => [live.end(), test.end()]));
    },
  };
}

export const exclusiveLock = 7_463_003;

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
