// What closed days come to by month, for figures: the same amounts as in the journal, so both agree to the cent.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { keptLedger } from './ledger.ts';

export interface MonthSum {
  /** Such as 2026-03. */
  readonly month: string;
  readonly source: string;
  /** Cents: debits are positive. */
  readonly amount: number;
}

interface Months {
  readonly from: CivilDate;
  readonly through: CivilDate;
}

const monthOf = (day: RawBuilder<unknown>) => sql<string>`to_char(${day}, 'YYYY-MM')`;

/** The day, if it is closed; the last closed one, if none is named. Errors: GeneralLedgerNotKept, InvalidRequest (asOf). */
export async function closedDay(reader: Reader, asOf: CivilDate | undefined): Promise<CivilDate> {
  const { closed_through: closed } = await keptLedger(reader);
  if (asOf === undefined || asOf <= closed) return asOf ?? closed;
  throw refuseField('asOf', 'is not closed yet: a day is closed some minutes after its end', `at most ${closed}`);
}

/** What was booked of each source; without sources: of all. */
export const monthSums = (reader: Reader, { from, through }: Months): Promise<MonthSum[]> =>
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

/** The same of one kind of entries of the loans. */
export const monthSumsOfKind = (reader: Reader, kind: string, { from, through }: Months): Promise<MonthSum[]> =>
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
