// The plan of a loan as it is stored.
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { planStates } from './states.ts';
import { autopayPlans, type PlanRow } from './tables.ts';

/** The plan that is active or paused. */
export const standingPlan = (reader: Reader, { personId, loanId }: LoanKeys): Promise<PlanRow | undefined> =>
  reader.row(
    reader.db
      .selectFrom('autopay_plans')
      .selectAll()
      .where('person_id', '=', personId)
      .where('loan_id', '=', loanId)
      .where('status', 'in', planStates.from('cancel')),
  );

/** Errors: NotFound. */
export async function planOfLoan(reader: Reader, keys: LoanKeys): Promise<PlanRow> {
  const row = await standingPlan(reader, keys);
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, 'This loan has no autopay.', { data: { path: 'loanId' } });
}

const plan = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('autopay_plans')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

export const planById = (reader: Reader, personId: string, id: string): Promise<PlanRow | undefined> =>
  reader.row(plan(reader.db, { personId, id }));

export function insertPlan(tx: Tx, { company_id: _, ...row }: PlanRow): void {
  const { rules, decided, told } = row;
  const values = {
    ...row,
    rules: JSON.stringify(rules),
    decided: JSON.stringify(decided),
    told: JSON.stringify(told),
  };
  tx.write(tx.db.insertInto('autopay_plans').values(values), redraw('autopay_plans_pkey'));
}

const updated = [
  'status',
  'stopped_reason',
  'decided',
  'extra_before',
  'next_action_at',
  'next_planned_on',
  'last_planned_on',
  'told',
  'updated_at',
] as const;

type Placeholder = PlaceholderOf<Readonly<Record<string, unknown>>>;

const updateOf = (db: Builder, placeholder: Placeholder) =>
  db
    .updateTable('autopay_plans')
    .set(Object.fromEntries(updated.map((column) => [column, placeholder(column)])))
    .set({ version: sql`version + 1` })
    .where('person_id', '=', placeholder('person_id') as string)
    .where('id', '=', placeholder('id') as string)
    .where('version', '=', placeholder('version') as number);

const columns: Readonly<Record<string, string>> = typesOf(autopayPlans, ['person_id', 'id', 'version', ...updated]);
const update = prepared(updateOf, columns);

const updateIfSame = prepared(
  (db, placeholder: Placeholder) =>
    updateOf(db, placeholder).where(({ exists }) =>
      exists(
        db
          .selectFrom('loan_standing')
          .select('loan_id')
          .where('person_id', '=', placeholder('person_id') as string)
          .where('loan_id', '=', placeholder('loanId') as string)
          .where('version', '=', placeholder('loanVersion') as number),
      ),
    ),
  { ...columns, loanId: 'text', loanVersion: 'bigint' },
);

const valuesOf = ({ version }: PlanRow, row: PlanRow) => ({
  ...row,
  version,
  decided: JSON.stringify(row.decided),
  told: JSON.stringify(row.told),
});

/** In a commit that writes the loan too: its version guards the plan. */
export const writePlan = (tx: Tx, before: PlanRow, row: PlanRow): void =>
  tx.write(update(tx.db, valuesOf(before, row)));

/** In one that does not: a plan that was woken since it was read stays due, and is looked at again. */
export const writePlanIfUnchanged = (tx: Tx, loan: LoanRow, before: PlanRow, row: PlanRow): void =>
  tx.write(updateIfSame(tx.db, { ...valuesOf(before, row), loanId: loan.id, loanVersion: loan.version }));
