// Deletes uploads that never became an operation, because the client or this service stopped before.

import { sql } from 'kysely';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import '../uploads/tables.ts';

/** Longer than any upload takes; an upload that waits for a worker has an operation. */
const keptMicros = 24 * 3600 * 1_000_000;

export const forgetUploads = (database: RealmDatabase, clock: MachineClock): Chore => ({
  name: 'import.forget',
  everyMs: 3_600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    const oldFrom = clock.micros() - keptMicros;
    const old = await rows(
      db
        .selectFrom('import_chunks')
        .select('upload_id')
        .distinct()
        .where('recorded_at', '<', oldFrom)
        .where('sealed', 'is not', null),
    );
    if (old.length === 0) return;
    const wanted = await rows(
      db
        .selectFrom('operations')
        .select(sql<string>`input ->> 'uploadId'`.as('upload_id'))
        .where('state', 'in', ['queued', 'running'])
        .where(sql`input ->> 'uploadId'`, 'is not', null),
    );
    const kept = new Set(wanted.map((row) => row.upload_id));
    for (const { upload_id: id } of old) {
      if (kept.has(id)) continue;
      await rows(
        db
          .deleteFrom('import_chunks')
          .where('upload_id', '=', id)
          .where('recorded_at', '<', oldFrom)
          .where('sealed', 'is not', null),
      );
    }
  },
});
