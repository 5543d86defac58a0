// When the files of agencies come due: for their day, and for the doctor.
import type { Tx } from '#platform/db/realm-database.ts';
import { dueRows } from '#platform/work/due-rows.ts';
import '../tables.ts';

/** For the doctor: what waits for a file before it is overdue too. */
export const dueAgencies = dueRows({ table: 'credit_agencies', column: 'next_file_at', subject: 'credit agency' });

/** For the day: what waits is not looked at again before that for which it waits has ended. */
export const agenciesToLookAt = dueRows({ table: 'credit_agencies', column: 'look_at', subject: 'credit agency' });

/** A file of the agency has ended, so its next one may begin. */
export const lookAgain = (tx: Tx, agencyId: string): void =>
  tx.write(
    tx.db
      .updateTable('credit_agencies')
      .set((eb) => ({ look_at: eb.ref('next_file_at') }))
      .where('id', '=', agencyId),
  );

/** Nothing can begin before something else has ended, which calls `lookAgain`. */
export const waitForOther = (tx: Tx, agencyId: string): void =>
  tx.write(tx.db.updateTable('credit_agencies').set({ look_at: null }).where('id', '=', agencyId));
