// Writes the row of a loan. The version guards everything that is written with it: a command that has read an older
// version runs again. The write itself checks the version and fails if it differs, so no extra round trip is needed.
import { sql } from 'kysely';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isDivisionByZero } from '#platform/sqlstate.ts';
import { type LoanRow, loans } from './tables.ts';

/** Columns that never change. */
const lastingColumns = [
  'person_id',
  'id',
  'position',
  'loan_type_id',
  'created_at',
] as const satisfies readonly (keyof LoanRow)[];

const plainColumns = [
  'external_id',
  'loan_type_version',
  'status',
  'is_closed',
  'serviced_by',
  'nickname',
  'cancel_reason',
  'cancel_notice',
  'charged_off_reason',
  'asset_type',
  'asset_display_name',
  'zone',
  'cut_off',
  'meta_data',
  'base_through',
  'facts_count',
  'postings_count',
  'next_action_at',
  'address_sealed',
  'new_draws_allowed',
  'autopay_plan_id',
  'disbursement_id',
  'promise_plan_id',
  'updated_at',
] as const satisfies readonly (keyof LoanRow)[];

const jsonColumns = [
  'decline_reason',
  'at_origination',
  'additional_people',
  'terms',
  'state',
  'base',
  'index_known',
  'timestamps',
  'figures',
  'lease',
  'shown',
  'day_figures',
  'promo_programs',
] as const satisfies readonly (keyof LoanRow)[];

const columns = [...plainColumns, ...jsonColumns];

type Column = Exclude<keyof LoanRow, 'company_id'>;

/** All columns but the company, which the scope writes. */
export const loanColumns: readonly Column[] = [...lastingColumns, 'version', ...columns];

type Values = Readonly<Record<string, unknown>>;

/** An update for each set of changed columns: a document that has not changed is neither sent nor written again. */
const updates = new Map<string, ReturnType<typeof updateOf>>();

const updateOf = (changed: readonly (typeof columns)[number][]) =>
  prepared(
    (db, placeholder: PlaceholderOf<Values>) =>
      db
        .updateTable('loans')
        .set({
          ...Object.fromEntries(changed.map((column) => [column, placeholder(column)])),
          version: sql`version + 1 / (version = ${placeholder('before')})::int` as never,
        } as never)
        .where('person_id', '=', placeholder('person_id') as string)
        .where('id', '=', placeholder('id') as string),
    { ...typesOf(loans, ['person_id', 'id', ...changed]), before: 'bigint' },
  );

export function writeLoan(tx: Tx, before: LoanRow, row: LoanRow): void {
  const changed = columns.filter((column) => row[column] !== before[column]);
  const key = changed.join();
  let update = updates.get(key);
  if (update === undefined) {
    update = updateOf(changed);
    updates.set(key, update);
  }
  tx.write(
    update(tx.db, { ...asColumns(row, changed), before: before.version, person_id: row.person_id, id: row.id }),
    (error) =>
      isDivisionByZero(error) ? new LostRace('The loan was changed by somebody else.', { cause: error }) : error,
  );
}

const isJson: ReadonlySet<string> = new Set(jsonColumns);

/** JSON as text, as the database needs it. */
function asColumns(row: LoanRow, names: readonly (keyof LoanRow)[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const value = row[name];
    values[name] = value !== null && isJson.has(name) ? JSON.stringify(value) : value;
  }
  return values;
}

const insert = preparedInsert('loans', loanColumns);

export const insertLoan = (tx: Tx, row: LoanRow): void =>
  tx.write(insert(tx.db, asColumns(row, loanColumns) as never), redraw('loans_pkey'));
