// A loan whose rate is reset on dates, over HTTP: the loan of Regulation Z, Appendix H-14. 10,000.00 over 30 years, the
// index and 3 points, at most 2 points a year and 5 over the life.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

const settings = {
  interest: {
    dayCount: '30/360',
    rounding: 'halfUp',
    resetMonths: 12,
    resetPeriodicCap: 0.02,
    resetLifetimeCap: 0.05,
    resetLifetimeDrop: 0.05,
  },
  payments: { roundingMode: 'nearest' },
};
const agreed = {
  amountFinanced: 10_000,
  interestRates: [{ rate: 0.03, interestType: 'spread' }],
  specificDays: [1],
  duration: 360,
  firstRateResetDate: '2027-07-01',
};

describe('a rate that is reset on dates', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
  });

  const loanOf = async (type: object = {}, more: object = {}) => {
    const life = await aLife(company, {
      start: '2026-07-01T15:00:00Z',
      type: { ...settings, ...type },
      agreed: { ...agreed, ...more },
      activate: false,
    });
    const { loanTypeId } = await life.read();
    const index = (rate: number, effectiveDate: string) =>
      api.made(`/loan-types/${loanTypeId}/index-rates`, { rate, effectiveDate });
    await index(0.0941, '2026-06-01');
    await life.act('activate');
    return { life, index };
  };
  const paymentsOn = async ({ read }: { read(what: string): Promise<Shown> }, dates: readonly string[]) => {
    const { expectedPayments } = await read('/expected-payments');
    return dates.map((on) => expectedPayments.find(({ date }: Shown) => date === on)?.amount);
  };
  const augusts = ['2026-08-01', '2027-07-01', '2027-08-01', '2028-08-01', '2029-08-01'];

  test('moves the payment on these dates, within its caps, as the sample of Regulation Z does', async () => {
    const { life, index } = await loanOf();
    assert.equal((await life.read()).atOrigination.firstRateResetDate, '2027-07-01');
    assert.deepEqual(await paymentsOn(life, augusts), [106.03, 106.03, 106.03, 106.03, 106.03]);
    await setClock(api, '2026-07-02T15:00:00Z');
    await index(0.5, '2026-07-02');
    await life.pay(0.01);
    assert.deepEqual((await paymentsOn(life, augusts)).slice(2), [121.59, 137.39, 145.34]);
  });

  test('tells of each date, and the books know it', async () => {
    const { life } = await loanOf(
      { interest: { ...settings.interest, resetMonths: 1 } },
      { firstRateResetDate: '2026-07-20' },
    );
    await setClock(api, '2026-08-25T15:00:00Z');
    await life.pay(1);
    const { body } = await api.get(`/people/${life.personId}/events?limit=100`);
    assert.equal(typesOf(body.data).filter((type) => type === 'loan.rate.reset').length, 2);
  });

  test('keeps the payment where the type says so', async () => {
    const { life, index } = await loanOf({ interest: { ...settings.interest, afterRateChange: 'keepPayment' } });
    const before = await paymentsOn(life, augusts);
    await setClock(api, '2026-07-02T15:00:00Z');
    await index(0.06, '2026-07-02');
    await life.pay(0.01);
    // The cent counts toward the first payment.
    assert.deepEqual((await paymentsOn(life, augusts)).slice(1), before.slice(1));
  });

  test('is refused by the field where its parts do not fit', async () => {
    const typed = (interest: object) => api.post('/loan-types', { name: 'Refused', interest });
    refusedAt(await typed({ resetPeriodicCap: 0.02 }), 'interest.resetPeriodicCap');
    refusedAt(await typed({ resetLookbackDays: 45 }), 'interest.resetLookbackDays');
    refusedAt(await typed({ resetMonths: 12, indexStepCap: 0.01 }), 'interest.indexStepCap');
    refusedAt(await typed({ resetMonths: 12, resetFirstCap: 11 }), 'interest.resetFirstCap');
    refusedAt(await typed({ resetMonths: 12, precomputedRebate: 'evenly' }), 'interest.resetMonths');
    const { life } = await loanOf();
    const { loanTypeId } = await life.read();
    const board = (type: string, atOrigination: object) =>
      api.post(`/people/${life.personId}/loans`, { loanTypeId: type, status: 'originated', atOrigination });
    const path = 'atOrigination.firstRateResetDate';
    const { firstRateResetDate: _, ...without } = { ...agreed, paymentFrequency: 'monthly' };
    refusedAt(await board(loanTypeId, without), path);
    refusedAt(await board(loanTypeId, { ...without, firstRateResetDate: '2026-07-01' }), path);
    const absolute = { ...without, interestRates: [{ rate: 0.06 }] };
    refusedAt(await board(loanTypeId, { ...absolute, firstRateResetDate: '2027-07-01' }), path);
    refusedAt(await board('ext-installment', { ...absolute, firstRateResetDate: '2027-07-01' }), path);
  });

  test('has the books that its facts make', () => booksAgree(house(), api, 2));
});
