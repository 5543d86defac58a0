// A canceled loan keeps its external id until another loan takes it.
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { findExternalId, releaseExternalIdOf } from '#platform/resource/external-ids.ts';
import { loanUpdated, toldOfLoan } from '../loan/events.ts';
import { asLoan, standingOf, wholeColumns } from '../loan/standing.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { loanKind } from './loan.ts';

/** The canceled loan may be another borrower's: it is the one row of another subject that a command writes. */
export async function freeCanceledLoansId(
  ctx: Pick<CommandContext, 'now' | 'emit'>,
  tx: Tx,
  externalId: string | null | undefined,
): Promise<void> {
  const holder = externalId == null ? undefined : await findExternalId(tx, loanKind, externalId);
  if (externalId == null || holder === undefined) return;
  const found = await tx.row(
    tx.db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf({ personId: holder.subjectId, loanId: holder.objectId }))
      .select(wholeColumns)
      .where('loans.person_id', '=', holder.subjectId)
      .where('loans.id', '=', holder.objectId)
      .where('status', '=', 'canceled'),
  );
  if (found === undefined) return;
  const row = asLoan(found);
  const freed = { ...row, external_id: null, version: row.version + 1, updated_at: ctx.now };
  releaseExternalIdOf(tx, { kind: loanKind, objectId: row.id }, externalId);
  writeLoan(tx, row, freed);
  const personExternalId = (await externalIdsOfPeople(tx, [row.person_id])).get(row.person_id) ?? null;
  ctx.emit(loanUpdated, row.person_id, toldOfLoan(freed), { about: { loanId: row.id }, personExternalId });
}
