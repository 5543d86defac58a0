// What the day does to loans: something comes due, turns overdue, is charged a late fee; a loan is accelerated or
// charged off. A loan's standing says when something happens next (next_action_at), so no other loan is looked at.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import { bringLoans, together } from './bring-loans.ts';
import { dueLoans } from './due.ts';
import { loansLeftBehind } from './due-loans.ts';
import { lockDue } from './hold-loans.ts';

/** How many due loans are looked for at once. */
const page = 500;

export const loanDay: DailyStep = {
  name: 'loans',
  due: dueLoans,
  leftBehind: loansLeftBehind,
  run: (day) =>
    inTurns<Place>(day, {
      next: nextDue,
      together,
      async bring(tx, now, loans) {
        const due = await lockDue(tx, now, day.waits, loans);
        await bringLoans(tx, now, due, day);
        return due as Place[];
      },
      isOfTheTime,
      failed(loan, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person: loan.person_id, loan: loan.id };
        day.log.error({ err: error, ...ids }, 'a loan could not be brought to its day; it is tried again');
      },
    }),
};

interface Place extends LoanIds {
  readonly next_action_at: Instant | null;
}

/** Due loans, in their order. */
function nextDue(reader: Reader, now: Instant, after: Place | undefined): Promise<Place[]> {
  let due = reader.db
    .selectFrom('loan_standing')
    .select(['next_action_at', 'person_id', 'loan_id as id'])
    .where('next_action_at', '<=', now)
    .orderBy('next_action_at')
    .orderBy('person_id')
    .orderBy('loan_id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.next_action_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(next_action_at, person_id, loan_id) > ${place}`);
  }
  return reader.rows(due);
}
