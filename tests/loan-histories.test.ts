// Random lives of loans over HTTP: after any operations in any order, the books are what the facts result in.
//
//   TENOR_HISTORIES=200 npm test -- loan-histories     longer
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { simulate } from '@tenor/engine/naive/simulate.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import fc from 'fast-check';
import { verifyLoans } from '#capabilities/loans/index.ts';
import type { Shown } from './support/begun-loan.ts';
import { type Client, type Company, type House, useHouse } from './support/house.ts';
import { aLife, type Life, ledgerOf } from './support/loan-life.ts';
import { moveClock } from './support/test-clock.ts';

const runs = Number(process.env.TENOR_HISTORIES ?? 12);

type Act = (life: Life, at: Moment) => Promise<{ status: number; body: Shown }>;
/** The present point of the history: the day, and the transactions so far. */
interface Moment {
  readonly date: string;
  readonly api: Client;
  readonly loanTypeId: string;
}

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
const transactionsOf = async (life: Life, type: string): Promise<Shown[]> =>
  (await life.read('/transactions?limit=100')).filter((one: Shown) => one.transactionType === type);
const picked = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const nothing = { status: 200, body: null };

const amount = fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100);
const daysBack = fc.integer({ min: 0, max: 150 });
const pick = fc.nat(50);

const named = (what: string, run: Act): readonly [string, Act] => [what, run];

const someAct: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  fc.record({ sum: amount, back: fc.option(daysBack), pending: fc.boolean() }).map(({ sum, back, pending }) =>
    named(`pay ${sum}${back === null ? '' : ` ${back} days back`}${pending ? ' pending' : ''}`, (life, { date, api }) =>
      api.post(`${life.path}/transactions`, {
        type: 'oneTime',
        isExternal: true,
        amount: sum,
        status: pending ? 'pending' : 'succeeded',
        allowOverpayment: true,
        ...(back === null ? {} : { effectiveDate: dayBefore(date, back) }),
      }),
    ),
  ),
  fc.record({ times: fc.integer({ min: 20, max: 60 }), back: fc.constantFrom(0, 0, 3) }).map(({ times, back }) =>
    named(`pay a cent ${times} times ${back} days back`, async (life, { date, api }) => {
      let last = nothing;
      for (let i = 0; i < times && last.status < 300; i++) {
        last = await api.post(`${life.path}/transactions`, {
          type: 'oneTime',
          isExternal: true,
          amount: 0.01,
          allowOverpayment: true,
          effectiveDate: dayBefore(date, back),
        });
      }
      return last;
    }),
  ),
  fc.record({ sum: amount, back: fc.option(daysBack) }).map(({ sum, back }) =>
    named(`credit ${sum} ${back}`, (life, { date, api }) =>
      api.post(`${life.path}/transactions`, {
        type: 'serviceCredit',
        amount: sum,
        serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
        ...(back === null ? {} : { effectiveDate: dayBefore(date, back) }),
      }),
    ),
  ),
  fc.record({ which: pick, status: fc.constantFrom('failed', 'succeeded') }).map(({ which, status }) =>
    named(`${status} ${which}`, async (life, { api }) => {
      const one = picked(await transactionsOf(life, 'payment'), which);
      return one ? api.put(`${life.path}/transactions/${one.id}`, { status }) : nothing;
    }),
  ),
  fc.record({ which: pick, back: daysBack }).map(({ which, back }) =>
    named(`backdate ${which} ${back}`, async (life, { api, date }) => {
      const one = picked(await life.read('/transactions?limit=100'), which) as Shown | undefined;
      const effectiveDate = dayBefore(date, back);
      return one ? api.post(`${life.path}/transactions/${one.id}/backdate`, { effectiveDate }) : nothing;
    }),
  ),
  fc.record({ which: pick }).map(({ which }) =>
    named(`reverse credit ${which}`, async (life, { api }) => {
      const one = picked(await transactionsOf(life, 'serviceCredit'), which);
      return one ? api.post(`${life.path}/transactions/${one.id}/reverse`, {}) : nothing;
    }),
  ),
  fc.record({ which: pick }).map(({ which }) =>
    named(`cancel fee ${which}`, async (life, { api }) => {
      const one = picked((await life.read('/fees')) as Shown[], which);
      return one ? api.post(`${life.path}/fees/${one.id}/cancel`, {}) : nothing;
    }),
  ),
  fc
    .record({ rate: fc.integer({ min: 0, max: 3600 }), shift: fc.integer({ min: -120, max: 60 }) })
    .map(({ rate, shift }) =>
      named(`rate ${rate} in ${shift}`, (life, { api, date }) =>
        api.post(`${life.path}/rates`, {
          interestRate: { annualRate: rate / 10_000, effectiveDate: dayBefore(date, -shift) },
        }),
      ),
    ),
  fc
    .record({ rate: fc.integer({ min: 0, max: 900 }), shift: fc.integer({ min: -120, max: 30 }) })
    .map(({ rate, shift }) =>
      named(`index ${rate} in ${shift}`, (_, { api, date, loanTypeId }) =>
        api.post(`/loan-types/${loanTypeId}/index-rates`, {
          rate: rate / 10_000,
          effectiveDate: dayBefore(date, -shift),
        }),
      ),
    ),
  fc
    .constantFrom<[string, object]>(
      ['freeze', {}],
      ['unfreeze', { shiftDueDates: true }],
      ['unfreeze', { retroactivelyAccrueInterest: true }],
      ['accelerate', {}],
      ['reverse-accelerate', {}],
      ['charge-off', { chargedOffReason: 'age' }],
      ['reverse-charge-off', {}],
      ['refresh', {}],
    )
    .map(([action, body]) => named(action, (life, { api }) => api.post(`${life.path}/${action}`, body))),
);

