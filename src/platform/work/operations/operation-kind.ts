// What a kind of operation declares, and what a running operation may do.
import type { Blobs } from '#platform/blobs/blobs.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { Resolvers } from '#platform/references.ts';
import type { Shifts } from '#platform/shifts.ts';
import type { JobData } from '../jobs.ts';
import type { Job } from './job.ts';

/** What the actor that asked for an operation may do now; undefined if that actor was not recorded. */
export type Rights = ReadonlySet<string> | undefined;

/** What operations may know of the installation. */
export interface OperationSettings {
  /** Hosts inside that may be asked. */
  readonly webhookDevHosts: ReadonlySet<string>;
}

/** What a running operation may do. Each of its writes goes through `step`, which fails when the lease is lost. */
export interface Running {
  readonly realm: Realm;
  readonly reader: Reader;
  /** For what no transaction of ours may wait for. */
  readonly database: RealmDatabase;
  readonly vault: Vault;
  /** Contents of any length, for what an operation makes. */
  readonly blobs: Blobs;
  readonly resolvers: Resolvers;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly settings: OperationSettings;
  readonly operationId: string;
  /** The input as it is stored: the kind decodes it. */
  readonly input: unknown;
  /**
   * For use outside a transaction: a piece gets the rights as an argument. Errors: KeyEnded, and Forbidden if the kind
   * needs more.
   */
  rights(): Promise<Rights>;
  position(): number;
  /** Whether there are requests, here or in another process, that would wait for what takes the whole machine. */
  isServing(): Promise<boolean>;
  /** To be waited for after a piece of work that took so long and was no step, while nothing is locked. */
  rest(workedMs: number): Promise<void>;
  progress(done: number, total: number): Promise<void>;
  step<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like a step, but several may run at once: the operation is locked only when a piece ends. What is counted is added
   * to the progress (`done`) and to the counts in `input`, where the next worker finds it after a crash.
   */
  piece(work: (tx: Tx, rights: Rights) => Promise<{ readonly done: number; readonly counts: Counts }>): Promise<void>;
  /** What pieces of all workers have counted so far. */
  counted(reader: Reader): Promise<{ readonly done: number; readonly counts: Counts }>;
  /** Records progress as a part of a step. */
  mark(tx: Tx, mark: Mark): void;
  /** The last step: its effect and the end of the operation are one commit. */
  finish(work: (tx: Tx) => Promise<Record<string, unknown> | null>): Promise<void>;
}

interface Mark {
  readonly done: number;
  readonly total: number | null;
}

export type Counts = Readonly<Record<string, number>>;

/** `readInput` of its job decodes the input of the operation. */
export interface OperationKind extends Job {
  /**
   * The permissions that the actor must have as long as the operation runs: checked before each step and piece. Without
   * `needs` the operation continues whatever happens to the actor, because it completes something that was committed.
   */
  readonly needs?: readonly string[];
  run(running: Running): Promise<void>;
  /**
   * Gives back what the start took, when the operation fails for good, in the same commit. What it returns is kept as
   * the result: what was done until then.
   */
  release?(tx: Tx, operation: FailedOperation): Promise<Record<string, unknown> | null>;
}

/** `error`: why it failed; what is not a refusal is not shown to callers. */
export type FailedOperation = Pick<Running, 'operationId' | 'input' | 'clock' | 'position'> & {
  readonly error: unknown;
};

export interface OperationsOptions {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly blobs?: Blobs;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly kinds: readonly OperationKind[];
  readonly rightsOf: RightsOf;
  readonly resolvers?: Resolvers;
  /** Absent: nothing outside is asked, and contents lie in the database. */
  readonly settings?: OperationSettings;
  readonly crew?: WorkingCrew | undefined;
  /** Whether this process has requests that somebody would feel waiting. */
  readonly isServing?: () => boolean;
  /** The shifts of all background work of this process. */
  readonly shifts?: Pick<Shifts, 'restAfter'>;
  position(): number;
}

/** The other processes of this service, as long work sees them. */
export interface WorkingCrew {
  /** Gives a job to the process for long work. False: there is none, and this process does it. */
  handOver?(job: JobData): Promise<boolean>;
  /** How busy requests keep the busiest process: the share of its time, from 0 to 1. */
  busiest(): Promise<number>;
}
