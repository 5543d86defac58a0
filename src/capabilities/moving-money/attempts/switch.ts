// The switch that stops all orders of a company. What is ordered meanwhile is taken and waits.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';

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
