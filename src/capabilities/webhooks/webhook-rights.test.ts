// A key needs the permissions for what webhooks show: to read a delivery, and to have payloads sent to an address.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { movableClock } from '../../../tests/support/clock.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { aWebhook, planned, status, subscribe, useReceivers } from '../../../tests/support/receiver.ts';

const webhookRights = ['list', 'read', 'create', 'update', 'delete'].map((verb) => `webhook:${verb}`);
const deliveryRights = ['webhook.delivery:list', 'webhook.delivery:read'];
const elsewhere = 'https://hooks.example.com/elsewhere';

describe('what a webhook reveals', () => {
  const clock = movableClock();
  const receivers = useReceivers(2);
  const { house, aCompany } = useHouse({ clock, webhookDevHosts: receivers.devHosts });

  async function aKey(api: Client, ...permissions: string[]) {
    const { id, key } = await api.made('/keys', { name: 'narrow', permissions });
    return { id, api: house().client(key, api.realm) };
  }
  const aWebhookKey = async (api: Client, ...more: string[]): Promise<Client> =>
    (await aKey(api, ...webhookRights, ...deliveryRights, ...more)).api;
  function lacks(permission: string, { status: found, body }: Answer): void {
    assert.deepEqual([found, body.errorType, body.data?.permission], [403, 'Forbidden', permission]);
    assert.match(body.message, new RegExp(permission));
  }
  /** A subscription made by an administrator, with one delivery about a new contact. */
  async function aDelivery(api: Client, answers = 200) {
    const webhook = await subscribe(api, receivers.take(status(answers)));
    const { id } = await api.made('/people', aPerson());
    await api.made(`/people/${id}/contacts`, aPhone());
    await planned(house(), api);
    const { body } = await api.get(`/webhooks/${webhook.id}/deliveries`);
    const delivery = body.data.find((one: { eventType: string }) => one.eventType === 'contact.created');
    return { path: `/webhooks/${webhook.id}`, delivery: `/webhooks/${webhook.id}/deliveries/${delivery.id}` };
  }

  test('a delivery is read, and sent again, by whoever may read what it is about', async () => {
    const { test: api } = await aCompany();
    const { delivery } = await aDelivery(api);
    lacks('event:list', await (await aWebhookKey(api)).get(delivery));
    lacks('person:read', await (await aWebhookKey(api, 'event:list')).get(delivery));
    const half = await aWebhookKey(api, 'event:list', 'person:read');
    lacks('contact:read', await half.get(delivery));
    lacks('contact:read', await half.post(`${delivery}/redeliver`));
    const whole = await aWebhookKey(api, 'event:list', 'person:read', 'contact:read');
    assert.match((await whole.get(delivery)).body.data.requestBody, /\+13175551212/);
    assert.equal((await whole.post(`${delivery}/redeliver`)).status, 200);
  });

  test('a subscription is made, and turned elsewhere, by whoever may read what its events are about', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/webhooks', aWebhook(elsewhere, { eventTypes: ['*'] }));
    const narrow = await aWebhookKey(api, 'event:list', 'person:read');
    const from = new Date().toISOString();
    lacks('contact:read', await narrow.post('/webhooks', aWebhook(elsewhere, { eventTypes: ['*'] })));
    lacks('contact:read', await narrow.post('/webhooks', aWebhook(elsewhere, { eventTypes: ['cont*.created'] })));
    lacks('contact:read', await narrow.put(`/webhooks/${id}`, { webhookDirectDetails: { webhookUrl: elsewhere } }));
    lacks('contact:read', await narrow.put(`/webhooks/${id}`, { eventTypes: ['person.created'] }));
    lacks('contact:read', await narrow.post(`/webhooks/${id}/rotate-secret`, {}));
    lacks('contact:read', await narrow.post(`/webhooks/${id}/test`));
    lacks('contact:read', await narrow.post(`/webhooks/${id}/recover`, { from }));
    const own = await narrow.made('/webhooks', aWebhook(elsewhere, { eventTypes: ['person.*', 'key.created'] }));
    lacks('contact:read', await narrow.put(`/webhooks/${own.id}`, { eventTypes: ['person.*', 'contact.deleted'] }));
    lacks('loan:read', await narrow.put(`/webhooks/${own.id}`, { eventTypes: ['loan.created'] }));
    lacks('payment.instrument:read', await narrow.put(`/webhooks/${own.id}`, { eventTypes: ['payment.succeeded'] }));
    assert.equal((await narrow.put(`/webhooks/${own.id}`, { eventTypes: ['person.updated'] })).status, 200);
    assert.deepEqual((await api.get(`/webhooks/${id}`)).body.data.eventTypes, ['*'], 'the other one is as it was');
  });

  test('what still waits for a receiver is not sent to an address of somebody who may not read it', async () => {
    const { test: api } = await aCompany();
    const { path } = await aDelivery(api, 500);
    assert.equal((await api.put(path, { eventTypes: ['person.created'] })).status, 200);
    const narrow = await aWebhookKey(api, 'event:list', 'person:read');
    lacks('contact:read', await narrow.put(path, { webhookDirectDetails: { webhookUrl: elsewhere } }));
  });

  test('a stream with payloads needs them as well, and ends when one is lost', async () => {
    const { test: api } = await aCompany();
    const { id, api: follower } = await aKey(api, 'event:list', 'webhook:create', 'person:read');
    const stream = '/events/stream?include=payload';
    lacks('contact:read', await follower.get(stream));
    const opened = await house().app.inject({
      method: 'GET',
      url: `/api${stream}&events=person.*`,
      headers: { 'x-api-key': follower.key },
      payloadAsStream: true,
    });
    assert.equal(opened.statusCode, 200);
    let seen = '';
    const ended = (async () => {
      for await (const part of opened.stream()) seen += part;
    })().catch(() => {});
    await api.made('/people', aPerson());
    await eventually('it is seen', () => seen.includes('Lovelace'));
    await api.put(`/keys/${id}`, { permissions: ['event:list', 'webhook:create'] });
    clock.moveOn(2);
    await api.made('/people', aPerson({ name: { firstName: 'Grace', lastName: 'Hopper' } }));
    await ended;
    assert.ok(!seen.includes('Hopper'));
  });
});
