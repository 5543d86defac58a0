// What was done in hardship, as it is stored and found.
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { ListSource } from '#platform/http/pages.ts';
import { claimExternalId, idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { State } from '../loan/books.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { hardshipStates } from './states.ts';
import type { HardshipRow } from './tables.ts';
import type { HardshipStatus } from './words.ts';

const planKind = 'custom payment plan';

export const keysOf = ({ person_id, id }: Pick<LoanRow, 'person_id' | 'id'>): LoanKeys => ({
  personId: person_id,
  loanId: id,
});

const rowsOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db.selectFrom('loan_hardships').selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId);

export const plansOf = (reader: Reader, keys: LoanKeys) => rowsOf(reader, keys).where('kind', '=', 'customPaymentPlan');

export const hardshipsOf = (reader: Reader, keys: LoanKeys) =>
  rowsOf(reader, keys).where('kind', '<>', 'customPaymentPlan');

export const sourceOf = (personId: string): ListSource => ({
  table: 'loan_hardships',
  idColumn: 'id',
  sortable: { createdAt: 'created_at' },
  subject: { column: 'person_id', id: personId },
});

/** Errors: NotFound. */
export async function findHardship(reader: Reader, keys: LoanKeys, id: string): Promise<HardshipRow> {
  const row = await reader.row(hardshipsOf(reader, keys).where('id', '=', id));
  if (row === undefined) throw notFound('deferral, change of due dates or re-age', id, 'hardshipId', 'This loan');
  return row;
}

/** By id or external id. Errors: NotFound. */
export async function findPlan(reader: Reader, keys: LoanKeys, reference: string): Promise<HardshipRow> {
  const id = await idOfReference(reader, planKind, reference);
  const row = id === undefined ? undefined : await reader.row(plansOf(reader, keys).where('id', '=', id));
  if (row === undefined) throw notFound(planKind, reference, 'customPaymentPlanId', 'This loan');
  return row;
}

export const namedHardships = (reader: Reader, keys: LoanKeys, ids: readonly string[]): Promise<HardshipRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : reader.rows(hardshipsOf(reader, keys).where('id', 'in', [...ids]));

/** Deferrals and changes of due dates of which something is to come. */
export const replaceable = (reader: Reader, keys: LoanKeys, today: Day): Promise<HardshipRow[]> =>
  reader.rows(
    rowsOf(reader, keys)
      .where('kind', 'in', ['deferral', 'dueDateChange'])
      .where('status', '=', hardshipStates.to('make'))
      .where('final_on', '>', dateOf(today)),
  );

export function insertHardship(tx: Tx, { company_id: _, ...row }: HardshipRow): void {
  tx.write(tx.db.insertInto('loan_hardships').values(row as never), redraw('loan_hardships_pkey'));
  if (row.external_id === null) return;
  claimExternalId(tx, { kind: planKind, subjectId: row.person_id, objectId: row.id }, row.external_id);
}

/** In a commit that writes the loan. */
export function writeHardship(tx: Tx, { person_id, id, status, canceled_at, updated_at }: HardshipRow): void {
  tx.write(
    tx.db
      .updateTable('loan_hardships')
      .set({ status, canceled_at, updated_at } as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

/** The plan that has payments to come by the books of today: the newest one that is not canceled. */
export async function runningPlan(reader: Reader, { row, product }: HeldLoan, state: State): Promise<string | null> {
  if (!product.relief.hasPlan(state)) return null;
  const newest = plansOf(reader, keysOf(row)).where('status', '=', hardshipStates.to('make'));
  return (await reader.row(newest.orderBy('position', 'desc').limit(1)))?.id ?? null;
}

/** What is active is completed once nothing of it is to come. */
export function statusOf(row: HardshipRow, today: Day, running: string | null): HardshipStatus {
  if (row.status !== hardshipStates.to('make')) return row.status;
  const isToCome = row.final_on === null ? row.id === running : today < dayOf(row.final_on);
  return isToCome ? row.status : hardshipStates.to('pass');
}
