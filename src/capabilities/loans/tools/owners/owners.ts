// To whom a loan has belonged: first those of its agreement, then those of each change. A change holds until the day
// before the next one; where the next one is of the same day, it took its place.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { associationId } from '../../core/loan/derived-id.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { InvestorAssociation } from './schemas.ts';
import { type AssociationRow, investorAssociations } from './tables.ts';

type Owner = Omit<AssociationRow, 'change_id' | 'person_id' | 'position'>;

interface OwnersFrom {
  /** The day from which on they hold; of the agreement, the last one. */
  readonly date: CivilDate;
  readonly owners: readonly Owner[];
}

type Owned = Pick<LoanRow, 'person_id' | 'id' | 'company_id' | 'at_origination' | 'created_at'>;

/** In the order in which they were recorded, which is that of their days. */
export async function ownersOf(reader: Reader, loan: Owned): Promise<readonly OwnersFrom[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('investor_associations')
      .select(investorAssociations.all)
      .where('person_id', '=', loan.person_id)
      .where('loan_id', '=', loan.id)
      .orderBy('position'),
  );
  const changes = [...Map.groupBy(rows, ({ change_id }) => change_id).values()];
  return [agreedOwners(loan), ...changes.map((owners) => ({ date: owners[0]?.effective_date as CivilDate, owners }))];
}

function agreedOwners({ id, company_id, at_origination, created_at }: Owned): OwnersFrom {
  const owners = (at_origination.investors ?? []).map(({ investorId, share, effectiveDate }, i) => ({
    id: associationId(id, String(i)),
    company_id,
    loan_id: id,
    investor_id: investorId,
    share,
    effective_date: effectiveDate as CivilDate,
    created_at,
  }));
  const days = owners.map(({ effective_date }) => effective_date).toSorted();
  return { date: days.at(-1) as CivilDate, owners };
}

/** The present ones first. */
export async function listOwners(reader: Reader, loan: Owned): Promise<InvestorAssociation[]> {
  const all = await ownersOf(reader, loan);
  return all.flatMap(({ date, owners }, i) => owners.map((owner) => shownOwner(owner, date, all[i + 1]))).toReversed();
}

export function shownOwner(owner: Owner, date: CivilDate, next: OwnersFrom | undefined): InvestorAssociation {
  const isReplaced = next?.date === date;
  return {
    id: owner.id,
    object: 'loanInvestorAssociation',
    companyId: owner.company_id,
    loanId: owner.loan_id,
    investorId: owner.investor_id,
    share: owner.share,
    effectiveDate: owner.effective_date,
    endDate: next === undefined || isReplaced ? null : dateOf(dayOf(next.date) - 1),
    replacedAt: (isReplaced && next.owners[0]?.created_at) || null,
    createdAt: owner.created_at,
  };
}
