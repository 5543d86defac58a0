// Webhook subscriptions over HTTP: made, shown, changed, refused, deleted; which events they get, and what is stored of
// them. Their deliveries: delivery/deliveries.test.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import {
  afterMs,
  aWebhook,
  eventsOf,
  manyContacts,
  planned,
  quiet,
  secretOf,
  subscribe,
  useReceivers,
} from '../../../tests/support/receiver.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { testServer } from '../../../tests/support/server.ts';
import { type Shown, told, typesOf } from '../../../tests/support/told.ts';

const outside = 'https://hooks.example.com/tenor?token=telltale-token';
const urlPath = 'webhookDirectDetails.webhookUrl';

const refusedUrls: readonly string[] = [
  // Not https.
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ws://hooks.example.com/',
  'gopher://hooks.example.com/',
  'data:text/plain,hello',
  // This machine and its networks, in different spellings.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://0xc0a80101/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  // Names of inner hosts.
  'https://localhost/',
  'https://LOCALHOST:8443/',
  'https://localhost./',
  'https://x.localhost/',
  'https://localhost.localdomain/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://intranet/',
  // URLs that are not what they seem.
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com/#part',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:65536/',
  'https:hooks.example.com',
  'https:/hooks.example.com/',
  'https:\\\\hooks.example.com\\',
  'https://hooks.example.com\\@127.0.0.1/',
  ' https://hooks.example.com/',
  'https://hooks.exa mple.com/',
  'https://hooks.example.com/\n',
  'https://',
  'hooks.example.com',
  'nonsense',
  `https://hooks.example.com/${'x'.repeat(2048)}`,
  '',
];

