// Deliveries of webhooks, to receivers that answer well, badly, late or not at all. Each suite has its own test
// service; where its clock can be moved, hours pass in moments. Processes that die: crash/webhooks.test.ts.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Service } from '#app/service.ts';
import {
  accepted,
  deliveriesOf,
  forEach,
  mustBeInOrder,
  mustBeSignedBy,
  newest,
  peopleOf,
  shownOf,
} from '../../../../tests/support/deliveries.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { anEmail, aPerson, aPhone, type Client, useHouse } from '../../../../tests/support/house.ts';
import {
  afterMs,
  aReceiver,
  type Behaviour,
  eventsOf,
  hang,
  manyContacts,
  ok,
  type Post,
  planned,
  quiet,
  type Receiver,
  reset,
  secretOf,
  status,
  subscribe,
  useReceivers,
} from '../../../../tests/support/receiver.ts';
import { ids, refusedAt } from '../../../../tests/support/refusals.ts';
import { dice } from '../../../../tests/support/seed.ts';
import { type Shown, told } from '../../../../tests/support/told.ts';

describe('deliveries of webhooks', { concurrency: true }, () => {
  const receivers = useReceivers(42);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  describe('one by one', { concurrency: 1 }, () => {
    test('hold the event as it is listed, the borrower and the contact', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take();
      await subscribe(api, receiver, ['person.*', 'contact.*']);
      const ssn = { identityType: 'SSN', value: '123-45-6789' };
      const { id } = await api.made('/people', aPerson({ externalId: 'crm-1', identity: ssn }));
      const contact = await api.made(`/people/${id}/contacts`, aPhone());
      await api.put(`/people/${id}`, { status: 'inactive' });
      const posts = await receiver.until(5);
      const events = await told(house(), api, `personId=${id}`);
      const person = (await api.call('GET', `/people/${id}`, { headers: newest })).body.data;
      assert.equal(events.length, 5);
      for (const [i, payload] of eventsOf(posts).entries()) {
        const { borrower, contact: shown, borrowerId, ...event } = payload;
        assert.deepEqual(event, events[i], 'the event is the listed one');
        assert.deepEqual([borrowerId, borrower.id, borrower.externalId], [id, id, 'crm-1']);
        assert.deepEqual(Object.keys(borrower).sort(), Object.keys(person).sort());
        assert.ok(!JSON.stringify(payload).includes('123-45-6789'), 'an identity is shown as everywhere: not whole');
        if (event.contactId === undefined) assert.ok(!('contact' in payload), event.eventType);
        else assert.deepEqual(shown, contact);
      }
      assert.deepEqual(eventsOf(posts).at(-1)?.borrower, person, 'as it was by then');
    });

    test('say null for a contact that is gone', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take();
      await subscribe(api, receiver, ['contact.deleted']);
      const { id } = await api.made('/people', aPerson());
      const contact = await api.made(`/people/${id}/contacts`, anEmail());
      await api.delete(`/people/${id}/contacts/${contact.id}`);
      const [payload] = eventsOf(await receiver.until(1));
      assert.deepEqual([payload?.contactId, payload?.contact, payload?.borrower.id], [contact.id, null, id]);
    });

    test('are JSON, signed in both ways, at the time of the machine also where the test clock is set', async () => {
      const { test: api } = await aCompany();
      await api.made('/test-clock', { now: '2031-03-01T09:00:00Z' });
      const receiver = receivers.take();
      const webhook = await subscribe(api, receiver);
      await api.made('/people', aPerson({ name: { firstName: 'Zoë', lastName: '💶 \u2028"\\' } }));
      const secret = secretOf(webhook);
      for (const { headers, body } of await receiver.until(2)) {
        assert.equal(headers['content-type'], 'application/json');
        assert.match(JSON.parse(body).createdAt, /^2031-03-01T09:00:00/, 'business time');
        const sent = Number(headers['webhook-timestamp']);
        assert.ok(Math.abs(sent - Date.now() / 1000) < 300, 'machine time');
        assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
        const signed = `${headers['webhook-id']}.${sent}.${body}`;
        const standard = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64');
        assert.equal(headers['webhook-signature'], `v1,${standard}`);
        assert.equal(headers['x-peach-hmac'], createHmac('sha256', secret).update(body).digest('hex'));
        assert.equal(headers['x-peach-hmac-previous'], undefined);
      }
      for (const { createdAt, tries } of await deliveriesOf(api, webhook)) {
        const all = [createdAt, ...tries.map(({ at }: { at: string }) => at)];
        for (const at of all) assert.ok(Math.abs(Date.parse(at) - Date.now()) < 300_000, 'a delivery has one clock');
      }
    });

    test('are signed with both secrets while one is changed, and then with the new one only', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take();
      const webhook = await subscribe(api, receiver, ['webhook.test']);
      const test = async (): Promise<Post> => {
        const count = receiver.posts.length;
        await api.made(`/webhooks/${webhook.id}/test`);
        const post = (await receiver.until(count + 1))[count] as Post;
        await eventually('it is done', async () => (await shownOf(api, webhook)).pending === 0);
        return post;
      };
      const secrets = [secretOf(webhook)];
      const rotate = async (overlapHours: number): Promise<void> => {
        secrets.unshift(secretOf(await api.made(`/webhooks/${webhook.id}/rotate-secret`, { overlapHours })));
      };
      await test();
      await rotate(1);
      mustBeSignedBy(await test(), [secrets[0], secrets[1]]);
      await rotate(2);
      mustBeSignedBy(await test(), [secrets[0], secrets[1]]);
      await rotate(0);
      mustBeSignedBy(await test(), [secrets[0]]);
      for (const old of secrets.slice(1)) {
        const { headers, body } = receiver.posts.at(-1) as Post;
        assert.throws(() => new Webhook(old).verify(body, headers), /No matching signature/);
      }
    });

    test('are repeated to the byte under the same id, whatever has changed meanwhile', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take(status(500));
      const webhook = await subscribe(api, receiver, ['contact.created']);
      const { id } = await api.made('/people', aPerson());
      const contact = await api.made(`/people/${id}/contacts`, anEmail());
      await receiver.until(1);
      receiver.behave(ok);
      await api.put(`/people/${id}`, { name: { firstName: 'Changed', lastName: 'Since' } });
      await api.delete(`/people/${id}/contacts/${contact.id}`);
      await eventually('it is delivered', async () => (await shownOf(api, webhook)).deliveredTotal === 1);
      const [first, ...others] = receiver.posts as Post[];
      for (const other of others) {
        assert.deepEqual([other.id, other.body], [first?.id, first?.body]);
        mustBeSignedBy(other, [secretOf(webhook)]);
      }
      const [delivery] = await deliveriesOf(api, webhook);
      assert.equal(delivery?.messageId, first?.id);
      assert.equal(delivery?.attempts, receiver.posts.length);
      assert.deepEqual(
        delivery?.tries.map((one: Shown) => [one.status, one.problem]),
        [...others.map(() => [500, 'The receiver answered 500.']), [200, null]],
      );
    });

    test('of many new subjects at once all arrive, none is given up', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take((answer, post) => afterMs(dice.between(0, 30))(answer, post));
      const webhook = await subscribe(api, receiver, ['person.created']);
      for (let round = 0; round < 40; round++) {
        await peopleOf(api, 8);
        await sleep(dice.between(0, 20));
      }
      await receiver.until(320);
      await eventually('all is written down', async () => (await shownOf(api, webhook)).pending === 0);
      const { parked, deliveredTotal, failedTotal } = await shownOf(api, webhook);
      assert.deepEqual([parked, deliveredTotal, failedTotal], [0, 320, 0]);
      assert.equal(receiver.posts.length, 320);
    });

    test('are sixteen at a time, at most', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take(afterMs(60));
      await subscribe(api, receiver, ['person.created']);
      await peopleOf(api, 80);
      await receiver.until(80);
      assert.ok(receiver.mostAtOnce <= 16, String(receiver.mostAtOnce));
      assert.ok(receiver.mostAtOnce > 8, 'the receiver saw several at once');
    });

    test('of one subject come one at a time', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take(afterMs(10));
      await subscribe(api, receiver, ['contact.created']);
      const { id } = await api.made('/people', aPerson());
      await manyContacts(api, id, 30);
      await eventually('all arrives', () => accepted(receiver.posts).length === 30);
      assert.equal(receiver.mostAtOnce, 1);
      mustBeInOrder(receiver.posts, await told(house(), api, 'events=contact.created'));
    });

    test('of one subject that always fails hold up no other', async () => {
      const { test: api } = await aCompany();
      const [bad, ...good] = await peopleOf(api, 8);
      const receiver = receivers.take((answer, post) => (post.body.includes(bad.id) ? status(500) : ok)(answer, post));
      await subscribe(api, receiver, ['contact.created']);
      await forEach([bad, ...good], ({ id }) => manyContacts(api, id, 10));
      await eventually('the others have theirs', () => accepted(receiver.posts).length === 70);
      const ofBad = eventsOf(receiver.posts).filter(({ personId }) => personId === bad.id);
      assert.equal(new Set(ofBad.map(({ id }) => id)).size, 1, 'of the one that fails only its first is tried');
    });

    test('are made again after every answer but 2xx', async () => {
      const { test: api } = await aCompany();
      const elsewhere = receivers.take();
      const location = { location: elsewhere.url };
      const statuses = [400, 401, 404, 408, 422, 429, 500, 503];
      const redirects = [301, 302, 303, 307, 308];
      const bad: readonly [Behaviour, expected: RegExp][] = [
        ...[...statuses, 304].map((code): [Behaviour, RegExp] => [status(code), RegExp(`answered ${code}\\.`)]),
        ...redirects.map((code): [Behaviour, RegExp] => [status(code, location), RegExp(`answered ${code}\\.`)]),
        [reset, /broke before it answered/],
        [(answer) => answer.socket?.end(), /broke before it answered/],
        [raw('SSH-2.0-OpenSSH_9.9\r\n\r\n'), /did not answer in HTTP/],
        [raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), /did not answer in HTTP/],
      ];
      const again = async ([behave, expected]: (typeof bad)[number]): Promise<void> => {
        const receiver: Receiver = receivers.take((...asked) => (receiver.posts.length === 1 ? behave : ok)(...asked));
        const webhook = await subscribe(api, receiver, ['webhook.test']);
        await api.made(`/webhooks/${webhook.id}/test`);
        await eventually(String(expected), async () => (await shownOf(api, webhook)).deliveredTotal === 1);
        const [{ tries }] = (await deliveriesOf(api, webhook)) as [Shown];
        assert.match(tries[0].problem, expected);
        assert.match(tries[0].problem, /^[A-Z].*\.$/);
        assert.deepEqual([tries.length, tries[1].problem], [2, null], String(expected));
        assert.deepEqual([receiver.posts.length, receiver.posts[0]?.id], [2, receiver.posts[1]?.id]);
      };
      await forEach(bad, again);
      assert.equal(elsewhere.connections, 0, 'no redirect is followed');
    });

    test('end when the receiver is gone for good (410): switched off, told, and on again when somebody says so', async () => {
      const { test: api } = await aCompany();
      await api.made('/test-clock', { now: '2031-03-01T09:00:00Z' });
      const [gone, witness] = [receivers.take(status(410)), receivers.take()];
      const webhook = await subscribe(api, gone, ['person.created']);
      await subscribe(api, witness, ['webhook.disabled']);
      const first = await api.made('/people', aPerson());
      const [event] = eventsOf(await witness.until(1));
      assert.deepEqual([event?.webhookId, event?.enabled, event?.apiKeyId], [webhook.id, false, null]);
      const off = await shownOf(api, webhook);
      assert.deepEqual([off.enabled, off.state, off.pending], [false, 'disabled', 1]);
      assert.match(off.disabledReason, /410/);
      for (const at of [off.updatedAt, event?.createdAt]) assert.match(at, /^2031-03-01T09:00:00/, 'business time');
      await api.made('/people', aPerson());
      await planned(house(), api);
      await sleep(600);
      assert.equal(gone.posts.length, 1, 'nothing more is sent');
      gone.behave(ok);
      await api.put(`/webhooks/${webhook.id}`, { enabled: true });
      await eventually('it goes on with what waits', () => accepted(gone.posts).length === 1);
      const on = await shownOf(api, webhook);
      assert.deepEqual([on.enabled, on.disabledReason, on.state], [true, null, 'active']);
      const second = await api.made('/people', aPerson());
      await eventually('and with what is new', () => accepted(gone.posts).length === 2);
      const people = eventsOf(accepted(gone.posts)).map(({ personId }) => personId);
      assert.deepEqual(people, [first.id, second.id], 'what happened meanwhile is for recover');
    });

    test('are listed in the order of events, by state and by event, page by page; one with its bodies', async () => {
      const { test: api } = await aCompany();
      const bad = await api.made('/people', aPerson());
      const receiver = receivers.take((answer, post) => {
        if (post.body.includes(bad.id)) return status(500)(answer, post);
        return answer.end('thanks \0 ü');
      });
      const webhook = await subscribe(api, receiver, ['contact.created']);
      const { id } = await api.made('/people', aPerson());
      await Promise.all([manyContacts(api, id, 9), manyContacts(api, bad.id, 3)]);
      await eventually('the others', async () => (await shownOf(api, webhook)).deliveredTotal === 9);
      const path = `/webhooks/${webhook.id}/deliveries`;
      const events = (await told(house(), api, 'events=contact.created')).toReversed();
      const all = await deliveriesOf(api, webhook);
      assert.deepEqual(
        all.map(({ eventId }) => eventId),
        events.map((event) => event.id),
      );
      const byState = async (state: string) => (await api.get(`${path}?state=${state}`)).body;
      assert.deepEqual([(await byState('delivered')).total, (await byState('parked')).total], [9, 0]);
      const open = (await byState('open')).data;
      assert.deepEqual(
        open.map(({ subjectId, state }: Shown) => [subjectId, state]),
        Array.from({ length: 3 }, () => [bad.id, 'open']),
      );
      assert.ok(Date.parse(open[2].nextAttemptAt) > Date.parse(open[2].createdAt));
      const first = await api.get(`${path}?limit=5`);
      const second = await api.get(first.body.nextUrl);
      const third = await api.get(second.body.nextUrl);
      assert.deepEqual(
        [...ids(first), ...ids(second), ...ids(third)],
        all.map((one) => one.id),
      );
      assert.equal(third.body.nextUrl, null);
      const delivered = all.find(({ state }) => state === 'delivered') as Shown;
      const found = await deliveriesOf(api, webhook, `eventId=${delivered.eventId}`);
      assert.deepEqual(found, [delivered]);
      const one = (await api.get(`${path}/${delivered.id}`)).body.data;
      const post = receiver.posts.find((post) => post.id === delivered.messageId) as Post;
      assert.deepEqual(one, { ...delivered, requestBody: post.body, responseBody: 'thanks \0 ü' });
      assert.equal((await api.get(`${path}/${open[0].id}`)).body.data.responseBody, null);
      assert.equal((await api.get(`${path}/EM-1111-1111`)).status, 404);
      refusedAt(await api.get(`${path}?state=lost`), 'state');
    });

    test('keep 64 kB of an answer', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take((answer) => answer.end('ü'.repeat(50_000)));
      const webhook = await subscribe(api, receiver, ['person.created']);
      await api.made('/people', aPerson());
      await eventually('it is done', async () => (await shownOf(api, webhook)).deliveredTotal === 1);
      const [{ id }] = (await deliveriesOf(api, webhook)) as [Shown];
      const { responseBody } = (await api.get(`/webhooks/${webhook.id}/deliveries/${id}`)).body.data;
      assert.equal(responseBody, 'ü'.repeat(32_768));
    });

    test('are made once more by redeliver, with the same body under the same id', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take();
      const webhook = await subscribe(api, receiver, ['person.created']);
      const { id } = await api.made('/people', aPerson());
      await eventually('it is done', async () => (await shownOf(api, webhook)).deliveredTotal === 1);
      await api.put(`/people/${id}`, { name: { firstName: 'Changed', lastName: 'Since' } });
      const [delivery] = (await deliveriesOf(api, webhook)) as [Shown];
      const answer = await api.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);
      assert.equal(answer.status, 200);
      const { state, attempts, endedAt, nextAttemptAt } = answer.body.data;
      assert.deepEqual([state, attempts, endedAt], ['open', 0, null]);
      assert.ok(nextAttemptAt !== null);
      const [first, second] = (await receiver.until(2)) as [Post, Post];
      assert.deepEqual([second.id, second.body], [first.id, first.body]);
      await eventually('it is written down', async () => (await shownOf(api, webhook)).deliveredTotal === 2);
      await quiet(receiver.posts, 700);
      assert.equal(receiver.posts.length, 2);
      await api.put(`/webhooks/${webhook.id}`, { enabled: false });
      const refused = await api.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);
      assert.deepEqual([refused.status, refused.body.data.path], [400, 'enabled']);
      assert.equal((await api.post(`/webhooks/${webhook.id}/deliveries/EM-1111-1111/redeliver`)).status, 404);
    });

    test('about somebody who is erased are sent no more, nor can their bodies be read', async () => {
      const { test: api } = await aCompany();
      const receiver: Receiver = receivers.take((...asked) =>
        (receiver.posts.length === 1 ? ok : status(500))(...asked),
      );
      const webhook = await subscribe(api, receiver, ['person.*']);
      const path = `/webhooks/${webhook.id}`;
      const { id } = await api.made('/people', aPerson());
      await receiver.until(1);
      await api.put(`/people/${id}`, { status: 'inactive' });
      await receiver.until(2);
      const { test: pool } = house().service.database.pools;
      await pool.query('delete from people where person_id = $1', [id]);
      const holder = () => pool.query('select holder from webhook_work where webhook_id = $1', [webhook.id]);
      await eventually('it rests', async () => (await holder()).rows[0].holder === null);
      const sent = receiver.posts.length;
      await api.put(path, { enabled: true });
      await eventually('all is parked', async () => (await shownOf(api, webhook)).pending === 0);
      const all = await deliveriesOf(api, webhook);
      assert.deepEqual(all.map(({ state }) => state).sort(), ['delivered', 'parked', 'parked']);
      for (const { id: delivery } of all) {
        assert.equal((await api.get(`${path}/deliveries/${delivery}`)).body.data.requestBody, null);
        const again = await api.post(`${path}/deliveries/${delivery}/redeliver`);
        assert.deepEqual([again.status, again.body.errorType], [409, 'DeliveryErased']);
      }
      assert.equal(receiver.posts.length, sent);
    });

    test('never lead inside, also when only the delivery shows where a URL leads', async () => {
      const { test: api } = await aCompany();
      const inside = await aReceiver();
      const port = inside.host.split(':')[1];
      const urls = ['https', 'http'].flatMap((scheme) =>
        ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'].map(
          (host) => `${scheme}://${host}:${port}/`,
        ),
      );
      for (const url of urls) {
        const webhook = await subscribe(api, { url: 'https://hooks.example.com/' }, ['webhook.test']);
        await storeUrl(house().service, api, webhook.id, url);
        await api.made(`/webhooks/${webhook.id}/test`);
        await eventually(url, async () => (await shownOf(api, webhook)).failedTotal > 0);
        const { lastFailure } = await shownOf(api, webhook);
        assert.match(lastFailure, /not on the public internet|does not begin with https/, url);
        assert.doesNotMatch(lastFailure, /127|::/);
      }
      assert.equal(inside.connections, 0, 'whoever listens inside hears nothing');
      await inside.close();
    });
  });

  describe('that take long', { concurrency: true }, () => {
    test('are done with a 2xx, whatever is wrong with what follows it', async () => {
      const { test: api } = await aCompany();
      const behaviours: readonly Behaviour[] = [
        status(201),
        status(202),
        status(204),
        status(299),
        (answer) => {
          answer.writeContinue();
          answer.writeEarlyHints({ link: '</a>' });
          answer.end();
        },
        raw('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort', true),
        raw('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nfar longer than it says', true),
        raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhalf', true),
        raw('HTTP/1.1 200 OK\r\n\r\nto the end', true),
        (answer) => answer.end(Buffer.alloc(10_000_000, 'x')),
        drip,
      ];
      const receiver = receivers.take((answer, post) =>
        (behaviours[receiver.posts.indexOf(post)] as Behaviour)(answer, post),
      );
      const webhook = await subscribe(api, receiver, ['person.created']);
      for (let i = 0; i < behaviours.length; i++) await api.made('/people', aPerson());
      const areAll = async () => (await shownOf(api, webhook)).deliveredTotal === behaviours.length;
      await eventually('all are delivered', areAll);
      const { pending, failedTotal, state } = await shownOf(api, webhook);
      assert.deepEqual([pending, failedTotal, state], [0, 0, 'active']);
      assert.equal(receiver.posts.length, behaviours.length);
    });

    test('to a receiver that takes them and says nothing are given up after 15 seconds, and made again', async () => {
      const { test: api } = await aCompany();
      const receiver = receivers.take(hang);
      const webhook = await subscribe(api, receiver, ['person.created']);
      await api.made('/people', aPerson());
      const [first] = await receiver.until(1);
      receiver.behave(ok);
      const second = (await receiver.until(2))[1] as Post;
      const apart = second.atMs - (first as Post).atMs;
      assert.ok(apart > 14_500, `${apart} ms`);
      await eventually('it is written down', async () => (await shownOf(api, webhook)).pending === 0);
      const [{ tries }] = (await deliveriesOf(api, webhook)) as [Shown];
      assert.match(tries[0].problem, /did not answer within 15 seconds/);
      assert.equal((await shownOf(api, webhook)).lastFailure, tries[0].problem);
    });
  });
});

/** Answers with these bytes, and ends the connection if asked to. */
function raw(text: string, ends = false): Behaviour {
  return ({ socket }) => {
    socket?.write(text, 'latin1');
    if (ends) setTimeout(() => socket?.destroy(), 50);
  };
}

/** Answers at once, and then sends one character at a time without end. */
const drip: Behaviour = (answer) => {
  answer.writeHead(200);
  const timer = setInterval(() => answer.write('x'), 100);
  answer.once('close', () => clearInterval(timer));
};

/** Stores a URL as if it had led to another address when it was written. */
async function storeUrl({ database, vault }: Service, { realm }: Client, id: string, url: string): Promise<void> {
  const sealed = vault.companySealer(realm.companyId).seal(`webhook.${id}.url`, url);
  await database.pools[realm.mode].query('update webhooks set url_sealed = $1 where id = $2', [sealed, id]);
}
