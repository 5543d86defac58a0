// Random lives of loans over HTTP: after any operations in any order, the books are what the facts result in.
//
//   TENOR_HISTORIES=200 TENOR_SEED=7 npm test -- loan-histories     longer, and the same draws again
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { simulate } from '@tenor/engine/naive/simulate.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import { verifyLoans } from '#capabilities/loans/verifying.ts';
import type { Shown } from './support/begun-loan.ts';
import { dayBefore, type NamedAct } from './support/histories/act.ts';
import { someAct } from './support/histories/loan-acts.ts';
import { someTool, twoAgencies } from './support/histories/tools.ts';
import { type Company, type House, useHouse } from './support/house.ts';
import { aLife, type Life, ledgerOf } from './support/loan-life.ts';
import { moveClock } from './support/test-clock.ts';

const runs = Number(process.env.TENOR_HISTORIES ?? 7);

interface Step {
  readonly days: number;
  readonly act: NamedAct;
}
const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
    act: fc.oneof(someAct, someTool),
  }),
  { minLength: 6, maxLength: 24, size: 'max' },
);

const someLoan = fc.record({
  type: fc.record({
    fees: fc.record({
      origination: fc.constantFrom({ charged: 'spread' }, { charged: 'deducted' }),
      late: fc.constantFrom(null, { graceDays: 10, percent: 0.05, minAmount: 10 }, { graceDays: 5, flatAmount: 15 }),
      nsfAmount: fc.constantFrom(null, 25),
      service: fc.constantFrom(null, { amount: 2.5 }),
    }),
    interest: fc.record({
      accrualMethod: fc.constantFrom('simple', 'compound'),
      dayCount: fc.constantFrom('actual/365', '30/360', 'actual/actual'),
    }),
    payments: fc.record({
      prepayment: fc.constantFrom('nextDue', 'shorten', 'reamortize'),
      multipleAdvances: fc.constantFrom(true, true, false),
    }),
    delinquency: fc.constantFrom({}, { accelerationDueWithin: 60, chargeOffDueWithin: 90 }),
  }),
  agreed: fc.record({
    amountFinanced: fc.integer({ min: 100, max: 20_000 }),
    interestRates: fc.constantFrom([{ rate: 0.1499 }], [{ rate: 0.05, interestType: 'spread' }]),
    duration: fc.integer({ min: 2, max: 24 }),
    specificDays: fc.integer({ min: 1, max: 31 }).map((day) => [day]),
    fees: fc.integer({ min: 0, max: 90 }).map((originationFeeAmount) => ({ originationFeeAmount })),
  }),
});

describe('the books of a loan', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
    await twoAgencies(company.test);
  });

  test('are what its facts make of them, whatever was done', { timeout: 3_600_000 }, async (t) => {
    const answers: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(someLoan, someSteps, async (loan, steps) => {
        const life = await aLife(company, loan);
        const { loanTypeId } = await life.read();
        let date = '2026-01-20';
        for (const { days, act } of steps) {
          if (days > 0) {
            date = dayBefore(date, -days);
            await moveClock(life.api, `${date}T15:00:00Z`);
          }
          const [what, run] = act;
          const answer = await run(life, { date, api: life.api, loanTypeId });
          if (answer === undefined) continue;
          assert.ok(answer.status < 500, `${what}: ${JSON.stringify(answer.body)}`);
          const [verb] = what.split(' ') as [string];
          const came = `${verb}: ${answer.status < 300 ? 'done' : answer.body.errorType}`;
          answers[came] = (answers[came] ?? 0) + 1;
          await mustBeAsReplayed(life, date);
        }
        await moveClock(life.api, `${dayBefore(date, -1)}T15:00:00Z`);
        await life.act('refresh');
        await mustAgree(house(), life, dayBefore(date, -1));
      }),
      { numRuns: runs },
    );
    t.diagnostic(JSON.stringify(answers));
  });
});

