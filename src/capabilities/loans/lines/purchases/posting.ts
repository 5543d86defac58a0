// How a hold becomes a posted purchase, or ends.
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { factKindOf } from './purchase-fact.ts';
import { amountOnHold } from './spending.ts';
import { isOff } from './states.ts';
import type { Storing } from './store.ts';
import type { PurchaseRow } from './tables.ts';

/** The purchase itself comes first. */
export type Booked = Storing & { readonly purchases: readonly [PurchaseRow, ...PurchaseRow[]] };

/** A hold ends now; one that has run out has ended already. */
export function releasing(held: HeldLoan, before: PurchaseRow, row: PurchaseRow, today: number): Booked {
  const authorization = before.fact_id as string;
  const isOnHold = amountOnHold(held, authorization, today) > 0;
  const id = factId(held.row, 'release');
  const facts: LineFact[] = isOnHold ? [{ kind: 'release', id, on: today, authorization }] : [];
  return { facts, purchases: [row] };
}

/** Off the books it has no fact; posted it remembers what held its amount. */
export function posted(before: PurchaseRow, row: PurchaseRow): PurchaseRow {
  if (isOff(row.status)) return { ...row, fact_id: null };
  const isPosting = factKindOf(before) === 'authorization' && factKindOf(row) === 'purchase';
  if (!isPosting) return row;
  return { ...row, details: { ...row.details, holdFact: before.fact_id as string, holdAt: before.effective_at } };
}
