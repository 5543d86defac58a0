// Periods and expected payments. Interest is worked by hand, cut to cents at each due date: of 14.99 % on 4,800.00 in
// the 26 days to 15 February 51.2534…, on 4,419.05 in the 28 days to 15 March 50.8153….
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../../tests/support/begun-loan.ts';
import { aPerson, type Company, useHouse } from '../../../../../../tests/support/house.ts';
import { agreement, aLife, type Life } from '../../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../../tests/support/test-clock.ts';

const on = (date: string): string => `${date}T15:00:00Z`;

describe('the plan of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, on(date));
  const expected = async (life: Life, query = ''): Promise<Shown[]> => {
    const { count, expectedPayments } = await life.read(`/expected-payments${query}`);
    assert.equal(count, expectedPayments.length);
    return expectedPayments;
  };
  const parts = (one: Shown) => [
    one.date,
    one.status,
    one.amount,
    one.interestAmount,
    one.principalAmount,
    one.principalBalanceAmount,
  ];

  test('has periods that tile its time, each statement the day after its end', async () => {
    const life = await aLife(company);
    const periods: Shown[] = await life.read('/periods');
    assert.equal(periods.length, 12);
    assert.deepEqual(
      periods
        .slice(0, 2)
        .map(({ startDate, endDate, statementDate, dueDate }) => [startDate, endDate, statementDate, dueDate]),
      [
        ['2026-01-20', '2026-02-14', '2026-02-15', '2026-02-15'],
        ['2026-02-15', '2026-03-14', '2026-03-15', '2026-03-15'],
      ],
    );
    assert.deepEqual(await life.read(`/periods/${periods[1].id}`), periods[1]);
    assert.equal((await life.api.get(`${life.path}/periods/PE-AAAA-AAAA`)).status, 404);
  });

  test('has periods that are found by overlap and by due date', async () => {
    const life = await aLife(company);
    const dueDates = async (query: string) =>
      (await life.read(`/periods?${query}`)).map(({ dueDate }: Shown) => dueDate);
    assert.deepEqual(await dueDates('fromDate=2026-02-14&toDate=2026-02-15'), ['2026-02-15', '2026-03-15']);
    assert.deepEqual(await dueDates('fromDate=2026-02-15&toDate=2026-03-14'), ['2026-03-15']);
    assert.deepEqual(await dueDates('dueDate=2027-01-15'), ['2027-01-15']);
    assert.deepEqual(await dueDates('dueDate=2027-01-14'), []);
    refusedAt(await life.api.get(`${life.path}/periods?toDate=2026-03-01`), 'fromDate');
  });

  test('is the same before the activation, as if that were today, and has the same ids after it', async () => {
    const life = await aLife(company, { activate: false });
    const [periods, payments] = [await life.read('/periods'), await expected(life)];
    assert.deepEqual(parts(payments[0]), ['2026-02-15', 'booked', 432.2, 51.25, 380.95, 4419.05]);
    assert.equal(periods.length, 12);
    await life.act('activate');
    assert.deepEqual(await life.read('/periods'), periods);
    assert.deepEqual(await expected(life), payments);
    assert.equal(payments[1].periodId, periods[1].id);
  });

  test('of a draft is empty', async () => {
    const { test: api } = company;
    const { id: personId } = await api.made('/people', aPerson());
    const body = { loanTypeId: 'ext-installment', status: 'pending', atOrigination: agreement };
    const { id } = await api.made(`/people/${personId}/loans`, body);
    const { data } = (await api.get(`/people/${personId}/loans/${id}/expected-payments`)).body;
    assert.deepEqual(data, { count: 0, expectedPayments: [] });
  });

  test('keeps what came due, with the amount it came due with', async () => {
    const life = await aLife(company);
    const planned = await expected(life);
    await at(life, '2026-02-15');
    await life.pay(432.2);
    await at(life, '2026-03-15');
    const payments = await expected(life);
    assert.equal(payments.length, 12);
    assert.deepEqual(parts(payments[0]), ['2026-02-15', 'processed', 432.2, 51.25, 380.95, 4419.05]);
    assert.deepEqual(parts(payments[1]), ['2026-03-15', 'processed', 432.2, 50.81, 381.39, 4037.66]);
    // A borrower who has paid on time so far has the payments as they were planned, to the last fraction.
    assert.deepEqual(
      payments.map(({ status: _, ...rest }) => rest),
      planned.map(({ status: _, ...rest }) => rest),
    );
    assert.equal(payments[0].unroundedInterestAmount, '51.2534794520');
    assert.deepEqual([payments[2].status, payments[2].amount], ['booked', 432.2]);
  });

  test('says what is expected otherwise than it was first computed', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-01');
    await life.pay(100);
    const [february, march] = await expected(life);
    assert.deepEqual([february.status, february.amount, february.originalAmount], ['modified', 332.2, 432.2]);
    assert.deepEqual([march.status, march.amount, march.originalAmount], ['booked', 432.2, 432.2]);
    await at(life, '2026-02-15');
    const [due] = await expected(life);
    assert.deepEqual([due.status, due.amount, due.originalAmount], ['processed', 332.2, 432.2]);
  });

  test('says what promotional rates save, before and after it comes due', async () => {
    const life = await aLife(company, { agreed: { promoRates: [{ rate: 0.1, days: 30 }] } });
    const saved = async () => {
      const [february, march] = await expected(life);
      return [february, march].map((one) => [
        one.interestAmount,
        one.interestBeforeDiscountAmount,
        one.unroundedInterestBeforeDiscountAmount,
      ]);
    };
    const planned = await saved();
    // 4.99 % instead of 14.99 % for 26 days: 17.0616… instead of 51.2534….
    assert.deepEqual(planned[0], [17.06, 51.25, '51.2534794520']);
    await at(life, '2026-02-15');
    await life.pay((await expected(life))[0].amount);
    await at(life, '2026-03-15');
    assert.deepEqual(await saved(), planned);
  });

  test('counts the advances that were agreed on as still to come', async () => {
    const agreed = { advanceSchedule: [{ advanceDate: '2026-03-01', amount: 1200 }] };
    const type = { payments: { multipleAdvances: true } };
    const life = await aLife(company, { type, agreed, activate: false });
    const planned = await expected(life);
    await life.act('activate');
    assert.deepEqual(await expected(life), planned);
    const repaid = planned.reduce((cents, { principalAmount }) => cents + Math.round(principalAmount * 100), 0);
    assert.equal(repaid, 6000_00);
  });

  test('is known as it was at an instant', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-01');
    const then = await expected(life);
    await at(life, '2026-02-02');
    await life.act('rates', { interestRate: { annualRate: 0.05, replaces: true, effectiveDate: '2026-01-25' } });
    await life.act('rates', { interestRate: { annualRate: 0.01, replaces: true, effectiveDate: '2026-04-01' } });
    assert.notDeepEqual(await expected(life), then);
    assert.deepEqual(await expected(life, `?knownAt=${on('2026-02-01')}`), then);
    assert.deepEqual(await expected(life, `?knownAt=${on('2026-01-19')}`), []);
  });

  test('ends with an acceleration, and shows no periods after a payoff', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-20');
    await life.pay((await life.read('/payoff')).payoffAmount);
    assert.deepEqual(
      (await life.read('/periods')).map(({ dueDate }: Shown) => dueDate),
      ['2026-02-15', '2026-03-15'],
    );
    assert.deepEqual((await expected(life)).map(parts), [['2026-02-15', 'processed', 432.2, 51.25, 380.95, 4419.05]]);
    assert.deepEqual((await life.read('/obligations?isOpen=true')).obligations, []);
    const other = await aLife(await aCompany());
    await setClock(other.api, on('2026-02-20'));
    await other.act('accelerate');
    assert.equal((await other.read('/periods')).length, 1);
    assert.equal((await expected(other)).length, 1);
  });
});
