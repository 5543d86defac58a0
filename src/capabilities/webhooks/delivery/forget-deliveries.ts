// Deliveries are kept for thirty days, so that what a person was told about is not kept for ever in copies.

import { sql } from 'kysely';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { DeliveryRow } from '../tables.ts';
import { keptMicros } from './back-off.ts';

const batch = 500;

export const forgetDeliveries = (database: RealmDatabase, clock: MachineClock): Chore => ({
  name: 'webhooks.forget',
  everyMs: 3_600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    const before = clock.micros() - keptMicros;
    const webhooks = await rows(db.selectFrom('webhooks').select(['id', 'enabled', 'deleted_at']));
    for (const { id, enabled, deleted_at } of webhooks) {
      // What is open is still sent, unless nobody sends.
      const isOld = (one: Old) => one.planned_at < before && (one.state !== 'open' || !enabled);
      await forgetOf(database, mode, id, (one) => deleted_at !== null || isOld(one));
    }
  },
});

type Old = Pick<DeliveryRow, 'id' | 'sequence' | 'planned_at' | 'state'>;

/** From the oldest on, until a whole stretch is to be kept. */
async function forgetOf(database: RealmDatabase, mode: Mode, webhookId: string, isOld: (one: Old) => boolean) {
  const { db, rows } = database.unscoped(mode);
  for (let after = 0; ; ) {
    const stretch = await rows(
      db
        .selectFrom('webhook_deliveries')
        .select(['id', 'sequence', 'planned_at', 'state'])
        .where('webhook_id', '=', webhookId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(batch),
    );
    const ids = stretch.filter(isOld).map((one) => one.id);
    const last = stretch.at(-1);
    if (ids.length === 0 || last === undefined) return;
    await rows(
      db
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', webhookId)
        .where('id', '=', sql<string>`any(${ids}::text[])`),
    );
    after = last.sequence;
  }
}
