// What the lender keeps back from the merchant: agreed, in the books, and not paid out.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../../../tests/support/a-borrower.ts';
import { aPerson, type Company, useHouse } from '../../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../../tests/support/test-clock.ts';
import { verifyLoans } from '../../../verifying.ts';

describe('a merchant discount', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** 2,200.00 at 9.9 % in six payments of 377.41, the first after a month (loan-math 5.6). */
  const agreed = { amountFinanced: 2200, interestRates: [{ rate: 0.099 }], specificDays: [20], duration: 6 };
  const aSale = (mdr: object): Promise<Life> =>
    aLife(company, { start: '2027-05-20T15:00:00Z', agreed: { ...agreed, mdr } });
  async function balancesOf(life: Life): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { account, amount } of await ledgerOf(life))
      sums[account] = (sums[account] ?? 0) + Math.round(amount * 100);
    return sums;
  }

  test('is kept back at the activation, and income over the due dates', async () => {
    // 2,200.00 x 3.49 % = 76.78.
    const life = await aSale({ mdrRate: 0.0349, isAmortized: true });
    const shown = { mdrRate: 0.0349, mdrAmount: 76.78, isAmortized: true, amortizationPeriod: 6 };
    assert.deepEqual((await life.read()).atOrigination.mdr, shown);
    assert.deepEqual(await balancesOf(life), {
      'principal.notDue': 220_000,
      clearing: -212_322,
      unearnedDiscount: -7_678,
    });
    await setClock(life.api, '2027-06-20T15:00:00Z');
    await life.pay(377.41);
    // The first of six: cut(76.78 / 6) = 12.79. Interest of 31 days: 2,200.00 x 0.099 x 31 / 365 = 18.49 (cut).
    const { clearing, unearnedDiscount, discountIncome, interestIncome } = await balancesOf(life);
    assert.deepEqual([clearing, unearnedDiscount, discountIncome, interestIncome], [-174_581, -6_399, -1_279, -1_849]);
    const reader = house().service.database.reader(life.api.realm);
    const [verdict] = await verifyLoans(reader, [{ personId: life.personId, loanId: life.id }]);
    assert.deepEqual(verdict?.findings, []);
    const borrower = await aBorrower(house(), life.api, life.personId);
    assert.equal((await borrower.get(life.path)).body.data.atOrigination.mdr, undefined, 'a figure of the lender');
  });

  test('is income at once where it is not spread, and can be agreed again as it is shown', async () => {
    const life = await aSale({ mdrAmount: 76.78 });
    assert.deepEqual(await balancesOf(life), {
      'principal.notDue': 220_000,
      clearing: -212_322,
      discountIncome: -7_678,
    });
    const { mdr } = (await life.read()).atOrigination;
    assert.deepEqual(mdr, { mdrRate: null, mdrAmount: 76.78, isAmortized: false, amortizationPeriod: null });
    assert.deepEqual((await (await aSale(mdr)).read()).atOrigination.mdr, mdr);
  });

  test('is not paid out to the merchant', async () => {
    const { test: api } = company;
    const type = { name: 'Of sales', payments: { proceedsPaidTo: 'merchant' } };
    const { id: merchantId } = await api.made('/companies/current/merchants', { businessName: 'Lakeside Dental' });
    const life = await aLife(company, {
      type,
      agreed: { ...agreed, merchantId, mdr: { mdrRate: 0.0349 } },
      activate: false,
    });
    await setClock(api, '2027-05-20T15:00:00Z');
    await api.put(`/companies/current/merchants/${merchantId}/account`, {
      routingNumber: '110000013',
      accountNumber: '900000424242',
      accountType: 'checking',
      accountHolderName: 'Lakeside Dental',
    });
    await setClock(api, '2027-05-25T15:00:00Z');
    const { disbursement } = await life.act('activate');
    assert.deepEqual([disbursement.receiver, disbursement.amount], ['merchant', 2123.22]);
  });

  test('is refused where it cannot be, of a draft too, and on a line', async () => {
    const { test: api } = company;
    const { id } = await api.made('/people', aPerson());
    const board = (mdr: object, more: object = {}) =>
      api.post(`/people/${id}/loans`, {
        loanTypeId: 'ext-installment',
        atOrigination: { ...agreed, paymentFrequency: 'monthly', mdr },
        ...more,
      });
    refusedAt(await board({}), 'atOrigination.mdr.mdrAmount');
    refusedAt(await board({ mdrAmount: -1 }), 'atOrigination.mdr.mdrAmount');
    refusedAt(await board({ mdrRate: 3.49 }), 'atOrigination.mdr.mdrRate');
    refusedAt(await board({ mdrAmount: 1, amortizationPeriod: 3 }), 'atOrigination.mdr.amortizationPeriod');
    refusedAt(await board({ mdrAmount: 2200 }), 'atOrigination.mdr.mdrAmount');
    refusedAt(await board({ mdrAmount: 76.79, mdrRate: 0.0349 }), 'atOrigination.mdr.mdrAmount');
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'Paid',
      payments: { proceedsPaidTo: 'borrower' },
    });
    refusedAt(await board({ mdrAmount: 1 }, { loanTypeId }), 'atOrigination.mdr');
    const line = { loanTypeId: 'ext-line-of-credit', atOrigination: { creditLimitAmount: 100, mdr: { mdrAmount: 1 } } };
    refusedAt(await api.post(`/people/${id}/loans`, line), 'atOrigination.mdr');
  });

  test('leaves discount programs what they are: ids that are kept and shown', async () => {
    const life = await aLife(company, { agreed: { discountProgramIds: ['spring', '17'] }, activate: false });
    assert.deepEqual((await life.read()).atOrigination.discountProgramIds, ['spring', '17']);
  });
});
