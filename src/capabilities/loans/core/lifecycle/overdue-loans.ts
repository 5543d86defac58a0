// What is overdue of a borrower's loans on a day, from the figures that each loan keeps.
import type { Frequency } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { itsStanding } from '../loan/standing.ts';

export interface OverdueLoan {
  readonly loanId: string;
  readonly frequency: Frequency | null;
  readonly amount: Cents;
  readonly days: number;
}

/** It finds the borrower's own loans, not those that they share. */
export async function overdueLoansOf(reader: Reader, personId: string, on: CivilDate): Promise<OverdueLoan[]> {
  const since = sql`least(${on}::date, owed_until) - owed_through`;
  return reader.rows(
    reader.db
      .selectFrom('loans')
      .innerJoin('loan_standing', itsStanding)
      .where('loans.person_id', '=', personId)
      .where('loan_standing.person_id', '=', personId)
      .where('loan_standing.past_due', '>', 0)
      .where('loans.is_closed', '=', false)
      .select([
        'loans.id as loanId',
        sql<Frequency | null>`at_origination->>'paymentFrequency'`.as('frequency'),
        sql<Cents>`past_due`.as('amount'),
        sql<number>`(coalesce(past_due_days, 0) + coalesce(daily_past_due_days, 0) * (${since}))::int`.as('days'),
      ])
      .orderBy('loans.position'),
  );
}
