// The switch that stops all orders of a company. What is ordered meanwhile is taken and waits.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';

/** Locked until the commit: once payments were stopped, no order begins to be sent. */
export async function isStopped(tx: Tx): Promise<boolean> {
  const row = await tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forShare());
  return row?.stopped_at != null;
}

/** Every company has its row from the start. */
export function addSwitch(tx: Tx): void {
  tx.write(tx.db.insertInto('money_switches').values({ stopped_at: null, reason: null }));
}

export function setSwitch(tx: Tx, stopped: { readonly at: Instant; readonly reason: string } | null): void {
  const set = { stopped_at: stopped?.at ?? null, reason: stopped?.reason ?? null };
  tx.write(tx.db.updateTable('money_switches').set(set));
}

/**
 * Run with a restore, in its transaction: what a backup still had to send may have been sent since. Nothing goes out
 * until somebody has looked.
 */
export const stopAfterRestore = (mode: Mode): string =>
  `update ${mode}.money_switches set stopped_at = now(), reason = 'restored from a backup' where stopped_at is null`;

/** Those that had begun to be sent. */
export async function ordersUnderWay(reader: Reader): Promise<number> {
  const row = await reader.row(
    reader.db
      .selectFrom('payment_attempts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'sending'),
  );
  return Number(row?.n ?? 0);
}
