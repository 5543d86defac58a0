// The view of balances says what a replay says, on every day of two years of random histories, though nothing is replayed for
// it.
//
//   TENOR_LINES=1000 npm test -- loans/views     more histories, a twentieth of so many
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { feeTypes } from '@tenor/engine/account/terms.ts';
import { holdsFor, startOf } from '@tenor/engine/laws/compare.ts';
import { loanHistory } from '@tenor/engine/laws/histories.ts';
import { lineHistory } from '@tenor/engine/laws/line/line-histories.ts';
import { runsOf } from '@tenor/engine/laws/line/runs.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import pg from 'pg';
import type { View, ViewColumn } from '#platform/db/views/view.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { dayFiguresOf } from './core/books/day-figures-of.ts';
import { type Bucket, buckets } from './core/loan/amounts.ts';
import type { State, Terms } from './core/loan/books.ts';
import { type DayFigures, tellOf } from './core/loan/day-figures.ts';
import type { LoanProduct } from './core/loan/product.ts';
import { columnsOf } from './core/loan/stored-figures.ts';
import type { FigureColumns } from './core/loan/tables.ts';
import { installment } from './core/products/installment/installment.ts';
import { line } from './core/products/line/line.ts';
import { loanViews } from './views.ts';

const twoYears = 2 * 365;
const runsOfYears = Math.ceil(runsOf(100).numRuns / 20);

/** What the view of balances reads. */
const ofView = ['loans', 'loan_standing', 'test_clocks'] as const;

const shownColumns = [
  ...['as_of_date', 'principal_amount', 'interest_amount', 'fees_amount', 'outstanding_amount'],
  ...['due_amount', 'past_due_amount', 'days_past_due'],
];

const balancesShown = selectOf(loanViews.find(({ name }) => name === 'balances') as View);

/** The view as it is declared, over tables of the test, where each row has a company of its own. */
function selectOf({ from, where, columns }: View): string {
  const within = (sql: string) => sql.replaceAll('{mode}', 'pg_temp').replaceAll('{company}', 't.company_id');
  const shown = shownColumns.map((name) => `(${within((columns[name] as ViewColumn).sql)})::text as ${name}`);
  return `select ${shown.join(', ')} from ${within(from)} where ${within(where ?? 'true')} order by t.id`;
}

type Owed = Readonly<Record<'principal' | 'interest' | 'fees' | 'due' | 'past_due', number>>;

const money = (cents: number): string => (cents / 100).toFixed(2);

const shownOf = (day: CivilDate, { principal, interest, fees, due, past_due, past_due_days }: OwedInAll) => ({
  as_of_date: day,
  principal_amount: money(principal),
  interest_amount: money(interest),
  fees_amount: money(fees),
  outstanding_amount: money(principal + interest + fees),
  due_amount: money(due),
  past_due_amount: money(past_due),
  days_past_due: String(past_due_days),
});

type OwedInAll = Owed & { readonly past_due_days: number };

function owedIn(product: LoanProduct, terms: Terms, state: State): OwedInAll {
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
  readonly days: { readonly loan_id: string; readonly day: CivilDate; readonly owed: OwedInAll }[];
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

describe('the view of balances', () => {
  const { house } = useHouse({ works: false });

  /** Each day of a life is a loan of a company of its own, whose clock shows that day. */
  async function mustBeAsReplayed(lives: readonly Lived[]): Promise<void> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    try {
      for (const table of ofView) {
        await client.query(`create temp table ${table} as select * from test.${table} with no data`);
      }
      for (const { standings, days } of lives) {
        const [standing, keys] = [new Map(standings.map((one) => [one.loan_id, one])), new Map<string, string>()];
        const each = days.map(({ loan_id, day }, i) => {
          const key = String(i).padStart(6, '0');
          keys.set(key, day);
          return { ...standing.get(loan_id), company_id: key, person_id: key, loan_id: key };
        });
        const own = [...keys].map(([key, day]) => ({ id: key, company_id: key, person_id: key, day }));
        const ofTable = {
          loans: own.map(({ day: _, ...loan }) => ({ ...loan, zone: 'America/New_York', status: 'active' })),
          loan_standing: each,
          test_clocks: own.map(({ company_id, day }) => ({ company_id, now_at: `${day}T17:00:00Z` })),
        };
        for (const table of ofView) {
          const put = `insert into pg_temp.${table} select * from jsonb_populate_recordset(null::pg_temp.${table}, $1)`;
          await client.query(`truncate pg_temp.${table}`);
          await client.query(put, [JSON.stringify(ofTable[table])]);
        }
        assert.deepEqual(
          (await client.query(balancesShown)).rows,
          days.map(({ day, owed }) => shownOf(day, owed)),
        );
      }
    } finally {
      await client.end();
    }
    const count = (of: keyof Lived) => lives.reduce((sum, one) => sum + one[of].length, 0);
    assert.ok(count('days') > count('standings') * 1.1, 'some days needed no figures of their own');
  }

  const product = installment as unknown as LoanProduct;

  test('is what a replay says of installment loans, on every day of two years of random histories', async () => {
    const lives: Lived[] = [];
    holdsFor(
      loanHistory({ size: 'small' }),
      (history) => {
        const first = startOf(history);
        lives.push(lived({ ...history, product }, first, first + twoYears));
      },
      { runs: runsOfYears },
    );
    await mustBeAsReplayed(lives);
  });

  test('is what a replay says of lines, on every day of two years of random histories', async () => {
    const lives = fc.sample(lineHistory, { ...runsOf(1), numRuns: runsOfYears }).map(({ terms, facts }) => {
      const life = {
        product: line as unknown as LoanProduct,
        terms: terms as unknown as Terms,
        facts: facts as unknown as readonly Fact[],
      };
      const first = facts[0]!.on;
      return lived(life, first, first + twoYears);
    });
    await mustBeAsReplayed(lives);
  });
});
