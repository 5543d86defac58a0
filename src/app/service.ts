// The service put together: everything between the settings and the HTTP server. The command line uses it without a
// server, the tests with one that has no socket.
import { type Authentication, authentication, type Birth, keyRights } from '#capabilities/access/index.ts';
import { type Deliverer, forgetDeliveries, startDeliverer, webhookPlanning } from '#capabilities/webhooks/index.ts';
import { type MachineClock, machineClock, positions } from '#platform/clock.ts';
import { logJumps } from '#platform/clock-jumps.ts';
import { forgetReplies } from '#platform/command/idempotency.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import { commandRunner, type RunCommand } from '#platform/command/run-command.ts';
import type { Config } from '#platform/config.ts';
import { type Vault, vault } from '#platform/crypto/vault.ts';
import { type DayWorker, startDayWorker } from '#platform/day/day-worker.ts';
import type { Server } from '#platform/db/connection.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import type { Mode } from '#platform/db/realm.ts';
import { type KeyHolder, keyHolder } from '#platform/encryption/key-holder.ts';
import { keyNews } from '#platform/encryption/key-news.ts';
import type { KeySource } from '#platform/encryption/key-source.ts';
import { orderEvents } from '#platform/events/order-events.ts';
import { forgetUploads } from '#platform/import/forget-uploads.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { type Operations, operations } from '#platform/operations/operations.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { type Load, pace, requestLoad } from '#platform/pace.ts';
import { makeSignals, type Signals } from '#platform/signals/signals.ts';
import {
  births,
  dailySteps,
  eventResources,
  migrationFolders,
  operationKinds,
  permissions,
  tables,
} from './capabilities.ts';

export interface Service {
  readonly database: Database;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly keys: KeyHolder;
  readonly position: () => number;
  readonly runCommand: RunCommand;
  readonly operations: Operations;
  readonly authentication: Authentication;
  /** What an actor may still do: asked by all that goes on after its request. */
  readonly rightsOf: RightsOf;
  readonly signals: Signals;
  readonly load: Load;
  /** What a new company gets. */
  readonly births: readonly Birth[];
  /** What delivers webhooks in this process, if it works. */
  deliverer(): Deliverer | undefined;
  /** What lets the days pass in this process, if it works. */
  dayWorker(): DayWorker | undefined;
  orderEvents(mode: Mode): Promise<void>;
  /** Starts the relay and the workers in this process. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Pick<Config, 'lockWaitMs' | 'webhookDevHosts'> & Partial<Pick<Config, 'statementTimeoutMs'>>;
  readonly server: Server;
  /** The key, or where to ask for the keys. */
  readonly encryptionKey: Buffer | KeySource;
  readonly log: Log;
  readonly clock?: MachineClock;
}

export async function openService({
  config,
  server,
  encryptionKey,
  log,
  clock = machineClock,
}: ServiceOptions): Promise<Service> {
  const keys = keyHolder(encryptionKey);
  const migrations = await readMigrations(migrationFolders);
  const { lockWaitMs, statementTimeoutMs } = config;
  const database = await openDatabase({ server, keys, migrations, tables, lockWaitMs, statementTimeoutMs, log });
  const position = positions(clock);
  const box = vault(keys);
  const tools = { database, vault: box, clock, log };
  const rightsOf = keyRights({ database, clock, permissions: () => permissions });
  const operating = operations({ ...tools, position, kinds: operationKinds, rightsOf });
  const authenticating = authentication({ database, vault: box, clock, permissions: () => permissions });
  const signals = makeSignals(server, log, keyNews(keys, log));
  const load = requestLoad();
  const stopLogging = logJumps(clock, log);
  let working: Working | undefined;
  return {
    database,
    clock,
    vault: box,
    keys,
    position,
    operations: operating,
    authentication: authenticating,
    rightsOf,
    signals,
    load,
    births,
    deliverer: () => working?.deliverer,
    dayWorker: () => working?.dayWorker,
    async orderEvents(mode) {
      if ((await orderEvents(database, mode)) > 0) signals.say('ordered', mode);
    },
    runCommand: commandRunner({
      database,
      clock,
      vault: box,
      position,
      settings: config,
      committed: (mode) => signals.say('committed', mode),
    }),
    async startWork() {
      signals.connect();
      const devHosts = config.webhookDevHosts;
      working = await startWorking({ ...tools, server, operating, signals, position, load, devHosts });
    },
    async close() {
      stopLogging();
      await working?.stop();
      await signals.stop();
      await authenticating.close().catch((error) => log.warn({ err: error }, 'the last uses of keys were not noted'));
      await database.close();
    },
  };
}

interface WorkTools {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly server: Server;
  readonly operating: Operations;
  readonly signals: Signals;
  readonly position: () => number;
  readonly load: Load;
  readonly devHosts: Config['webhookDevHosts'];
}

interface Working {
  readonly deliverer: Deliverer;
  readonly dayWorker: DayWorker;
  stop(): Promise<void>;
}

/** What goes on by itself in this process. */
async function startWorking({ server, operating, load, devHosts, ...tools }: WorkTools): Promise<Working> {
  const { database, clock, signals, log } = tools;
  const jobs = await startJobs({ server, login: database.jobsLogin, kinds: [operating.job], log });
  const chores = [
    operating.chore,
    forgetReplies(database, clock),
    forgetUploads(database, clock),
    forgetDeliveries(database, clock),
  ];
  const deliverer = startDeliverer({ ...tools, posting: { devHosts }, pace: pace(load) });
  const duties = [webhookPlanning({ ...tools, resources: eventResources }, signals, pace(load))];
  const relay = startRelay({ database, jobs, chores, duties, signals, clock, log });
  const dayWorker = startDayWorker({
    ...tools,
    steps: dailySteps,
    pace: pace(load),
    committed: (mode) => signals.say('committed', mode),
  });
  return {
    deliverer,
    dayWorker,
    async stop() {
      await deliverer.stop();
      await dayWorker.stop();
      await relay.stop();
      await jobs.stop();
    },
  };
}
