// The general ledger of a company as it is stored: how far it is closed, and its charts.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { Account, ValidChart } from './chart.ts';
import { generalLedgerErrors } from './errors.ts';
import type { GeneralLedgerRow } from './tables.ts';

export const ledgerOf = (reader: Reader): Promise<GeneralLedgerRow | undefined> =>
  reader.row(reader.db.selectFrom('general_ledgers').selectAll());

/** No day is closed until the commit. */
export const lockedLedger = (tx: Tx): Promise<GeneralLedgerRow | undefined> =>
  tx.row(tx.db.selectFrom('general_ledgers').selectAll().forNoKeyUpdate());

/** Errors: GeneralLedgerNotKept. */
export async function keptLedger(reader: Reader): Promise<GeneralLedgerRow> {
  const row = await ledgerOf(reader);
  if (row !== undefined) return row;
  throw new Refusal(generalLedgerErrors.GeneralLedgerNotKept, 'Nobody has said to which accounts is booked.');
}

/**
 * The day, if it is closed; the newest closed one, if none is asked for. `path` is the field that asks. Errors:
 * GeneralLedgerNotKept, InvalidRequest.
 */
export async function closedDay(reader: Reader, asked: CivilDate | undefined, path = 'asOf'): Promise<CivilDate> {
  const { closed_through: closed } = await keptLedger(reader);
  if (asked === undefined || asked <= closed) return asked ?? closed;
  throw refuseField(path, 'is not closed yet: a day is closed some minutes after its end', `at most ${closed}`);
}

export interface Span {
  readonly from: CivilDate;
  readonly through: CivilDate;
}

/** A chart is large, and there may be many: only those that are valid on a day of the span, in the order of their days. */
export function chartsOf(reader: Reader, { from, through }: Span): Promise<ValidChart[]> {
  const first = validFromOn(reader, from);
  return reader.rows(
    reader.db
      .selectFrom('general_ledger_charts')
      .select(['valid_from as validFrom', 'accounts'])
      .where('valid_from', '>=', first)
      .where((eb) => eb.or([eb('valid_from', '<=', through), eb('valid_from', '=', first)]))
      .orderBy('valid_from'),
  );
}

/** The last one until then, or else the first one. */
function validFromOn({ db }: Reader, day: CivilDate) {
  const away = sql`abs(valid_from - ${day}::date)`;
  return db
    .selectFrom('general_ledger_charts')
    .select('valid_from')
    .orderBy(sql<boolean>`valid_from <= ${day}::date`, 'desc')
    .orderBy(away)
    .limit(1);
}

/** The first day of later accounts. */
export async function nextChartAfter(reader: Reader, day: CivilDate): Promise<CivilDate | null> {
  const later = reader.db.selectFrom('general_ledger_charts').select('valid_from').where('valid_from', '>', day);
  return (await reader.row(later.orderBy('valid_from').limit(1)))?.valid_from ?? null;
}

const eachAccount = sql<{ readonly account: Account }>`jsonb_array_elements(chart.accounts)`.as<'each'>(
  sql`each(account)`,
);

/** How accounts of these codes were called last, until a day: of those that the chart of the day has no more. */
export async function accountsUntil(reader: Reader, codes: readonly string[], day: CivilDate): Promise<Account[]> {
  const code: RawBuilder<string> = sql`each.account ->> 'code'`;
  const found = await reader.rows(
    reader.db
      .selectFrom('general_ledger_charts as chart')
      .innerJoinLateral(eachAccount, (join) => join.onTrue())
      .distinctOn(code)
      .select('each.account')
      .where('chart.valid_from', '<=', day)
      .where(sql<boolean>`${code} = any(${[...codes]}::text[])`)
      .orderBy(code)
      .orderBy('chart.valid_from', 'desc'),
  );
  return found.map(({ account }) => account);
}
