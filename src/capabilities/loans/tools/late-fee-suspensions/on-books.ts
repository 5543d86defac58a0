// Puts a suspension of late fees on the books of its loan, tells it, and makes the answer of the command.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { asLoanContext, type Changed, changeLoan } from '../../core/books/change-loan.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { ChangedSuspension } from './schemas.ts';
import { type SuspensionRow, suspensions, tellSuspension } from './suspension.ts';

/** A suspension as it will be, and what makes it so. */
export interface SuspensionOnBooks {
  readonly row: SuspensionRow;
  readonly facts: readonly Fact[];
  readonly emits: readonly EventKind[];
  readonly isNew?: boolean;
}

export async function recordSuspension(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  { row, facts, emits, isNew = false }: SuspensionOnBooks,
): Promise<Changed> {
  const changed = await changeLoan(ctx, tx, held, facts);
  (isNew ? suspensions.insert : suspensions.write)(tx, row);
  tellSuspension(ctx, held.row, row, emits);
  return changed;
}

export async function recordAndAnswer(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  change: SuspensionOnBooks,
  previewMode: boolean | null | undefined,
): Promise<ChangedSuspension> {
  const { row, isNew = false } = change;
  const changed = await recordSuspension(asLoanContext(ctx), tx, held, change);
  return {
    ...suspensions.show(row),
    ...(previewMode && isNew ? { id: null } : {}),
    difference: previewMode ? await presentDifference(held, changed, row.id) : null,
  };
}
