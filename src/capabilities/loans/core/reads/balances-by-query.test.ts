// What is owed on a day by SQL alone: one query over the standings says what balances show, and nothing is replayed. The view
// of balances is made of it, and held against replays by loans/views.test.ts.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine } from '../../../../../tests/support/line-life.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { daysUntil, owedOnDay } from './owed-on-day.ts';

/** What each loan of `standings`, rows of loan_standing with a day, owes on that day. */
const owedOn = (standings: string) => `
  select loan_id, day::text,
         (${owedOnDay.principal})::float8 as principal,
         (${owedOnDay.interest})::float8 as interest,
         (${owedOnDay.fees})::float8 as fees,
         (${owedOnDay.due})::float8 as due,
         (${owedOnDay.pastDue})::float8 as past_due,
         ${owedOnDay.pastDueDays} as past_due_days
    from (${standings}) as standing
   cross join lateral (select ${daysUntil('day')} as days) as since
   where owed_through is not null`;

describe('what is owed on a day, by a query', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const rows = async (text: string, values: unknown[]) =>
    (await house().service.database.pools.test.query(text, values)).rows;

  /** Brings the books to the day where the figures do not tell of it. */
  async function mustBeAsShown(
    read: (day: CivilDate) => Promise<Answer['body']>,
    bring: () => Promise<unknown>,
    id: string,
    on: string,
  ) {
    const date = on as CivilDate;
    const { outstandingBalances: all, dueBalances, overdueBalances } = await read(date);
    const standing = () => rows(owedOn('select *, $2::date as day from loan_standing where loan_id = $1'), [id, date]);
    const tell = 'select coalesce(owed_until >= $2::date, true) as tells from loan_standing where loan_id = $1';
    if (!(await rows(tell, [id, date]))[0].tells) await bring();
    const [{ loan_id, day, past_due_days, ...owed }] = await standing();
    assert.deepEqual([loan_id, day], [id, date]);
    const cents = (dollars: number) => Math.round(dollars * 100);
    assert.deepEqual(owed, {
      principal: cents(all.outstandingPrincipalAmount),
      interest: cents(all.outstandingInterestAmount),
      fees: cents(all.outstandingFeesAmount),
      due: cents(dueBalances.dueTotalAmount),
      past_due: cents(overdueBalances.overdueTotalAmount),
    });
  }

  const daysFrom = (first: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => dateOf(dayOf(first as CivilDate) + i));

  test('is what balances show of an installment loan that is late', async () => {
    const fees = { late: { graceDays: 10, flatAmount: 10, percent: 0.05, rule: 'greater' } };
    const life = await aLife(company, { start: '2027-01-20T15:00:00Z', type: { fees } });
    for (const date of daysFrom('2027-02-10', 25)) {
      await setClock(life.api, `${date}T17:00:00Z`);
      await mustBeAsShown(
        () => life.read('/balances'),
        () => life.act('refresh'),
        life.id,
        date,
      );
    }
  });

  test('is what balances show of a line with two draws', async () => {
    const life = await aLine(house(), company.test);
    const a = await life.draw('2027-01-01', '0.1825');
    await life.buy('2027-01-01', a, 1000);
    const grace = { periodsToRestore: 1, periodsToEvaluate: 1, minimumOverride: null };
    const b = await life.draw('2027-01-01', '0.365', { grace });
    await life.buy('2027-01-01', b, 500);
    for (const date of daysFrom('2027-01-24', 12)) {
      await life.at(date);
      await mustBeAsShown(
        () => life.read('/balances'),
        () => life.act('refresh'),
        life.id,
        date,
      );
    }
  });
});
