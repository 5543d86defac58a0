// Proceeds that go to the merchant whom the agreement names: 2,200.00 at 9.125 %, a day of which costs 0.55.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { everythingStored } from '../../../../../tests/support/everything-stored.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../../../tests/support/reimbursed.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';

const account = {
  routingNumber: '110000013',
  accountNumber: '900000424242',
  accountType: 'checking',
  accountHolderName: 'Lakeside Dental',
};
const reasonOf = ({ status, body }: Answer) => [status, body.errorType, body.data.reason];

describe('proceeds that go to a merchant', () => {
  const { house, aCompany } = useHouse();
  /** It says where merchants are paid; one orders, and one is the second person. */
  let api: Client;
  let orders: Client;
  let approves: Client;
  beforeEach(async () => {
    api = (await aCompany()).test;
    orders = await aKeyByHand(house(), api);
    approves = await aKeyByHand(house(), api);
  });

  /** This day is a Monday. */
  const start = '2026-03-02T17:00:00Z';
  const thursday = '2026-03-05T17:00:00Z';

  async function aSale(at = start, of?: string) {
    await setClock(api, at);
    const merchantId = of ?? (await api.made('/companies/current/merchants', { businessName: 'Lakeside Dental' })).id;
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
      activate: (body: object = {}) => orders.post(`${path}/activate`, body),
      disbursement: async () => (await api.get(`${path}/disbursements`)).body.data[0],
      approve: async (by = approves): Promise<Answer> => {
        const { paymentApprovalId } = (await api.get(`${path}/disbursements`)).body.data[0];
        return by.post(`/people/${personId}/payment-approvals/${paymentApprovalId}/approve`, {});
      },
    };
  }
  type Sale = Awaited<ReturnType<typeof aSale>>;
  const statusOf = async (sale: Sale): Promise<string> => {
    const { status, body } = await sale.activate();
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.disbursement.status;
  };
  /** With an account that somebody has approved. */
  async function aKnownMerchant(): Promise<Sale> {
    const sale = await aSale();
    await api.put(sale.account, account);
    await setClock(api, thursday);
    assert.equal(await statusOf(sale), 'waiting');
    assert.equal((await sale.approve()).status, 200);
    return sale;
  }

  test('are paid to the account of the merchant, and activate the loan', async () => {
    const sale = await aSale();
    assert.deepEqual(reasonOf(await sale.activate()), [409, 'InstrumentCannotBeCharged', 'noAccount']);
    const put = await api.put(sale.account, account);
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.deepEqual([put.body.data.accountNumberLastFour, put.body.data.accountNumber], ['4242', undefined]);
    await setClock(api, thursday);
    refusedAt(await sale.activate({ paymentInstrumentId: 'PT-AAAA-AAAA' }), 'paymentInstrumentId');
    const { status, body } = await sale.activate();
    assert.equal(status, 201, JSON.stringify(body));
    const { receiver, merchantId, paymentInstrumentId, amount } = body.data.disbursement;
    assert.deepEqual([receiver, merchantId, paymentInstrumentId, amount], ['merchant', sale.merchantId, null, 2200]);
    const [waiting] = (await api.get('/payment-approvals')).body.data;
    assert.deepEqual([waiting.merchantId, waiting.paymentInstrumentId, waiting.amount], [sale.merchantId, null, 2200]);
    assert.equal((await sale.approve()).status, 200);
    await eventually('it is accepted', async () => (await sale.disbursement()).status === 'pending');
    await moveClock(api, '2026-03-08T15:00:00Z');
    const owed = (await api.get(`${sale.path}/balances`)).body.data.outstandingBalances.outstandingTotalAmount;
    // Two days since 03-06.
    assert.equal(owed, 2201.1);
    for (const [table, text] of await everythingStored(house())) {
      assert.equal(text.includes(account.accountNumber), false, `a number in ${table}`);
    }
  });

  describe('wait three banking days', () => {
    const changed = [409, 'InstrumentCannotBeCharged', 'changed'];
    const other = { ...account, accountNumber: '900000434343' };

    test('after the first account as after another one, and not anew after the same', async () => {
      const sale = await aSale();
      const { changedAt } = (await api.put(sale.account, account)).body.data;
      assert.equal(changedAt, '2026-03-02T17:00:00.000000+00:00');
      assert.deepEqual(reasonOf(await sale.activate()), changed);
      await setClock(api, '2026-03-04T17:00:00Z');
      assert.equal((await api.put(sale.account, account)).body.data.changedAt, changedAt);
      assert.deepEqual(reasonOf(await sale.activate()), changed);
      // Monday 03-02, so Thursday 03-05.
      await setClock(api, thursday);
      assert.equal((await sale.activate()).status, 201);
      const another = await aSale(thursday, sale.merchantId);
      await api.put(another.account, other);
      assert.deepEqual(reasonOf(await another.activate()), changed);
    });

    for (const next of [account, other]) {
      test(`also where it was taken away and made anew, ending with ${next.accountNumber.slice(-4)}`, async () => {
        const sale = await aKnownMerchant();
        await api.delete(sale.account);
        const { body } = await api.put(sale.account, next);
        assert.deepEqual([body.data.changedAt, body.data.approvedAt], ['2026-03-05T17:00:00.000000+00:00', null]);
        const later = await aSale(thursday, sale.merchantId);
        assert.deepEqual(reasonOf(await later.activate()), changed);
        await setClock(api, '2026-03-10T17:00:00Z');
        assert.equal(await statusOf(later), 'waiting');
      });
    }
  });

  describe('wait for a second person', () => {
    test('until one has approved a payout to the number, and again for another number', async () => {
      const { merchantId, account: path } = await aKnownMerchant();
      assert.equal(await statusOf(await aSale(thursday, merchantId)), 'initiated');
      await api.put(path, { ...account, accountHolderName: 'Lakeside Dental Inc' });
      assert.equal(await statusOf(await aSale(thursday, merchantId)), 'initiated');
      await api.put(path, { ...account, accountNumber: '900000434343' });
      const later = '2026-03-10T17:00:00Z';
      assert.equal(await statusOf(await aSale(later, merchantId)), 'waiting');
      // Back to the number that was known.
      await api.put(path, account);
      assert.equal(await statusOf(await aSale('2026-03-16T17:00:00Z', merchantId)), 'waiting');
    });

    test('who has not said where the merchant is paid, and did not order it', async () => {
      const sale = await aSale();
      await api.put(sale.account, account);
      await setClock(api, thursday);
      assert.equal(await statusOf(sale), 'waiting');
      assert.deepEqual(reasonOf(await sale.approve(orders)), [403, 'SecondPersonNeeded', 'orderedIt']);
      assert.deepEqual(reasonOf(await sale.approve(api)), [403, 'SecondPersonNeeded', 'changedInstrument']);
      assert.equal((await sale.approve()).status, 200);
    });

    test('whose word does not hold for an account that has become another since', async () => {
      const sale = await aSale();
      await api.put(sale.account, account);
      await setClock(api, thursday);
      assert.equal(await statusOf(sale), 'waiting');
      await api.put(sale.account, { ...account, accountNumber: '900000434343' });
      await setClock(api, '2026-03-11T17:00:00Z');
      assert.deepEqual(reasonOf(await sale.approve()), [409, 'InstrumentCannotBeCharged', 'changed']);
      assert.equal((await sale.disbursement()).status, 'waiting');
    });

    test('above what one account may get in a day, also where it is known', async () => {
      await api.put('/companies/current', { paymentApprovals: { advancesAbove: 4_400 } });
      const { merchantId } = await aKnownMerchant();
      const sales = [];
      for (let i = 0; i < 3; i += 1) sales.push(await statusOf(await aSale(thursday, merchantId)));
      assert.deepEqual(sales, ['initiated', 'initiated', 'waiting']);
    });
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
