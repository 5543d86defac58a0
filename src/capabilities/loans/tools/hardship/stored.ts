// What was done in hardship, as it is stored and found.

import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ListSource } from '#platform/http/pages.ts';
import type { State } from '../../core/loan/books.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { hardshipStates } from './states.ts';
import type { HardshipRow } from './tables.ts';
import { hardships } from './tables.ts';
import type { HardshipStatus } from './words.ts';

export const plansOf = (reader: Reader, keys: LoanKeys) =>
  hardships.of(reader, keys).where('kind', '=', 'customPaymentPlan');

export const hardshipsOf = (reader: Reader, keys: LoanKeys) =>
  hardships.of(reader, keys).where('kind', '<>', 'customPaymentPlan');

export const sourceOf = (personId: string): ListSource => ({
  table: 'loan_hardships',
  idColumn: 'id',
  sortable: { createdAt: 'created_at' },
  subject: { column: 'person_id', id: personId },
});

export const namedHardships = (reader: Reader, keys: LoanKeys, ids: readonly string[]): Promise<HardshipRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : reader.rows(hardshipsOf(reader, keys).where('id', 'in', [...ids]));

/** Deferrals and changes of due dates of which something is to come. */
export const replaceable = (reader: Reader, keys: LoanKeys, today: Day): Promise<HardshipRow[]> =>
  reader.rows(
    hardships
      .of(reader, keys)
      .where('kind', 'in', ['deferral', 'dueDateChange'])
      .where('status', '=', hardshipStates.to('make'))
      .where('final_on', '>', dateOf(today)),
  );

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
