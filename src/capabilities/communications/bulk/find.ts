import type { Reader } from '#platform/db/realm-database.ts';
import { type BulkSendingRow, bulkSendings } from './tables.ts';

export async function findBulk(reader: Reader, id: string, isLocked = false): Promise<BulkSendingRow | undefined> {
  const query = reader.db.selectFrom('bulk_sendings').select(bulkSendings.all).where('id', '=', id);
  return (await reader.row(isLocked ? query.forUpdate() : query)) as BulkSendingRow | undefined;
}
