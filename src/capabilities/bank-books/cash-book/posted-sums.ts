// What the cash book posted in a span of time, added up, for the general ledger.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface CashSpan {
  readonly from: Instant;
  readonly until: Instant;
  /** The day of a posting is that of this zone. */
  readonly zone: string;
}

/** The sum of each event, provider and account by the day on which it was posted. */
export const cashSums = (reader: Reader, { from, until, zone }: CashSpan) =>
  reader.rows(
    reader.db
      .selectFrom('cash_postings')
      .select([
        sql<CivilDate>`(posted_at at time zone ${zone}::text)::date`.as('day'),
        'event as kind',
        'day as effectiveOn',
        'carrier_id as providerId',
        'account',
        sql<number>`sum(amount_cents)::bigint`.as('amount'),
      ])
      .where('posted_at', '>=', from)
      .where('posted_at', '<', until)
      .groupBy([sql`1`, 'event', 'cash_postings.day', 'carrier_id', 'account']),
  );

/** The earliest time of a posting; undefined: there is none. It reads all postings, once, when a general ledger begins. */
export async function firstCashPosting(reader: Reader): Promise<Instant | undefined> {
  const first = reader.db.selectFrom('cash_postings').select(sql<Instant | null>`min(posted_at)`.as('at'));
  return (await reader.row(first))?.at ?? undefined;
}
