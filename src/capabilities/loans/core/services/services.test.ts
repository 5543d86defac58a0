// Services that are sold with a loan: what is unearned of one that is canceled, and given back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { verifyLoans } from '../../verifying.ts';
import { unearnedOf } from './unearned.ts';

/** 365.00 for 365 days. */
const waiver = {
  kind: 'gapWaiver',
  provider: 'Wabash Assurance Co.',
  amount: 365,
  charged: 'financed',
  startDate: '2026-05-04',
  endDate: '2027-05-03',
};

describe('a service of a loan', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** 4,800.00 without interest, on 11 August 2026; with the waiver, sold on 4 May. */
  async function aSale(more: object = {}) {
    const life = await aLife(company, { start: '2026-05-04T15:00:00Z', agreed: { interestRates: [{ rate: 0 }] } });
    const service = await life.act('services', { ...waiver, ...more });
    await setClock(life.api, '2026-08-11T15:00:00Z');
    return { life, service, path: `${life.path}/services/${service.id}` };
  }
  const cancel = (life: Life, path: string, more: object = {}): Promise<Answer> =>
    life.api.post(`${path}/cancel`, { reason: 'borrowerRequest', ...more });

  test('says what is unearned when it is canceled; it is given back only if that is asked for', async () => {
    const { life, path } = await aSale();
    const { body } = await cancel(life, path);
    // Covered are 28 + 30 + 31 + 11 = 100 days, so 265 of 365 are left.
    const { status, canceledOn, unearnedAmount, creditTransactionId } = body.data;
    assert.deepEqual([status, canceledOn, unearnedAmount, creditTransactionId], ['canceled', '2026-08-11', 265, null]);
    assert.equal((await life.standing()).outstanding, 4800);
    assert.equal((await cancel(life, path)).body.errorType, 'NothingToDo');
    const borrower = await aBorrower(house(), life.api, life.personId);
    assert.equal((await borrower.get(path)).body.data.provider, 'Wabash Assurance Co.');
  });

  test('is given back as it was previewed, once, by a service credit that the books know', async () => {
    const { life, path } = await aSale();
    const preview = (await cancel(life, path, { credit: true, previewMode: true })).body.data;
    assert.deepEqual([preview.creditTransactionId, preview.unearnedAmount], [null, 265]);
    assert.deepEqual(preview.difference.outstandingAmount, { before: 4800, after: 4535 });
    assert.deepEqual(
      [(await life.standing()).outstanding, (await life.api.get(path)).body.data.status],
      [4800, 'active'],
    );
    const both = await Promise.all([1, 2].map(() => cancel(life, path, { credit: true })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
    const { creditTransactionId } = (await life.api.get(path)).body.data;
    const credit = (await life.api.get(`${life.path}/transactions/${creditTransactionId}`)).body.data;
    assert.deepEqual(
      [credit.transactionType, credit.actualAmount, (await life.standing()).outstanding],
      ['serviceCredit', 265, 4535],
    );
    const reader = house().service.database.reader(life.api.realm);
    const [verdict] = await verifyLoans(reader, [{ personId: life.personId, loanId: life.id }]);
    assert.deepEqual(verdict?.findings, []);
  });

  test('is credit of the borrower where the loan owes no more; nobody gives it who may not', async () => {
    const { life, path } = await aSale();
    await life.pay(4800);
    const { key } = await life.api.made('/keys', { name: 'sales', permissions: ['loan.service:cancel', 'loan:read'] });
    const seller = house().client(key, life.api.realm);
    const refusedOne = await seller.post(`${path}/cancel`, { reason: 'paidOff', credit: true });
    assert.deepEqual([refusedOne.status, (await life.api.get(path)).body.data.status], [403, 'active']);
    assert.equal((await cancel(life, path, { reason: 'paidOff', credit: true })).status, 201);
    assert.equal((await life.read('/balances')).creditBalance, 265);
  });

  test('is refused where it cannot be', async () => {
    const { life, path, service } = await aSale();
    const add = (more: object) => life.api.post(`${life.path}/services`, { ...waiver, ...more });
    refusedAt(await add({ amount: 0 }), 'amount');
    refusedAt(await add({ amount: 4800.01 }), 'amount');
    refusedAt(await add({ endDate: '2026-05-03' }), 'endDate');
    refusedAt(await add({ rebate: 'ruleOf78', endDate: '2027-05-04' }), 'endDate');
    refusedAt(await add({ rebate: 'ruleOf78', endDate: null }), 'endDate');
    refusedAt(await cancel(life, path, { lastDate: '2026-08-12' }), 'lastDate');
    const fee = await life.act('services', { ...waiver, kind: 'membership', charged: 'periodicFee', endDate: null });
    refusedAt(await cancel(life, `${life.path}/services/${fee.id}`, { credit: true }), 'credit');
    const other = await aSale();
    assert.equal((await other.life.api.get(`${other.life.path}/services/${service.id}`)).status, 404);
  });
});

describe('what is unearned', () => {
  const day = (date: string) => date as CivilDate;
  const cover = {
    amount: 39_000,
    charged: 'apart',
    start_date: day('2026-05-04'),
    end_date: day('2027-05-03'),
  } as const;
  const of78 = (date: string) => unearnedOf({ ...cover, rebate: 'ruleOf78' }, day(date));

  test('by the Rule of 78: of twelve months with eight to come 8 x 9 of 12 x 13 parts', () => {
    assert.equal(of78('2026-08-11'), 18_000);
    // The fifth month begins on 4 September: 7 x 8 of 156.
    assert.deepEqual([of78('2026-09-03'), of78('2026-09-04')], [18_000, 14_000]);
  });

  test('is all before the first day, and nothing from the last one on', () => {
    assert.deepEqual([of78('2026-05-03'), of78('2027-05-03'), of78('2027-06-01')], [39_000, 0, 0]);
    const byDays = (date: string) => unearnedOf({ ...cover, rebate: 'proRata' }, day(date));
    // The first of 365 days is over: 39,000 x 364 / 365 = 38,893.15.
    assert.deepEqual([byDays('2026-05-03'), byDays('2026-05-04'), byDays('2027-05-03')], [39_000, 38_893, 0]);
  });

  test('counts months to the end of short ones', () => {
    const months = {
      ...cover,
      amount: 600,
      rebate: 'ruleOf78',
      start_date: day('2026-01-31'),
      end_date: day('2026-04-29'),
    } as const;
    // 31 January, 28 February, 31 March, to 29 April: three months. One over: 2 x 3 of 12 parts.
    assert.equal(unearnedOf(months, day('2026-02-27')), 300);
  });
});
