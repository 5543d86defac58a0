// What a condition may name of a loan.
import { sql } from 'kysely';
import type { LoadedContext } from '#platform/conditions/named-context.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { keysOf, type LoanIds, type LoanKeys } from '../loan/named-loans.ts';
import { servicers } from '../loan/servicers.ts';
import { standingOf } from '../loan/standing.ts';
import { loanStatuses } from '../loan/statuses.ts';

const valuesOf = prepared((db, placeholder: PlaceholderOf<LoanKeys>) => {
  const keys = { personId: placeholder('personId'), loanId: placeholder('loanId') };
  return db
    .selectFrom('loans')
    .innerJoin('loan_standing', standingOf(keys))
    .where('loans.person_id', '=', keys.personId)
    .where('loans.id', '=', keys.loanId)
    .select([
      'status',
      'is_closed as isClosed',
      'serviced_by as servicedBy',
      'loan_type_id as loanTypeId',
      'asset_type as assetType',
      'defaulted_at_boarding as defaultedAtBoarding',
      'oldest_due_on as oldestOverdueDate',
      sql<number>`coalesce(past_due, 0)`.as('overdueCents'),
    ]);
});

export const loanContext: LoadedContext<LoanIds> = {
  name: 'loan',
  permission: 'loan:read',
  fields: {
    status: { type: 'string', words: loanStatuses },
    isClosed: { type: 'boolean' },
    servicedBy: { type: 'string', words: servicers },
    loanTypeId: { type: 'string' },
    assetType: { type: 'string' },
    defaultedAtBoarding: { type: 'boolean' },
    isOverdue: { type: 'boolean' },
    overdueCents: { type: 'integer' },
    oldestOverdueDate: { type: 'date' },
  },
  async load(reader, _vault, loans) {
    const found = await reader.together(...loans.map((loan) => valuesOf(reader.db, keysOf(loan))));
    return new Map(
      loans.flatMap((loan, i) => {
        const [row] = found[i] ?? [];
        return row === undefined ? [] : [[loan, { ...row, isOverdue: row.overdueCents > 0 }] as const];
      }),
    );
  },
};
