// Clears fields of the events of a subject: that something happened stays, whom it was about is removed.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';

export function clearDetails(tx: Tx, subjectId: string, fields: readonly string[]): void {
  const cleared = sql<string>`(
    select jsonb_object_agg(name, case when name = any(${fields}::text[]) then 'null'::jsonb else value end)
    from jsonb_each(details) as field(name, value))`;
  tx.write(
    tx.db
      .updateTable('events')
      .set({ details: cleared })
      .where('subject_id', '=', subjectId)
      .where(sql<boolean>`details ?| ${fields}::text[]`),
  );
}
