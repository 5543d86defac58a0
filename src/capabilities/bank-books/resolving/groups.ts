// What was attached or given up is expected no more: the breaks of its groups shrink, and end where nothing is left.
import { addCents, type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import { type BreakWork, moveBreak } from '../breaks/write-break.ts';
import { aboutGroup } from '../reconciliation/keep-breaks.ts';
import type { BankItemRow } from '../statements/tables.ts';
import { stillExpected } from './what-it-is-of.ts';

export async function shrinkGroups(
  work: BreakWork,
  tx: Tx,
  bankAccountId: string,
  closed: readonly BankItemRow[],
  except: string | null = null,
): Promise<void> {
  const groups = [...new Set(closed.map(({ group_name }) => group_name))];
  const abouts = groups.map(aboutGroup).filter((about) => about !== except);
  const rows = await tx.rows(
    tx.db
      .selectFrom('payment_breaks')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('resolved_at', 'is', null)
      .where('about', '=', sql<string>`any(${abouts}::text[])`),
  );
  if (rows.length === 0) return;
  const left = Map.groupBy(await stillExpected(tx, bankAccountId, { groups }), ({ group_name }) => group_name);
  for (const row of rows) {
    const items = left.get(groups.find((group) => aboutGroup(group) === row.about) as string) ?? [];
    if (items.length === 0) {
      moveBreak(work, tx, row, 'match', { by: 'matched' });
      continue;
    }
    const amount_cents = items.reduce<Cents>((sum, one) => addCents(sum, one.amount_cents), zeroCents);
    tx.write(tx.db.updateTable('payment_breaks').set({ amount_cents, updated_at: work.now }).where('id', '=', row.id));
  }
}
