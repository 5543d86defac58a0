// To whom loans belonged on a day, as it was known at an instant: the investors of the last change by then, or those of the
// agreement.
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanIds, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { PortfolioDay } from './portfolio.ts';

export interface OwnerOfDay {
  readonly investorId: string;
  readonly share: Rate;
}

interface Owned {
  readonly row: LoanIds;
  readonly agreed: LoanRow['at_origination'] | null;
}

/** By the ids of the loans. */
export async function ownersOfDay(
  reader: Reader,
  { asOf, knownAt }: PortfolioDay,
  loans: readonly Owned[],
): Promise<ReadonlyMap<string, readonly OwnerOfDay[]>> {
  const people = [...new Set(loans.map(({ row }) => row.person_id))];
  const rows = await reader.rows(
    reader.db
      .selectFrom('investor_associations')
      .select(['loan_id', 'change_id', 'investor_id', 'share'])
      .where('person_id', '=', oneOf(people))
      .where('effective_date', '<=', asOf)
      .where('created_at', '<=', knownAt)
      .orderBy('position')
      .orderBy('id'),
  );
  const byLoan = Map.groupBy(rows, ({ loan_id }) => loan_id);
  return new Map(
    loans.map(({ row, agreed }) => {
      const changes = byLoan.get(row.id) ?? [];
      const last = changes.filter(({ change_id }) => change_id === changes.at(-1)?.change_id);
      const owners = last.map(({ investor_id: investorId, share }) => ({ investorId, share }));
      return [row.id, owners.length > 0 ? owners : agreedOwners(agreed)] as const;
    }),
  );
}

const agreedOwners = (agreed: Owned['agreed']): readonly OwnerOfDay[] =>
  (agreed?.investors ?? []).map(({ investorId, share }) => ({ investorId, share: share as Rate }));
