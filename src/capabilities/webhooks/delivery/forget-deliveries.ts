// Deliveries are deleted after thirty days, so that no copies of a person's data are kept without end.

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
      // Open deliveries are still sent, unless the subscription is switched off.
      const isOld = (one: Old) => one.planned_at < before && (one.state !== 'open' || !enabled);
      await forgetOf(database, mode, id, (one) => deleted_at !== null || isOld(one));
    }
  },
});

type Old = Pick<DeliveryRow, 'id' | 'sequence' | 'planned_at' | 'state'>;

/** Begins with the oldest, and ends at a batch without an old one. */
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
