// The agreement that a borrower names for what is taken from their account.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { LoanRow } from '../../core/loan/tables.ts';

interface Naming {
  /** Whose account pays. */
  readonly holderId: string;
  readonly reference: string | null | undefined;
  /** The field that names it. */
  readonly path: string;
}

/** Its id: whoever pays must have accepted it, for this loan. Errors: NotFound, InvalidRequest. */
export async function agreementNamed(
  { resolvers }: Pick<CommandContext, 'resolvers'>,
  tx: Tx,
  loan: Pick<LoanRow, 'id' | 'person_id'>,
  { holderId, reference, path }: Naming,
): Promise<string | null> {
  if (reference == null) return null;
  // The loan lies with its borrower, so no document of another person names it.
  const loanId = holderId === loan.person_id ? loan.id : undefined;
  const id = await resolvers.agreement?.(tx, reference, { personId: holderId, loanId, field: path });
  if (id !== undefined) return id;
  throw new Refusal(errors.NotFound, `There is no agreement ${reference}.`, { data: { path } });
}
