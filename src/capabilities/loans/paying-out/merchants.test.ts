// Proceeds that go to the merchant whom the agreement names: 2,200.00 at 9.125 %, a day of which costs 0.55.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { everythingStored } from '../../../../tests/support/everything-stored.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

const account = {
  routingNumber: '110000013',
  accountNumber: '900000424242',
  accountType: 'checking',
  accountHolderName: 'Lakeside Dental',
};
const reasonOf = ({ status, body }: Answer) => [status, body.errorType, body.data.reason];

describe('proceeds that go to a merchant', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  async function aSale() {
    await setClock(api, '2026-03-02T17:00:00Z');
    const { id: merchantId } = await api.made('/companies/current/merchants', { businessName: 'Lakeside Dental' });
    const { id: personId } = await api.made('/people', aPerson());
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'Of sales',
      payments: { proceedsPaidTo: 'merchant' },
    });
    const { id } = await api.made(`/people/${personId}/loans`, {
      loanTypeId,
      status: 'originated',
      atOrigination: {
        amountFinanced: 2200,
        interestRates: [{ rate: 0.09125 }],
        paymentFrequency: 'monthly',
        specificDays: [20],
        duration: 6,
        merchantId,
      },
    });
    const path = `/people/${personId}/loans/${id}`;
    return {
      path,
      merchantId,
      account: `/companies/current/merchants/${merchantId}/account`,
      activate: (body: object = {}) => api.post(`${path}/activate`, body),
      disbursement: async () => (await api.get(`${path}/disbursements`)).body.data[0],
    };
  }

  test('are paid to the account of the merchant, and activate the loan', async () => {
    const sale = await aSale();
    assert.deepEqual(reasonOf(await sale.activate()), [409, 'InstrumentCannotBeCharged', 'noAccount']);
    const put = await api.put(sale.account, account);
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.deepEqual([put.body.data.accountNumberLastFour, put.body.data.accountNumber], ['4242', undefined]);
    refusedAt(await sale.activate({ paymentInstrumentId: 'PT-AAAA-AAAA' }), 'paymentInstrumentId');
    const { status, body } = await sale.activate();
    assert.equal(status, 201, JSON.stringify(body));
    const { receiver, merchantId, paymentInstrumentId, amount } = body.data.disbursement;
    assert.deepEqual([receiver, merchantId, paymentInstrumentId, amount], ['merchant', sale.merchantId, null, 2200]);
    await eventually('it is accepted', async () => (await sale.disbursement()).status === 'pending', 10_000);
    await moveClock(api, '2026-03-05T15:00:00Z');
    const owed = (await api.get(`${sale.path}/balances`)).body.data.outstandingBalances.outstandingTotalAmount;
    // Two days since 03-03.
    assert.equal(owed, 2201.1);
    for (const [table, text] of await everythingStored(house())) {
      assert.equal(text.includes(account.accountNumber), false, `a number in ${table}`);
    }
  });

  test('wait three banking days after the account became another', async () => {
    const sale = await aSale();
    await api.put(sale.account, account);
    assert.equal((await api.put(sale.account, account)).body.data.changedAt, null, 'the same is no change');
    await api.put(sale.account, { ...account, accountNumber: '900000434343' });
    assert.deepEqual(reasonOf(await sale.activate()), [409, 'InstrumentCannotBeCharged', 'changed']);
    // Monday 03-02, so Thursday 03-05.
    await setClock(api, '2026-03-05T17:00:00Z');
    assert.equal((await sale.activate()).status, 201);
  });

  test('have an account that is checked, taken away, and steered by whoever has its own permission', async () => {
    const sale = await aSale();
    assert.equal((await api.get(sale.account)).status, 404);
    refusedAt(await api.put(sale.account, { ...account, routingNumber: '110000014' }), 'routingNumber');
    refusedAt(await api.put(sale.account, { ...account, accountNumber: '12' }), 'accountNumber');
    await api.put(sale.account, account);
    assert.equal((await api.get(sale.account)).body.data.accountHolderName, 'Lakeside Dental');
    const { key } = await api.made('/keys', { name: 'merchants', permissions: ['merchant:update', 'merchant:read'] });
    const other = house().client(key, api.realm);
    assert.equal((await other.put(sale.account, account)).status, 403);
    assert.equal((await api.delete(sale.account)).status, 200);
    assert.deepEqual(reasonOf(await sale.activate()), [409, 'InstrumentCannotBeCharged', 'noAccount']);
  });
});
