// What was decided against the borrower of a line, where whoever decided has given a reason for the borrower: notices of
// adverse action are made from it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { AdverseActions, adverseDecisions } from './schemas.ts';

/** By the kind of the fact. */
const decisions: Readonly<Record<string, (typeof adverseDecisions)[number]>> = {
  limit: 'limitLowered',
  spending: 'drawsFrozen',
  close: 'lineClosed',
};

const shownMax = 100;

const factsWithReason = prepared((db, placeholder: PlaceholderOf<LoanKeys>) =>
  db
    .selectFrom('loan_facts')
    .select(['kind', 'effective_on', 'recorded_at', sql<string>`details->>'adverseActionReason'`.as('reason')])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    // Written as the condition of the index.
    .where(sql<boolean>`details->>'adverseActionReason' is not null`)
    .orderBy('number', 'desc')
    .limit(shownMax),
);

export async function readAdverseActions(reader: Reader, keys: LoanKeys): Promise<AdverseActions> {
  const rows = await reader.rows(factsWithReason(reader.db, keys));
  return {
    items: rows.flatMap(({ kind, effective_on: effectiveDate, recorded_at: decidedAt, reason }) => {
      const decision = decisions[kind];
      return decision === undefined ? [] : [{ decision, effectiveDate: effectiveDate as CivilDate, reason, decidedAt }];
    }),
  };
}
