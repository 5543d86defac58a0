// The plans of autopay that take a payment on a date.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { FirstDate } from '../../core/lifecycle/first-dates.ts';
import type { PageOfDate, PaymentOfDate } from '../../core/lifecycle/loans-of-date.ts';

/** The plans of autopay that plan their next payment for the date. */
export const plansOn = (reader: Reader, { date, loanTypeId, after, limit }: PageOfDate): Promise<PaymentOfDate[]> => {
  let query = reader.db
    .selectFrom('autopay_plans')
    .innerJoin('loans', (join) =>
      join.onRef('loans.person_id', '=', 'autopay_plans.person_id').onRef('loans.id', '=', 'autopay_plans.loan_id'),
    )
    .select(['autopay_plans.person_id', 'autopay_plans.id', 'autopay_plans.loan_id', 'autopay_plans.instrument_id'])
    .where('autopay_plans.next_planned_on', '=', date)
    .where('autopay_plans.status', '=', 'active')
    .orderBy('autopay_plans.person_id')
    .orderBy('autopay_plans.id')
    .limit(limit);
  if (loanTypeId !== null) query = query.where('loans.loan_type_id', '=', loanTypeId);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(autopay_plans.person_id, autopay_plans.id) > (${after.person_id}, ${after.id})`);
  }
  return reader.rows(query);
};

/** The first date from a day on for which a plan plans its next payment. */
export const firstPlanned: FirstDate = async (reader, from) => {
  const first = await reader.row(
    reader.db
      .selectFrom('autopay_plans')
      .select('next_planned_on as on')
      .where('next_planned_on', '>=', from)
      .orderBy('next_planned_on')
      .limit(1),
  );
  return first?.on ?? null;
};
