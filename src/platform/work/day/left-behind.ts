// What the day should have done long ago, as most steps look for it: some rows of each company.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Compilable } from 'kysely';
import type { RealmNow } from '#platform/business-clock.ts';
import type { Builder } from '#platform/db/builder.ts';
import { overdueAfterSeconds } from '../due-rows.ts';
import type { DailyStep } from './daily-step.ts';

interface Asked extends RealmNow {
  /** What was due before is overdue. */
  readonly late: Instant;
}

/** A question for the ids of what one company has left behind. */
type BehindOf = (db: Builder, asked: Asked) => { limit(count: number): Compilable<{ readonly id: string }> };

const shownMax = 20;

export const behindOfEach =
  (behindOf: BehindOf): DailyStep['leftBehind'] =>
  async (database, mode, realms) => {
    const { db, rows } = database.unscoped(mode);
    const ids: string[] = [];
    for (const realm of realms) {
      const late = addSeconds(realm.now, -overdueAfterSeconds);
      const found = await rows(behindOf(db, { ...realm, late }).limit(shownMax));
      ids.push(...found.map(({ id }) => id));
    }
    return { count: ids.length, ids: ids.slice(0, shownMax) };
  };
