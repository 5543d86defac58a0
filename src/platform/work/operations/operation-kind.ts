// What a kind of operation declares, and what a running operation may do.
import type { MachineClock } from '#platform/clock.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { Resolvers } from '#platform/references.ts';
import type { Job } from './job.ts';

/** What the actor that asked for an operation may do now; undefined where nobody noted who that was. */
export type Rights = ReadonlySet<string> | undefined;

/** What a running operation may do. Each write of its own goes through `step`, which fails when the lease is lost. */
export interface Running {
  readonly realm: Realm;
  readonly reader: Reader;
  readonly vault: Vault;
  readonly resolvers: Resolvers;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly operationId: string;
  /** As it is kept: the kind reads it. */
  readonly input: unknown;
  /** Outside a transaction: a piece is given them. Errors: KeyEnded, and Forbidden where the kind needs more. */
  rights(): Promise<Rights>;
  position(): number;
  progress(done: number, total: number): Promise<void>;
  step<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Like a step, of which several may be under way at once: the operation is held only when one ends. What is counted is
   * added to the progress (`done`) and to the counts in `input`, where whoever goes on after a crash finds it.
   */
  piece(work: (tx: Tx, rights: Rights) => Promise<{ readonly done: number; readonly counts: Counts }>): Promise<void>;
  /** What pieces have counted so far, by whichever worker. */
  counted(reader: Reader): Promise<{ readonly done: number; readonly counts: Counts }>;
  /** Progress as a part of a step. */
  mark(tx: Tx, mark: Mark): void;
  /** The last step: its effect and the end of the operation are one commit. */
  finish(work: (tx: Tx) => Promise<Record<string, unknown> | null>): Promise<void>;
}

interface Mark {
  readonly done: number;
  readonly total: number | null;
}

export type Counts = Readonly<Record<string, number>>;

/** `readInput` of its job makes sense of what the operation keeps. */
export interface OperationKind extends Job {
  /**
   * What the actor that asked for it must be allowed as long as it goes on: asked before each step and piece. Without it
   * the operation goes on, whatever becomes of the actor: it does what follows from something that was committed.
   */
  readonly needs?: readonly string[];
  run(running: Running): Promise<void>;
  /**
   * Gives back what the start took, when the operation fails for good, in the commit that says so. What it gives is kept
   * as the result: what was done until then.
   */
  release?(tx: Tx, operation: Pick<Running, 'operationId' | 'input'>): Promise<Record<string, unknown> | null>;
}

export interface OperationsOptions {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly kinds: readonly OperationKind[];
  readonly rightsOf: RightsOf;
  readonly resolvers?: Resolvers;
  position(): number;
}
