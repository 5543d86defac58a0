// What closed days come to by month, for figures: the same amounts as in the journal, so both agree to the cent.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Span } from './ledger.ts';
import type { Vintage } from './vintages.ts';

interface MonthSum {
  /** It is written as 2026-03. */
  readonly month: string;
  readonly source: string;
  /** Cents: debits are positive. */
  readonly amount: number;
}

const monthOf = (day: RawBuilder<unknown>) => sql<string>`to_char(${day}, 'YYYY-MM')`;

/** Adds up what was booked of each of these sources. */
export const monthSums = (reader: Reader, sources: readonly string[], { from, through }: Span): Promise<MonthSum[]> =>
  reader.rows(
    reader.db
      .selectFrom('general_ledger_days')
      .select([
        monthOf(sql.ref('day')).as('month'),
        'source',
        sql<number>`sum(debit_cents - credit_cents)::bigint`.as('amount'),
      ])
      .where('day', '>=', from)
      .where('day', '<=', through)
      .where('source', 'in', sources)
      .groupBy([sql`1`, 'source']),
  );

/** What a source came to at the end of the day before. */
export async function balanceBefore(reader: Reader, source: string, day: CivilDate): Promise<number> {
  const row = await reader.row(
    reader.db
      .selectFrom('general_ledger_days')
      .select(sql<number>`coalesce(sum(debit_cents - credit_cents), 0)::bigint`.as('amount'))
      .where('source', '=', source)
      .where('day', '<', day),
  );
  return row?.amount ?? 0;
}

const line = sql<{ readonly source: string; readonly amount: number }>`jsonb_to_recordset(entry.lines)`.as<'line'>(
  sql`line(source text, amount bigint)`,
);

/** Adds up only the entries of the loans that are of one kind. */
export const monthSumsOfKind = (reader: Reader, kind: string, { from, through }: Span): Promise<MonthSum[]> =>
  reader.rows(
    reader.db
      .selectFrom('general_ledger_entries as entry')
      .innerJoinLateral(line, (join) => join.onTrue())
      .select([
        monthOf(sql.ref('entry.day')).as('month'),
        'line.source',
        sql<number>`sum(line.amount)::bigint`.as('amount'),
      ])
      .where('entry.book', '=', 'loans')
      .where('entry.kind', '=', kind)
      .where('entry.id', '>=', from as string)
      .where('entry.id', '<', addDays(through, 1) as string)
      .groupBy([sql`1`, 'line.source']),
  );

interface VintageSum extends Pick<Vintage, 'vintage' | 'what' | 'amount'> {
  /** The month in which it became known. */
  readonly month: string;
}

/** Adds up what was lent and lost of loans that began in these months. */
export const vintageSums = (
  reader: Reader,
  { first, through }: { readonly first: string; readonly through: CivilDate },
): Promise<VintageSum[]> =>
  reader.rows(
    reader.db
      .selectFrom('general_ledger_vintages')
      .select(['vintage', 'what', monthOf(sql.ref('day')).as('month')])
      .select(sql<number>`sum(amount_cents)::bigint`.as('amount'))
      .where('vintage', '>=', first)
      .where('day', '<=', through)
      .groupBy(['vintage', 'what', sql`3`]),
  );
