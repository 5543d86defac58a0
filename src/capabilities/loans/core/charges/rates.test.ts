// Rates of a loan: listed, added in the past and in the future. Interest by hand, cut to cents at the due date.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { anAddress, aPerson, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { agreement, aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

const on = (date: string): string => `${date}T15:00:00Z`;

describe('the rates of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, on(date));
  const aNewLife = async (options: LifeOptions = {}) => aLife(await aCompany(), options);
  /** By their first day; the list itself begins with the latest. */
  const listed = async (life: Life): Promise<Shown[]> => (await life.read('/rates')).toReversed();
  const brief = (one: Shown) => [one.rateType, one.annualRate, one.effectiveDate, one.endDate, one.isInForce];
  const add = (life: Life, body: object) => life.api.post(`${life.path}/rates`, body);
  const firstPayment = async (life: Life) => (await life.read('/expected-payments')).expectedPayments[0];

  test('are those of the agreement, one after the other, from the activation', async () => {
    const agreed = {
      interestRates: [{ days: 31, rate: 0.05 }, { rate: 0.1499 }],
      promoRates: [{ days: 10, rate: 0.01 }],
    };
    const life = await aNewLife({ agreed, activate: false });
    const planned = await listed(life);
    assert.deepEqual(planned.map(brief), [
      ['interestRate', 0.05, '2026-01-20', '2026-02-19', true],
      ['promoRate', 0.01, '2026-01-20', '2026-01-29', true],
      ['interestRate', 0.1499, '2026-02-20', null, false],
    ]);
    await life.act('activate');
    assert.deepEqual(await listed(life), planned);
  });

  test('a lower one from a past day on is replayed, and the lowest of a day counts', async () => {
    const life = await aNewLife();
    await at(life, '2026-02-10');
    const answer = await add(life, { interestRate: { annualRate: 0.1, effectiveDate: '2026-02-01' } });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const [rate, ...more] = answer.body.data.rates;
    assert.deepEqual(more, []);
    assert.deepEqual(brief(rate), ['interestRate', 0.1, '2026-02-01', null, true]);
    assert.equal(answer.body.data.difference, null);
    assert.deepEqual((await listed(life)).at(-1), rate);
    // Twelve days of 14.99 %: 23.6554…, fourteen of 10 %: 18.4109…; together 42.0664…
    assert.equal((await firstPayment(life)).interestAmount, 42.06);
    const events = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.equal(typesOf(events.body.data).filter((type) => type === 'loan.rate.created').length, 1);
  });

  test('a higher one counts only where it replaces the others', async () => {
    const life = await aNewLife();
    await add(life, { interestRate: { rate: 0.2, startDate: '2026-02-01' } });
    assert.equal((await firstPayment(life)).interestAmount, 51.25);
    const [, added] = await listed(life);
    assert.deepEqual(brief(added), ['interestRate', 0.2, '2026-02-01', null, false]);
    await add(life, { interestRate: { rate: 0.2, startDate: '2026-02-01', replaces: true } });
    // Twelve days of 14.99 %: 23.6554…, fourteen of 20 %: 36.8219…; together 60.4773…
    assert.equal((await firstPayment(life)).interestAmount, 60.47);
    assert.deepEqual((await listed(life)).map(brief), [
      ['interestRate', 0.1499, '2026-01-20', '2026-01-31', true],
      ['interestRate', 0.2, '2026-02-01', null, false],
    ]);
  });

  test('one to come changes what is expected, and holds when its day has come', async () => {
    const life = await aNewLife();
    const { data } = (await add(life, { interestRate: { annualRate: 0.1, effectiveDate: '2026-02-15' } })).body;
    assert.equal(data.rates[0].isInForce, false);
    const [february, march] = (await life.read('/expected-payments')).expectedPayments;
    assert.equal(february.interestAmount, 51.25);
    await at(life, '2026-02-15');
    await life.pay(432.2);
    await at(life, '2026-03-15');
    // 4,419.05 for 28 days of 10 %: 33.8995…
    const [, due] = (await life.read('/expected-payments')).expectedPayments;
    assert.deepEqual([due.interestAmount, due.amount], [33.89, march.amount]);
    assert.equal(march.interestAmount, 33.89);
    assert.notEqual(march.amount, 432.2);
    assert.equal((await listed(life)).at(-1).isInForce, true);
  });

  test('a promotional one is subtracted while it runs', async () => {
    const life = await aNewLife();
    const body = {
      interestRate: { annualRate: 0.12, effectiveDate: '2026-01-20' },
      promoRate: { annualRate: 0.02, effectiveDate: '2026-01-20', endDate: '2026-02-14' },
    };
    const { status, body: answer } = await add(life, body);
    assert.equal(status, 201, JSON.stringify(answer));
    assert.deepEqual(answer.data.rates.map(brief), [
      ['interestRate', 0.12, '2026-01-20', null, true],
      ['promoRate', 0.02, '2026-01-20', '2026-02-14', true],
    ]);
    // 26 days of 10 % on 4,800.00: 34.1917…; of 12 % 41.0301….
    const { interestAmount, interestBeforeDiscountAmount } = await firstPayment(life);
    assert.deepEqual([interestAmount, interestBeforeDiscountAmount], [34.19, 41.03]);
  });

  test('a preview shows the difference and changes nothing', async () => {
    const life = await aNewLife();
    await at(life, '2026-02-16');
    await life.act('refresh');
    const before = await life.read('/obligations');
    const body = { interestRate: { annualRate: 0, effectiveDate: '2026-01-20' }, previewMode: true };
    const { difference } = (await add(life, body)).body.data;
    assert.deepEqual(difference.outstandingAmount, { before: 4853.22, after: 4800 });
    assert.deepEqual(difference.periodicPaymentAmount, { before: 432.2, after: 400 });
    assert.equal((await listed(life)).length, 1);
    assert.deepEqual(await life.read('/obligations'), before);
  });

  test('must keep within the loan type and the cap of the state, and be dated in the life of the loan', async () => {
    const strict = await aNewLife({ type: { interest: { minRate: 0.03, maxRate: 0.2 } } });
    const refused = async (life: Life, body: object, path: string) => refusedAt(await add(life, body), path);
    await refused(strict, { interestRate: { annualRate: 0.21 } }, 'interestRate.annualRate');
    await refused(strict, { interestRate: { rate: 0.02 } }, 'interestRate.rate');
    await refused(strict, {}, 'interestRate');
    await refused(strict, { interestRate: {} }, 'interestRate.annualRate');
    await refused(strict, { interestRate: { annualRate: -0.01 } }, 'interestRate.annualRate');
    await refused(strict, { interestRate: { annualRate: '0.12345678901' } }, 'interestRate.annualRate');
    await refused(strict, { interestRate: { annualRate: 0.1, rate: 0.11 } }, 'interestRate.rate');
    await refused(strict, { interestRate: { annualRate: 0.1, interestType: 'spread' } }, 'interestRate.interestType');
    await refused(strict, { promoRate: { annualRate: 0 } }, 'promoRate.annualRate');
    const dated = (dates: object) => ({ interestRate: { annualRate: 0.1, ...dates } });
    await refused(strict, dated({ effectiveDate: '2026-01-19' }), 'interestRate.effectiveDate');
    await refused(strict, dated({ startDate: '9999-12-31' }), 'interestRate.startDate');
    await refused(strict, dated({ startDate: '2026-03-01', endDate: '2026-02-28' }), 'interestRate.endDate');
    const unknown = await add(strict, { ...dated({}), caseId: 'CS-AAAA-AAAA' });
    assert.deepEqual([unknown.status, unknown.body.data.path], [404, 'caseId']);
    assert.equal((await listed(strict)).length, 1);
  });

  test('must keep the cap of the state that held when the loan was originated', async () => {
    const { test: api } = await aCompany();
    await setClock(api, on('2026-01-20'));
    const type = await api.made('/loan-types', { name: 'Capped' });
    await api.made(`/loan-types/${type.id}/rate-caps`, { state: 'IN', maxRate: 0.16, effectiveDate: '2026-01-01' });
    const { id: personId } = await api.made('/people', aPerson());
    const address = await api.made(`/people/${personId}/contacts?validate=false`, anAddress());
    const atOrigination = { ...agreement, personAddressId: address.id };
    const loans = `/people/${personId}/loans`;
    const { id } = await api.made(loans, { loanTypeId: type.id, status: 'originated', atOrigination });
    await api.made(`${loans}/${id}/activate`, {});
    const rate = (annualRate: number) => api.post(`${loans}/${id}/rates`, { interestRate: { annualRate } });
    // A later cap is only for later loans.
    await api.made(`/loan-types/${type.id}/rate-caps`, { state: 'IN', maxRate: 0.1, effectiveDate: '2026-01-21' });
    await setClock(api, on('2026-01-22'));
    refusedAt(await rate(0.17), 'interestRate.annualRate');
    assert.equal((await rate(0.16)).status, 201);
  });

  test('a spread is taken by a loan that follows the index', async () => {
    const { test: api } = await aCompany();
    await setClock(api, on('2026-01-01'));
    const type = await api.made('/loan-types', { name: 'Indexed', interest: { maxRate: 0.2 } });
    await api.made(`/loan-types/${type.id}/index-rates`, { rate: 0.05, effectiveDate: '2026-01-01' });
    const { id: personId } = await api.made('/people', aPerson());
    const loans = `/people/${personId}/loans`;
    const atOrigination = { ...agreement, interestRates: [{ rate: 0.0999, interestType: 'spread' }] };
    await setClock(api, on('2026-01-20'));
    const { id } = await api.made(loans, { loanTypeId: type.id, status: 'originated', atOrigination });
    await api.made(`${loans}/${id}/activate`, {});
    const spread = (annualRate: number) =>
      api.post(`${loans}/${id}/rates`, { interestRate: { annualRate, interestType: 'spread', replaces: true } });
    refusedAt(await spread(0.16), 'interestRate.annualRate');
    assert.equal((await spread(-0.05)).status, 201);
    const [first] = (await api.get(`${loans}/${id}/expected-payments`)).body.data.expectedPayments;
    assert.equal(first.interestAmount, 0);
    // It was replaced on its first day, so it was never in force.
    const rates: Shown[] = (await api.get(`${loans}/${id}/rates`)).body.data;
    assert.deepEqual(
      rates.map((one) => [one.interestType, ...brief(one)]),
      [['spread', 'interestRate', -0.05, '2026-01-20', null, true]],
    );
  });

  test('two that begin on one day: the later one decides', async () => {
    const life = await aNewLife();
    // More than nine facts, so that the ids of the facts sort otherwise than the order in which they were recorded.
    for (let i = 1; i <= 11; i++) {
      const annualRate = i / 100;
      assert.equal(
        (await add(life, { interestRate: { annualRate, effectiveDate: '2026-01-20', replaces: true } })).status,
        201,
      );
      await setClock(life.api, `2026-01-20T15:00:${String(i).padStart(2, '0')}Z`);
    }
    assert.deepEqual((await listed(life)).map(brief), [['interestRate', 0.11, '2026-01-20', null, true]]);
    // 26 days of 11 %: 37.6109…
    assert.equal((await firstPayment(life)).interestAmount, 37.61);
  });

  test('cannot change where nothing accrues', async () => {
    const body = { interestRate: { annualRate: 0.05 } };
    const off = await aLife(company);
    await off.act('charge-off', { chargedOffReason: 'age' });
    const answer = await add(off, body);
    assert.deepEqual([answer.status, answer.body.errorType], [409, 'LoanStatusForbids']);
    assert.deepEqual(answer.body.data.allowed, ['active', 'frozen', 'accelerated']);
    const type = { delinquency: { accrualAfterChargeOff: true } };
    const accruing = await aNewLife({ type });
    await accruing.act('charge-off', { chargedOffReason: 'age' });
    assert.equal((await add(accruing, body)).status, 201);
    const draft = await aNewLife({ activate: false });
    assert.equal((await add(draft, body)).status, 409);
  });
});
