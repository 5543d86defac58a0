// What the day does to loans: something comes due, turns overdue, is charged a late fee; a loan is accelerated or
// charged off. A loan's row says when something happens next (next_action_at), so no other loan is looked at.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { stopwatch } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import { bringLoans, together } from './bring-loans.ts';
import { dueLoans, loansLeftBehind } from './due-loans.ts';
import { isOfTheTime } from './is-of-the-time.ts';

/** After this time the other realms have their turn. */
const turnMs = 1_000;

export const loanDay: DailyStep = {
  name: 'loans',
  due: dueLoans,
  leftBehind: loansLeftBehind,
  async run(day) {
    const since = stopwatch();
    for (let place: Place | undefined; !day.stopping.aborted; ) {
      if (since() > turnMs) return { isMore: true };
      const sinceBatch = stopwatch();
      const { due, last } = await bringBatch(day, place);
      if (last === undefined) break;
      if (due.length > 0) await day.rest(sinceBatch());
      place = last;
    }
    return { isMore: false };
  },
};

interface Place extends LoanIds {
  readonly next_action_at: Instant | null;
}

async function bringBatch(day: PassingDay, after: Place | undefined): Promise<{ due: LoanIds[]; last?: Place }> {
  let found: Place[] = [];
  let due: LoanIds[] = [];
  const isTogether = await togetherOrOneByOne({
    together: () =>
      day.transact(async (tx, now) => {
        found = await claim(tx, now, day.waits, after);
        due = found.filter(({ id }) => day.troubles.mayTry(id));
        await bringLoans(tx, now, due, day);
      }),
    things: () => due,
    async one(loan) {
      await day.transact(async (tx, now) => {
        await bringLoans(tx, now, await claim(tx, now, day.waits, undefined, loan), day);
      });
      done(day, loan.id);
    },
    failed: (loan, error) => failed(day, loan, error),
    isOfTheTime,
  });
  if (isTogether) for (const { id } of due) done(day, id);
  const last = found.at(-1);
  return { due, ...(last === undefined ? {} : { last }) };
}

function failed(day: PassingDay, loan: LoanIds, error: unknown): void {
  day.troubles.failed(loan.id);
  day.told('failed');
  const { mode, companyId: company } = day.realm;
  const ids = { mode, company, person: loan.person_id, loan: loan.id };
  day.log.error({ err: error, ...ids }, 'a loan could not be brought to its day; it is tried again');
}

function done(day: PassingDay, loanId: string): void {
  day.troubles.succeeded(loanId);
  day.told('done');
}

/** Locks due loans, in their order. Loans that somebody else has locked are left out, or waited for. */
function claim(tx: Tx, now: Instant, waits: boolean, after?: Place, only?: LoanIds): Promise<Place[]> {
  let due = tx.db
    .selectFrom('loans')
    .select(['next_action_at', 'person_id', 'id'])
    .where('next_action_at', '<=', now)
    .orderBy('next_action_at')
    .orderBy('person_id')
    .orderBy('id')
    .limit(together)
    .forNoKeyUpdate();
  if (!waits) due = due.skipLocked();
  if (only !== undefined) due = due.where('person_id', '=', only.person_id).where('id', '=', only.id);
  if (after !== undefined) {
    const place = sql`(${after.next_action_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(next_action_at, person_id, id) > ${place}`);
  }
  return tx.rows(due);
}
