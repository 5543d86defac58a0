// Caps of the interest rate of new loans, by state and date.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { RateCap } from '../schemas.ts';
import type { RateCapRow } from '../tables.ts';

export const rateCapSort = { createdAt: 'created_at', effectiveDate: 'effective_date', state: 'state' };

const standing = ({ db }: Pick<Reader, 'db'>, loanTypeId: string) =>
  db.selectFrom('rate_caps').selectAll().where('loan_type_id', '=', loanTypeId).where('deleted_at', 'is', null);

export async function listRateCaps(reader: Reader, loanTypeId: string, input: PageInput): Promise<Page<RateCap>> {
  const source: ListSource = {
    table: 'rate_caps',
    idColumn: 'id',
    sortable: rateCapSort,
    subject: { column: 'loan_type_id', id: loanTypeId },
  };
  const found = await page(reader, source, standing(reader, loanTypeId), input, (row) => row.id);
  return { ...found, items: found.items.map(presentRateCap) };
}

export async function findRateCap(reader: Reader, loanTypeId: string, id: string): Promise<RateCapRow> {
  const row = await reader.row(standing(reader, loanTypeId).where('id', '=', id));
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `The loan type has no rate cap ${id}.`, { data: { path: 'rateCapId' } });
}

export const rateCapOn = (
  reader: Reader,
  loanTypeId: string,
  { state, effectiveDate }: { readonly state: string | null; readonly effectiveDate: CivilDate },
): Promise<RateCapRow | undefined> =>
  reader.row(
    standing(reader, loanTypeId)
      .where('state', state === null ? 'is' : '=', state)
      .where('effective_date', '=', effectiveDate),
  );

const capsInOrder = prepared((db, hole: HoleOf<{ loanTypeId: string }>) =>
  standing({ db }, hole('loanTypeId')).orderBy('effective_date').orderBy('position'),
);

/**
 * For loans: all of them, earliest first. Of each state, and of null, the last one that has begun holds; where both a
 * state's and the one for all do, both hold.
 */
export async function rateCapsOf(
  reader: Reader,
  loanTypeId: string,
): Promise<{ readonly state: string | null; readonly maxRate: Rate; readonly effectiveDate: CivilDate }[]> {
  const rows = await reader.rows(capsInOrder(reader.db, { loanTypeId }));
  return rows.map(({ state, max_rate: maxRate, effective_date: effectiveDate }) => ({ state, maxRate, effectiveDate }));
}

export const presentRateCap = (row: RateCapRow): RateCap => ({
  id: row.id,
  object: 'rateCap',
  loanTypeId: row.loan_type_id,
  // One of those that its schema let in.
  state: row.state as RateCap['state'],
  maxRate: row.max_rate,
  effectiveDate: row.effective_date,
  createdAt: row.created_at,
  updatedAt: null,
  deletedAt: row.deleted_at,
});
