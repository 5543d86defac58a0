// The index rates of a loan type, for all its versions. A rate lasts until the day before the next one begins.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { IndexRate } from './schemas.ts';
import type { IndexRateRow } from './tables.ts';

/** Each rate with the first day of the next one. */
const withNext = (reader: Reader, loanTypeId: string) =>
  reader.db
    .selectFrom('index_rates')
    .selectAll('index_rates')
    .select((eb) =>
      eb
        .selectFrom('index_rates as later')
        .select(sql<CivilDate | null>`min(later.effective_date)`.as('first'))
        .where('later.loan_type_id', '=', loanTypeId)
        .where('later.deleted_at', 'is', null)
        .whereRef('later.effective_date', '>', 'index_rates.effective_date')
        .as('next_date'),
    )
    .where('index_rates.loan_type_id', '=', loanTypeId)
    .where('index_rates.deleted_at', 'is', null);

const endBefore = (next: CivilDate | null): CivilDate | null => (next === null ? null : addDays(next, -1));

export const indexRateList = defineList({
  table: 'index_rates',
  below: 'loan_type_id',
  sort: ['createdAt', 'updatedAt', 'effectiveDate'],
});

export const listIndexRates = (reader: Reader, loanTypeId: string, input: PageInput): Promise<Page<IndexRate>> =>
  indexRateList.page(reader, withNext(reader, loanTypeId), input, {
    below: loanTypeId,
    each: (row) => presentIndexRate(row, endBefore(row.next_date)),
  });

export async function readIndexRate(reader: Reader, loanTypeId: string, id: string): Promise<IndexRate> {
  const row = await reader.row(withNext(reader, loanTypeId).where('index_rates.id', '=', id));
  if (row === undefined) throw indexRateNotFound(id);
  return presentIndexRate(row, endBefore(row.next_date));
}

/** A command has locked the loan type, so nobody else changes its rates. */
export async function findIndexRate(reader: Reader, loanTypeId: string, id: string): Promise<IndexRateRow> {
  const row = await reader.row(standing(reader, loanTypeId).where('id', '=', id));
  if (row === undefined) throw indexRateNotFound(id);
  return row;
}

export const indexRateOn = (
  reader: Reader,
  loanTypeId: string,
  effectiveDate: CivilDate,
): Promise<IndexRateRow | undefined> =>
  reader.row(standing(reader, loanTypeId).where('effective_date', '=', effectiveDate));

/** The last day of a rate that begins on the date. */
export async function endAfter(reader: Reader, loanTypeId: string, date: CivilDate): Promise<CivilDate | null> {
  const next = await reader.row(
    standing(reader, loanTypeId).where('effective_date', '>', date).orderBy('effective_date').limit(1),
  );
  return endBefore(next?.effective_date ?? null);
}

const standing = (reader: Reader, loanTypeId: string) =>
  reader.db
    .selectFrom('index_rates')
    .selectAll()
    .where('loan_type_id', '=', loanTypeId)
    .where('deleted_at', 'is', null);

const indexRateNotFound = (id: string) => notFound('index rate', id, 'indexRateId', 'The loan type');

const allRates = prepared((db, placeholder: PlaceholderOf<{ loanTypeId: string }>) =>
  db
    .selectFrom('index_rates')
    .select(['rate', 'effective_date as effectiveDate'])
    .select(sql<Instant>`coalesce(updated_at, created_at)`.as('recordedAt'))
    .where('loan_type_id', '=', placeholder('loanTypeId'))
    .where('deleted_at', 'is', null)
    .orderBy('effective_date'),
);

/** For loans: all rates, earliest first, with the time when each became known with its present values. */
export const indexRatesOf = (
  reader: Reader,
  loanTypeId: string,
): Promise<{ readonly rate: Rate; readonly effectiveDate: CivilDate; readonly recordedAt: Instant }[]> =>
  reader.rows(allRates(reader.db, { loanTypeId }));

const present = presenter<typeof IndexRate, IndexRateRow>(IndexRate);

export const presentIndexRate = (row: IndexRateRow, endDate: CivilDate | null): IndexRate => present(row, { endDate });
