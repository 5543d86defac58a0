// The draw of a line that a program is for: one that waits for its activation, or one that is active.
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { drawKind } from '../loan/draw-kind.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { DrawStatus } from '../loan/statuses.ts';

interface PromotedDraw {
  readonly id: string;
  /** Null: it waits for its activation. */
  readonly since: Day | null;
}

const byId = prepared((db, placeholder: PlaceholderOf<LoanKeys & { readonly id: string }>) =>
  db
    .selectFrom('draws')
    .select(['id', 'status', 'started_on'])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('id', '=', placeholder('id')),
);

const over: readonly DrawStatus[] = ['declined', 'canceled', 'paidOff', 'chargedOff'];

/** Null if none is named. Errors: NotFound, InvalidRequest. */
export async function drawToPromote(
  reader: Reader,
  held: HeldLoan,
  reference: string | null | undefined,
): Promise<PromotedDraw | null> {
  const { row, product } = held;
  if (reference == null) return null;
  if (!product.hasDraws) await product.drawNamed(reader, held, reference);
  const id = await idOfReference(reader, drawKind, reference);
  const keys = { personId: row.person_id, loanId: row.id };
  const found = id === undefined ? undefined : await reader.row(byId(reader.db, { ...keys, id }));
  if (found === undefined) {
    throw new Refusal(errors.NotFound, `This line has no draw ${reference}.`, { data: { path: 'drawId' } });
  }
  const { status, started_on } = found;
  if (over.includes(status)) throw refuseField('drawId', `is ${status}`, 'a draw that is active, or waits to be');
  return { id: found.id, since: started_on === null ? null : dayOf(started_on) };
}
