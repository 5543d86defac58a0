// Clears fields of the events of a subject: that something happened stays, whom it was about is removed.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { PackedDetails } from './tables.ts';

/** The subject is locked: nobody writes its events meanwhile. */
export async function clearDetails(tx: Tx, subjectId: string, fields: readonly string[]): Promise<void> {
  const rows = await tx.rows(
    tx.db
      .selectFrom('event_commits')
      .select(['position', 'events'])
      .where('subject_id', '=', subjectId)
      .where(
        sql<boolean>`exists (select from jsonb_array_elements(events) as told(details) where details ?| ${fields}::text[])`,
      ),
  );
  const positions = rows.map(({ position }) => position);
  const cleared = rows.map(({ events }) => JSON.stringify(clearedIn(events, new Set(fields))));
  tx.write(
    tx.db
      .updateTable('event_commits')
      .from(
        sql<{
          of_position: number;
          cleared: string;
        }>`unnest(${positions}::bigint[], ${cleared}::jsonb[])`.as<'changed'>(sql`changed(of_position, cleared)`),
      )
      .set({ events: sql<string>`changed.cleared` })
      .where('subject_id', '=', subjectId)
      .whereRef('position', '=', 'changed.of_position'),
  );
}

/** What an event of a row tells differently is cleared like what the first one tells. */
const clearedIn = (events: PackedDetails, fields: ReadonlySet<string>): PackedDetails =>
  events.map((details) =>
    Object.fromEntries(Object.entries(details).map(([name, value]) => [name, fields.has(name) ? null : value])),
  );
