// Gives a statement its document.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { periodId } from '../../../core/loan/derived-id.ts';
import { keysOf } from '../../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { touchLoan } from '../../../core/transactions/commands/update-transaction.ts';
import { statementUpdated, toldOfStatement } from '../events.ts';
import type { StatementUpdate } from '../schemas.ts';
import { findStatement, writeDocument } from '../stored.ts';
import type { StatementRow } from '../tables.ts';

/** Errors: NotFound. */
export async function updateStatement(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  id: string,
  { documentDescriptorId }: StatementUpdate,
): Promise<StatementRow> {
  const before = await findStatement(tx, keysOf(loan), id);
  if (documentDescriptorId === before.document_id) return before;
  const row = { ...before, document_id: documentDescriptorId, updated_at: ctx.now };
  writeDocument(tx, row);
  touchLoan(tx, loan);
  const about = { loanId: loan.id, periodId: periodId(loan.id, row.ordinal) };
  ctx.emit(statementUpdated, loan.person_id, toldOfStatement(loan, row), { about });
  return row;
}
