// When banking days come to be proved.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { dueRows } from '#platform/work/due-rows.ts';
import type { CashDayRow } from '../cash-book/tables.ts';

export const dueProofs = dueRows({ table: 'cash_days', column: 'prove_at', subject: 'proof of a banking day' });
const page = 50;

export const daysToProve = (reader: Reader, now: Instant): Promise<CashDayRow[]> =>
  reader.rows(
    reader.db.selectFrom('cash_days').selectAll().where('prove_at', '<=', now).orderBy('prove_at').limit(page),
  );
