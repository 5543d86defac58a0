// The numbers of an originating bank that are used up: traces, and the files of a day.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Tx } from '#platform/db/realm-database.ts';

const traceMax = 9_999_999;

interface Numbers {
  readonly firstTrace: number;
  /** Files that were made on the day already. */
  readonly filesOfDay: number;
}

/** Locked until the commit: one file after the other. */
export async function holdNumbers(tx: Tx, odfi: string, day: CivilDate): Promise<Numbers> {
  const first = { odfi, last_trace: 0, file_day: day, files_of_day: 0 };
  tx.write(
    tx.db
      .insertInto('ach_numbers')
      .values(first)
      .onConflict((conflict) => conflict.columns(['company_id', 'odfi'] as never).doNothing()),
  );
  const row = await tx.row(tx.db.selectFrom('ach_numbers').selectAll().where('odfi', '=', odfi).forUpdate());
  const { last_trace, file_day, files_of_day } = row ?? first;
  return {
    firstTrace: last_trace >= traceMax ? 1 : last_trace + 1,
    filesOfDay: file_day === day ? files_of_day : 0,
  };
}

export function useNumbers(
  tx: Tx,
  odfi: string,
  day: CivilDate,
  used: { lastTrace: number; filesOfDay: number },
): void {
  const set = { last_trace: used.lastTrace, file_day: day, files_of_day: used.filesOfDay };
  tx.write(tx.db.updateTable('ach_numbers').set(set).where('odfi', '=', odfi));
}
