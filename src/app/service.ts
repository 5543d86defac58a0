// Puts the service together: everything between the settings and the HTTP server. The command line uses it without a
// server, the tests with a server that has no socket.

import type { Pool } from 'pg';
import { permissionsOfActive } from '#capabilities/users/index.ts';
import { type AuditNotes, auditNotes } from '#platform/audit/notes.ts';
import { type Blobs, blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type {
  CallerTools,
  CompanySetUp,
  MetricTools,
  Worker,
  WorkerKind,
  WorkSettings,
  WorkTools,
} from '#platform/capability.ts';
import { type MachineClock, machineClock, positions } from '#platform/clock.ts';
import { logJumps } from '#platform/clock-jumps.ts';
import { type Door, doorOf } from '#platform/command/authentication.ts';
import type { CommandSettings } from '#platform/command/context.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import { commandRunner, type RunCommand } from '#platform/command/run-command.ts';
import type { Sharing } from '#platform/command/shared-commits.ts';
import type { Config } from '#platform/config.ts';
import { type KeyHolder, keyHolder } from '#platform/crypto/key-holder.ts';
import type { KeySource } from '#platform/crypto/key-source.ts';
import { type Vault, vault } from '#platform/crypto/vault.ts';
import type { Ask } from '#platform/db/ask.ts';
import type { Server } from '#platform/db/connection.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import type { Mode } from '#platform/db/realm.ts';
import { keyNews } from '#platform/encryption/key-news.ts';
import { orderEvents } from '#platform/events/order-events.ts';
import type { Log } from '#platform/log.ts';
import { type Load, pace, requestLoad } from '#platform/pace.ts';
import { Shifts } from '#platform/shifts.ts';
import { hinting, makeSignals, type Signals } from '#platform/signals/signals.ts';
import { startJobs } from '#platform/work/jobs.ts';
import type { WorkingCrew } from '#platform/work/operations/operation-kind.ts';
import { type Operations, operations } from '#platform/work/operations/operations.ts';
import { startRelay } from '#platform/work/relay.ts';
import {
  all,
  defaultRoles,
  migrationFolders,
  operationKinds,
  permissions,
  resolvers,
  setUps,
  sharedLoans,
  tables,
  views,
  whole,
} from './capabilities.ts';

export interface Service extends MetricTools {
  readonly door: Door;
  readonly rightsOf: RightsOf;
  readonly database: Database;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly keys: KeyHolder;
  readonly position: () => number;
  readonly runCommand: RunCommand;
  readonly settings: CommandSettings;
  /** What the audit is told of requests that change nothing. */
  readonly audit: AuditNotes;
  readonly operations: Operations;
  /** Contents of documents. */
  readonly blobs: Blobs;
  readonly signals: Signals;
  readonly load: Load;
  /** What a new company gets from each capability. */
  readonly setUps: readonly CompanySetUp[];
  orderEvents(mode: Mode, subjectId?: string): Promise<void>;
  /** Starts the relay and the workers in this process. */
  startWork(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Pick<Config, 'lockWaitMs'> & WorkSettings & Partial<Pick<Config, 'statementTimeoutMs'>>;
  /** How many processes share what is bounded; one when absent. */
  readonly processes?: number;
  /** A command beside the service: it makes no database, and decides nothing for all processes. */
  readonly joins?: boolean;
  /** The working processes, if one of them is for long work. */
  readonly crew?: WorkingCrew | undefined;
  readonly server: Server;
  /** Where requests enter the database; at `server` when there is none. */
  readonly requestServers?: readonly Server[];
  /** Where questions are asked; at `server` when it is not said. */
  readonly reportingServer?: Server | undefined;
  /** The encryption key, or the source that gives the keys. */
  readonly encryptionKey: Buffer | KeySource;
  readonly log: Log;
  readonly clock?: MachineClock;
  /** How many commands share a commit, if not as usual. */
  readonly sharing?: Partial<Sharing>;
}

export async function openService({
  config,
  server,
  requestServers = [],
  reportingServer,
  encryptionKey,
  log,
  clock = machineClock,
  processes = 1,
  joins = false,
  crew,
  sharing = {},
}: ServiceOptions): Promise<Service> {
  const keys = keyHolder(encryptionKey);
  const migrations = await readMigrations(migrationFolders);
  const places = { server, requestServers, reportingServer };
  const opened = await openDatabase({ ...config, ...places, keys, migrations, tables, views, processes, joins, log });
  const signals = makeSignals(server, log, keyNews(keys, log));
  const database = { ...hinting(opened, signals), atServer: hinting(opened.atServer, signals) };
  const position = positions(clock);
  const box = vault(keys);
  const tools = { database, vault: box, clock, log };
  const background = { ...tools, database: { ...database, ...database.atServer } };
  const door = doorOf(all((one) => one.callers?.({ ...tools, ...knownOfCallers, signals })));
  const ours = { kinds: operationKinds, resolvers, crew };
  const contents = blobs(database, clock, blobStores(database, config.blobs));
  const load = requestLoad();
  const shifts = new Shifts(load.isServing);
  const operating = operations({
    ...background,
    ...ours,
    isServing: load.isServing,
    shifts,
    blobs: contents,
    position,
    rightsOf: door.rightsOf,
    settings: config,
  });
  const stopLogging = logJumps(clock, log);
  const audit = auditNotes({ database, clock, log, position });
  let working: Working | undefined;
  return {
    database,
    clock,
    vault: box,
    keys,
    position,
    operations: operating,
    blobs: contents,
    door,
    rightsOf: door.rightsOf,
    signals,
    audit,
    load,
    setUps,
    ask: (mode) => asked(database.pools[mode]),
    running: (kind) => working?.running(kind),
    async orderEvents(mode, subjectId) {
      if ((await orderEvents(background.database, mode, subjectId)) > 0) signals.say('ordered', mode);
    },
    settings: config,
    runCommand: commandRunner({ ...tools, resolvers, position, settings: config, sharing }),
    async startWork() {
      signals.connect();
      const given = {
        ...background,
        signals,
        position,
        rightsOf: door.rightsOf,
        newPace: () => pace(load),
        isServing: load.isServing,
        shifts,
        whole,
        settings: config,
      };
      working = await startWorking(given, server, operating);
    },
    async close() {
      stopLogging();
      await working?.stop();
      await signals.stop();
      await audit.close();
      await door.close().catch((error) => log.warn({ err: error }, 'the last uses of keys were not noted'));
      await database.close();
    },
  };
}

/** What those who tell callers apart know of all capabilities. */
const knownOfCallers: Pick<CallerTools, 'sharedLoans' | 'permissionsOfUser' | 'permissions' | 'defaultRoles'> = {
  sharedLoans,
  permissionsOfUser: (reader, userId) => permissionsOfActive(reader, userId, { permissions, defaultRoles }),
  permissions: () => permissions,
  defaultRoles: () => defaultRoles,
};

interface ServiceTools extends WorkTools {
  readonly database: Database;
}

interface Working extends Pick<MetricTools, 'running'> {
  stop(): Promise<void>;
}

/** Starts the background work of this process. */
async function startWorking(tools: ServiceTools, server: Server, operating: Operations): Promise<Working> {
  const { database, clock, signals, log } = tools;
  const claimed = all((one) => one.claimed);
  const kinds = [operating.job, ...all((one) => one.jobs?.(tools)), ...claimed.map((work) => work.job(tools))];
  const jobs = await startJobs({ server, login: database.jobsLogin, kinds, log });
  const workers = new Map<WorkerKind, Worker>(
    all((one) => one.workers).map((kind) => [kind, kind.start(tools)] as const),
  );
  const chores = [operating.chore, ...all((one) => one.chores?.(tools)), ...claimed.map((work) => work.chore(tools))];
  const duties = all((one) => one.duties?.(tools));
  const relay = startRelay({ database, jobs, chores, duties, signals, clock, log });
  return {
    // The worker was started by this very kind, so it has the kind's type.
    running: <W extends Worker>(kind: WorkerKind<W>) => workers.get(kind) as W | undefined,
    async stop() {
      operating.stop();
      for (const worker of [...workers.values()].reverse()) await worker.stop();
      await relay.stop();
      await jobs.stop();
    },
  };
}

const asked =
  (pool: Pool): Ask =>
  async <Row>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as Row[];
