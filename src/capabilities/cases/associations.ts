// The loans that a case is about.
import { sql } from 'kysely';
import { findNamedLoan } from '#capabilities/loans/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Id } from '#platform/input/schemas.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { caseAssociationAdded, caseAssociationRemoved, toldOfCase } from './events.ts';
import type { CaseRow } from './tables.ts';

/** The filter of lists by a loan. */
export const ofLoan = {
  schema: Id('LN', 'loan'),
  where: (loanId: string | undefined) =>
    loanId === undefined ? undefined : sql<boolean>`loan_ids @> array[${loanId}]::text[]`,
};

/** The ids of loans of this borrower, each once. Errors: NotFound. */
export async function namedLoans(reader: Reader, personId: string, named: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    named.map((one, i) => namedIn(`loanIds[${i}]`, findNamedLoan(reader, personId, one))),
  );
  return [...new Set(found.map(({ id }) => id))];
}

export function tellAssociations(ctx: Pick<CommandContext, 'emit'>, before: readonly string[], row: CaseRow): void {
  const tell = (kind: typeof caseAssociationAdded, loanId: string) =>
    ctx.emit(kind, row.person_id, toldOfCase(row), { about: { caseId: row.id, loanId } });
  for (const loanId of row.loan_ids) if (!before.includes(loanId)) tell(caseAssociationAdded, loanId);
  for (const loanId of before) if (!row.loan_ids.includes(loanId)) tell(caseAssociationRemoved, loanId);
}
