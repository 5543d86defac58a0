// Bulk sendings that waited for their pace or their hours go on.
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { bulkSendingRows, dueBulkSendings } from './rows.ts';

const atOnceMax = 100;

export const bulkDay: DailyStep = {
  name: 'bulk sendings',
  due: dueBulkSendings,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('bulk_sendings')
      .select('id')
      .where('company_id', '=', companyId)
      .where('state', '=', 'running')
      .where('act_at', '<=', late),
  ),
  async run(day) {
    const due = await day.transact((tx, now) =>
      tx.rows(
        tx.db.selectFrom('bulk_sendings').select('id').where('act_at', '<=', now).orderBy('act_at').limit(atOnceMax),
      ),
    );
    for (const { id } of due) {
      await day.transact(async (tx, now) => {
        const row = await bulkSendingRows.lock(tx, { id });
        // Somebody was quicker.
        if (row?.act_at == null || row.act_at > now) return;
        goOn(tx, day, id);
      });
    }
    return { isMore: due.length === atOnceMax };
  },
};

function goOn(tx: Tx, { clock, position }: Parameters<DailyStep['run']>[0], id: string): void {
  const again = { act_at: null, ...bulkSendingRows.putIn(clock) };
  tx.write(tx.db.updateTable('bulk_sendings').set(again).where('id', '=', id));
  bulkSendingRows.enqueue(tx, position, { id });
}
