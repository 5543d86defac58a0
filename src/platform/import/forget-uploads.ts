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
    await rows(
      db
        .deleteFrom('import_chunks')
        .where('recorded_at', '<', clock.micros() - keptMicros)
        .where('sealed', 'is not', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('operations')
                .select('operations.id')
                .where('state', 'in', ['queued', 'running'])
                .where(sql<string>`input ->> 'uploadId'`, '=', eb.ref('import_chunks.upload_id')),
            ),
          ),
        ),
    );
  },
});
