// The waiting work of a subscription.
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';

/** Marks something of these subscriptions as due now. */
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

/** Open deliveries that wait, all of the subscription or those of one lane, are due now. */
export function endWaits(tx: Tx, webhookId: string, lane?: string): void {
  const waiting = tx.db
    .updateTable('webhook_deliveries')
    .set({ due_at: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'open')
    .where('due_at', '>', 0);
  tx.write(lane === undefined ? waiting : waiting.where('lane', '=', lane));
}
