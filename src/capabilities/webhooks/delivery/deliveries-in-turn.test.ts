// Deliveries as time passes, and by several workers: in order, once, and none lost.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openService, type Service } from '#app/service.ts';
import { forgetDeliveries } from '#capabilities/webhooks/delivery/forget-deliveries.ts';
import { deliverer } from '#capabilities/webhooks/index.ts';
import { makeLog } from '#platform/log.ts';
import { movableClock } from '../../../../tests/support/clock.ts';
import {
  accepted,
  deliveriesOf,
  forEach,
  mustBeInOrder,
  peopleOf,
  shownOf,
} from '../../../../tests/support/deliveries.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { aPerson, type House, useHouse } from '../../../../tests/support/house.ts';
import {
  afterMs,
  type Behaviour,
  eventsOf,
  hang,
  manyContacts,
  ok,
  type Receiver,
  reset,
  status,
  subscribe,
  useReceivers,
} from '../../../../tests/support/receiver.ts';
import { testKey, testServer } from '../../../../tests/support/server.ts';
import { type Shown, told } from '../../../../tests/support/told.ts';

// One suite after the other: each test service uses a share of the server's connections.
describe('deliveries in turn', { concurrency: 1 }, () => {
  describe('as time goes by', { concurrency: 1 }, () => {
    const receivers = useReceivers(3);
    const clock = movableClock();
    const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts, clock });

    test('keep the order of each subject and lose nothing, however receivers fail', async () => {
      const receiver = receivers.take();
      const behaviours: Readonly<Record<string, Behaviour>> = { ok, refuse: status(500), reset, slow: afterMs(8) };
      const outcome = fc.constantFrom(...Object.keys(behaviours));
      const history = fc.record({
        people: fc.integer({ min: 2, max: 5 }),
        writes: fc.array(fc.nat(4), { minLength: 5, maxLength: 40 }),
        outcomes: fc.array(outcome, { maxLength: 60 }),
      });
      const run = async ({
        people: count,
        writes,
        outcomes,
      }: typeof history extends fc.Arbitrary<infer H> ? H : never) => {
        const { id: companyId, test: api } = await aCompany();
        const left = [...outcomes];
        receiver.behave((...asked) => behaviours[left.shift() ?? 'ok']?.(...asked));
        const people = await peopleOf(api, count);
        await subscribe(api, receiver, ['contact.created']);
        const byPerson = Map.groupBy(writes, (nth) => people[nth % count].id as string);
        const written = forEach(byPerson, ([id, some]) => manyContacts(api, id, some.length));
        const ours = () => receiver.posts.filter(({ body }) => body.includes(companyId));
        const hurry = setInterval(() => {
          clock.moveOn(30);
          house().service.signals.say('deliveries', 'test');
        }, 10);
        try {
          await written;
          await eventually('all arrives', () => accepted(ours()).length === writes.length);
        } finally {
          clearInterval(hurry);
        }
        mustBeInOrder(ours(), await told(house(), api, 'events=contact.created'));
      };
      await fc.assert(fc.asyncProperty(history, run), { numRuns: 12 });
    });

    test('are gone with their bodies after thirty days, also those that never ended', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take();
      const [webhook, off] = [
        await subscribe(api, receiver, ['contact.*']),
        await subscribe(api, receivers.take(hang)),
      ];
      const { id } = await api.made('/people', aPerson());
      await manyContacts(api, id, 3);
      await eventually('all are delivered', async () => (await shownOf(api, webhook)).deliveredTotal === 3);
      await eventually('some wait', async () => (await shownOf(api, off)).pending > 0);
      await api.put(`/webhooks/${off.id}`, { enabled: false });
      const [{ id: delivery }] = (await deliveriesOf(api, webhook)) as [Shown];
      const forget = () => forgetDeliveries(house().service.database, clock).run('test');
      clock.moveOn(29.9 * 86_400);
      await manyContacts(api, id, 1);
      await eventually('the younger one', async () => (await shownOf(api, webhook)).deliveredTotal === 4);
      await forget();
      assert.equal((await deliveriesOf(api, webhook)).length, 4);
      clock.moveOn(0.2 * 86_400);
      await forget();
      assert.equal((await deliveriesOf(api, webhook)).length, 1);
      assert.equal((await api.get(`/webhooks/${webhook.id}/deliveries/${delivery}`)).status, 404);
      assert.deepEqual(await deliveriesOf(api, off), []);
      assert.equal((await shownOf(api, webhook)).deliveredTotal, 4, 'the counters stay');
    });
  });

  describe('that a worker finds when it begins', () => {
    const receivers = useReceivers(2);
    const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts, works: false });

    test('are whole, but for what can no longer be read', async () => {
      const [broken, other] = [(await aCompany()).test, (await aCompany()).test];
      const [first, second] = [receivers.take(), receivers.take()];
      await subscribe(broken, first, ['person.created']);
      await subscribe(other, second, ['person.created']);
      const [lost, kept] = await peopleOf(broken, 2);
      const [theirs] = await peopleOf(other, 1);
      // The state after a part of a backup was restored.
      await house().service.database.pools.test.query(
        `update people set data_key = (select data_key from people where person_id = '${theirs.id}')
           where person_id = '${lost.id}'`,
      );
      const worker = await anotherWorker(house(), receivers.devHosts);
      try {
        await Promise.all([first.until(1), second.until(1)]);
      } finally {
        await worker.close();
      }
      const told = [first, second].map(({ posts }) => eventsOf(posts).map(({ borrower }) => borrower?.id));
      assert.deepEqual(told, [[kept.id], [theirs.id]]);
    });
  });

  describe('by several workers', { concurrency: 1 }, () => {
    // Closed before the test service whose database it uses.
    let second: Service;
    after(() => second.close());
    const receivers = useReceivers(13);
    const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });
    before(async () => {
      second = await anotherWorker(house(), receivers.devHosts);
    });
    const delivered = (): [number, number] => [deliveredBy(house().service), deliveredBy(second)];

    test('come once, in order, whichever worker is quicker', async () => {
      const { test: api } = await aCompany();
      const taken = Array.from({ length: 10 }, () => receivers.take(afterMs(15)));
      const webhooks = await forEach(taken, (receiver) => subscribe(api, receiver, ['contact.created']));
      const people = await peopleOf(api, 6);
      const total = () => delivered()[0] + delivered()[1];
      for (let round = 1; round <= 4; round++) {
        // The process that plans gets the hint at once; the other one must look often to be quicker.
        const looks = setInterval(() => round % 2 === 0 && second.signals.say('deliveries', 'test'), 2).unref();
        await forEach(people, ({ id }) => manyContacts(api, id, 4));
        await eventually(
          'all of the round is delivered',
          () => total() >= round * 240,
          () => `${delivered()} are`,
        );
        assert.equal(total(), round * 240);
        clearInterval(looks);
      }
      const events = await told(house(), api, 'events=contact.created');
      assert.equal(events.length, 96);
      for (const receiver of taken) {
        await eventually('all arrives', () => accepted(receiver.posts).length === 96);
        mustBeInOrder(receiver.posts, events);
        assert.deepEqual([receiver.posts.length, receiver.mostAtOnce <= 6], [96, true], 'no subject is served twice');
      }
      for (const webhook of webhooks) {
        await eventually('all is written down', async () => (await shownOf(api, webhook)).deliveredTotal === 96);
      }
      for (const one of delivered()) assert.ok(one > 48, `shared as ${delivered()}`);
    });

    test('of many subscriptions are shared', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take(afterMs(15));
      for (let i = 0; i < 24; i++) await subscribe(api, receiver, ['person.created']);
      const before = delivered();
      await api.made('/people', aPerson());
      await receiver.until(24);
      await eventually('all is written down', () => delivered()[0] + delivered()[1] - before[0] - before[1] === 24);
      assert.ok(delivered()[0] > before[0] && delivered()[1] > before[1], `shared as ${delivered()}, were ${before}`);
      assert.equal(receiver.posts.length, 24);
    });

    describe('when a receiver takes longer than a lease', { concurrency: true }, () => {
      test('are on their way from one of them only', async () => {
        const { test: api } = await aCompany();
        const receiver: Receiver = receivers.take((...asked) =>
          (receiver.posts.length === 1 ? afterMs(8_000) : ok)(...asked),
        );
        const webhook = await subscribe(api, receiver, ['contact.created']);
        const { id } = await api.made('/people', aPerson());
        await manyContacts(api, id, 2);
        await eventually('both are delivered', async () => (await shownOf(api, webhook)).deliveredTotal === 2);
        assert.deepEqual([receiver.posts.length, receiver.mostAtOnce], [2, 1]);
      });

      test('are waited for before another one goes on, also when it has been switched off by then', async () => {
        const { test: api } = await aCompany();
        const [first, ...others] = await peopleOf(api, 6);
        const receiver = receivers.take((...asked) =>
          (asked[1].body.includes(first.id) ? afterMs(300, status(410)) : afterMs(8_000))(...asked),
        );
        const webhook = await subscribe(api, receiver, ['contact.created']);
        await forEach([first, ...others], ({ id }) => manyContacts(api, id, 1));
        await eventually('it is switched off', async () => !(await shownOf(api, webhook)).enabled);
        const { deliveredTotal, pending } = await shownOf(api, webhook);
        assert.deepEqual([deliveredTotal, pending, receiver.posts.length], [5, 1, 6]);
      });
    });
  });
});

const deliveredBy = (service: Service): number => service.running(deliverer)?.outcomes.delivered ?? 0;

/** A second service on the database of a test service, with relay and workers. */
async function anotherWorker({ database }: House, webhookDevHosts: readonly string[]): Promise<Service> {
  const service = await openService({
    config: { lockWaitMs: 2000, webhookDevHosts: new Set(webhookDevHosts) },
    server: { ...testServer().owner, database },
    encryptionKey: testKey,
    log: makeLog('silent'),
  });
  await service.startWork();
  return service;
}