describe('a webhook subscription', { concurrency: true }, () => {
  const receivers = useReceivers(20);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  /** Waits long enough for planned deliveries to be sent. */
  async function aWhile(api: Client): Promise<void> {
    await planned(house(), api);
    await sleep(300);
  }

  test('is created with status 200, a message, and a secret that is shown this once', async () => {
    const { id: companyId, test: api } = await aCompany();
    const answer = await api.post('/webhooks', aWebhook(outside, { eventTypes: ['contact.*', 'person.created'] }));
    assert.deepEqual([answer.status, answer.body.status], [200, 200]);
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

  test('leads to the public internet by https, and nowhere else', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/webhooks', aWebhook(outside));
    for (const webhookUrl of refusedUrls) {
      refusedAt(await api.post('/webhooks', aWebhook(webhookUrl)), urlPath);
      refusedAt(await api.put(`/webhooks/${id}`, { webhookDirectDetails: { webhookUrl } }), urlPath);
    }
    refusedAt(
      await api.post('/webhooks', aWebhook(outside, { webhookDirectDetails: undefined })),
      'webhookDirectDetails',
    );
    refusedAt(await api.post('/webhooks', aWebhook(outside, { webhookDirectDetails: {} })), urlPath);
    assert.deepEqual((await api.get('/webhooks')).body.data.map(urlOf), [outside], 'nothing was stored');
  });

  test('leads inside to a dev host, which is matched exactly', async () => {
    const { test: api } = await aCompany();
    const { host } = receivers.take();
    const port = host.split(':')[1];
    assert.equal((await api.post('/webhooks', aWebhook(`http://${host}/a?b=c`))).status, 200);
    assert.equal((await api.post('/webhooks', aWebhook(`https://${host}/`))).status, 200);
    const others = [
      `http://localhost:${port}/`,
      'http://127.0.0.1/',
      `http://127.0.0.2:${port}/`,
      'http://127.0.0.1:1/',
    ];
    for (const other of others) refusedAt(await api.post('/webhooks', aWebhook(other)), urlPath);
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
    const { id, eventTypes } = (await ask(odd)).body.data;
    assert.deepEqual(eventTypes, odd, 'as they were sent');
    refusedAt(await api.put(`/webhooks/${id}`, { eventTypes: [] }), 'eventTypes');
    refusedAt(await api.put(`/webhooks/${id}`, { eventTypes: ['contact.*', 'no good'] }), 'eventTypes[1]');
    assert.deepEqual((await api.get(`/webhooks/${id}`)).body.data.eventTypes, odd);
  });

  test('is one of a hundred at most, also of many that are made at once', async () => {
    const company = await aCompany();
    const api = company.test;
    const makeMany = (n: number) =>
      Promise.all(Array.from({ length: n }, () => api.post('/webhooks', aWebhook(outside, { enabled: false }))));
    for (const n of [32, 32, 32]) assert.ok((await makeMany(n)).every((one) => one.status === 200));
    const statuses = (await makeMany(12)).map((answer) => answer.status);
    assert.deepEqual(statuses.filter((status) => status === 200).length, 4, statuses.join());
    const refused = await api.post('/webhooks', aWebhook(outside));
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'TooManyWebhooks']);
    assert.equal((await api.get('/webhooks')).body.total, 100);
    await api.delete(`/webhooks/${ids(await api.get('/webhooks'))[10]}`);
    assert.equal((await api.post('/webhooks', aWebhook(outside))).status, 200, 'one that was deleted does not count');
    assert.equal((await company.live.post('/webhooks', aWebhook(outside))).status, 200, 'the other mode has its own');
  });

  test('is told of what its patterns match, and GET /events?webhookId= shows the same', async () => {
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

  test('is told nothing of other companies, nor of the other mode', async () => {
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
    // The sender sees it within a moment.
    await sleep(1_000);
    const sent = slow.posts.length;
    assert.ok(sent < 40 && sent - before < 8, `${before} of 40 were sent, and then ${sent}`);
    await manyContacts(api, person.id, 2);
    await aWhile(api);
    assert.equal(slow.posts.length, sent);
  });

  test('lies in the database sealed: neither URL, secret, bodies nor answers can be read there', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take((answer) => answer.end('telltale-answer'));
    const webhookUrl = `${receiver.url}?token=telltale-token`;
    const key = { 'idempotency-key': 'once' };
    const made = (await api.post('/webhooks', aWebhook(webhookUrl), key)).body.data;
    const again = await api.post('/webhooks', aWebhook(webhookUrl), key);
    assert.deepEqual([again.status, again.body.data], [409, { id: made.id }], 'the secret does not come again');
    const rotated = (await api.post(`/webhooks/${made.id}/rotate-secret`, undefined, { 'idempotency-key': 'r' })).body;
    const lastName = 'Telltalehausen';
    const email = 'telltale@example.org';
    const { id } = await api.made('/people', { name: { firstName: 'Tellula', lastName }, dateOfBirth: '1987-06-05' });
    await api.made(`/people/${id}/contacts`, { contactType: 'email', label: 'personal', value: email });
    await receiver.until(4);
    await api.made(`/webhooks/${made.id}/recover?sync=true`, { from: '2026-01-01' });
    await eventually(
      'all is written down',
      async () => (await api.get(`/webhooks/${made.id}`)).body.data.pending === 0,
    );
    assert.match(receiver.posts.map(({ body }) => body).join(), /Telltalehausen.*telltale@example\.org/s);
    const telltales = ['telltale', 'tellula', receiver.host, '1987-06-05'];
    const secrets = [secretOf(made), secretOf(rotated.data)];
    const rows = await everyRow(house().database);
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_work', 'events', 'operations']) {
      assert.ok(
        rows.some(([name]) => name === `test.${table}`),
        `${table} was looked at`,
      );
    }
    for (const [table, row] of rows) {
      for (const word of [...telltales, ...secrets]) assert.ok(!holds(row, word), `${table} holds ${word}: ${row}`);
    }
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

  test('tells of its own changes, and never its URL or its secret', async () => {
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
const idsOf = (events: readonly Shown[]): string[] => events.map(({ id }) => id);

const refusedAsOff = ({ status, body }: Answer): void =>
  assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'enabled']);

/** All rows of the database, in every schema of ours, as text: each with the name of its table. */
async function everyRow(database: string): Promise<[table: string, row: string][]> {
  const client = new pg.Client({ ...testServer().admin, database });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')
         and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
    );
    const all: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as row from ${name} t`);
      all.push(...rows.map(({ row }): [string, string] => [name, row]));
    }
    return all;
  } finally {
    await client.end();
  }
}

/** As plain text, or in the form in which bytes of a column are printed. */
const holds = (row: string, word: string): boolean =>
  [word, Buffer.from(word).toString('hex')].some((form) => row.toLowerCase().includes(form.toLowerCase()));
