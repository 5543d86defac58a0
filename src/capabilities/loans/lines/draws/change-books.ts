// A change of the books of a draw: facts of its line, and what the row of the draw says besides.

import type { LineFact } from '@tenor/engine/line/facts.ts';
import { readLine } from '@tenor/engine/line/read.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, type Changed, changeLoan } from '../../core/books/change-loan.ts';
import { presentDifference } from '../../core/books/present-difference.ts';
import { draws } from '../../core/loan/draws.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow, FactDetails, LoanRow } from '../../core/loan/tables.ts';
import { asFact, drawAfter, drawChanges, lineTermsOf, ownPosition, ownState } from '../../core/products/lines.ts';
import { presentDraw } from './draw.ts';
import type { LineBooks } from './line.ts';
import type { ChangedDraw } from './schemas.ts';

interface ChangedBooks {
  readonly changed: Changed;
  readonly row: DrawRow;
  readonly books: LineBooks;
}

interface Said {
  /** Columns of the draw's row to write. */
  readonly draw?: Partial<Pick<DrawRow, 'cancel_reason' | 'timestamps'>>;
  readonly details?: FactDetails;
  readonly loan?: Partial<Pick<LoanRow, 'promo_programs'>>;
}

/** Errors: NothingToDo. */
export async function changeBooks(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: DrawRow,
  facts: readonly LineFact[],
  { draw = {}, loan = {}, details }: Said = {},
): Promise<ChangedBooks> {
  const changed = await changeLoan(
    asLoanContext(ctx),
    tx,
    held,
    facts.map(asFact),
    details === undefined ? loan : { ...loan, details },
  );
  const state = ownState(changed.after);
  const before = ownPosition(held.row);
  const change = drawChanges({ loan: held.row, before, after: state.position, now: ctx.now }).get(row.id);
  const after = { ...drawAfter({ ...row, ...draw }, change), updated_at: ctx.now };
  draws.write(tx, after);
  return { changed, row: after, books: { terms: lineTermsOf(changed.row), state } };
}

export const presentChanged = async (
  held: HeldLoan,
  { changed, row, books }: ChangedBooks,
  previewMode: boolean | null | undefined,
): Promise<ChangedDraw> => {
  const reading = readLine(books.terms, books.state).draws.find(({ draw }) => draw === row.id);
  const difference = previewMode ? await presentDifference(held, changed) : null;
  return { ...presentDraw(changed.row, row, reading), difference };
};
