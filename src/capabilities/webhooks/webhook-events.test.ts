// Which events a webhook subscription is sent: those that its patterns match, of its own company and mode, as long as
// it is on and not deleted.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import {
  afterMs,
  aWebhook,
  eventsOf,
  manyContacts,
  planned,
  quiet,
  subscribe,
  useReceivers,
} from '../../../tests/support/receiver.ts';
import { ids } from '../../../tests/support/refusals.ts';
import { type Shown, told, typesOf } from '../../../tests/support/told.ts';

describe('a webhook subscription', { concurrency: true }, () => {
  const receivers = useReceivers(14);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  /** Waits long enough for planned deliveries to be sent. */
  async function aWhile(api: Client): Promise<void> {
    await planned(house(), api);
    await sleep(300);
  }

  test('is sent what its patterns match, and GET /events?webhookId= shows the same', async () => {
    const { test: api } = await aCompany();
    const patterns = [
      ['*'],
      ['contact.*'],
      ['*.created'],
      ['person.created', 'loan.closed'],
      ['*identity*'],
      ['nothing'],
    ];
    const made = [];
    for (const eventTypes of patterns) {
      const receiver = receivers.take();
      made.push({ receiver, webhook: await subscribe(api, receiver, eventTypes) });
    }
    // From here on: earlier events are listed, but not sent.
    const [last] = (await told(house(), api)).slice(-1);
    const { id } = await api.made('/people', aPerson({ identity: { identityType: 'SSN', value: '123-45-6789' } }));
    const { id: contactId } = await api.made(`/people/${id}/contacts`, aPhone());
    await api.delete(`/people/${id}/contacts/${contactId}`);
    await api.made('/keys', { name: 'another' });
    const counts: number[] = [];
    for (const { receiver, webhook } of made) {
      const events = (await told(house(), api, `webhookId=${webhook.id}&endingBefore=${last.id}`)) as Shown[];
      const listed = (await api.get(`/events?limit=100&webhookId=${webhook.id}&endingBefore=${last.id}`)).body.data;
      await receiver.until(listed.length);
      await planned(house(), api);
      await quiet(receiver.posts);
      const sent = eventsOf(receiver.posts).filter(({ eventType }) => eventType !== 'webhook.created');
      assert.deepEqual(idsOf(sent).sort(), idsOf(listed).sort(), webhook.eventTypes.join());
      assert.ok(events.length >= listed.length);
      counts.push(listed.length);
    }
    assert.deepEqual(counts, [5, 2, 4, 1, 1, 0]);
  });

  test('is sent nothing of other companies, nor of the other mode', async () => {
    const [ours, theirs] = [await aCompany(), await aCompany()];
    const clients = [ours.test, ours.live, theirs.test, theirs.live];
    const told = [];
    for (const client of clients) {
      const receiver = receivers.take();
      await subscribe(client, receiver, ['person.*']);
      told.push(receiver);
    }
    const people = await Promise.all(clients.map(async (client) => (await client.made('/people', aPerson())).id));
    for (const receiver of told) await receiver.until(1);
    for (const client of clients) await aWhile(client);
    assert.deepEqual(
      told.map((receiver) => eventsOf(receiver.posts).map(({ personId }) => personId)),
      people.map((id) => [id]),
    );
    const { id } = (await ours.test.get('/webhooks')).body.data[0];
    for (const other of [ours.live, theirs.test]) {
      for (const path of ['', '/deliveries']) assert.equal((await other.get(`/webhooks/${id}${path}`)).status, 404);
      for (const verb of ['/test', '/rotate-secret'])
        assert.equal((await other.post(`/webhooks/${id}${verb}`)).status, 404);
      assert.equal((await other.put(`/webhooks/${id}`, { enabled: false })).status, 404);
      assert.equal((await other.delete(`/webhooks/${id}`)).status, 404);
      assert.equal((await other.get(`/events?webhookId=${id}`)).body.total, 0);
    }
  });

  test('that is asked for a test is sent one, whatever it asks for; no other is', async () => {
    const { test: api } = await aCompany();
    const [asked, other] = [receivers.take(), receivers.take()];
    const webhook = await subscribe(api, asked, ['contact.*']);
    await subscribe(api, other, ['*']);
    await other.until(1);
    const answer = await api.post(`/webhooks/${webhook.id}/test`);
    assert.deepEqual([answer.status, answer.body.status, typeof answer.body.message], [200, 200, 'string']);
    const [post] = await asked.until(1);
    const { eventType, webhookId, borrowerId } = JSON.parse(post?.body ?? '');
    assert.deepEqual([eventType, webhookId, borrowerId], ['webhook.test', webhook.id, null]);
    await aWhile(api);
    assert.deepEqual(typesOf(eventsOf(other.posts)), ['webhook.created']);
    assert.equal(asked.posts.length, 1);
  });

  test('that is switched off has nothing planned and nothing sent', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take();
    const { id } = await api.made('/webhooks', aWebhook(receiver.url, { enabled: false, eventTypes: ['person.*'] }));
    await api.made('/people', aPerson());
    await aWhile(api);
    const shown = async () => (await api.get(`/webhooks/${id}`)).body.data;
    const { enabled, state, disabledReason, pending } = await shown();
    assert.deepEqual([enabled, state, disabledReason, pending], [false, 'disabled', null, 0]);
    assert.equal((await api.get(`/webhooks/${id}/deliveries`)).body.total, 0);
    for (const verb of ['test', 'recover']) {
      refusedAsOff(await api.post(`/webhooks/${id}/${verb}`, verb === 'recover' ? { from: '2026-01-01' } : undefined));
    }
    await api.put(`/webhooks/${id}`, { enabled: true });
    const second = await api.made('/people', aPerson());
    await receiver.until(1);
    await aWhile(api);
    assert.deepEqual(
      eventsOf(receiver.posts).map(({ personId }) => personId),
      [second.id],
    );
    assert.deepEqual([(await shown()).state, receiver.connections > 0], ['active', true]);
  });

  test('that is deleted is found nowhere, and sends no more, whatever waits', async () => {
    const { test: api } = await aCompany();
    const slow = receivers.take(afterMs(100));
    const { id } = await subscribe(api, slow, ['contact.*']);
    const person = await api.made('/people', aPerson());
    await manyContacts(api, person.id, 40);
    await slow.until(3);
    const [delivery] = ids(await api.get(`/webhooks/${id}/deliveries`));
    assert.equal((await api.delete(`/webhooks/${id}`)).status, 200);
    const before = slow.posts.length;
    for (const path of ['', '/deliveries', `/deliveries/${delivery}`]) {
      assert.equal((await api.get(`/webhooks/${id}${path}`)).status, 404, path);
    }
    for (const verb of ['/test', '/recover', '/rotate-secret', `/deliveries/${delivery}/redeliver`]) {
      const body = verb === '/recover' ? { from: '2026-01-01' } : undefined;
      assert.equal((await api.post(`/webhooks/${id}${verb}`, body)).status, 404, verb);
    }
    assert.equal((await api.put(`/webhooks/${id}`, { enabled: true })).status, 404);
    assert.equal((await api.delete(`/webhooks/${id}`)).status, 404);
    assert.equal((await api.get('/webhooks')).body.total, 0);
    assert.equal((await api.get(`/events?webhookId=${id}`)).body.total, 0);
    // The sender sees it within a moment; until then it sends one every tenth of a second.
    await quiet(slow.posts, 1_000);
    const sent = slow.posts.length;
    assert.ok(sent < 40, `${before} of 40 were sent, and then ${sent}`);
    await manyContacts(api, person.id, 2);
    await aWhile(api);
    assert.equal(slow.posts.length, sent);
  });
});

const idsOf = (events: readonly Shown[]): string[] => events.map(({ id }) => id);

const refusedAsOff = ({ status, body }: Answer): void =>
  assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'enabled']);
