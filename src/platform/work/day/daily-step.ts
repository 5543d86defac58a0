// The work of the day: an ordered list of small steps, which capabilities give and the app puts together. Each finds for
// itself what is due and does it a piece at a time. Doing it twice, or in several places at once, changes nothing.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { RealmNow } from '#platform/business-clock.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import type { DueRows } from '../due-rows.ts';
import type { Troubles } from './troubles.ts';

export interface DailyStep {
  readonly name: string;
  readonly due: DueRows;
  /** What should have been done long ago, found by other means than the work finds it. */
  leftBehind(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<LeftBehind>;
  /** Does what is due. Gives whether it stopped before the end, so that others may have their turn. */
  run(day: PassingDay): Promise<{ isMore: boolean }>;
}

export interface LeftBehind {
  readonly count: number;
  /** Some of them. */
  readonly ids: readonly string[];
}

/** What a step works with in one realm. */
export interface PassingDay {
  readonly realm: Realm;
  /** A transaction at the realm's now, which is not moved before its end. */
  transact<T>(work: (tx: Tx, now: Instant) => Promise<T>): Promise<T>;
  readonly clock: MachineClock;
  position(): number;
  readonly log: Log;
  readonly troubles: Troubles;
  /** True where nothing may be left for later: then it waits for what somebody else holds, which it else passes over. */
  readonly waits: boolean;
  readonly stopping: AbortSignal;
  told(outcome: 'done' | 'failed'): void;
  /** To be called between two pieces of work, with how long the last one kept this process. */
  rest(workedMs: number): Promise<void>;
}
