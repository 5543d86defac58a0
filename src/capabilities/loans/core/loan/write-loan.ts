// Writes a loan. Its standing is written with every change, the wide row only where something in it has changed. The
// version guards everything that is written with it: a command that has read an older version runs again. The write
// itself checks the version and fails if it differs, so no extra round trip is needed.
import { sql } from 'kysely';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isDivisionByZero } from '#platform/sqlstate.ts';
import { packedState } from './packed-state.ts';
import { standingColumns } from './standing.ts';
import { figureColumns, type LoanRow, loanStanding, loans, postedColumns, type StoredState } from './tables.ts';

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
  'defaulted_at_boarding',
  'first_missed_on',
  'nickname',
  'cancel_reason',
  'send_notice',
  'charged_off_reason',
  'asset_type',
  'asset_display_name',
  'zone',
  'cut_off',
  'meta_data',
  'base_through',
  'address_sealed',
  'new_draws_allowed',
  'autopay_plan_id',
  'disbursement_id',
  'promise_plan_id',
] as const satisfies readonly (keyof LoanRow)[];

const jsonColumns = [
  'decline_reason',
  'at_origination',
  'additional_people',
  'terms',
  'index_known',
  'timestamps',
  'figures',
  'promo_programs',
] as const satisfies readonly (keyof LoanRow)[];

const columns = [...plainColumns, ...jsonColumns, 'base'] as const;

/** All columns of the wide row but the company, which the scope writes. */
const loanColumns = [...lastingColumns, ...columns] as const;

/** What is owed changes together with what was posted, so that the sets of changed columns stay few. */
const owedColumns = [...figureColumns, ...postedColumns] as const;

const guarded = standingColumns.filter((column) => column !== 'version' && !isOwed(column));

function isOwed(column: string): column is (typeof owedColumns)[number] {
  return (owedColumns as readonly string[]).includes(column);
}

type Values = Readonly<Record<string, unknown>>;
type Placeholder = PlaceholderOf<Values>;

/** An update for each set of changed columns: a document that has not changed is neither sent nor written again. */
const updatesOf = <C extends string>(
  updateOf: (changed: readonly C[]) => ReturnType<typeof prepared<Values, unknown>>,
) => {
  const updates = new Map<string, ReturnType<typeof updateOf>>();
  return (changed: readonly C[]) => {
    const key = changed.join();
    const update = updates.get(key) ?? updateOf(changed);
    updates.set(key, update);
    return update;
  };
};

const placesOf = (changed: readonly string[], placeholder: Placeholder): object =>
  Object.fromEntries(changed.map((column) => [column, placeholder(column)]));

const standingUpdate = updatesOf((changed: readonly (typeof standingColumns)[number][]) =>
  prepared(
    (db, placeholder: Placeholder) =>
      db
        .updateTable('loan_standing')
        .set({
          ...placesOf(changed, placeholder),
          version: sql<number>`version + 1 / (version = ${placeholder('before')})::int`,
        })
        .where('person_id', '=', placeholder('person_id') as string)
        .where('loan_id', '=', placeholder('loan_id') as string),
    { ...typesOf(loanStanding, ['person_id', 'loan_id', ...changed]), before: 'bigint' },
  ),
);

const loanUpdate = updatesOf((changed: readonly (typeof columns)[number][]) =>
  prepared(
    (db, placeholder: Placeholder) =>
      db
        .updateTable('loans')
        .set({ ...placesOf(changed, placeholder) })
        .where('person_id', '=', placeholder('person_id') as string)
        .where('id', '=', placeholder('id') as string),
    typesOf(loans, ['person_id', 'id', ...changed]),
  ),
);

export function writeLoan(tx: Tx, before: LoanRow, row: LoanRow): void {
  const { person_id, id } = row;
  const isOther = (column: keyof LoanRow): boolean => row[column] !== before[column];
  const moved = [...guarded.filter(isOther), ...(owedColumns.some(isOther) ? owedColumns : [])];
  const standing = { ...asColumns(row, moved), before: before.version, person_id, loan_id: id };
  tx.write(standingUpdate(moved)(tx.db, standing), (error) =>
    isDivisionByZero(error) ? new LostRace('The loan was changed by somebody else.', { cause: error }) : error,
  );
  const changed = columns.filter(isOther);
  if (changed.length > 0) tx.write(loanUpdate(changed)(tx.db, { ...asColumns(row, changed), person_id, id }));
}

const isJson: ReadonlySet<string> = new Set([...jsonColumns, 'lease', 'shown']);

/** As the database needs it: JSON as text, states packed. */
function asColumns(row: LoanRow, names: readonly (keyof LoanRow)[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of names) values[name] = row[name] === null ? null : asColumn(row, name);
  return values;
}

function asColumn(row: LoanRow, name: keyof LoanRow): unknown {
  if (name === 'state' || name === 'base') return packedState(row[name] as StoredState);
  return isJson.has(name) ? JSON.stringify(row[name]) : row[name];
}

const insert = preparedInsert('loans', loanColumns);
const insertStanding = preparedInsert('loan_standing', ['person_id', 'loan_id', ...standingColumns]);

export function insertLoan(tx: Tx, row: LoanRow): void {
  tx.write(insert(tx.db, asColumns(row, loanColumns) as never), redraw('loans_pkey'));
  const standing = { ...asColumns(row, standingColumns), person_id: row.person_id, loan_id: row.id };
  tx.write(insertStanding(tx.db, standing as never));
}
