// How refunds and cash backs were divided: only the books decide it, and a change of the past may alter it.
import type { LineStep } from '@tenor/engine/line/records.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Difference } from '../../loan/books.ts';
import type { LoanRow } from '../../loan/tables.ts';

/** How much of a refund took principal that was not due; null while it is not on the books. */
export const notDueOf = (step: LineStep | undefined): number | null =>
  step === undefined ? null : (step.parts ?? []).reduce((all, { notDue }) => all + notDue, 0);

type Row = { readonly personId: string; readonly id: string; readonly notDue: number | null };

const update = prepared((db, placeholder: PlaceholderOf<Row>) =>
  db
    .updateTable('purchases')
    .set({ refund_not_due: placeholder('notDue') })
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id')),
);

interface Change {
  readonly loan: Pick<LoanRow, 'person_id'>;
  readonly difference: Pick<Difference, 'steps'>;
}

/** The id of a fact is that of its purchase, with a number after it once it was changed. */
export function storeRefundSplits(tx: Tx, { loan, difference }: Change): void {
  const splits = new Map<string, number | null>();
  for (const { before, after } of difference.steps as readonly { before: LineStep | null; after: LineStep | null }[]) {
    const step = after ?? before;
    if (step === null || (step.kind !== 'refund' && step.kind !== 'cashBack')) continue;
    const id = step.cause.slice(step.cause.indexOf(':') + 1).split('.')[0] as string;
    if (after !== null || !splits.has(id)) splits.set(id, notDueOf(after ?? undefined));
  }
  for (const [id, notDue] of splits) tx.write(update(tx.db, { personId: loan.person_id, id, notDue }));
}
