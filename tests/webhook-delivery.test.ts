// Deliveries of webhooks, to receivers that answer well, badly, late or not at all. Each suite has a house of its own;
// in those with a movable clock hours pass in moments. Processes that die: crash/webhooks.test.ts.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { openService, type Service } from '#app/service.ts';
import { forgetDeliveries } from '#capabilities/webhooks/delivery/forget-deliveries.ts';
import { deliverer } from '#capabilities/webhooks/index.ts';
import { makeLog } from '#platform/log.ts';
import { movableClock } from './support/clock.ts';
import { eventually } from './support/eventually.ts';
import { anEmail, aPerson, aPhone, type Client, type House, useHouse } from './support/house.ts';
import {
  afterMs,
  aReceiver,
  type Behaviour,
  eventsOf,
  hang,
  manyContacts,
  nowMs,
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
} from './support/receiver.ts';
import { ids, refusedAt } from './support/refusals.ts';
import { testKey, testServer } from './support/server.ts';
import { type Shown, told } from './support/told.ts';

/** What is sent is not of any one client's version: it is the newest. */
const newest = { 'api-version': '2025-03-26' };

const shownOf = async (api: Client, { id }: Shown): Promise<Shown> => (await api.get(`/webhooks/${id}`)).body.data;
const deliveriesOf = async (api: Client, { id }: Shown, query = ''): Promise<Shown[]> =>
  (await api.get(`/webhooks/${id}/deliveries?limit=100&${query}`)).body.data;
/** For each of them, a few at a time: the houses of all suites share one server. */
async function forEach<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items].entries();
  const takeTurns = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, takeTurns));
  return results;
}

const peopleOf = (api: Client, count: number): Promise<Shown[]> =>
  forEach(Array.from({ length: count }), () => api.made('/people', aPerson()));

/** The posts that were answered with 2xx, each message once, as they came. */
const accepted = (posts: readonly Post[]): Post[] => {
  const good = posts.filter(({ answered }) => answered !== null && answered < 300);
  return [...new Map(good.toReversed().map((post) => [post.id, post])).values()].toReversed();
};

