// How long a channel rests, where the doctor and the metrics of any process find it.
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Resting } from './providers/rest.ts';
import type { Channel } from './tables.ts';

/**
 * A process that ended while it rested leaves its row behind: what says nothing new for longer than a channel rests is none.
 * Rows that count are named so in the SQL of the doctor and the metrics.
 */
export const stillRests = `rests_until > $1::bigint - ${5 * 60 * 1_000_000}`;

/** Only live mode has carriers that may refuse. */
export async function keepRest(database: RealmDatabase, channel: Channel, resting: Resting | null): Promise<void> {
  const { db, rows } = database.unscoped('live');
  if (resting === null) {
    await rows(db.deleteFrom('resting_channels').where('channel', '=', channel));
    return;
  }
  const { why, since: rests_since, until: rests_until } = resting;
  const row = { why, rests_since, rests_until };
  await rows(
    db
      .insertInto('resting_channels')
      .values({ channel, ...row })
      // Each process finds it out by itself: the first one says since when.
      .onConflict((conflict) => conflict.column('channel').doUpdateSet({ why, rests_until })),
  );
}
