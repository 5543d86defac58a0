// Stores what a command makes of purchases: their facts in the books, and their rows, in one commit.
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, type Changed, changeLoan } from '../../core/books/change-loan.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { asFact, notDueOf, ownState } from '../../core/products/lines.ts';
import { disputes, purchases } from './find.ts';
import { presentPurchase } from './present.ts';
import type { ChangedPurchase } from './schemas.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

export interface Storing {
  readonly facts: readonly LineFact[];
  /** The purchases that exist already. */
  readonly purchases: readonly PurchaseRow[];
  readonly disputes?: readonly DisputeRow[];
  readonly made?: PurchaseRow;
}

export interface Stored {
  /** Undefined if nothing changed in the books. */
  readonly changed: Changed | undefined;
  rowOf(row: PurchaseRow): PurchaseRow;
}

export const store = (ctx: CommandContext, tx: Tx, held: HeldLoan, storing: Storing): Promise<Stored> =>
  storeIn(asLoanContext(ctx), tx, held, storing, {});

/** The same outside of a command. `hasHappened`: a fact that finds nothing to do is kept all the same. */
export async function storeIn(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  { facts, purchases: changing, disputes: ended = [], made }: Storing,
  how: { readonly hasHappened?: boolean },
): Promise<Stored> {
  const changed = facts.length === 0 ? undefined : await changeLoan(ctx, tx, held, facts.map(asFact), how);
  // The loan's version guards its purchases too: writing the loan without a change raises it.
  if (changed === undefined) writeLoan(tx, held.row, held.row);
  const rowOf = (row: PurchaseRow): PurchaseRow => withRefundSplit(row, changed);
  if (made !== undefined) purchases.insert(tx, rowOf(made));
  for (const row of changing) purchases.write(tx, rowOf(row));
  for (const row of ended) disputes.write(tx, row);
  return { changed, rowOf };
}

/** How much of a refund took principal that was not due: the books decide it. */
function withRefundSplit(row: PurchaseRow, changed: Changed | undefined): PurchaseRow {
  if (row.type === 'regular' || changed === undefined) return row;
  const steps = ownState(changed.after).records.steps;
  const step = steps.findLast(({ cause }) => cause === `${row.type}:${row.fact_id}`);
  return { ...row, refund_not_due: notDueOf(step) };
}

/** The answer of a command: with previewMode, what would change. */
export async function answered(
  held: HeldLoan,
  { changed, rowOf }: Stored,
  row: PurchaseRow,
  { previewMode, isNew }: { readonly previewMode: boolean | null | undefined; readonly isNew: boolean },
): Promise<ChangedPurchase> {
  const shown = presentPurchase(rowOf(row));
  if (!previewMode) return { ...shown, difference: null };
  const difference = changed === undefined ? null : await presentDifference(held, changed, shown.id);
  return { ...shown, id: isNew ? null : shown.id, difference };
}
