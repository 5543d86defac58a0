// What the bank should show, as items: taken from the postings of what providers owe when a statement is read, so that
// no payment pays for it. The cost follows what was posted since the last statement.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import type { CashPostingRow } from '../cash-book/tables.ts';

/** Positions are not given in the order of commits: what is committed late is looked for again. No commit takes so long. */
const overlapMicros = 3_600_000_000;
const page = 2_000;

export async function bringItems(tx: Tx, account: BankAccountRow, providers: readonly string[]): Promise<void> {
  let { looked_until: last } = account;
  for (let after = last - overlapMicros; ; ) {
    const rows = await postingsAfter(tx, account, providers, after);
    if (rows.length > 0) {
      tx.write(
        tx.db
          .insertInto('bank_items')
          .values(rows.map((row) => itemOf(account.id, row)))
          .onConflict((conflict) => conflict.columns(['company_id', 'id'] as never).doNothing()),
      );
      after = (rows.at(-1) as CashPostingRow).position;
      last = Math.max(last, after);
    }
    if (rows.length < page) break;
  }
  tx.write(tx.db.updateTable('bank_accounts').set({ looked_until: last }).where('id', '=', account.id));
}

const postingsAfter = (tx: Tx, account: BankAccountRow, providers: readonly string[], after: number) =>
  tx.rows(
    tx.db
      .selectFrom('cash_postings')
      .selectAll()
      .where('position', '>', after)
      .where('account', '=', 'PR')
      .where('carrier_id', '=', sql<string>`any(${providers}::text[])`)
      .where('line_id', 'is', null)
      .where('attempt_id', 'is not', null)
      .where('day', '>=', account.expected_from)
      .orderBy('position')
      .limit(page),
  );

const comesBack = ['returned', 'disputed', 'disputeLost'];

function itemOf(bank_account_id: string, row: CashPostingRow) {
  const { id, position, carrier_id, day, attempt_id, order_key, provider_ref } = row;
  const amount_cents = row.amount_cents as Cents;
  const isReturn = comesBack.includes(row.event);
  const way = isReturn ? 'back' : amount_cents > 0 ? 'in' : 'out';
  // The bank may name the transaction alone.
  const subject = order_key?.replace(/\.\d+$/, '');
  return {
    id,
    position,
    bank_account_id,
    carrier_id,
    day,
    amount_cents,
    attempt_id,
    kind: isReturn ? ('return' as const) : ('payment' as const),
    keys: [...new Set([order_key, subject, provider_ref].filter((key) => key != null))],
    group_name: `${carrier_id} ${day} ${way}`,
    line_id: null,
    closed_by: null,
  };
}
