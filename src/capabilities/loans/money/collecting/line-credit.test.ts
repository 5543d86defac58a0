// Credit of a line that a payment frees: available once the money is safe, and not while somebody claims it back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { collecting, nameProvider } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aLine } from '../../../../../tests/support/line-life.ts';

describe('credit that a payment frees', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    assert.ok((await nameProvider(api)).status < 300);
  });

  /** 1,000.00 of 5,000.00 were spent. */
  async function spent() {
    const line = await aLine(house(), api);
    const draw = await line.draw('2027-01-02', '0');
    await line.buy('2027-01-03', draw, 1000);
    await line.at('2027-01-04');
    const by = await collecting(house(), api, line);
    const available = async () => (await line.read('/balances')).availableCreditAmount;
    assert.equal(await available(), 4000);
    return { ...line, ...by, available };
  }

  test('is available once the payment is confirmed', async () => {
    const line = await spent();
    const { id } = await line.collect(300);
    await line.hears(id, 'accepted');
    assert.equal(await line.available(), 4000);
    await line.at('2027-01-08');
    assert.equal((await line.hears(id, 'confirmed')).paidPrincipalAmount, 300);
    assert.equal(await line.available(), 4300);
    await line.hears(id, 'returned', { reason: 'unauthorized', code: 'R10' });
    assert.equal(await line.available(), 4000);
    const back = await line.hears(id, 'disputeWon', { code: 'R61' });
    assert.equal(back.paidPrincipalAmount, 300);
    assert.equal(await line.available(), 4300);
  });

  test('is available on the very day, where the money is safe at once', async () => {
    const line = await spent();
    const { id } = await line.collect(300);
    await line.hears(id, 'confirmed');
    assert.equal(await line.available(), 4300);
  });

  test('is not available in a dispute; won it is, lost in part the rest is', async () => {
    const line = await spent();
    const { id } = await line.collect(300);
    await line.hears(id, 'confirmed');
    for (const [what, expected] of [
      ['disputed', 4000],
      ['disputeWon', 4300],
      ['disputed', 4000],
    ] as const) {
      await line.hears(id, what, { code: '13.1', amount: 10_000 as never });
      assert.equal(await line.available(), expected, what);
    }
    await line.hears(id, 'disputeLost', { code: '13.1', amount: 10_000 as never });
    assert.equal(await line.available(), 4200);
  });

  test('comes back with a return that is undone before the payment was confirmed', async () => {
    const line = await spent();
    const { id } = await line.collect(300);
    await line.hears(id, 'accepted');
    await line.hears(id, 'returned', { reason: 'insufficientFunds', code: 'R01' });
    assert.equal(await line.available(), 4000);
    const back = await line.hears(id, 'disputeWon', { code: 'R61' });
    assert.equal(back.paidPrincipalAmount, 300);
    assert.equal(await line.available(), 4300);
  });

  test('is available when a pending payment from outside has succeeded, and on the days before it was not', async () => {
    const line = await spent();
    const { id } = await line.pay(300, { status: 'pending' });
    assert.equal(await line.available(), 4000);
    await line.at('2027-01-09');
    const changed = await api.put(`${line.path}/transactions/${id}`, { status: 'succeeded' });
    assert.deepEqual([changed.status, changed.body.data.paidPrincipalAmount], [200, 300]);
    assert.equal(await line.available(), 4300);
    const moved = await api.post(`${line.path}/transactions/${id}/backdate`, { effectiveDate: '2027-01-03' });
    assert.equal(moved.status, 201, JSON.stringify(moved.body));
    assert.equal(await line.available(), 4300);
  });
});