/** Today is read from figures where they tell of it; a day that is named is always replayed. */
async function mustBeAsReplayed(life: Life, date: string): Promise<void> {
  assert.deepEqual(await life.read('/balances'), await life.read(`/balances?toEffectiveDate=${date}`), date);
}

interface Stored {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
  readonly index: readonly { rate: string; effectiveDate: string }[];
}

async function storedOf({ service }: House, { id }: Life): Promise<Stored> {
  const { rows } = await service.database.pools.test.query(
    `select terms, coalesce(index_known, '[]') as index,
      (select jsonb_agg(fact || jsonb_build_object(
         'id', id, 'kind', kind, 'on', effective_on - date '1970-01-01') order by number) from loan_facts
       where person_id = loans.person_id and loan_id = loans.id) as facts
    from loans where id = $1`,
    [id],
  );
  return rows[0];
}

async function mustAgree(house: House, life: Life, date: string): Promise<void> {
  const { terms, facts, index } = await storedOf(house, life);
  const indexed = index.map(
    ({ rate, effectiveDate }) =>
      ({ kind: 'index', id: `index-${effectiveDate}`, on: dayOf(effectiveDate as never), rate }) as Fact,
  );
  const naive = simulate(terms, [...indexed, ...facts], { through: dayOf(date as never) });
  const shown = await life.read('/balances');
  const sum = (bucket: { notDue: number; due: number; overdue: number }) => bucket.notDue + bucket.due + bucket.overdue;
  const fees = Object.values(naive.fees).reduce((total, bucket) => total + sum(bucket), 0);
  const dollars = (cents: number) => Number(formatCents(cents as never));
  // The simulator leaves out amounts paid by credits.
  const isPaidInMoney = shown.paidBalances.paidCreditsAmount === 0;
  assert.deepEqual(
    {
      principal: shown.outstandingBalances.outstandingPrincipalAmount,
      interest: shown.outstandingBalances.outstandingInterestAmount,
      fees: shown.outstandingBalances.outstandingFeesAmount,
      overdue: shown.overdueBalances.overdueTotalAmount,
      chargedOff: shown.chargedOffBalances.chargedOffPrincipalAmount,
      paid: isPaidInMoney && [
        shown.paidBalances.paidPrincipalAmount,
        shown.paidBalances.paidInterestAmount,
        shown.paidBalances.paidFeesAmount,
      ],
      status: (await life.read()).status,
    },
    {
      principal: dollars(sum(naive.principal)),
      interest: dollars(sum(naive.interest)),
      fees: dollars(fees),
      overdue: dollars(naive.overdueAmount),
      chargedOff: dollars(naive.chargedOff.principal),
      paid: isPaidInMoney && [naive.paid.principal, naive.paid.interest, naive.paid.fees].map(dollars),
      status: naive.status,
    },
  );
  const lock = await life.api.get(`${life.path}/lock-status`);
  if (lock.status !== 404) assert.equal(lock.body.data.isLocked, false);
  const keys = [{ personId: life.personId, loanId: life.id }];
  const [verdict] = await verifyLoans(house.service.database.reader(life.api.realm), keys);
  assert.deepEqual(verdict?.findings, []);
  await mustHavePostings(life, await ledgerOf(life));
}

/** The amounts of the events are in the books. */
async function mustHavePostings(life: Life, postings: readonly Shown[]): Promise<void> {
  const standing = new Map<string, number>();
  for (const { cause, account, amount: signed } of postings) {
    const key = `${cause} ${account}`;
    standing.set(key, (standing.get(key) ?? 0) + Math.round(signed * 100));
  }
  const booked = new Set([...standing].filter(([, cents]) => cents !== 0).map(([key]) => key.split(' ')[0]));
  const told = await life.api.get(
    `/people/${life.personId}/events?limit=100&events=payment.applied&includeDeleted=false&loanId=${life.id}`,
  );
  for (const { transactionId } of told.body.data) {
    const causes = [...booked].filter((cause) => cause?.includes(transactionId));
    assert.ok(causes.length > 0, `the payment ${transactionId} was applied, but no posting says so`);
  }
}
