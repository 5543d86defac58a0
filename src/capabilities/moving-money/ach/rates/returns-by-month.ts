// How many debits came back, by the month in which they were sent.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface ReturnsOfMonth {
  /** It is written as 2026-03. */
  readonly month: string;
  readonly sent: number;
  readonly returned: number;
  readonly unauthorized: number;
  readonly administrative: number;
}

interface Span {
  readonly from: CivilDate;
  readonly through: CivilDate;
}

/** All originators count; prenotes, and entries that verify an account, do not. */
export const returnsByMonth = (reader: Reader, { from, through }: Span): Promise<ReturnsOfMonth[]> =>
  reader.rows(
    reader.db
      .selectFrom('ach_rate_days')
      .select(({ fn }) => [
        sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
        fn.sum<number>('sent').as('sent'),
        fn.sum<number>('returned').as('returned'),
        fn.sum<number>('unauthorized').as('unauthorized'),
        fn.sum<number>('administrative').as('administrative'),
      ])
      .where('day', '>=', from)
      .where('day', '<=', through)
      .where('is_verifying', '=', false)
      .groupBy(sql`1`),
  );
