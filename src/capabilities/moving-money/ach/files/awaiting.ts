// The bank says that it has read a file. Until then the file is awaited; silence is told once, and the file is never sent
// again by itself.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { dueAnswers } from './due.ts';
import { achFileUnacknowledged, tellOfFile } from './events.ts';
import { lockFile } from './file.ts';
import { achFileStates } from './states.ts';

export function awaitAnswer(tx: Tx, fileId: string, dueAt: Instant): void {
  const row = { file_id: fileId, due_at: dueAt };
  tx.write(
    tx.db
      .insertInto('ach_awaited')
      .values(row)
      .onConflict((conflict) => conflict.columns(['company_id', 'file_id'] as never).doUpdateSet({ due_at: dueAt })),
  );
}

export const noLongerAwaited = (tx: Tx, fileId: string): void =>
  tx.write(tx.db.updateTable('ach_awaited').set({ due_at: null }).where('file_id', '=', fileId));

const together = 50;

export const awaitingDay: DailyStep = {
  name: 'ACH acknowledgements',
  due: dueAnswers,
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    const { realm, position, log } = day;
    const late = await day.transact(async (tx, now) => {
      const due = await tx.rows(
        tx.db
          .selectFrom('ach_awaited')
          .select('file_id')
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(together)
          .forUpdate()
          .skipLocked(),
      );
      for (const { file_id } of due) {
        const file = await lockFile(tx, file_id);
        noLongerAwaited(tx, file_id);
        if (file === undefined || !achFileStates.from('acknowledge').includes(file.state)) continue;
        log.error({ file: file_id, company: realm.companyId }, 'a bank has not said in time that it has read a file');
        await tellOfFile({ realm, now, position }, tx, file, achFileUnacknowledged);
      }
      return due.length;
    });
    if (late > 0) day.told('done');
    return { isMore: late === together && !day.stopping.aborted };
  },
};
