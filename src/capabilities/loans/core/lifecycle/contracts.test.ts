// Contracts that a portfolio brings along, over HTTP: their schedules, what they do when paid late or early, and which
// of them cannot be. Numbers are worked by hand.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { agreement, aLife, type LifeOptions, splitOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('a contract of another maker', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });
  const life = (options: LifeOptions) => aLife(company, options);
  const asksFor = async ({ read }: Awaited<ReturnType<typeof life>>) =>
    (await read('/expected-payments')).expectedPayments.map(
      ({ date, amount, interestAmount }: Record<string, unknown>) => [date, amount, interestAmount],
    );

  test('goes by the quarter, each a quarter of the rate, and is taken over in the middle', async () => {
    const type = { interest: { dayCount: 'periodic' } };
    const agreed = {
      amountFinanced: 4000,
      interestRates: [{ rate: 0.08 }],
      duration: 8,
      paymentFrequency: 'quarterly',
      specificDays: [31],
    };
    // 4,000.00 at 2 % a quarter is an annuity of 546.04: 80.00, then 2 % of 3,533.96 and so on.
    const loan = await life({ start: '2027-01-31T15:00:00Z', type, agreed });
    const rows = await asksFor(loan);
    assert.deepEqual(rows.slice(0, 3), [
      ['2027-04-30', 546.04, 80],
      ['2027-07-31', 546.04, 70.67],
      ['2027-10-31', 546.04, 61.17],
    ]);
    assert.deepEqual(rows.at(-1), ['2029-01-31', 546, 10.7]);

    const taken = await life({ start: '2027-05-10T15:00:00Z', type, agreed, activate: false });
    await taken.act('migration/activate', {
      startDate: '2027-01-31',
      migrationDate: '2027-05-01',
      balances: {
        principalAmount: 3533.96,
        accruedInterestAmount: 0.76,
        paidPrincipalAmount: 466.04,
        paidInterestAmount: 80,
      },
    });
    // One day of 92 has 847 of the 78,000 parts of a quarter; 70.6792 less that, and the 0.76 that were taken over.
    assert.deepEqual((await asksFor(taken))[0], ['2027-07-31', 546.04, 70.67]);
  });

  test('repays equal principal, charges late fees of the payment and a rate of its own on what is overdue', async () => {
    const loan = await life({
      start: '2027-01-01T15:00:00Z',
      type: {
        interest: { overdueRate: 0.1825 },
        payments: { amortization: 'equalPrincipal' },
        fees: { late: { graceDays: 10, percent: 0.05, base: 'standardPayment' } },
        waterfall: { earlyPayment: 'principalFirst' },
      },
      agreed: { amountFinanced: 3000, interestRates: [{ rate: 0.1095 }], specificDays: [1], duration: 3 },
    });
    // 10.95 % is 0.0003 a day: 31 days of 3,000.00, 28 of 2,000.00, 31 of 1,000.00.
    assert.deepEqual(await asksFor(loan), [
      ['2027-02-01', 1027.9, 27.9],
      ['2027-03-01', 1016.8, 16.8],
      ['2027-04-01', 1009.3, 9.3],
    ]);
    await setClock(loan.api, '2027-02-01T15:00:00Z');
    await loan.pay(1000);
    // 27.90 was interest, so 27.90 of principal is open: 5 % of the whole payment of 1,027.90.
    await setClock(loan.api, '2027-02-12T15:00:00Z');
    const [fee] = await loan.read('/fees');
    assert.equal(fee.amount, 51.39);
    // 0.3 x 2,027.90 on the first day; then 10 days of 2,000.00 at 0.0003 and of 27.90 at 0.0005.
    const { unroundedInterestAmount, segments } = await loan.read('/interest?fromEffectiveDate=2027-02-01');
    assert.equal(unroundedInterestAmount, '6.7478700000');
    assert.deepEqual(
      segments.map((one: Record<string, unknown>) => [one.fromDate, one.days, one.principalAmount, one.rate]),
      [
        ['2027-02-01', 1, 2027.9, 0.1095],
        ['2027-02-02', 10, 2000, 0.1095],
        ['2027-02-02', 10, 27.9, 0.1825],
      ],
    );
    // What is due takes 27.90; all else is principal, although 6.74 of interest has accrued.
    const split = splitOf(await loan.pay(527.9));
    assert.deepEqual(split, { principal: 527.9, interest: 0, fees: 0, over: 0 });
  });

  test('lets overdue interest bear interest where the loan type says so, and explains it', async () => {
    const loan = await life({
      start: '2027-01-01T15:00:00Z',
      type: {
        interest: { overdueRate: 0.1825, overdueBearing: 'principalAndInterest' },
        payments: { amortization: 'equalPrincipal' },
      },
      agreed: { amountFinanced: 3000, interestRates: [{ rate: 0.1095 }], specificDays: [1], duration: 3 },
    });
    await setClock(loan.api, '2027-03-01T15:00:00Z');
    // 0.90 on the due date; then 27 days of 2,000.00 at 0.0003, of 1,000.00 and of 27.90 of interest at 0.0005.
    const { segments, unroundedInterestAmount } = await loan.read('/interest?fromEffectiveDate=2027-02-01');
    assert.equal(unroundedInterestAmount, '30.9766500000');
    assert.deepEqual(
      segments.map((one: Record<string, unknown>) => [one.days, one.principalAmount, one.rate]),
      [
        [1, 3000, 0.1095],
        [27, 2000, 0.1095],
        [27, 1000, 0.1825],
        [27, 27.9, 0.1825],
      ],
    );
    assert.equal(
      segments.at(-1).sentence,
      '$27.90 overdue interest at 18.250 % for 27 of 365 days (2027-02-02 to 2027-03-01).',
    );
    const due = (await loan.read('/obligations')).obligations.find(
      (one: { dueDate: string }) => one.dueDate === '2027-03-01',
    );
    assert.equal(due.obligationAmount, 1030.97);
  });

  test('is refused by the field where its parts do not fit', async () => {
    const { test: api } = company;
    const typed = (settings: object) => api.post('/loan-types', { name: 'Refused', ...settings });
    refusedAt(await typed({ type: 'lineOfCredit', interest: { dayCount: 'periodic' } }), 'interest.dayCount');
    refusedAt(await typed({ interest: { overdueRate: 25 } }), 'interest.overdueRate');
    const bearing = { precomputedRebate: 'evenly', overdueBearing: 'principalAndInterest' };
    refusedAt(await typed({ interest: bearing }), 'interest.overdueBearing');
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'By the period',
      interest: { dayCount: 'periodic' },
    });
    const { personId } = await life({ activate: false });
    const agreed = (atOrigination: object) =>
      api.post(`/people/${personId}/loans`, {
        loanTypeId,
        status: 'originated',
        atOrigination: { ...agreement, ...atOrigination },
      });
    const single = { paymentFrequency: 'singleTerm', specificDays: [], enforcedEndDate: '2027-12-31', duration: null };
    refusedAt(await agreed(single), 'atOrigination.paymentFrequency');
    const days = (paymentFrequency: string, specificDays: unknown[]) => agreed({ paymentFrequency, specificDays });
    for (const [frequency, wrong] of [
      ['everyNWeeks', [5]],
      ['everyNWeeks', [5, 53]],
      ['everyNWeeks', [5, 4, '2027-01-20']],
      ['quarterly', [15, '2027-01-20']],
      ['yearly', [15, 'May']],
    ] as const) {
      refusedAt(await days(frequency, [...wrong]), 'atOrigination.specificDays', 'InvalidSpecificDays');
    }
  });

  test('moves deadlines over the days on which the lender is closed too, as they were at the origination', async () => {
    const another = await aCompany();
    const { test: api } = another;
    const own = '/companies/current';
    refusedAt(await api.put(own, { closedDays: ['12-24', '2027-02-29'] }), 'closedDays[1]');
    refusedAt(await api.put(own, { closedDays: ['12-24', '12-24'] }), 'closedDays[1]');
    assert.equal((await api.put(own, { closedDays: ['12-24', '2027-12-27'] })).status, 200);
    const options = {
      start: '2027-11-25T15:00:00Z',
      type: { payments: { deadlines: 'following' } },
      agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }], duration: 12, specificDays: [24] },
    };
    const loan = await aLife(another, options);
    await api.put(own, { closedDays: ['2027-12-28'] });
    const later = await aLife(another, options);
    // Friday the 24th and Monday the 27th are closed, so the 28th is in time; on the 29th it is five days late.
    const late = async (date: string) =>
      Promise.all(
        [loan, later].map(
          async ({ read }) => (await read(`/balances?toEffectiveDate=${date}`)).overdueBalances.overdueTotalAmount,
        ),
      );
    assert.deepEqual(await late('2027-12-25'), [0, 100]);
    assert.deepEqual(await late('2027-12-28'), [0, 100]);
    assert.deepEqual(await late('2027-12-29'), [100, 100]);
  });
});
