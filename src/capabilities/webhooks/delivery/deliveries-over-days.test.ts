// Deliveries to receivers that are down for hours and days, by a clock that the test moves.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverer } from '#capabilities/webhooks/index.ts';
import { movableClock } from '../../../../tests/support/clock.ts';
import {
  accepted,
  deliveriesOf,
  forEach,
  mustBeInOrder,
  mustBeSignedBy,
  peopleOf,
  shownOf,
} from '../../../../tests/support/deliveries.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { anEmail, aPerson, useHouse } from '../../../../tests/support/house.ts';
import {
  afterMs,
  eventsOf,
  manyContacts,
  ok,
  type Post,
  planned,
  secretOf,
  status,
  subscribe,
  useReceivers,
} from '../../../../tests/support/receiver.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { told } from '../../../../tests/support/told.ts';

describe('deliveries over hours and days', { concurrency: 1 }, () => {
  const receivers = useReceivers(12);
  const clock = movableClock();
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts, clock });
  const hour = 3600;

  /** Moves the clock in steps; at each step the workers look, and end what they begin. */
  async function pass(seconds: number, stepSeconds: number, isEnough: () => boolean = () => false): Promise<void> {
    for (let passed = 0; passed < seconds && !isEnough(); passed += stepSeconds) {
      clock.moveOn(stepSeconds);
      await look();
    }
  }
  async function look(): Promise<void> {
    house().service.signals.say('deliveries', 'test');
    await sleep(6);
    await eventually('the workers rest', () => house().service.running(deliverer)?.serving === 0);
  }

  test('to a receiver that is down for a day all arrive when it is back, in order, and few are tried in vain', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take(status(503));
    const webhook = await subscribe(api, receiver, ['contact.created']);
    const people = await peopleOf(api, 60);
    await forEach(people, ({ id }) => manyContacts(api, id, 2));
    await planned(house(), api);
    await pass(900, 5);
    const inVain = receiver.posts.length;
    // Tried separately, each of sixty subjects would have five or six attempts by now.
    assert.ok(inVain > 30 && inVain < 150, `${inVain} in a quarter of an hour`);
    assert.equal((await shownOf(api, webhook)).state, 'failing');
    await pass(12 * hour, 1200);
    await forEach(people.slice(0, 20), ({ id }) => manyContacts(api, id, 1));
    await planned(house(), api);
    await pass(12 * hour, 1200);
    const { pending, parked } = await shownOf(api, webhook);
    assert.deepEqual([pending, parked], [140, 0]);
    receiver.behave(ok);
    // The longest wait is two hours.
    await pass(3 * hour, 120, () => accepted(receiver.posts).length === 140);
    mustBeInOrder(receiver.posts, await told(house(), api, 'events=contact.created'));
    const back = await shownOf(api, webhook);
    assert.deepEqual([back.state, back.pending, back.parked, back.deliveredTotal], ['active', 0, 0, 140]);
    const good = receiver.posts.filter(({ answered }) => answered === 200);
    assert.equal(good.length, 140, 'nothing came twice');
  });

  test('that wait behind a failed one are sent with it when that is sent again, whoever else is served', async () => {
    for (const isServing of [false, true]) {
      const { test: api } = await aCompany();
      const [failing, slow] = await peopleOf(api, 2);
      let isMended = false;
      let endSlow = () => {};
      const receiver = receivers.take((answer, post) => {
        if (post.body.includes(slow.id)) endSlow = () => answer.end();
        else (isMended ? ok : status(500))(answer, post);
      });
      const webhook = await subscribe(api, receiver, ['contact.created']);
      await manyContacts(api, failing.id, 1);
      await planned(house(), api);
      const first = async () => (await deliveriesOf(api, webhook)).at(-1);
      // A wait is drawn from zero to twice its mean: until it is long enough to be told from none.
      for (let wait = 0; wait < 60_000; wait = Date.parse((await first())?.nextAttemptAt) - clock.micros() / 1000) {
        await pass(10 * 60, 60);
      }
      await manyContacts(api, failing.id, 2);
      await planned(house(), api);
      await look();
      if (isServing) await manyContacts(api, slow.id, 1);
      if (isServing)
        await eventually('another is served', () => receiver.posts.at(-1)?.body.includes(slow.id) === true);
      const before = receiver.posts.length;
      await manyContacts(api, failing.id, 1);
      await planned(house(), api);
      await sleep(300);
      assert.equal(receiver.posts.length, before, 'they wait');
      isMended = true;
      await api.made(`/webhooks/${webhook.id}/deliveries/${(await first())?.id}/redeliver`);
      const posts = (await receiver.until(before + 4)).slice(before);
      const contacts = await told(house(), api, `events=contact.created&personId=${failing.id}`);
      assert.deepEqual(
        eventsOf(posts).map(({ id }) => id),
        contacts.map(({ id }) => id),
      );
      endSlow();
      await eventually('all is written down', async () => (await shownOf(api, webhook)).pending === 0);
    }
  });

  test('that are sent again while an attempt is under way are due at once when it fails', async () => {
    const { test: api } = await aCompany();
    const [person] = await peopleOf(api, 1);
    const receiver = receivers.take(status(500));
    const webhook = await subscribe(api, receiver, ['contact.created']);
    await manyContacts(api, person.id, 2);
    await planned(house(), api);
    await pass(3 * hour, 120, () => receiver.posts.length === 5);
    const underWay = new Promise<() => void>((resolve) => {
      receiver.behave((answer) => resolve(() => answer.writeHead(500).end()));
    });
    clock.moveOn(2 * hour);
    house().service.signals.say('deliveries', 'test');
    const fail = await underWay;
    const before = receiver.posts.length;
    const first = (await deliveriesOf(api, webhook)).at(-1);
    await api.made(`/webhooks/${webhook.id}/deliveries/${first?.id}/redeliver`);
    receiver.behave(ok);
    fail();
    const posts = (await receiver.until(before + 2)).slice(before);
    const contacts = await told(house(), api, 'events=contact.created');
    assert.deepEqual(
      eventsOf(posts).map(({ id }) => id),
      contacts.map(({ id }) => id),
    );
    await eventually('all is written down', async () => (await shownOf(api, webhook)).pending === 0);
    assert.equal((await deliveriesOf(api, webhook)).at(-1)?.state, 'delivered');
  });

  test('that fail for 28 hours are parked; those behind go on, and recover sends what was parked', async () => {
    const { test: api } = await aCompany();
    const [bad, good] = await peopleOf(api, 2);
    let isMended = false;
    const poison = 'a-poison@example.com';
    const receiver = receivers.take((...asked) =>
      (!isMended && asked[1].body.includes(poison) ? status(422) : ok)(...asked),
    );
    const webhook = await subscribe(api, receiver, ['contact.created']);
    const from = (await api.get('/test-clock')).body.data.now;
    await api.made(`/people/${bad.id}/contacts`, anEmail({ value: poison }));
    await manyContacts(api, bad.id, 4);
    await manyContacts(api, good.id, 2);
    await planned(house(), api);
    await pass(27 * hour, 1800);
    assert.deepEqual([(await shownOf(api, webhook)).parked, accepted(receiver.posts).length], [0, 2]);
    await pass(6 * hour, 900, () => accepted(receiver.posts).length === 6);
    await eventually('it is written down', async () => (await shownOf(api, webhook)).pending === 0);
    const shown = await shownOf(api, webhook);
    assert.deepEqual([shown.state, shown.parked, shown.deliveredTotal], ['attention', 1, 6]);
    const [parked] = await deliveriesOf(api, webhook, 'state=parked');
    assert.ok(Date.parse(parked?.endedAt) - Date.parse(parked?.createdAt) >= 28 * hour * 1000);
    assert.deepEqual([parked?.tries.length, parked?.nextAttemptAt], [10, null]);
    isMended = true;
    await pass(3 * hour, 900);
    assert.equal(accepted(receiver.posts).length, 6, 'by itself nothing more is tried');
    const answer = await api.post(`/webhooks/${webhook.id}/recover?sync=true`, { from });
    const { state, result, progress } = answer.body.data;
    assert.deepEqual([state, result], ['succeeded', { webhookId: webhook.id, recovered: 1 }]);
    assert.ok(progress.total >= 7 && progress.done === progress.total);
    await eventually('it arrives', () => accepted(receiver.posts).length === 7);
    const ofParked = receiver.posts.filter(({ id }) => id === parked?.messageId);
    assert.equal(new Set(ofParked.map(({ body }) => body)).size, 1);
    await eventually('all is well', async () => (await shownOf(api, webhook)).state === 'active');
    assert.equal(accepted(receiver.posts).length, receiver.posts.filter(({ answered }) => answered === 200).length);
  });

  test('of a time switched off are sent by recover, once, and in order', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take();
    const webhook = await subscribe(api, receiver, ['contact.created']);
    const path = `/webhooks/${webhook.id}`;
    const people = await peopleOf(api, 3);
    const write = (count: number) => forEach(people, ({ id }) => manyContacts(api, id, count));
    await write(1);
    await eventually('the first', async () => (await shownOf(api, webhook)).deliveredTotal === 3);
    await api.put(path, { enabled: false });
    const from = (await api.get('/test-clock')).body.data.now;
    await write(80);
    await planned(house(), api);
    await api.put(path, { enabled: true });
    await look();
    assert.equal(receiver.posts.length, 3);
    const started = await api.post(`${path}/recover`, { from });
    assert.deepEqual([started.status, started.body.data.state], [202, 'queued']);
    const operation = async () => (await api.get(`/operations/${started.body.data.id}`)).body.data;
    await eventually('it is recovered', async () => (await operation()).state === 'succeeded');
    const { kind, result, progress } = await operation();
    assert.deepEqual([kind, result], ['webhooks.recover', { webhookId: webhook.id, recovered: 240 }]);
    assert.ok(progress.total >= 240 && progress.done === progress.total);
    await eventually('all arrives', () => accepted(receiver.posts).length === 243);
    mustBeInOrder(receiver.posts, await told(house(), api, 'events=contact.created'));
    const again = await api.made(`${path}/recover?sync=true`, { from: '2026-01-01T00:00:00Z' });
    assert.equal(again.result.recovered, 0);
    await look();
    assert.equal(receiver.posts.length, 243, 'nothing comes twice');
    refusedAt(await api.post(`${path}/recover`, { from: 'yesterday' }), 'from');
  });

  test('behind one that waits keep waiting, whatever is changed about the subscription meanwhile', async () => {
    const { test: api } = await aCompany();
    const [bad, good] = await peopleOf(api, 2);
    const receiver = receivers.take((...asked) =>
      (asked[1].body.includes(bad.id) ? status(500) : afterMs(40))(...asked),
    );
    const webhook = await subscribe(api, receiver, ['contact.created']);
    const path = `/webhooks/${webhook.id}`;
    await manyContacts(api, bad.id, 1);
    await planned(house(), api);
    // Until the next wait is several minutes.
    await pass(2 * hour, 300, () => receiver.posts.length >= 5);
    // Nothing is under way: a worker that continues knows only what is stored.
    await manyContacts(api, bad.id, 1);
    await planned(house(), api);
    await look();
    for (const change of [
      () => api.post(`${path}/rotate-secret`),
      () => api.put(path, { eventTypes: ['contact.*'] }),
    ]) {
      // The worker is busy with other subjects all the time, so it uses what it has in memory.
      const others = manyContacts(api, good.id, 40);
      await eventually('it is busy', () => accepted(receiver.posts).length % 40 > 5);
      assert.equal((await change()).status, 200);
      await sleep(600);
      await manyContacts(api, bad.id, 1);
      await others;
      await eventually('the others have theirs', () => accepted(receiver.posts).length % 40 === 0);
    }
    const ofBad = eventsOf(receiver.posts).filter(({ personId }) => personId === bad.id);
    assert.equal(new Set(ofBad.map(({ id }) => id)).size, 1, 'its first stands in front of all');
    assert.ok(ofBad.length > 5, 'a change of the subscription is a reason to try again');
  });

  test('are recovered for thirty days back, not longer', async () => {
    const { live } = await aCompany();
    const webhook = await subscribe(live, receivers.take(), ['person.created']);
    const ago = (days: number) => new Date(clock.micros() / 1000 - days * 86_400_000).toISOString();
    refusedAt(await live.post(`/webhooks/${webhook.id}/recover`, { from: ago(30.1) }), 'from');
    assert.equal((await live.post(`/webhooks/${webhook.id}/recover?sync=true`, { from: ago(29.9) })).status, 200);
  });

  test('are signed with the old secret until the overlap is over', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take();
    const webhook = await subscribe(api, receiver, ['webhook.test']);
    const fresh = await api.made(`/webhooks/${webhook.id}/rotate-secret`, {});
    const secrets = [secretOf(fresh), secretOf(webhook)];
    const test = async (): Promise<Post> => {
      await api.made(`/webhooks/${webhook.id}/test`);
      const post = (await receiver.until(receiver.posts.length + 1)).at(-1) as Post;
      await look();
      return post;
    };
    clock.moveOn(24 * hour - 60);
    mustBeSignedBy(await test(), secrets);
    clock.moveOn(120);
    mustBeSignedBy(await test(), secrets.slice(0, 1));
  });

  test('that are new are not held up by hundreds of subjects that are always refused', async () => {
    const { test: api } = await aCompany();
    const strangers = await peopleOf(api, 150);
    const known = await api.made('/people', aPerson());
    const receiver = receivers.take((...asked) => (asked[1].body.includes(known.id) ? ok : status(404))(...asked));
    const webhook = await subscribe(api, receiver, ['contact.created']);
    await forEach(strangers, ({ id }) => manyContacts(api, id, 1));
    await planned(house(), api);
    await pass(60, 5);
    assert.equal((await shownOf(api, webhook)).state, 'failing');
    // The state after some hours: each was refused often, and many are due again.
    await house().service.database.pools.test.query(
      `update webhook_deliveries set due_at = 0, attempts = 9 where webhook_id = '${webhook.id}'`,
    );
    await manyContacts(api, known.id, 1);
    await planned(house(), api);
    const before = receiver.posts.length;
    await pass(600, 15, () => accepted(receiver.posts).length === 1);
    assert.equal(accepted(receiver.posts).length, 1);
    const first = receiver.posts.indexOf(accepted(receiver.posts)[0] as Post) - before;
    assert.ok(first < 4, `${first} were probed before it`);
  });
});
