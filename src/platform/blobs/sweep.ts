// Removes contents that nobody keeps: those that were forgotten, and those that came and were never kept, or only for a
// while, because the client or this service stopped before. The second kind are counted as orphans.
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Log } from '#platform/log.ts';
import { removeBlob } from './blobs.ts';
import type { BlobStores } from './stores.ts';
import './tables.ts';

interface SweepTools {
  readonly database: RealmDatabase;
  readonly clock: MachineClock;
  readonly log: Log;
}

/** What the sweeps of this process have removed since it started. */
export const sweptSoFar = { orphans: 0, forgotten: 0 };

const sweptAtOnce = 100;

export const sweepBlobs = (tools: SweepTools, stores: BlobStores): Chore => ({
  name: 'blobs.sweep',
  everyMs: 60_000,
  async run(mode) {
    // What could not be removed is due again in an hour, so no row is found twice here.
    while ((await sweepSome(tools, stores, mode)) === sweptAtOnce);
  },
});

async function sweepSome({ database, clock, log }: SweepTools, stores: BlobStores, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const due = await rows(
    db
      .selectFrom('blobs')
      .select(['owner_id', 'id', 'company_id', 'store', 'length', 'sealed', 'goes_at'])
      .where('goes_at', '<=', clock.micros())
      .orderBy('goes_at')
      .limit(sweptAtOnce),
  );
  for (const { owner_id: ownerId, id, company_id: companyId, store, length, sealed, goes_at: goesAt } of due) {
    try {
      const blob = { realm: { mode, companyId }, ownerId, id, goesAt: goesAt as number };
      if (!(await removeBlob(database, clock, stores.of(store), blob))) continue;
      sweptSoFar[length === null || sealed !== null ? 'orphans' : 'forgotten'] += 1;
    } catch (error) {
      log.warn({ err: error, mode, content: id }, 'a content that nobody keeps was not removed from its store');
    }
  }
  return due.length;
}
