// A change of a loan wakes its plan of autopay, in the commit of the change: dates that moved and an end are told then.
// Money alone wakes no plan but one that has told an amount: others compute it when the payment is released.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { Replayed } from './replayed.ts';

type Waking = { readonly personId: string; readonly planId: string; readonly now: Instant };

const waking = (db: Builder, placeholder: PlaceholderOf<Waking>) =>
  db
    .updateTable('autopay_plans')
    .set({ version: sql`version + 1`, next_action_at: placeholder('now') as never })
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('planId'));

const wake = prepared<Waking, unknown>(waking);

const wakeIfTold = prepared<Waking, unknown>((db, placeholder) =>
  waking(db, placeholder).where(sql<boolean>`jsonb_array_length(told->'payments') > 0`),
);

type WithPlan = Pick<LoanRow, 'person_id' | 'autopay_plan_id'>;

export function wakeAutopay(tx: Tx, { person_id: personId, autopay_plan_id: planId }: WithPlan, now: Instant): void {
  if (planId !== null) tx.write(wake(tx.db, { personId, planId, now }));
}

/** What was announced to the borrower may be less by now, and is told again then. */
export function wakeAutopayIfTold(
  tx: Tx,
  { person_id: personId, autopay_plan_id: planId }: WithPlan,
  now: Instant,
): void {
  if (planId !== null) tx.write(wakeIfTold(tx.db, { personId, planId, now }));
}

type ChangedBooks = Pick<Replayed, 'before' | 'after'> & { readonly held: HeldLoan; readonly row: LoanRow };

/** Whether the change may have moved what autopay expects, or ended it. */
export const concernsAutopay = ({ held: { row: was, product }, row, before, after }: ChangedBooks): boolean =>
  row.autopay_plan_id !== null &&
  (row.status !== was.status || row.is_closed !== was.is_closed || product.autopay.hasMoved(before, after));