/** Of each subject, the events that were taken come in the order of the list, and all of it; repeats are the same. */
function mustBeInOrder(posts: readonly Post[], events: readonly Shown[]): void {
  const idsBySubject = (some: readonly Shown[]) =>
    new Map(
      [...Map.groupBy(some, ({ companyId, personId }) => personId ?? companyId)]
        .map(([subject, group]): [string, string[]] => [subject, group.map(({ id }) => id)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  assert.deepEqual(idsBySubject(eventsOf(accepted(posts))), idsBySubject(events));
  for (const [id, repeats] of Map.groupBy(posts, (post) => post.id)) {
    for (const { body } of repeats) assert.equal(body, repeats[0]?.body, `the body of ${id} changed`);
  }
}

describe('deliveries', { concurrency: true }, () => {
  describe('of webhooks', { concurrency: true }, () => {
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
          assert.ok(Math.abs(sent - Date.now() / 1000) < 30, 'machine time');
          assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
          const signed = `${headers['webhook-id']}.${sent}.${body}`;
          const standard = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64');
          assert.equal(headers['webhook-signature'], `v1,${standard}`);
          assert.equal(headers['x-peach-hmac'], createHmac('sha256', secret).update(body).digest('hex'));
          assert.equal(headers['x-peach-hmac-previous'], undefined);
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
        const receiver = receivers.take((answer, post) => afterMs(Math.random() * 30)(answer, post));
        const webhook = await subscribe(api, receiver, ['person.created']);
        for (let round = 0; round < 40; round++) {
          await peopleOf(api, 8);
          await sleep(Math.random() * 20);
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
        const receiver = receivers.take((answer, post) =>
          (post.body.includes(bad.id) ? status(500) : ok)(answer, post),
        );
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
          const receiver: Receiver = receivers.take((...asked) =>
            (receiver.posts.length === 1 ? behave : ok)(...asked),
          );
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
        assert.ok(apart > 14_500 && apart < 19_000, `${apart} ms`);
        await eventually('it is written down', async () => (await shownOf(api, webhook)).pending === 0);
        const [{ tries }] = (await deliveriesOf(api, webhook)) as [Shown];
        assert.match(tries[0].problem, /did not answer within 15 seconds/);
        assert.equal((await shownOf(api, webhook)).lastFailure, tries[0].problem);
      });
    });
  });

  describe('over hours and days', { concurrency: 1 }, () => {
    const receivers = useReceivers(12);
    const clock = movableClock();
    const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts, clock });
    const hour = 3600;

    /** Time goes by in steps; at each the workers look, and what they begin they end. */
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
      // Each of sixty subjects by itself would have been tried five or six times by now.
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
      // Until the next wait is some minutes.
      await pass(2 * hour, 300, () => receiver.posts.length >= 5);
      // At rest: whoever takes it up again knows only what was written down.
      await manyContacts(api, bad.id, 1);
      await planned(house(), api);
      await look();
      for (const change of [
        () => api.post(`${path}/rotate-secret`),
        () => api.put(path, { eventTypes: ['contact.*'] }),
      ]) {
        // Whoever sends is busy with others all the while, and so goes by what it remembers.
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
      // As after hours: each was refused often, and many are due again.
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

  // One after the other: each house takes its share of the server's connections.
  describe('in turn', { concurrency: 1 }, () => {
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
        // As after a part of a backup was put back.
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
      // Closed before the house, whose database it uses.
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
          // The one that plans hears of it at once; the other one has to look often to be the quicker one.
          const looks = setInterval(() => round % 2 === 0 && second.signals.say('deliveries', 'test'), 2).unref();
          await forEach(people, ({ id }) => manyContacts(api, id, 4));
          await eventually(
            'all of the round is delivered',
            () => total() >= round * 240,
            30_000,
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
          await eventually(
            'both are delivered',
            async () => (await shownOf(api, webhook)).deliveredTotal === 2,
            30_000,
          );
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
});

describe('the time a delivery takes', () => {
  const receivers = useReceivers(4);
  const { aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  /** Milliseconds from the answer of a write to its post, one after the other. */
  async function latencies(api: Client, receiver: Receiver, count: number): Promise<number[]> {
    const { id } = await api.made('/people', aPerson());
    const apart: number[] = [];
    for (let i = 0; i < count; i++) {
      await sleep(20 + Math.random() * 40);
      const seen = receiver.posts.length;
      await manyContacts(api, id, 1);
      const committed = nowMs();
      apart.push(((await receiver.until(seen + 1))[seen] as Post).atMs - committed);
    }
    return apart.sort((a, b) => a - b);
  }

  test('is below 100 ms from the commit on, at rest', async (t) => {
    const { test: api } = await aCompany();
    const receiver = receivers.take();
    await subscribe(api, receiver, ['contact.created']);
    const apart = await latencies(api, receiver, 21);
    t.diagnostic(`median ${apart[10]?.toFixed(1)} ms, slowest ${apart.at(-1)?.toFixed(1)} ms`);
    assert.ok((apart[10] as number) < 100, `${apart}`);
  });

  for (const isSameHost of [false, true]) {
    const where = isSameHost ? 'on the same host' : 'elsewhere';
    test(`does not grow because another company's receiver ${where} is dead`, async (t) => {
      const [theirs, ours] = [(await aCompany()).test, (await aCompany()).test];
      const good = receivers.take((...asked) => (asked[1].body.includes(theirs.realm.companyId) ? hang : ok)(...asked));
      const dead = isSameHost ? good : receivers.take(hang);
      await subscribe(theirs, dead, ['person.created']);
      await subscribe(ours, good, ['contact.created']);
      await peopleOf(theirs, 40);
      await eventually('the dead one has all it may', () => dead.posts.length === 16);
      const apart = await latencies(ours, good, 21);
      t.diagnostic(`median ${apart[10]?.toFixed(1)} ms, slowest ${apart.at(-1)?.toFixed(1)} ms`);
      assert.ok((apart[10] as number) < 100, `${apart}`);
      dead.cut();
    });
  }
});

// ---- what the tests need -----------------------------------------------------------------------------------------------

/** Signed by these secrets, the newest first, and by no others; in both ways. */
function mustBeSignedBy({ headers, body }: Post, secrets: readonly (string | undefined)[]): void {
  const [id, seconds] = [headers['webhook-id'], headers['webhook-timestamp']];
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret ?? '', 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  const plain = secrets.map((secret) =>
    createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex'),
  );
  assert.equal(headers['webhook-signature'], standard.join(' '));
  assert.deepEqual([headers['x-peach-hmac'], headers['x-peach-hmac-previous']], [plain[0], plain[1]]);
  if (Math.abs(Number(seconds) - Date.now() / 1000) > 200) return;
  for (const secret of secrets) assert.deepEqual(new Webhook(secret ?? '').verify(body, headers), JSON.parse(body));
}

/** Bytes of the receiver's own making, and the end of the connection if it is asked for. */
function raw(text: string, ends = false): Behaviour {
  return ({ socket }) => {
    socket?.write(text, 'latin1');
    if (ends) setTimeout(() => socket?.destroy(), 50);
  };
}

/** Answers at once, and then a sign at a time for ever. */
const drip: Behaviour = (answer) => {
  answer.writeHead(200);
  const timer = setInterval(() => answer.write('x'), 100);
  answer.once('close', () => clearInterval(timer));
};

/** As a URL would be stored that had led elsewhere when it was written. */
async function storeUrl({ database, vault }: Service, { realm }: Client, id: string, url: string): Promise<void> {
  const sealed = vault.companySealer(realm.companyId).seal(`webhook.${id}.url`, url);
  await database.pools[realm.mode].query('update webhooks set url_sealed = $1 where id = $2', [sealed, id]);
}

const deliveredBy = (service: Service): number => service.running(deliverer)?.outcomes.delivered ?? 0;

/** A service of its own on the database of a house, with relay and workers. */
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
