// A second person confirms what somebody has recorded by hand: from then on its credit may leave as money.
import { mustBeAnother } from '#capabilities/access/index.ts';
import { whoChanged } from '#platform/audit/who-changed.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { type RecordedCredit as Recorded, recordedCredits } from '../collecting/recorded-credits.ts';
import { creditConfirmed } from './events.ts';
import type { RecordedCredit } from './schemas.ts';

export const confirmCreditPermission = 'recorded.credit:confirm';

export async function listRecordedCredits(
  reader: Reader,
  held: HeldLoan,
  now: CommandContext['now'],
): Promise<RecordedCredit[]> {
  const found = await recordedCredits(reader, held, throughOf(held, now));
  return found.map((one) => present(held.row, one));
}

const throughOf = ({ row }: HeldLoan, now: CommandContext['now']): number =>
  Math.max(todayOf(row, now), row.state?.through ?? 0);

/** Errors: NotFound, NothingToDo, Forbidden, Unauthorized, SecondPersonNeeded. */
export async function confirmCredit(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  id: string,
  whole: Whole,
): Promise<RecordedCredit> {
  const { row: loan } = held;
  const path = 'recordedCreditId';
  const found = (await recordedCredits(tx, held, throughOf(held, ctx.now))).find((one) => one.id === id);
  if (found === undefined) throw notFound('recorded credit', id, path, 'This loan');
  if (found.confirmed !== null) {
    throw new Refusal(loanErrors.NothingToDo, `${id} was confirmed already.`, { data: { path } });
  }
  const touched = {
    ids: [...(await whoChanged(tx, { objectId: id, personId: loan.person_id }))],
    reason: 'recordedIt',
    message: 'You, or somebody whom you made or who made you, recorded it or changed it.',
  };
  const first = { ...found.recordedBy, needs: null, mayApprove: confirmCreditPermission, path, besides: [touched] };
  await mustBeAnother(ctx, tx, first, whole);
  const { type: confirmed_by_type, id: confirmed_by_id } = ctx.caller.actor;
  const said = { amount: found.amount, confirmed_by_type, confirmed_by_id, confirmed_at: ctx.now };
  tx.write(
    tx.db
      .insertInto('confirmed_credits')
      .values({ person_id: loan.person_id, id, loan_id: loan.id, ...said })
      .onConflict((conflict) => conflict.columns(['person_id', 'id']).doUpdateSet(said)),
  );
  const about = { loanExternalId: loan.external_id, loanTypeId: loan.loan_type_id };
  const fields = { ...about, recordedCreditId: id, amount: found.amount };
  ctx.emit(creditConfirmed, loan.person_id, fields, { about: { loanId: loan.id } });
  return present(loan, { ...found, confirmed: { by: ctx.caller.actor, at: ctx.now } });
}

const present = (loan: LoanRow, { id, kind, amount, credit, recordedBy, confirmed }: Recorded): RecordedCredit => ({
  id,
  object: 'recordedCredit',
  companyId: loan.company_id,
  loanId: loan.id,
  mainBorrowerId: loan.person_id,
  kind,
  amount,
  creditAmount: credit,
  recordedByType: recordedBy.type,
  recordedById: recordedBy.id,
  confirmedByType: confirmed?.by.type ?? null,
  confirmedById: confirmed?.by.id ?? null,
  confirmedAt: confirmed?.at ?? null,
});
