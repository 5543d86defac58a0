// A person says what became of an order of which nobody knows: once, with who and why, and against no answer.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resolveByHand } from '#app/cli-payments.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { resolveOrder } from './resolve.ts';

describe('an order of which nobody knows', () => {
  const { house, aCompany } = useHouse({ works: false });
  const lost = async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    const one: Orders = await ordersOf(house(), api, fakeProvider({ isHere: true }));
    one.fake.deal('unknown');
    const ref = await one.give();
    await one.work(ref);
    assert.equal((await one.row(ref)).state, 'unknown');
    return { one, ref, key: ordersKey(await one.row(ref)) };
  };
  const said = { by: 'Grace Hopper', reason: 'the bank says so by phone' };

  test('is accepted or refused as a person says, who is kept with the reason', async () => {
    for (const [providerId, state, cents] of [
      ['P-77', 'accepted', 66_605],
      [null, 'refused', null],
    ] as const) {
      const { one, ref, key } = await lost();
      assert.equal(await resolveOrder(one.tools, one.api.realm, { key, providerId, ...said }), undefined);
      const row = await one.row(ref);
      assert.deepEqual([row.state, row.provider_id], [state, providerId]);
      assert.equal(row.reason, providerId === null ? 'neverReceived' : null);
      const { pools } = house().service.database;
      const { companyId } = one.api.realm;
      const books = await pools.test.query(
        `select sum(amount_cents)::int as ct from cash_balances where company_id = $1 and account = 'CT'`,
        [companyId],
      );
      assert.deepEqual(books.rows, [{ ct: cents }]);
      const { rows } = await pools.test.query('select kind, resolution from payment_breaks where company_id = $1', [
        companyId,
      ]);
      assert.equal(rows.length, 1);
      assert.match(rows[0].resolution, /says Grace Hopper: the bank says so by phone/);
      assert.equal(await resolveOrder(one.tools, one.api.realm, { key, providerId, ...said }), 'notUnknown');
      await one.work(ref);
      assert.equal(one.fake.sent.length, 1, 'it is not sent again');
    }
  });

  test('is named by its key, and by the command with one outcome', async () => {
    const { one } = await lost();
    const { companyId } = one.api.realm;
    const flags = { company: companyId, mode: 'test', ...said };
    const other = { ...flags, order: 'TX-AAAA-AAAA.1' };
    await assert.rejects(resolveByHand(house().service, { ...other, never: true }), /has no order TX-AAAA-AAAA\.1/);
    await assert.rejects(resolveByHand(house().service, other), /--happened/);
    await assert.rejects(resolveByHand(house().service, { ...other, never: true, happened: 'P1' }), /Either/);
    await assert.rejects(resolveByHand(house().service, { ...other, by: ' ', never: true }), /--by is needed/);
  });

  test('of another company is not there', async () => {
    const { key } = await lost();
    const { one } = await lost();
    assert.equal(await resolveOrder(one.tools, one.api.realm, { key, providerId: null, ...said }), 'noSuchOrder');
  });
});
