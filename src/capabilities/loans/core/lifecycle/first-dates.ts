// The first date from a day on for which `loans-of-date.ts` may find something, by its index: so whoever waits for such a
// date asks once, and not each day. A loan that asks for nothing here any more may be found too; its date has nothing then.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

export type FirstDate = (reader: Reader, from: CivilDate) => Promise<CivilDate | null>;

export const firstDue: FirstDate = async (reader, from) => {
  const first = await reader.row(
    reader.db
      .selectFrom('loan_standing')
      .select('next_due_on as on')
      .where('next_due_on', '>=', from)
      .orderBy('next_due_on')
      .limit(1),
  );
  return first?.on ?? null;
};

export const firstBilled: FirstDate = async (reader, from) => {
  const first = await reader.row(
    reader.db
      .selectFrom('loan_obligations')
      .select('due_date as on')
      .where('due_date', '>=', from)
      .where('deleted_at', 'is', null)
      .orderBy('due_date')
      .limit(1),
  );
  return first?.on ?? null;
};

export const firstOverdue: FirstDate = async (reader, from) => {
  const first = await reader.row(
    reader.db
      .selectFrom('loan_standing')
      .select('oldest_due_on as on')
      .where('oldest_due_on', '>=', from)
      .orderBy('oldest_due_on')
      .limit(1),
  );
  return first?.on ?? null;
};

/** By its release, which lies near its day in any zone: days before it may have nothing. */
const releaseDays = 2;

export const firstScheduled: FirstDate = async (reader, from) => {
  const first = await reader.row(
    reader.db
      .selectFrom('transactions')
      .select('effective_on as on')
      .where(sql<boolean>`release_at >= ${from}::date - interval '2 days'`)
      .where('effective_on', '>=', from)
      .where('status', '=', 'scheduled')
      .orderBy('release_at')
      .limit(1),
  );
  if (first === undefined) return null;
  const early = addDays(first.on, -releaseDays);
  return early < from ? from : early;
};
