// What a campaign has is not deleted.
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';

/** Errors: InvalidRequest. */
export async function mustBeUsedByNone(
  reader: Reader,
  column: 'contact_exporter_id' | 'bulk_sender_id',
  id: string,
  path: string,
): Promise<void> {
  const used = await reader.row(reader.db.selectFrom('campaigns').select('id').where(column, '=', id).limit(1));
  if (used === undefined) return;
  throw refuseField(
    path,
    `is that of the campaign ${used.id}`,
    'one that no campaign has: give that campaign another first',
  );
}
