// The limits of a company: what is above is refused by the field, and what is at once counts too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { Refusal } from '#platform/errors.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { ordersOf } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('the limits of a company', () => {
  const { house, aCompany } = useHouse({ works: false });
  const limited = async (paymentLimits: object) => {
    const { test: api } = await aCompany();
    const set = await api.put('/companies/current', { paymentLimits });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.deepEqual(set.body.data.paymentLimits, paymentLimits);
    await setClock(api, '2027-05-13T18:00:00Z');
    return ordersOf(house(), api);
  };
  const refused = (path: string, expected: string) => (error: unknown) =>
    error instanceof Refusal && error.data.path === path && error.data.expected === expected;

  test('of one payment', async () => {
    const one = await limited({ perPayment: 500 });
    await one.give({ amount: cents(50_000) });
    await assert.rejects(one.give({ amount: cents(50_001) }), refused('amount', 'at most 500.00'));
    await one.give({ amount: cents(60_000), deed: 'refund', of: 'P1' });
  });

  test('of an instrument in a day, which is over after 24 hours; what was refused does not count', async () => {
    const one = await limited({ perInstrumentPerDay: 100 });
    one.fake.deal('refuse');
    await one.work(await one.give({ amount: cents(10_000) }));
    await one.give({ amount: cents(6_000) });
    await assert.rejects(one.give({ amount: cents(4_001) }), refused('amount', 'at most 40.00'));
    await one.give({ amount: cents(4_000) });
    await assert.rejects(one.give({ amount: cents(1) }), refused('amount', 'a payment on another day'));
    await setClock(one.api, '2027-05-14T18:00:00Z');
    await one.give({ amount: cents(10_000) });
  });

  test('of the company in a day, also when ten are ordered at once', async () => {
    const one = await limited({ perDay: 100 });
    const given = await Promise.allSettled(Array.from({ length: 10 }, () => one.give({ amount: cents(3_000) })));
    assert.equal(given.filter(({ status }) => status === 'fulfilled').length, 3);
  });

  for (const limit of [{ perDay: 100 }, { perInstrumentPerDay: 100 }]) {
    test(`of one commit with several orders: ${Object.keys(limit)}`, async () => {
      const one = await limited(limit);
      // Three times 40.00, each of which would fit by itself.
      await assert.rejects(one.giveTogether([4_000, 4_000, 4_000].map(cents)), refused('amount', 'at most 20.00'));
      await one.giveTogether([4_000, 6_000].map(cents));
      await assert.rejects(one.give({ amount: cents(1) }), refused('amount', 'a payment on another day'));
    });
  }
});
