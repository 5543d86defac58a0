// A repeated write answers what the first one answered, whatever happens in between.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineClock } from '#platform/clock.ts';
import { modes } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { type Answer, anEmail, aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { forgetReplies, idempotentRequest } from './idempotency.ts';
import { commandRunner } from './run-command.ts';

const dayMicros = 24 * 3600 * 1_000_000;

describe('an idempotency key', () => {
  let aheadMicros = 0;
  const clock = { micros: () => machineClock.micros() + aheadMicros };
  const { house, aCompany } = useHouse({ works: false, clock });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const post = (client: Client, key: string, body: unknown = aPerson(), path = '/people'): Promise<Answer> =>
    client.post(path, body, { 'idempotency-key': key });
  const peopleOf = async (client: Client): Promise<number> => (await client.get('/people')).body.total;
  const kept = async (mode: 'live' | 'test' = 'live') =>
    (await house().service.database.pools[mode].query('select * from idempotency')).rows;

  test('gives the same answer to the same request, and makes nothing', async () => {
    const { live } = await aCompany();
    const key = randomUUID();
    const [first, second] = [await post(live, key), await post(live, key)];
    assert.equal(first.status, 201);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(second.status, 201);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.deepEqual(second.body, first.body);
    assert.equal(await peopleOf(live), 1);
  });

  test('makes a PUT and a DELETE safe to repeat: each is done once, and answers the same', async () => {
    const { live } = await aCompany();
    const { id } = await live.made('/people', aPerson());
    const contacts = `/people/${id}/contacts`;
    const contact = await live.made(contacts, anEmail());
    const hook = {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: 'https://a.example' },
    };
    const webhook = await live.made('/webhooks', hook);
    const keyed = (method: string, path: string, body?: unknown) => {
      const headers = { 'idempotency-key': randomUUID() };
      return { once: () => live.call(method, path, { body, headers }), headers };
    };
    const changed = keyed('PUT', `${contacts}/${contact.id}`, { value: 'first@example.com' });
    const first = await changed.once();
    await live.put(`${contacts}/${contact.id}`, { value: 'second@example.com' });
    const repeated = await changed.once();
    assert.deepEqual([repeated.status, repeated.headers['idempotent-replayed']], [200, 'true']);
    assert.deepEqual(repeated.body, first.body);
    assert.equal((await live.get(`${contacts}/${contact.id}`)).body.data.value, 'second@example.com');
    const reused = await live.call('DELETE', `${contacts}/${contact.id}`, { headers: changed.headers });
    assert.deepEqual([reused.status, reused.body.errorType], [409, 'IdempotencyKeyReused']);

    // The second is the subject of its own path, and is not there any more when the request is repeated.
    for (const path of [`${contacts}/${contact.id}`, `/webhooks/${webhook.id}`]) {
      const removed = keyed('DELETE', path);
      const [gone, again] = [await removed.once(), await removed.once()];
      assert.deepEqual([gone.status, gone.headers['idempotent-replayed']], [200, undefined], path);
      assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true'], path);
      assert.deepEqual(again.body, gone.body);
      assert.equal((await keyed('DELETE', path).once()).status, 404, 'another key is another request');
    }
    const events = (await live.get(`/people/${id}/events?events=contact.*`)).body.data;
    const types = events.map(({ eventType }: { eventType: string }) => eventType).sort();
    assert.deepEqual(types, ['contact.created', 'contact.deleted', 'contact.updated', 'contact.updated']);
  });

  test('keeps the headers of an operation with its answer', async () => {
    const { test: api } = await aCompany();
    const key = randomUUID();
    const body = { to: '2099-01-01T00:00:00Z' };
    const first = await post(api, key, body, '/test-clock/advance');
    const second = await post(api, key, body, '/test-clock/advance');
    assert.match(first.headers['operation-id'] as string, /^OP-/);
    assert.deepEqual([second.status, second.headers['idempotent-replayed']], [202, 'true']);
    assert.equal(second.headers['operation-id'], first.headers['operation-id']);
  });

  test('does not fit another body, path or query', async () => {
    const key = randomUUID();
    assert.equal((await post(company.live, key)).status, 201);
    const others = [
      await post(company.live, key, aPerson({ status: 'inactive' })),
      await post(company.live, key, aPerson(), '/people?sync=true'),
      await post(company.live, key, { name: 'A key' }, '/keys'),
    ];
    for (const other of others) {
      assert.equal(other.status, 409);
      assert.equal(other.body.errorType, 'IdempotencyKeyReused');
    }
  });

  test('of 20 requests at once makes one person; the others are repeats or told to wait', async () => {
    const { live } = await aCompany();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(live, key)));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id));
    assert.equal(ids.size, 1);
    assert.equal(await peopleOf(live), 1);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.ok(refused.length > 0);
    for (const answer of refused) {
      assert.equal(answer.status, 409);
      assert.equal(answer.body.errorType, 'IdempotencyKeyInUse');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.equal((await post(live, key)).headers['idempotent-replayed'], 'true');
  });

  test('of 20 requests at once to 20 processes makes one person as well', async () => {
    const { live } = await aCompany();
    const { database, vault, position } = house().service;
    const idempotency = idempotentRequest('AK-TEST-TEST', randomUUID(), 'POST', '/api/people', undefined);
    const process = () =>
      commandRunner({
        database,
        vault,
        position,
        clock,
        settings: { webhookDevHosts: new Set() },
      });
    let runs = 0;
    const run = () =>
      process()({
        caller: aCaller(live.realm),
        requestId: 'r',
        idempotency,
        run: async (_, tx) => {
          runs += 1;
          const id = newId('BO');
          // Until another has looked for an earlier answer as well, and found none.
          for (let waits = 0; runs === 1 && waits < 5_000; waits++) await sleep(10);
          tx.write(
            tx.db.insertInto('external_ids').values({ external_id: id, kind: 'k', subject_id: 's', object_id: id }),
          );
          return id;
        },
        present: (answer) => ({ status: 201, headers: {}, body: String(answer) }),
      });
    const settled = await Promise.allSettled(Array.from({ length: 20 }, run));
    const bodies = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.body] : []));
    assert.equal(new Set(bodies).size, 1);
    assert.ok(runs > 1, 'they did run at once');
    for (const one of settled) {
      if (one.status === 'rejected') assert.ok(one.reason instanceof Refusal && one.reason.kind.status === 409);
    }
    const { rows } = await database.pools.live.query(
      "select object_id from external_ids where company_id = $1 and kind = 'k'",
      [live.realm.companyId],
    );
    assert.deepEqual(rows, [{ object_id: bodies[0] }]);
  });

  test('is not used up by a request that was refused', async () => {
    const { live } = await aCompany();
    await live.made('/people', aPerson({ externalId: 'taken' }));
    const key = randomUUID();
    assert.equal((await post(live, key, { name: {} })).status, 400);
    assert.equal((await post(live, key, aPerson({ externalId: 'taken' }))).status, 409);
    const corrected = await post(live, key, aPerson({ externalId: 'free' }));
    assert.equal(corrected.status, 201);
    assert.equal(corrected.headers['idempotent-replayed'], undefined);
  });

  test('belongs to its realm: another mode or company may use the same', async () => {
    const [a, b] = [await aCompany(), await aCompany()];
    const key = randomUUID();
    const clients = [a.live, a.test, b.live, b.test];
    const ids: string[] = [];
    for (const client of clients) {
      const answer = await post(client, key);
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined]);
      ids.push(answer.body.data.id);
    }
    assert.equal(new Set(ids).size, 4);
  });

  test('belongs to its API key: another one gets nothing of what was kept, and does what it may', async () => {
    const company = await aCompany();
    const keyWith = async (permissions: string[] | null): Promise<Client> => {
      const { key } = await company.test.made('/keys', { name: 'another', permissions });
      return house().client(key, company.test.realm);
    };
    const key = randomUUID();
    const minted = { name: 'An administrator', permissions: null };
    assert.equal((await post(company.test, key, minted, '/keys')).status, 201);
    const forbidden = await post(await keyWith(['key:create']), key, minted, '/keys');
    assert.deepEqual([forbidden.status, forbidden.body.errorType], [403, 'Forbidden']);

    const made = await post(company.test, key.toUpperCase());
    const own = await post(await keyWith(null), key.toUpperCase());
    assert.deepEqual([own.status, own.headers['idempotent-replayed']], [201, undefined]);
    assert.notEqual(own.body.data.id, made.body.data.id);
  });

  test('gives nothing to a key that may not do it any more, or not all of it', async () => {
    const company = await aCompany();
    const { id } = await company.test.made('/people', aPerson());
    const path = `/people/${id}/payment-instruments?force=true`;
    const account = { instrumentType: 'bankAccount', isExternal: true, accountNumberLastFour: '4321' };
    const may = ['payment.instrument:create', 'payment.instrument:force'];
    const small = await company.test.made('/keys', { name: 'small', permissions: may });
    const client = house().client(small.key, company.test.realm);
    const key = randomUUID();
    assert.equal((await post(client, key, account, path)).status, 201);
    await company.test.put(`/keys/${small.id}`, { permissions: ['payment.instrument:create'] });
    aheadMicros += 1_001_000;
    const repeated = await post(client, key, account, path);
    assert.deepEqual([repeated.status, repeated.body.data], [403, { permission: 'payment.instrument:force' }]);
  });

  test('of one subject does not fit another', async () => {
    const { live } = await aCompany();
    const [a, b] = [await live.made('/people', aPerson()), await live.made('/people', aPerson())];
    const key = randomUUID();
    assert.equal((await post(live, key, anEmail(), `/people/${a.id}/contacts`)).status, 201);
    for (const [path, body] of [
      [`/people/${b.id}/contacts`, anEmail()],
      ['/people', aPerson()],
    ] as const) {
      const reused = await post(live, key, body, path);
      assert.deepEqual([reused.status, reused.body.errorType], [409, 'IdempotencyKeyReused'], path);
    }
    assert.equal((await live.get(`/people/${b.id}/contacts`)).body.total, 0);
  });

  test('whose answer held a secret answers what was made, never the secret, and makes nothing', async () => {
    const { live, id: companyId } = await aCompany();
    const hook = {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: 'https://a.example' },
    };
    const { id } = await live.made('/webhooks', hook);
    const before = (await kept()).length;
    for (const [path, body] of [
      ['/keys', { name: 'A key' }],
      ['/webhooks', hook],
      [`/webhooks/${id}/rotate-secret`, {}],
    ] as const) {
      const key = randomUUID();
      const first = await post(live, key, body, path);
      assert.ok(first.status < 300, path);
      const second = await post(live, key, body, path);
      assert.deepEqual([second.status, second.body.errorType], [409, 'SecretShownOnce'], path);
      assert.deepEqual(second.body.data, { id: first.body.data.id });
      assert.equal((await post(live, key, { ...body, more: 1 }, path)).body.errorType, 'IdempotencyKeyReused', path);
    }
    const rows = (await kept()).filter((row) => row.company_id === companyId);
    assert.equal((await kept()).length, before + 3);
    assert.deepEqual(
      rows.map(({ body }) => body),
      [null, null, null],
    );
    assert.deepEqual([(await live.get('/keys')).body.total, (await live.get('/webhooks')).body.total], [2, 2]);
  });

  test('moved to the row of another request, what was kept does not open', async () => {
    const { live, id: companyId } = await aCompany();
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const [first, other] = [await post(live, mine), await post(live, theirs)];
    await house().service.database.pools.live.query(
      `update idempotency i set body = o.body from idempotency o
       where i.company_id = $1 and o.company_id = $1 and i.key_hash <> o.key_hash`,
      [companyId],
    );
    const answer = await post(live, mine);
    assert.equal(answer.status, 500);
    for (const { body } of [first, other]) assert.ok(!JSON.stringify(answer.body).includes(body.data.id));
  });

  test('is kept with nothing that can be read', async () => {
    const key = 'a key that may itself be telling';
    await post(company.live, key, aPerson({ name: { firstName: 'Zebulon', lastName: 'Quartermain' } }));
    for (const mode of modes) {
      const { rows } = await house().service.database.pools[mode].query(
        "select i::text || encode(coalesce(body, ''), 'escape') || encode(key_hash, 'escape') as all_of_it from idempotency i",
      );
      for (const row of rows) assert.doesNotMatch(row.all_of_it, /Zebulon|Quartermain|firstName|telling/);
    }
    assert.ok((await kept()).length > 0);
  });

  test('lies with the person below /people/{personId}', async () => {
    const { live, id: companyId } = await aCompany();
    const { id } = await live.made('/people', aPerson());
    const key = randomUUID();
    const first = await post(live, key, anEmail(), `/people/${id}/contacts`);
    assert.equal(first.status, 201);
    const rows = (await kept()).filter((row) => row.company_id === companyId);
    assert.deepEqual(
      rows.map((row) => row.subject_id),
      [id],
    );
    const second = await post(live, key, anEmail(), `/people/${id}/contacts`);
    assert.deepEqual(second.body, first.body);
    assert.equal((await live.get(`/people/${id}/contacts`)).body.total, 1);
  });

  test('is forgotten after a day, not before', async () => {
    const { live } = await aCompany();
    const key = randomUUID();
    const first = await post(live, key);
    aheadMicros = dayMicros - 60_000_000;
    assert.equal((await post(live, key)).body.data.id, first.body.data.id);
    aheadMicros = dayMicros + 1_000_000;
    const next = await post(live, key, aPerson({ status: 'inactive' }));
    assert.equal(next.status, 201);
    assert.notEqual(next.body.data.id, first.body.data.id);
    assert.equal((await post(live, key, aPerson({ status: 'inactive' }))).headers['idempotent-replayed'], 'true');
  });

  test('leaves no row behind once its day is over', async () => {
    const { live, id: companyId } = await aCompany();
    const [old, young] = [randomUUID(), randomUUID()];
    await post(live, old);
    aheadMicros += dayMicros / 2;
    await post(live, young);
    aheadMicros += dayMicros / 2 + 1_000_000;
    await forgetReplies(house().service.database, clock).run('live');
    const rows = (await kept()).filter((row) => row.company_id === companyId);
    assert.equal(rows.length, 1);
    assert.equal((await post(live, young)).headers['idempotent-replayed'], 'true');
  });

  test('must be a header that can be compared', async () => {
    for (const key of ['', 'x'.repeat(256), 'naïve']) {
      const answer = await post(company.live, key);
      assert.equal(answer.status, 400, key);
      assert.equal(answer.body.data.path, 'Idempotency-Key');
    }
  });
});
