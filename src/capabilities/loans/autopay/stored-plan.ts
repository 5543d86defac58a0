// The plan of a loan as it is stored.

import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';
import { planStates } from './states.ts';
import type { PlanRow } from './tables.ts';

/** The one that is active or paused. */
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

export const planById = (reader: Reader, personId: string, id: string): Promise<PlanRow | undefined> =>
  reader.row(reader.db.selectFrom('autopay_plans').selectAll().where('person_id', '=', personId).where('id', '=', id));

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

/** In a commit that writes the loan too: its version guards the plan. */
export function writePlan(tx: Tx, before: PlanRow, row: PlanRow): void {
  tx.write(update(tx, before, row));
}

/** In one that does not: a plan that was woken since it was read stays due, and is looked at again. */
export function writePlanIfUnchanged(tx: Tx, loan: LoanRow, before: PlanRow, row: PlanRow): void {
  const same = tx.db
    .selectFrom('loans')
    .select('id')
    .where('person_id', '=', loan.person_id)
    .where('id', '=', loan.id)
    .where('version', '=', loan.version);
  tx.write(update(tx, before, row).where(({ exists }) => exists(same)));
}

function update({ db }: Tx, before: PlanRow, row: PlanRow) {
  const { status, stopped_reason, decided, extra_before, next_action_at, next_planned_on, last_planned_on, told } = row;
  return db
    .updateTable('autopay_plans')
    .set({
      status,
      stopped_reason,
      decided: JSON.stringify(decided),
      extra_before,
      next_action_at,
      next_planned_on,
      last_planned_on,
      told: JSON.stringify(told),
      updated_at: row.updated_at,
      version: before.version + 1,
    })
    .where('person_id', '=', row.person_id)
    .where('id', '=', row.id)
    .where('version', '=', before.version);
}
