// Forgets what has been done of an upload.
import type { Tx } from '#platform/db/realm-database.ts';
import './tables.ts';

/** Its number stays, so that the next one is found behind it. */
export function endChunk(tx: Tx, uploadId: string, number: number): void {
  const chunk = tx.db.updateTable('import_chunks').set({ sealed: null }).where('upload_id', '=', uploadId);
  tx.write(chunk.where('number', '=', number));
}

export const endUpload = (tx: Tx, uploadId: string): void =>
  tx.write(tx.db.deleteFrom('import_chunks').where('upload_id', '=', uploadId));
