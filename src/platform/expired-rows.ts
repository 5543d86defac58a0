// Rows that nobody needs any more after a while. A capability names the table and the column that says since when; each
// hour the rows whose time is over are deleted, in batches, by an index on that column.
import { addSeconds, type Instant, microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Chore } from './chore.ts';
import { type MachineClock, machineNow } from './clock.ts';
import type { Mode } from './db/realm.ts';
import type { RealmDatabase } from './db/realm-database.ts';
import type { Tables } from './db/tables.ts';

export interface ExpiringRows {
  readonly table: keyof Tables & string;
  /** An instant of the machine clock, or `position`, which is one too; with an index of its own. */
  readonly column: string;
  /** They are kept for so long after that instant. */
  readonly keptSeconds: number;
}

const batch = 1_000;

export const deletingExpired = (
  database: RealmDatabase,
  clock: MachineClock,
  expiring: readonly ExpiringRows[],
): Chore => ({
  name: 'expired.rows',
  everyMs: 3_600_000,
  async run(mode) {
    for (const rows of expiring) await deleteExpired(database, mode, clock, rows);
  },
});

/** A batch ends with a thousandth row; equal instants go together. */
async function deleteExpired(database: RealmDatabase, mode: Mode, clock: MachineClock, of: ExpiringRows) {
  const { db, rows } = database.unscoped(mode);
  // Kysely cannot follow a table name that is a parameter, so we name any table with an instant.
  const table = of.table as 'audit';
  const column = of.column as 'created_at';
  const since = addSeconds(machineNow(clock), -of.keptSeconds);
  const over = of.column === 'position' ? (String(microsOfInstant(since)) as Instant) : since;
  for (;;) {
    const [last] = await rows(
      db
        .selectFrom(table)
        .select(`${column} as at`)
        .where(column, '<', over)
        .orderBy(column)
        .offset(batch - 1)
        .limit(1),
    );
    const gone = db.deleteFrom(table).where(column, '<', over);
    await rows(last === undefined ? gone : gone.where(column, '<=', last.at));
    if (last === undefined) return;
  }
}
