// The table of what a crash leaves: the commit or the worker is broken off at each point, and afterwards there is at
// most one charge, one body for a key, and nothing of which nobody knows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersOf, orderWorkers } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { workIn } from './order-work.ts';
import { workOn } from './send-order.ts';

class Killed extends Error {}

describe('a worker that is killed', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;
  const orders = async (): Promise<Orders> => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    return ordersOf(house(), api, fakeProvider({ isHere: true }));
  };

  /** Does the work of an order and dies at the commit of this number, before or after it is kept. */
  const dieAt = async (one: Orders, ref: { personId: string; id: string }, commit: number, isKept: boolean) => {
    const work = workIn(one.tools, one.api.realm);
    let commits = 0;
    const dying: typeof work = {
      ...work,
      async transact(inside) {
        commits += 1;
        if (commits !== commit) return work.transact(inside);
        await work
          .transact(async (tx, now) => {
            await inside(tx, now);
            if (!isKept) throw new Killed();
          })
          .catch((error) => {
            if (!(error instanceof Killed)) throw error;
          });
        throw new Killed();
      },
    };
    await assert.rejects(workOn(dying, ref), Killed);
  };

  /** What other workers do afterwards: claims run out, the outbox brings what was left, the day passes. */
  const recover = async (one: Orders, ref: { personId: string; id: string }) => {
    await pool().query('update payment_attempts set held_until = 1 where held_until is not null');
    await orderWorkers(one.tools).resume.run('test');
    await one.work(ref);
    await one.moveClock('2027-05-13T20:00:00Z');
  };

  const points = [
    ['before B is kept', 1, false, 0],
    ['after B, before the first byte', 1, true, 0],
    ['after the provider has acted, before C is kept', 2, false, 1],
    ['after C', 2, true, 1],
  ] as const;
  for (const deal of ['accept', 'throws', 'actsAndThrows', 'refuse'] as const) {
    for (const [name, commit, isKept, sends] of points) {
      test(`${name}, of a provider that ${deal}: one charge at most, and everybody knows`, async () => {
        const one = await orders();
        one.fake.deal(deal);
        const ref = await one.give();
        await dieAt(one, ref, commit, isKept);
        assert.equal(one.fake.sent.length, sends);
        await recover(one, ref);
        const { state } = await one.row(ref);
        assert.ok(state === 'accepted' || (state === 'refused' && deal === 'refuse'), state);
        assert.equal(one.fake.charges.length, state === 'accepted' ? 1 : 0);
        assert.equal(new Set(one.fake.sent.map(({ body }) => body)).size, 1, 'one body for the key');
        const { rows } = await pool().query(
          `select coalesce(sum(amount_cents), 0)::int as ct from cash_balances where company_id = $1 and account = 'CT'`,
          [one.api.realm.companyId],
        );
        assert.deepEqual(rows, [{ ct: state === 'accepted' ? 66_605 : 0 }]);
      });
    }
  }

  test('by a C that loses its race does C again from the same answer', async () => {
    const one = await orders();
    const ref = await one.give();
    const { LostRace } = await import('#platform/db/races.ts');
    let lost = 0;
    one.onHearing = async () => {
      lost += 1;
      if (lost < 3) throw new LostRace();
    };
    await one.work(ref);
    assert.deepEqual([(await one.row(ref)).state, one.fake.sent.length, one.fake.asked.length], ['accepted', 1, 0]);
  });
});
