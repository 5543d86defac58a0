// What is stored of months that are closed.
import { type CivilDate, isMonthEnd } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { openBuckets } from './buckets.ts';
import type { CountedFigure } from './counts.ts';
import type { Roll } from './rolls.ts';

/** The newest one, if none is asked for. Errors: GeneralLedgerNotKept, InvalidRequest. */
export async function closedMonthEnd(reader: Reader, asked: CivilDate | undefined): Promise<CivilDate> {
  const place = await reader.row(reader.db.selectFrom('month_end_places').select('closed_through'));
  if (place === undefined) {
    throw new Refusal(generalLedgerErrors.GeneralLedgerNotKept, 'Months are closed once the general ledger is kept.');
  }
  const { closed_through: closed } = place;
  if (asked === undefined) return closed;
  const wrong = isMonthEnd(asked)
    ? asked > closed && 'is not closed yet: a month is closed some minutes after its end'
    : 'is not the last day of a month';
  if (wrong) throw refuseField('asOf', wrong, `the last day of a month, at most ${closed}`);
  return asked;
}

/** The first one may be any day of its month. */
interface MonthEnds {
  readonly from: CivilDate;
  readonly through: CivilDate;
}

export const countsOf = (reader: Reader, figure: CountedFigure, { from, through }: MonthEnds) =>
  reader.rows(
    reader.db
      .selectFrom('month_end_counts')
      .select(['day', 'name', 'counted', 'cents', 'paid_cents as paid'])
      .where('figure', '=', figure)
      .where('day', '>=', from)
      .where('day', '<=', through),
  );

/** How many loans were in an open bucket at the end of each month. */
export const openLoansOf = (reader: Reader, { from, through }: MonthEnds) =>
  reader.rows(
    reader.db
      .selectFrom('month_end_rolls')
      .select(['day', sql<number>`sum(loans_count)::integer`.as('loans')])
      .where('day', '>=', from)
      .where('day', '<=', through)
      .where('to_bucket', 'in', openBuckets)
      .groupBy('day'),
  );

export const rollsOn = (reader: Reader, monthEnd: CivilDate): Promise<Roll[]> =>
  reader.rows(
    reader.db
      .selectFrom('month_end_rolls')
      .select([
        'from_bucket as from',
        'to_bucket as to',
        'loans_count as loans',
        'before_cents as before',
        'principal_cents as principal',
        'past_due_cents as pastDue',
      ])
      .where('day', '=', monthEnd),
  );
