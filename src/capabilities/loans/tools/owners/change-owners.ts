// Records that a loan went to other investors on a day. Its books stay as they are: the borrower owes the same.
import { dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { investorsOf } from '../../core/lifecycle/investors.ts';
import { toldOfLoan } from '../../core/loan/events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import { todayOf } from '../../core/loan/today.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { associations, type InvestorAssociation } from './association.ts';
import { ownerChanged } from './events.ts';
import { ownersOf, shownOwner } from './owners.ts';
import type { OwnerChange } from './schemas.ts';

/** The most changes of one loan: so the list of its owners stays short. */
const changesMax = 100;

/** Errors: LoanStatusForbids, NotFound (investor), InvalidRequest, NoRoom. */
export async function changeOwners(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  { effectiveDate, investors }: OwnerChange,
): Promise<InvestorAssociation[]> {
  loanStates.mustAllow(loan.status, 'changeOwner');
  const today = dateOf(todayOf(loan, ctx.now));
  const date = effectiveDate ?? today;
  if (date > today) throw refuseField('effectiveDate', 'has not come', `${today}, or a day before it`);
  const known = await investorsOf(tx, investors, date, 'investors');
  const before = await ownersOf(tx, loan);
  const last = before.at(-1)?.date ?? date;
  if (date < last) throw refuseField('effectiveDate', 'is before the last change', `${last}, or a day after it`);
  if (before.length > changesMax) {
    throw new Refusal(errors.NoRoom, `The loan has changed hands ${changesMax} times.`, {
      data: { atMost: changesMax },
    });
  }
  const change_id = newId('IA');
  const rows = known.map(({ investorId, share }) =>
    associations.newRow(ctx, loan, { change_id, investor_id: investorId, share, effective_date: date }),
  );
  // The version of the loan guards the order of its changes.
  writeLoan(tx, loan, { ...loan, updated_at: ctx.now });
  for (const row of rows) associations.insert(tx, row);
  const investorIds = rows.map(({ investor_id }) => investor_id);
  const told = { ...toldOfLoan(loan), effectiveDate: date, investorIds };
  ctx.emit(ownerChanged, loan.person_id, told, { about: { loanId: loan.id } });
  return rows.map((owner) => shownOwner(owner, date, undefined));
}
