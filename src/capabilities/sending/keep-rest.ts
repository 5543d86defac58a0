// How long a channel rests, where the doctor and the metrics of any process find it.
import { sql } from 'kysely';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Said } from './providers/rest.ts';
import type { Channel } from './tables.ts';

const keptMicros = 5 * 60 * 1_000_000;

/**
 * A process that ended while it rested leaves its row behind: what says nothing new for longer than a channel rests is none.
 * Rows that count are named so in the SQL of the doctor and the metrics.
 */
export const stillRests = `rests_until > $1::bigint - ${keptMicros}`;

/**
 * Only live mode has carriers that may refuse. Writes of several letters and processes come in any order: the outcome that
 * was known last is the one that stays, unless it was said by a clock that was far ahead.
 */
export async function keepRest(database: RealmDatabase, channel: Channel, { at, resting }: Said): Promise<void> {
  const { db, rows } = database.unscoped('live');
  const { why, since: rests_since, until: rests_until } = resting ?? nothing;
  const row = { channel, said_at: at, why, rests_since, rests_until };
  await rows(
    db
      .insertInto('resting_channels')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('channel')
          .doUpdateSet({ said_at: at, why, rests_until, rests_since: resting === null ? null : firstSince })
          .where((eb) =>
            eb.or([eb('resting_channels.said_at', '<=', at), eb('resting_channels.said_at', '>', at + keptMicros)]),
          ),
      ),
  );
}

const nothing = { why: null, since: null, until: null } as const;

/** Each process finds it out by itself: the first one says since when, unless it ended long ago. */
const firstSince = sql<number>`case when resting_channels.rests_until > excluded.said_at - ${sql.lit(keptMicros)}
  then least(resting_channels.rests_since, excluded.rests_since) else excluded.rests_since end`;
