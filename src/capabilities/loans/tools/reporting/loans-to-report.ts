// The loans of which a credit agency is told for a month: pages for work that makes its file.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanIds } from '../../core/loan/named-loans.ts';
import { itsStanding } from '../../core/loan/standing.ts';

interface PageToReport {
  /** The last day of the month. */
  readonly asOf: CivilDate;
  /** Empty: loans of every type. */
  readonly loanTypeIds: readonly string[];
  readonly after: LoanIds | undefined;
  readonly limit: number;
}

/** What was paid off so long before was told long ago, or never will be. */
const toldForDays = 400;

/** Loans whose books had begun by the day, in the order of their ids. */
export function loansToReport(reader: Reader, { asOf, loanTypeIds, after, limit }: PageToReport): Promise<LoanIds[]> {
  let query = reader.db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select(['loans.person_id', 'loans.id'])
    .where('started_on', '<=', asOf)
    .where((eb) => eb.or([eb('paid_off_on', 'is', null), eb('paid_off_on', '>', addDays(asOf, -toldForDays))]))
    .orderBy('loans.person_id')
    .orderBy('loans.id')
    .limit(limit);
  if (loanTypeIds.length > 0) query = query.where('loans.loan_type_id', '=', sql<string>`any(${loanTypeIds}::text[])`);
  if (after !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('loans.person_id', 'loans.id'), '>', eb.tuple(after.person_id, after.id)),
    );
  return reader.rows(query);
}
