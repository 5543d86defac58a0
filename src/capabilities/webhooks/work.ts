// The work that a subscription has waiting.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';

/** Says that something of these subscriptions is due now. */
export function wakeWork(
  tx: Tx,
  ids: readonly string[],
  nowMicros: number,
  also: { failures?: 0; paused_until?: 0 } = {},
): void {
  tx.write(
    tx.db
      .updateTable('webhook_work')
      .set({ due_at: sql<number>`least(due_at, ${nowMicros}::bigint)`, planned: sql<number>`planned + 1`, ...also })
      .where('webhook_id', '=', sql<string>`any(${ids}::text[])`),
  );
}
