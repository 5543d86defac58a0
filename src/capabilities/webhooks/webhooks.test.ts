// Webhook subscriptions are made, listed and changed; their secret is shown once; a company may have a hundred.
// Addresses: webhook-addresses.test.ts. What is sent: webhook-events.test.ts. How it is delivered: delivery/.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, aPerson, aPhone, useHouse } from '../../../tests/support/house.ts';
import { aWebhook, eventsOf, quiet, secretOf, subscribe, useReceivers } from '../../../tests/support/receiver.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';

const outside = 'https://hooks.example.com/tenor?token=telltale-token';

describe('a webhook subscription', { concurrency: true }, () => {
  const receivers = useReceivers(2);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  test('is created with status 201, a message, and a secret that is shown this once', async () => {
    const { id: companyId, test: api } = await aCompany();
    const answer = await api.post('/webhooks', aWebhook(outside, { eventTypes: ['contact.*', 'person.created'] }));
    assert.deepEqual([answer.status, answer.body.status], [201, 201]);
    assert.match(answer.body.message, /hmacSecretKey/);
    const { id, createdAt, webhookDirectDetails, ...rest } = answer.body.data;
    assert.match(id, /^WH-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    const { hmacSecretKey, ...details } = webhookDirectDetails;
    assert.deepEqual(details, { webhookUrl: outside }, 'the URL as it was sent');
    assert.match(hmacSecretKey, /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from(hmacSecretKey, 'base64').length, 32);
    assert.deepEqual(rest, {
      object: 'webhook',
      companyId,
      webhookType: 'direct',
      eventTypes: ['contact.*', 'person.created'],
      unknownEventTypes: [],
      enabled: true,
      disabledReason: null,
      state: 'active',
      pending: 0,
      parked: 0,
      deliveredTotal: 0,
      failedTotal: 0,
      lastDeliveredAt: null,
      lastFailedAt: null,
      lastFailure: null,
      updatedAt: null,
      deletedAt: null,
    });
    const shown = { ...answer.body.data, webhookDirectDetails: details };
    const read = await api.get(`/webhooks/${id}`);
    assert.deepEqual([read.status, read.body.status, typeof read.body.message], [200, 200, 'string']);
    assert.deepEqual(read.body.data, shown);
    const list = await api.get('/webhooks');
    assert.deepEqual([list.body.total, list.body.data], [1, [shown]]);
    const changed = await api.put(`/webhooks/${id}`, { enabled: true });
    assert.deepEqual([changed.status, changed.body.status, typeof changed.body.message], [200, 200, 'string']);
    assert.deepEqual(changed.body.data, { ...shown, updatedAt: changed.body.data.updatedAt });
    const gone = await api.delete(`/webhooks/${id}`);
    assert.deepEqual(gone.body, { status: 200, message: gone.body.message });
    assert.ok(!JSON.stringify([read, list, changed, gone]).includes(hmacSecretKey), 'the secret is nowhere else');
  });

  test('has a secret of its own', async () => {
    const { test: api } = await aCompany();
    const made = [await api.made('/webhooks', aWebhook(outside)), await api.made('/webhooks', aWebhook(outside))];
    const secrets = made.map(({ webhookDirectDetails }) => webhookDirectDetails.hmacSecretKey);
    assert.notEqual(secrets[0], secrets[1]);
  });

  test('is shown in the order of creation, newest first, page by page', async () => {
    const { test: api } = await aCompany();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await api.made('/webhooks', aWebhook(outside))).id);
    const first = await api.get('/webhooks?limit=3');
    assert.deepEqual(ids(first), made.slice(0, 3));
    assert.deepEqual(ids(await api.get(first.body.nextUrl)), made.slice(3));
    assert.deepEqual(ids(await api.get('/webhooks?sortBy=createdAt')), made.toReversed());
  });

  test('of the type proxyGalileo is refused', async () => {
    const { test: api } = await aCompany();
    const { status, body } = await api.post('/webhooks', { webhookType: 'proxyGalileo' });
    assert.deepEqual([status, body.errorType, body.data.path], [400, 'WebhookNotSupported', 'webhookType']);
    refusedAt(await api.post('/webhooks', aWebhook(outside, { webhookType: 'email' })), 'webhookType');
    refusedAt(await api.post('/webhooks', aWebhook(outside, { webhookType: undefined })), 'webhookType');
  });

  test('asks for well-formed event types, also for those that nobody knows', async () => {
    const { test: api } = await aCompany();
    const ask = (eventTypes: unknown) => api.post('/webhooks', aWebhook(outside, { eventTypes }));
    for (const none of [[], undefined, null]) refusedAt(await ask(none), 'eventTypes');
    const wrong = [
      'contact created',
      'contact..created',
      '.contact',
      'contact.',
      'contact/created',
      'cöntact',
      '',
      '.',
    ];
    for (const type of [...wrong, 'x'.repeat(101), 'contact.created\n', '<script>']) {
      refusedAt(await ask(['contact.created', type]), 'eventTypes[1]');
    }
    refusedAt(await ask(['a', 'b', 7]), 'eventTypes[2]');
    refusedAt(await ask('contact.created'), 'eventTypes');
    refusedAt(await ask(Array.from({ length: 201 }, () => 'a')), 'eventTypes');
    const odd = ['loan.never.heard.of', '*', '*.created', 'contact.*', 'a*b*c', 'loan_Closed.v2', 'x'.repeat(100)];
    const { id, eventTypes, unknownEventTypes } = (await ask(odd)).body.data;
    assert.deepEqual(eventTypes, odd, 'as they were sent');
    const unknown = ['loan.never.heard.of', 'a*b*c', 'loan_Closed.v2', 'x'.repeat(100)];
    assert.deepEqual(unknownEventTypes, unknown, 'and those that nothing tells are listed');
    assert.deepEqual((await api.get(`/webhooks/${id}`)).body.data.unknownEventTypes, unknown);
    assert.deepEqual((await api.get('/webhooks')).body.data[0].unknownEventTypes, unknown);
    refusedAt(await api.put(`/webhooks/${id}`, { eventTypes: [] }), 'eventTypes');
    refusedAt(await api.put(`/webhooks/${id}`, { eventTypes: ['contact.*', 'no good'] }), 'eventTypes[1]');
    assert.deepEqual((await api.get(`/webhooks/${id}`)).body.data.eventTypes, odd);
    const { body } = await api.put(`/webhooks/${id}`, { eventTypes: ['loan.balance.changed', 'case.created'] });
    assert.deepEqual(body.data.unknownEventTypes, ['case.created']);
    assert.deepEqual((await api.made(`/webhooks/${id}/rotate-secret`, {})).unknownEventTypes, ['case.created']);
  });

  test('is one of a hundred at most, also of many that are made at once', async () => {
    const company = await aCompany();
    const api = company.test;
    const makeMany = (n: number) =>
      Promise.all(Array.from({ length: n }, () => api.post('/webhooks', aWebhook(outside, { enabled: false }))));
    for (const n of [32, 32, 32]) assert.ok((await makeMany(n)).every((one) => one.status === 201));
    const statuses = (await makeMany(12)).map((answer) => answer.status);
    assert.deepEqual(statuses.filter((status) => status === 201).length, 4, statuses.join());
    const refused = await api.post('/webhooks', aWebhook(outside));
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'TooManyWebhooks']);
    assert.equal((await api.get('/webhooks')).body.total, 100);
    await api.delete(`/webhooks/${ids(await api.get('/webhooks'))[10]}`);
    assert.equal((await api.post('/webhooks', aWebhook(outside))).status, 201, 'one that was deleted does not count');
    assert.equal((await company.live.post('/webhooks', aWebhook(outside))).status, 201, 'the other mode has its own');
  });

  test('is changed in part: what is not sent stays, event types are replaced', async () => {
    const { test: api } = await aCompany();
    const [first, second] = [receivers.take(), receivers.take()];
    const made = await subscribe(api, first, ['person.*']);
    const path = `/webhooks/${made.id}`;
    const put = async (body: unknown) => (await api.put(path, body)).body.data;
    const one = await put({ eventTypes: ['contact.*'] });
    assert.deepEqual([one.eventTypes, urlOf(one), one.enabled], [['contact.*'], first.url, true]);
    assert.ok(one.updatedAt > made.createdAt);
    const two = await put({ webhookDirectDetails: { webhookUrl: second.url } });
    assert.deepEqual([two.eventTypes, urlOf(two), two.enabled], [['contact.*'], second.url, true]);
    assert.ok(two.updatedAt > one.updatedAt);
    const three = await put({ webhookDirectDetails: {}, webhookType: 'proxyGalileo', companyId: 'CP-1111-1111' });
    assert.deepEqual({ ...three, updatedAt: null }, { ...two, updatedAt: null });
    const { id } = await api.made('/people', aPerson());
    const contact = await api.made(`/people/${id}/contacts`, aPhone());
    await second.until(1);
    await quiet(second.posts);
    assert.deepEqual(
      eventsOf(second.posts).map(({ contactId }) => contactId),
      [contact.id],
    );
    assert.equal(first.posts.length, 0, 'neither the old types nor the old address count');
    assert.deepEqual((await api.get(path)).body.data.webhookDirectDetails, { webhookUrl: second.url });
  });

  test('has the real time in all its stamps, wherever the test clock stands: deliveries fail in real time', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2098-01-01T00:00:00Z');
    const { id } = await api.made('/webhooks', aWebhook(outside));
    await api.put(`/webhooks/${id}`, { enabled: false });
    const rotated = await api.made(`/webhooks/${id}/rotate-secret`, {});
    const { createdAt, updatedAt } = (await api.get(`/webhooks/${id}`)).body.data;
    for (const stamp of [createdAt, updatedAt, rotated.updatedAt]) assert.ok(stamp < '2098', stamp);
  });

  test('can be given a new secret, which is shown once', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/webhooks', aWebhook(outside));
    const answer = await api.post(`/webhooks/${made.id}/rotate-secret`, { overlapHours: 168 });
    assert.deepEqual([answer.status, answer.body.status, typeof answer.body.message], [200, 200, 'string']);
    assert.notEqual(secretOf(answer.body.data), secretOf(made));
    assert.match(secretOf(answer.body.data), /^[A-Za-z0-9+/]{43}=$/);
    assert.equal(secretOf((await api.get(`/webhooks/${made.id}`)).body.data), undefined);
    for (const overlapHours of [-1, 169, 1.5, 'long']) {
      refusedAt(await api.post(`/webhooks/${made.id}/rotate-secret`, { overlapHours }), 'overlapHours');
    }
    assert.equal((await api.post(`/webhooks/${made.id}/rotate-secret`)).status, 200, 'no body is needed');
  });

  test('emits events of its own changes, which show neither its URL nor its secret', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/webhooks', aWebhook(outside));
    await api.put(`/webhooks/${id}`, { enabled: false });
    await api.made(`/webhooks/${id}/rotate-secret`, {});
    await api.delete(`/webhooks/${id}`);
    const events = await told(house(), api, 'events=webhook.*');
    assert.deepEqual(
      events.map((event) => [event.eventType, event.webhookId, event.enabled, event.personId]),
      [
        ['webhook.created', id, true, null],
        ['webhook.updated', id, false, null],
        ['webhook.secret.rotated', id, false, null],
        ['webhook.deleted', id, false, null],
      ],
    );
    assert.doesNotMatch(JSON.stringify(events), /example\.com|token|hmac/i);
  });
});

const urlOf = (webhook: Answer['body']): string => webhook.webhookDirectDetails.webhookUrl;
