// What a command is given besides its input: who calls, when, and the tools that do not touch the database.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Config } from '#platform/config.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Resolvers } from '#platform/references.ts';
import type { NamedActor } from '../actor.ts';

/** Who calls. */
export interface Caller {
  readonly realm: Realm;
  /** The company's zone: the dates of its people are computed in it. */
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
  /** The machine's instant, for telling what time really is; no fact is dated by it. */
  machineNow(): Instant;
  /** The machine's microseconds, for what expires. */
  machineMicros(): number;
  readonly settings: CommandSettings;
  readonly requestId: string;
  readonly vault: Vault;
  /** What finds objects of capabilities further on. */
  readonly resolvers: Resolvers;
  /** Where a new row stands in the order of recording. */
  position(): number;
  /** Tells that something happened: an event, kept in the same commit. */
  readonly emit: Emit;
  /** Work to be done afterwards, kept with the subject in the same commit; the relay moves it on to the job queue. */
  enqueue(job: string, payload: Record<string, unknown>): void;
}

/** Who asks, and when: what a right may depend on. */
export type Asking = Pick<CommandContext, 'caller' | 'machineNow'>;
