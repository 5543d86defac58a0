// What a command gets besides its input: the caller, the time, and the tools that do not touch the database.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Config } from '#platform/config.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reach } from '#platform/db/reach.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Resolvers } from '#platform/references.ts';
import type { NamedActor, UserType } from '../actor.ts';

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
  /** The part of the company that it sees. */
  readonly reach: Reach;
  /** Only a person who has signed in has one. */
  readonly session: CallersSession | null;
  /** The id under which its idempotency keys and requests count, if not its own: a key's predecessor. */
  readonly keptAs?: string;
  /** Absent: the caller may call from anywhere. */
  readonly mayCallFrom?: ((address: string) => boolean) | undefined;
}

interface CallersSession {
  readonly id: string;
  readonly userType: UserType;
  readonly kind: SessionKind;
  /** When the user signed in. */
  readonly beganAt: Instant;
  /** The company requires a second factor, and the user has none: until then there are no permissions. */
  readonly mustSetUpFactor: boolean;
}

/** A person's session, a tool's for compliance, or one for a few minutes with a part of the rights. */
export type SessionKind = 'user' | 'compliance' | 'shortLived';

/** The id under which what a caller did is kept and counted. */
export const keptAs = (caller: Pick<Caller, 'keptAs' | 'actor'>): string => caller.keptAs ?? caller.actor.id;

/** What commands may know of the installation's settings. */
export type CommandSettings = Pick<Config, 'webhookDevHosts'> &
  Partial<Pick<Config, 'sending' | 'bankFilesDirectory' | 'scanner'>>;

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
  /** Where the request came from, as rate limits count it. */
  readonly address: string | null;
  readonly vault: Vault;
  /** Finds objects of later capabilities. */
  readonly resolvers: Resolvers;
  /** The place of a new row in the order of recording. */
  position(): number;
  /**
   * Tells the audit how the object that is changed was before, by columns or fields, where that is not the subject: a
   * field that was sent and has the same value is then known not to have changed.
   */
  was(before: object): void;
  /** Tells the audit the hash of the content that was accepted or made. */
  proves(sha256: string): void;
  /** Names a field that was sent and has no effect here, by its path, as unknown fields are named. */
  ignore(path: string): void;
  /** Emits an event, kept in the same commit. */
  readonly emit: Emit;
  /**
   * Records work to be done afterwards, kept with the subject in the same commit; the relay moves it to the job queue.
   */
  enqueue(job: string, payload: Record<string, unknown>): void;
}

/** The borrower who calls; null: the company's key, or somebody who works for it. */
export const callingBorrower = ({ reach }: Pick<Caller, 'reach'>): string | null =>
  reach === 'company' ? null : reach.personId;

/** The caller and the time, on which a right may depend. */
export type Asking = Pick<CommandContext, 'caller' | 'machineNow'>;
