// What a command gets besides its input: the caller, the time, and the tools that do not touch the database.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Config } from '#platform/config.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Resolvers } from '#platform/references.ts';
import type { NamedActor } from '../actor.ts';

export interface Caller {
  readonly realm: Realm;
  /** The company's time zone: the dates of its people are computed in it. */
  readonly timezone: string;
  readonly actor: NamedActor;
  /** The name of the key or the user. */
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  /** The interface version that the key is pinned to. */
  readonly apiVersion: string | null;
}

/** What commands may know of the installation's settings. */
export type CommandSettings = Pick<Config, 'webhookDevHosts'>;

export interface CommandContext {
  readonly realm: Realm;
  readonly caller: Caller;
  /** The business instant: the only "now" that a command may store as a fact's date. */
  readonly now: Instant;
  /** The instant of the machine clock, if the real time is needed; no fact is dated by it. */
  machineNow(): Instant;
  /** The machine's microseconds, for what expires. */
  machineMicros(): number;
  readonly settings: CommandSettings;
  readonly requestId: string;
  readonly vault: Vault;
  /** Finds objects of later capabilities. */
  readonly resolvers: Resolvers;
  /** The place of a new row in the order of recording. */
  position(): number;
  /** Emits an event, kept in the same commit. */
  readonly emit: Emit;
  /**
   * Records work to be done afterwards, kept with the subject in the same commit; the relay moves it to the job queue.
   */
  enqueue(job: string, payload: Record<string, unknown>): void;
}

/** The caller and the time, on which a right may depend. */
export type Asking = Pick<CommandContext, 'caller' | 'machineNow'>;
