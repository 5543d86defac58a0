// What the day does to loans: something comes due, turns overdue, is charged a late fee; a loan is accelerated or
// charged off. A loan's row says when something happens next (next_action_at), so no other loan is looked at.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { stopwatch } from '#platform/clock.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import { bringLoans, together } from './bring-loans.ts';
import { dueLoans, loansLeftBehind } from './due-loans.ts';
import { lockDue } from './hold-loans.ts';
import { isOfTheTime } from './is-of-the-time.ts';

/** After this time the other realms have their turn. */
const turnMs = 1_000;

/** So many are looked for at once; each is asked again whether it is due, when it is locked. */
const page = 500;

export const loanDay: DailyStep = {
  name: 'loans',
  due: dueLoans,
  leftBehind: loansLeftBehind,
  async run(day) {
    const since = stopwatch();
    // On a busy machine the search alone may take the whole turn: a turn without a batch would never end the day.
    let batches = 0;
    const isOver = (): boolean => (batches > 0 && since() > turnMs) || day.stopping.aborted;
    const grouping = { ...day.grouping, personsMax: Math.min(together, day.grouping.personsMax) };
    for (let place: Place | undefined; ; ) {
      const found = await day.transact((tx, now) => nextDue(tx, now, place));
      place = found.at(-1);
      if (place === undefined) return { isMore: false };
      await inGroups(found, grouping, async (loans) => {
        if (isOver()) return;
        batches += 1;
        const sinceBatch = stopwatch();
        if (await bringBatch(day, loans)) await day.rest(sinceBatch());
      });
      if (isOver()) return { isMore: !day.stopping.aborted };
    }
  },
};

interface Place extends LoanIds {
  readonly next_action_at: Instant | null;
}

/** Returns whether there was something to do. */
async function bringBatch(day: PassingDay, loans: readonly LoanIds[]): Promise<boolean> {
  let due = loans.filter(({ id }) => day.troubles.mayTry(id));
  if (due.length === 0) return false;
  const isTogether = await togetherOrOneByOne({
    together: () =>
      day.transact(async (tx, now) => {
        due = await lockDue(tx, now, day.waits, due);
        await bringLoans(tx, now, due, day);
      }),
    things: () => due,
    async one(loan) {
      await day.transact(async (tx, now) => {
        await bringLoans(tx, now, await lockDue(tx, now, day.waits, [loan]), day);
      });
      done(day, loan.id);
    },
    failed: (loan, error) => failed(day, loan, error),
    isOfTheTime,
  });
  if (isTogether) for (const { id } of due) done(day, id);
  return due.length > 0;
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

/** Due loans, in their order. */
function nextDue(reader: Reader, now: Instant, after: Place | undefined): Promise<Place[]> {
  let due = reader.db
    .selectFrom('loans')
    .select(['next_action_at', 'person_id', 'id'])
    .where('next_action_at', '<=', now)
    .orderBy('next_action_at')
    .orderBy('person_id')
    .orderBy('id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.next_action_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(next_action_at, person_id, id) > ${place}`);
  }
  return reader.rows(due);
}
