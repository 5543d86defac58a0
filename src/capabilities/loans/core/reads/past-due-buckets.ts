// Loans by how long something of them is late: one statement over the figures that each loan keeps, so nothing is replayed.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

/** The first day late of each bucket after the first one, in which nothing is late. */
export const bucketsFrom = [1, 30, 60, 90, 120] as const;

interface PastDueBucket {
  /** 0: nothing is late; then one more for each of `bucketsFrom`. */
  readonly bucket: number;
  readonly loans: number;
  readonly principal: number;
  readonly pastDue: number;
}

/** Loans that are active, frozen or accelerated, each on its own day of the instant. */
export const pastDueBuckets = (reader: Reader, now: Instant): Promise<PastDueBucket[]> => {
  const today = sql`(${now}::timestamptz at time zone loan.zone)::date`;
  const days = sql`least(${today}, standing.owed_until) - standing.owed_through`;
  const late = sql`coalesce(standing.past_due_days, 0) + coalesce(standing.daily_past_due_days, 0) * (${days})`;
  return reader.rows(
    reader.db
      .selectFrom('loan_standing as standing')
      .innerJoin('loans as loan', (join) =>
        join.onRef('loan.person_id', '=', 'standing.person_id').onRef('loan.id', '=', 'standing.loan_id'),
      )
      .select([
        sql<number>`width_bucket(${late}, ${[...bucketsFrom]}::integer[])`.as('bucket'),
        sql<number>`count(*)::integer`.as('loans'),
        sql<number>`coalesce(sum(standing.principal), 0)::bigint`.as('principal'),
        sql<number>`coalesce(sum(standing.past_due), 0)::bigint`.as('pastDue'),
      ])
      .where('standing.owed_through', 'is not', null)
      .where('loan.status', 'in', ['active', 'frozen', 'accelerated'])
      .groupBy(sql`1`)
      .orderBy(sql`1`),
  );
};
