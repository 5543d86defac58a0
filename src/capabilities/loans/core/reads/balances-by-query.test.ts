// What is owed on a day by SQL alone: one query over the standings says what balances say, on every day of which the
// figures tell, and nothing is replayed. Views of what all loans owe are made of it.
//
//   TENOR_LINES=1000 npm test -- balances-by-query     more histories
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { feeTypes } from '@tenor/engine/account/terms.ts';
import { holdsFor, someDay } from '@tenor/engine/laws/compare.ts';
import { loanHistory } from '@tenor/engine/laws/histories.ts';
import { lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine } from '../../../../../tests/support/line-life.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { dayFiguresOf } from '../books/day-figures-of.ts';
import { type Bucket, buckets } from '../loan/amounts.ts';
import type { State, Terms } from '../loan/books.ts';
import { type DayFigures, tellOf } from '../loan/day-figures.ts';
import type { LoanProduct } from '../loan/product.ts';
import { columnsOf } from '../loan/stored-figures.ts';
import type { FigureColumns } from '../loan/tables.ts';
import { installment } from '../products/installment/installment.ts';
import { line } from '../products/line/line.ts';
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

type Owed = Readonly<Record<'principal' | 'interest' | 'fees' | 'due' | 'past_due', number>>;

function owedIn(product: LoanProduct, terms: Terms, state: State): Owed & { readonly past_due_days: number } {
  const { buckets: of } = product.amounts(terms, state);
  const feesIn = ({ fees }: Bucket) => feeTypes.reduce((sum, type) => sum + fees[type], 0);
  const sum = (amount: (bucket: Bucket) => number) => buckets.reduce((all, name) => all + amount(of[name]), 0);
  const { amount, days } = product.overdue(terms, state);
  return {
    principal: sum(({ principal }) => principal),
    interest: sum(({ interest }) => interest),
    fees: sum(feesIn),
    due: of.due.principal + of.due.interest + feesIn(of.due),
    past_due: amount,
    past_due_days: days,
  };
}

interface Lived {
  readonly standings: (FigureColumns & { readonly loan_id: string })[];
  readonly days: { readonly loan_id: string; readonly day: CivilDate; readonly owed: Owed }[];
}

interface Life {
  readonly product: LoanProduct;
  readonly terms: Terms;
  readonly facts: readonly Fact[];
}

/** The days of a life, and figures for those that need new ones. */
function lived({ product, terms, facts }: Life, first: Day, last: Day): Lived {
  const [standings, days]: [Lived['standings'], Lived['days']] = [[], []];
  let figures: DayFigures | null = null;
  let from: State | undefined;
  for (let day = first; day <= last; day++) {
    const state: State = product.replay(terms, facts, { through: day, from });
    if (figures === null || !tellOf(figures, day)) {
      from = state;
      figures = dayFiguresOf(product, terms, state, facts);
      if (figures === null) continue;
      standings.push({ ...columnsOf(figures), loan_id: String(standings.length), other_amounts: null });
    }
    days.push({ loan_id: String(standings.length - 1), day: dateOf(day), owed: owedIn(product, terms, state) });
  }
  return { standings, days };
}

describe('what is owed on a day, by a query', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const rows = async (text: string, values: unknown[]) =>
    (await house().service.database.pools.test.query(text, values)).rows;

  async function mustBeAsReplayed(lives: readonly Lived[]): Promise<void> {
    const each = `
      select standing.*, asked.day, asked.place
        from jsonb_populate_recordset(null::loan_standing, $1) as standing
        join jsonb_to_recordset($2) as asked (loan_id text, day date, place int) using (loan_id)`;
    for (const { standings, days } of lives) {
      const asked = days.map(({ loan_id, day }, place) => ({ loan_id, day, place }));
      const text = `${owedOn(each)} order by place`;
      const found = await rows(text, [JSON.stringify(standings), JSON.stringify(asked)]);
      const expected = days.map(({ owed, ...day }) => ({ ...day, ...owed }));
      assert.deepEqual(found, expected);
    }
    const count = (of: keyof Lived) => lives.reduce((sum, one) => sum + one[of].length, 0);
    assert.ok(count('days') > count('standings') * 1.1, 'some days needed no figures of their own');
  }

  test('is what a replay says of installment loans, on every day of random histories', async () => {
    const lives: Lived[] = [];
    const product = installment as unknown as LoanProduct;
    holdsFor(
      loanHistory({ size: 'small' }),
      (history, pick) => {
        lives.push(lived({ ...history, product }, someDay(history, pick), history.through + 20));
      },
      { runs: runsOf(20).numRuns },
    );
    await mustBeAsReplayed(lives);
  });

  test('is what a replay says of lines, on every day of random histories', async () => {
    const product = line as unknown as LoanProduct;
    const lives = fc.sample(lineHistory, runsOf(5)).map(({ terms, facts, through }) => {
      const life = { product, terms: terms as unknown as Terms, facts: facts as unknown as readonly Fact[] };
      return lived(life, facts[0]!.on, through);
    });
    await mustBeAsReplayed(lives);
  });

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
