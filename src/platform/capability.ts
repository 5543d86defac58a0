// A capability as a value: all that one ability of the business brings to the service. The app has one ordered list of
// them, from which routes, tables, migrations, documents, checks and background work are derived. What a capability does
// not have, it leaves out.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Chore, Duty } from '#platform/chore.ts';
import type { MachineClock } from './clock.ts';
import type { Callers } from './command/authentication.ts';
import type { CommandContext } from './command/context.ts';
import type { Vault } from './crypto/vault.ts';
import type { Realm } from './db/realm.ts';
import type { RealmDatabase, Tx } from './db/realm-database.ts';
import type { TableClasses } from './db/tables.ts';
import type { Check, DatabasePatient } from './doctor/check.ts';
import type { SealedTable } from './encryption/sealed-table.ts';
import type { ErrorKind } from './errors.ts';
import type { DeclaredResource, EventResource } from './event-views/payload.ts';
import type { EventKind } from './events/event-kind.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { VersionStep } from './http/versions.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Pace } from './pace.ts';
import type { Resolvers } from './resource/references.ts';
import type { Signals } from './signals/signals.ts';
import type { DailyStep } from './work/day/daily-step.ts';
import type { OperationKind } from './work/operations/operations.ts';

export interface Capability {
  /** The name of its folder. */
  readonly name: string;
  readonly migrations?: URL;
  readonly tables?: TableClasses;
  /** What its tables hold that only the encryption keys make sense of. */
  readonly sealed?: readonly SealedTable[];
  /** By their chapter in docs/errors.md. */
  readonly errors?: Readonly<Record<string, Readonly<Record<string, ErrorKind>>>>;
  readonly events?: readonly EventKind[];
  /** What the payloads of events show whole. */
  readonly resources?: readonly DeclaredResource[];
  readonly routes?: (whole: Whole) => readonly Endpoint[];
  /** Permissions that its endpoints ask for besides the one that each declares. */
  readonly permissions?: readonly string[];
  /** What finds its objects for capabilities before it, by the kind that their fields refer to. */
  readonly resolvers?: Resolvers;
  readonly versions?: readonly VersionStep[];
  readonly births?: readonly Birth[];
  readonly erasing?: readonly Erasing[];
  /** What happens by itself as the days pass. */
  readonly dailySteps?: readonly DailyStep[];
  readonly operations?: (whole: Whole) => readonly OperationKind[];
  readonly chores?: (tools: WorkTools) => readonly Chore[];
  readonly duties?: (tools: WorkTools) => readonly Duty[];
  readonly workers?: readonly WorkerKind[];
  /** What `tenor doctor` looks at. */
  readonly checks?: readonly Check<DatabasePatient>[];
  readonly metrics?: (metrics: Metrics, tools: MetricTools) => void;
  /** How callers are known. One capability has it. */
  readonly callers?: (tools: CallerTools) => Callers;
}

/** What is only known once all capabilities are put together: not to be asked before something runs. */
export interface Whole {
  readonly permissions: ReadonlySet<string>;
  readonly eventKinds: readonly EventKind[];
  readonly eventResources: readonly EventResource[];
  readonly dailySteps: readonly DailyStep[];
}

/** What a new company gets from a capability, in each mode, in the transaction that makes it. */
export type Birth = (tx: Tx, company: Newborn) => void;

export interface Newborn {
  readonly realm: Realm;
  readonly name: string;
  readonly now: Instant;
  position(): number;
}

/** Erases what a capability keeps of a person, in the transaction that erases the person. */
export type Erasing = (tx: Tx, personId: string, ctx: Pick<CommandContext, 'now'>) => Promise<void>;

export interface CallerTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  /** All there are: what a key without a list of its own has. */
  readonly permissions: () => ReadonlySet<string>;
}

/** What background work needs of the process it runs in. */
export interface WorkTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly signals: Signals;
  readonly whole: Whole;
  readonly settings: WorkSettings;
  position(): number;
  /** A pace of its own for each kind of work, beside the requests of this process. */
  newPace(): Pace;
}

export interface WorkSettings {
  /** Hosts inside the own network that webhooks may be sent to. */
  readonly webhookDevHosts: ReadonlySet<string>;
}

export interface Worker {
  stop(): Promise<void>;
}

/** Work that goes on in every process that works. */
export interface WorkerKind<W extends Worker = Worker> {
  readonly name: string;
  start(tools: WorkTools): W;
}

export interface MetricTools {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  /** The worker of this kind in this process, if it works. */
  running<W extends Worker>(kind: WorkerKind<W>): W | undefined;
}