const asked = (life: Life, what: string, body: object, { api }: Moment) => api.post(`${life.path}/${what}`, body);

/** Payments made easier in hardship, and that taken back: which is allowed when, tests/tools.test.ts says. */
const someRelief: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 1, max: 3 }), deferTo: fc.constantFrom('end', 'lastPayment') })
    .map(({ count, deferTo }) =>
      named(`defer ${count} to ${deferTo}`, async (life, at) => {
        const { expectedPayments } = await life.read('/expected-payments');
        const ahead = expectedPayments.filter((one: Shown) => one.date > at.date && !one.isDeferred).slice(0, -1);
        const dueDates = ahead.slice(0, count).map((one: Shown) => one.date);
        return asked(life, 'defer', { dueDates, deferTo }, at);
      }),
    ),
  fc
    .record({ day: fc.integer({ min: 1, max: 31 }), reamortize: fc.boolean() })
    .map(({ day, reamortize }) =>
      named(`due on the ${day} ${reamortize}`, (life, at) =>
        asked(life, 'change-due-dates', { specificDays: [day], reamortize }, at),
      ),
    ),
  fc
    .record({ sum: amount, numberOfPeriods: fc.integer({ min: 1, max: 4 }), isExtendLoanDuration: fc.boolean() })
    .map(({ sum, ...plan }) =>
      named(`plan ${sum} ${JSON.stringify(plan)}`, (life, at) =>
        asked(life, 'custom-payment-plans', { amount: sum, ...plan }, at),
      ),
    ),
  fc.record({ list: fc.constantFrom('hardships', 'custom-payment-plans'), which: pick }).map(({ list, which }) =>
    named(`cancel ${which} of ${list}`, async (life, at) => {
      const one = picked((await life.read(`/${list}?limit=100`)) as Shown[], which);
      return one ? asked(life, `${list}/${one.id}/cancel`, {}, at) : nothing;
    }),
  ),
);

interface Step {
  readonly days: number;
  readonly act: readonly [string, Act];
}
const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    days: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
    act: fc.oneof({ weight: 2, arbitrary: someAct }, { weight: 1, arbitrary: someRelief }),
  }),
  { minLength: 3, maxLength: 14 },
);

const someLoan = fc.record({
  type: fc.record({
    fees: fc.record({
      late: fc.constantFrom(null, { graceDays: 10, percent: 0.05, minAmount: 10 }, { graceDays: 5, flatAmount: 15 }),
      nsfAmount: fc.constantFrom(null, 25),
      service: fc.constantFrom(null, { amount: 2.5 }),
    }),
    interest: fc.record({
      accrualMethod: fc.constantFrom('simple', 'compound'),
      dayCount: fc.constantFrom('actual/365', '30/360', 'actual/actual'),
    }),
    payments: fc.record({ prepayment: fc.constantFrom('nextDue', 'shorten', 'reamortize') }),
    delinquency: fc.constantFrom({}, { accelerationDueWithin: 60, chargeOffDueWithin: 90 }),
  }),
  agreed: fc.record({
    amountFinanced: fc.integer({ min: 100, max: 20_000 }),
    interestRates: fc.constantFrom([{ rate: 0.1499 }], [{ rate: 0.05, interestType: 'spread' }]),
    duration: fc.integer({ min: 2, max: 24 }),
    specificDays: fc.integer({ min: 1, max: 31 }).map((day) => [day]),
  }),
});

describe('the books of a loan', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('are what its facts make of them, whatever was done', { timeout: 600_000 }, async () => {
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
          assert.ok(answer.status < 500, `${what}: ${JSON.stringify(answer.body)}`);
        }
        await moveClock(life.api, `${dayBefore(date, -1)}T15:00:00Z`);
        await life.act('refresh');
        await mustAgree(house(), life, dayBefore(date, -1));
      }),
      { numRuns: runs },
    );
  });
});

interface Stored {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
  readonly index: readonly { rate: string; effectiveDate: string }[];
}

async function storedOf({ service }: House, { id }: Life): Promise<Stored> {
  const { rows } = await service.database.pools.test.query(
    `select terms, coalesce(index_known, '[]') as index,
      (select jsonb_agg(fact order by number) from loan_facts
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
