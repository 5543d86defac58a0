// Many orders of a company at once, for a provider that takes many: as safe as one by one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import type { Order } from '#capabilities/moving-money/orders/order/order.ts';
import type { Answer } from '#capabilities/moving-money/orders/providers/provider.ts';
import { cashBalancesOf } from '../../../../../tests/support/bank.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersOf, orderWorkers } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import type { AttemptRef } from './attempt.ts';
import { setSwitch } from './switch.ts';

const start = '2027-05-13T18:00:00Z';

describe('many orders at once', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;

  /** Orders of 0.01, 0.02 and so on, and the job that sends them; `sending` is called with each batch. */
  async function many(count: number, sending: (batch: readonly Order[]) => void | Promise<void> = () => {}) {
    const { test: api } = await aCompany();
    await setClock(api, start);
    const batches: number[] = [];
    const fake = fakeProvider();
    const sendMany = async (orders: readonly Order[], now: string): Promise<Answer[]> => {
      batches.push(orders.length);
      await sending(orders);
      return Promise.all(orders.map((order) => fake.provider.send(order, now as never)));
    };
    const one = await ordersOf(house(), api, { ...fake, provider: { ...fake.provider, sendMany } });
    const refs: AttemptRef[] = [];
    for (let n = 1; n <= count; n++) refs.push(await one.give({ amount: cents(n) }));
    const { job } = orderWorkers(one.tools);
    const run = () =>
      Promise.allSettled(
        refs.map(({ personId, id }) => job.run({ ...api.realm, payload: { personId, attemptId: id } })),
      );
    return { one, refs, batches, run };
  }
  const statesOf = async (one: Orders, refs: readonly AttemptRef[]) =>
    (await Promise.all(refs.map((ref) => one.row(ref)))).map(({ state }) => state);
  const failedOf = (ended: readonly PromiseSettledResult<void>[]) =>
    ended.filter(({ status }) => status === 'rejected').length;

  test('are on their way in a commit before any is sent, and sent once each, 25 at a time', async () => {
    const seen: unknown[] = [];
    const { one, refs, batches, run } = await many(30, async (orders) => {
      const { rows } = await pool().query(
        `select count(*)::int as n from payment_attempts where state = 'sending' and subject_id = any($1)`,
        [orders.map(({ key }) => key.split('.')[0])],
      );
      seen.push(rows[0].n);
    });
    assert.equal(failedOf(await run()), 0);
    assert.deepEqual(
      [batches, seen],
      [
        [25, 5],
        [25, 5],
      ],
    );
    await run();
    assert.deepEqual([one.fake.sent.length, one.fake.charges.length], [30, 30]);
    assert.ok((await statesOf(one, refs)).every((state) => state === 'accepted'));
    // 1 + 2 + ... + 30 = 465.
    const balances = await cashBalancesOf(house(), one.api);
    assert.deepEqual(
      balances.map(({ account, amount_cents }) => [account, amount_cents]),
      [
        ['CT', 465],
        ['LC', -465],
      ],
    );
  });

  test('one of which cannot be taken stops no other, and is asked for', async () => {
    const { one, refs, run } = await many(5);
    one.onHearing = async (_work, _tx, { amount }) => {
      if (amount === 3) throw new Error('the loan cannot');
    };
    assert.equal(failedOf(await run()), 1);
    assert.deepEqual(await statesOf(one, refs), ['accepted', 'accepted', 'sending', 'accepted', 'accepted']);
    assert.equal(one.fake.sent.length, 5, 'what was answered is not sent again');
  });

  test('of which nobody knows are asked for, and charged once', async () => {
    const { one, refs, run } = await many(3, () => {
      throw new Error('the connection was reset');
    });
    await run();
    assert.deepEqual(await statesOf(one, refs), ['unknown', 'unknown', 'unknown']);
    assert.equal(one.fake.charges.length, 0);
    await one.moveClock('2027-05-13T18:10:00Z');
    await run();
    assert.deepEqual([one.fake.charges.length, new Set(await statesOf(one, refs))], [3, new Set(['accepted'])]);
  });

  test('one that was taken over meanwhile is not heard', async () => {
    const { one, refs, run } = await many(3, async () => {
      await pool().query('update payment_attempts set claim = claim + 1 where id = $1', [taken()]);
    });
    const taken = () => refs[1]?.id;
    assert.equal(failedOf(await run()), 0);
    assert.deepEqual(await statesOf(one, refs), ['accepted', 'sending', 'accepted']);
  });

  test('wait while payments are stopped', async () => {
    const { one, refs, batches, run } = await many(3);
    const { database } = house().service;
    await database.transact(one.api.realm, async (tx) => setSwitch(tx, { at: start as never, reason: 'a test' }));
    await run();
    assert.deepEqual([batches, new Set(await statesOf(one, refs))], [[], new Set(['ready'])]);
  });
});
