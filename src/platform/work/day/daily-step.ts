// The work of the day is an ordered list of small steps, which capabilities declare and the app collects. Each step
// finds what is due and does it in pieces. Doing it twice, or in several processes at once, changes nothing.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { RealmNow } from '#platform/business-clock.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Grouping } from '#platform/db/cluster/grouping.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { DueRows, Span } from '../due-rows.ts';
import type { Troubles } from './troubles.ts';

export interface DailyStep {
  readonly name: string;
  readonly due: DueRows;
  /**
   * For a step that has nothing to do on most of the days of its rows: the first instant in the span at which it has. The
   * clock of a test realm is moved from one such instant to the next.
   */
  firstIn?(reader: Reader, span: Span): Promise<Instant | null>;
  /** Finds what is long overdue, in another way than the step itself finds it. */
  leftBehind(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<LeftBehind>;
  /** Does what is due. Returns whether it stopped before the end, so that other realms get their turn. */
  run(day: PassingDay): Promise<{ isMore: boolean }>;
}

export interface LeftBehind {
  readonly count: number;
  /** Some of the ids. */
  readonly ids: readonly string[];
}

/** The reads of the interface, and every permission: platform/capability.ts merges them into it, which imports this file. */
export interface ReadByDay {
  readonly [neverAField]?: never;
}
declare const neverAField: unique symbol;

/** For steps that read nothing through the interface. */
export const readsNothing: ReadByDay = {};

/** What a step works with in one realm. */
export interface PassingDay {
  readonly realm: Realm;
  /** A transaction at the business time of the realm, which does not move before the transaction ends. */
  transact<T>(work: (tx: Tx, now: Instant) => Promise<T>): Promise<T>;
  /** For what a step does outside of such a transaction. */
  readonly database: RealmDatabase;
  readonly vault: Vault;
  /** For a step that says what a read of the interface answers. */
  readonly whole: ReadByDay;
  readonly grouping: Grouping;
  readonly clock: MachineClock;
  position(): number;
  readonly log: Log;
  readonly troubles: Troubles;
  /** True where nothing may be left for later: the step then waits for locked rows. Otherwise it skips them. */
  readonly waits: boolean;
  readonly stopping: AbortSignal;
  told(outcome: 'done' | 'failed'): void;
  /** Must be called between two pieces of work, with the time that the last piece kept this process busy. */
  rest(workedMs: number): Promise<void>;
}
