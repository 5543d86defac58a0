// To whom a loan has belonged: first those of its agreement, then those of each change. A change holds until the day
// before the next one; where the next one is of the same day, it took its place.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { associationId } from '../../core/loan/derived-id.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { type AssociationRow, associations, type InvestorAssociation } from './association.ts';

interface OwnersFrom {
  /** The day from which on they hold; of the agreement, the last one. */
  readonly date: CivilDate;
  readonly owners: readonly AssociationRow[];
}

type Owned = Pick<LoanRow, 'person_id' | 'id' | 'company_id' | 'position' | 'at_origination' | 'created_at'>;

/** In the order in which they were recorded, which is that of their days. */
export async function ownersOf(reader: Reader, loan: Owned): Promise<readonly OwnersFrom[]> {
  const rows = await reader.rows(associations.of(reader, keysOf(loan)).orderBy('position'));
  const changes = [...Map.groupBy(rows, ({ change_id }) => change_id).values()];
  return [agreedOwners(loan), ...changes.map((owners) => ({ date: owners[0]?.effective_date as CivilDate, owners }))];
}

/** In the form of rows, although no row says them. */
function agreedOwners({ person_id, id, company_id, position, at_origination, created_at }: Owned): OwnersFrom {
  const owners = (at_origination.investors ?? []).map(({ investorId, share, effectiveDate }, i) => ({
    person_id,
    id: associationId(id, String(i)),
    company_id,
    loan_id: id,
    position,
    change_id: id,
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

export function shownOwner(owner: AssociationRow, date: CivilDate, next: OwnersFrom | undefined): InvestorAssociation {
  const isReplaced = next?.date === date;
  return associations.show(owner, {
    endDate: next === undefined || isReplaced ? null : dateOf(dayOf(next.date) - 1),
    replacedAt: (isReplaced && next.owners[0]?.created_at) || null,
  });
}
