// Requests beyond the service's capacity are refused at once, with the time to try again; the others are done, and
// afterwards the service is as before. One key gets at most half of the slots.

import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { eventually } from './support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from './support/house.ts';
import { dice } from './support/seed.ts';

const requestsMax = 12;
const ofOneKey = 6;

describe('overload', () => {
  // Whoever waits for the locked person must still wait when all has been looked at, on a busy machine too.
  const { house, aCompany } = useHouse({ config: { requestsMax }, lockWaitMs: 20_000 });

  before(() => house().app.listen({ host: '127.0.0.1', port: 0 }));

  const metric = async (name: string): Promise<number> => {
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
  };

  /** Locks a person: its writers wait, so every request that is sent stays under way. */
  async function held(api: Client, personId: string): Promise<PoolClient> {
    const holder = await house().service.database.pools[api.realm.mode].connect();
    await holder.query('begin');
    await holder.query('select 1 from people where person_id = $1 for update', [personId]);
    return holder;
  }

  const letGo = async (holder: PoolClient): Promise<void> => {
    await holder.query('rollback');
    holder.release();
  };

  const contact = (n: number) => ({ contactType: 'email', label: 'personal', value: `a${n}@example.com` });
  const writers = (api: Client, id: string, count: number): Promise<Answer>[] =>
    Array.from({ length: count }, (_, n) => api.post(`/people/${id}/contacts`, contact(n)));
  const underWay = (count: number) =>
    eventually(`${count} are under way`, async () => (await metric('requests_under_way')) === count);

  function mustBeRefused({ status, headers, body }: Answer): void {
    assert.deepEqual([status, body.errorType], [429, 'TooManyRequests'], JSON.stringify(body));
    assert.match(body.message, /share/);
    assert.equal(headers['retry-after'], '1');
    assert.match(headers['request-id'] ?? '', /^[a-z0-9]{20}$/);
  }

  test('is refused at once, and nothing of it is begun; what was taken on is done', async () => {
    const { live, test: inTest } = await aCompany();
    const { live: other } = await aCompany();
    const { id } = await live.made('/people', aPerson());
    const refusedBefore = await metric('requests_refused_total');
    const holder = await held(live, id);
    const taken = writers(live, id, ofOneKey);
    await underWay(ofOneKey);
    for (const [method, path] of [
      ['GET', '/people'],
      ['POST', '/people'],
      ['GET', `/people/${id}`],
    ] as const) {
      const answer = await live.call(method, path, method === 'POST' ? { body: aPerson() } : {});
      mustBeRefused(answer);
    }
    for (const others of [other, inTest]) assert.equal((await others.get('/people')).status, 200, 'others go on');
    for (const path of ['health/live', 'health/ready', 'metrics', 'openapi.json', 'docs']) {
      const { status } = await house().call(undefined, 'GET', `http://tenor.test/${path}`);
      assert.equal(status, 200, path);
    }
    assert.equal((await live.get('/events/stream')).status, 200, 'a stream is none of them');
    await letGo(holder);
    for (const answer of await Promise.all(taken)) assert.equal(answer.status, 201);
    assert.equal((await live.get(`/people/${id}/contacts`)).body.data.length, ofOneKey);
    assert.equal((await live.get('/people')).body.data.length, 1, 'what was refused was not done');
    assert.equal(await metric('requests_under_way'), 0);
    assert.equal((await metric('requests_refused_total')) - refusedBefore, 3);
  });

  test('of writers many times as many leaves no other error, and each of them is done when it comes again', async () => {
    const { live } = await aCompany();
    const refused: Answer[] = [];
    const write = async (n: number): Promise<void> => {
      for (;;) {
        const answer = await live.post('/people', aPerson({ externalId: `many-${n}` }));
        if (answer.status === 201) return;
        refused.push(answer);
        await sleep(dice.between(5, 25));
      }
    };
    await Promise.all(Array.from({ length: requestsMax * 10 }, (_, n) => write(n)));
    assert.ok(refused.length > 0);
    for (const answer of refused) mustBeRefused(answer);
    assert.equal((await live.get('/people?limit=1&total=exact')).body.total, requestsMax * 10);
    for (let i = 0; i < 20; i++) assert.equal((await live.get('/people?limit=1')).status, 200, 'as before');
  });

  test('is not made by who only waits for an operation, nor by who sent half a request and went away', async () => {
    const { live, test: api } = await aCompany();
    const { port } = house().app.server.address() as AddressInfo;
    const head = `POST /api/people HTTP/1.1\r\nhost: x\r\nx-api-key: ${live.key}\r\ncontent-type: application/json\r\n`;
    const halves = Array.from({ length: requestsMax }, () => connect(port, '127.0.0.1'));
    for (const half of halves) half.write(`${head}content-length: 100\r\n\r\n{"name":`);
    await eventually('they come', async () => (await metric('body_bytes_under_way')) === requestsMax * 100);
    assert.equal((await live.get('/people')).status, 200, 'they have no place yet');
    for (const half of halves) half.destroy();
    await eventually('they are gone', async () => (await metric('body_bytes_under_way')) === 0);
    await api.made('/test-clock', { now: '2026-03-01T00:00:00Z' });
    const pool = house().service.database.pools.test;
    // The operation cannot continue while the clock's row is locked, and its caller waits as long.
    const holder = await pool.connect();
    await holder.query('begin');
    const asked = api.post('/test-clock/advance?sync=true', { to: '2026-03-02T00:00:00Z' });
    await eventually('it has begun', async () => {
      const { rows } = await holder.query(
        'select 1 from test_clocks where company_id = $1 and operation_id is not null for update',
        [api.realm.companyId],
      );
      return rows.length > 0;
    });
    await eventually('who waits has given up its place', async () => (await metric('requests_under_way')) === 0);
    await letGo(holder);
    assert.equal((await asked).status, 200);
  });

  test('is not made by who went away while the database kept its key waiting', async () => {
    const { live } = await aCompany();
    const { port } = house().app.server.address() as AddressInfo;
    const pool = house().service.database.pools.live;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('lock table live.api_keys');
    const gone = Array.from({ length: ofOneKey * 2 }, () => connect(port, '127.0.0.1'));
    const waiting = async (): Promise<number> => {
      const { rows } = await holder.query(
        "select count(*)::int as n from pg_locks where relation = 'live.api_keys'::regclass and not granted",
      );
      return rows[0].n;
    };
    const open = () => new Promise((resolve) => house().app.server.getConnections((_, count) => resolve(count)));
    try {
      for (const one of gone) one.write(`GET /api/people HTTP/1.1\r\nhost: x\r\nx-api-key: ${live.key}\r\n\r\n`);
      await eventually('its key is looked up', async () => (await waiting()) > 0);
      await eventually('all have come', async () => (await open()) === gone.length);
      for (const one of gone) one.destroy();
      await eventually('all have gone', async () => (await open()) === 0);
    } finally {
      for (const one of gone) one.destroy();
      await letGo(holder);
    }
    for (let i = 0; i < requestsMax; i++) assert.equal((await live.get('/people')).status, 200, 'it has its share');
    await underWay(0);
  });

  test('is not made by requests that are refused for another reason: they give their places back', async () => {
    const { live } = await aCompany();
    const headers = { 'content-type': 'application/json' };
    for (let i = 0; i < requestsMax * 3; i++) {
      assert.equal((await live.get('/people/BO-AAAA-AAAA')).status, 404);
      assert.equal((await house().call('no such key', 'GET', '/people')).status, 401);
      assert.equal((await live.call('POST', '/people', { body: '{', headers })).status, 400);
      assert.equal((await live.call('POST', '/people', { body: 'x'.repeat(1_100_000), headers })).status, 413);
    }
    assert.equal(await metric('requests_under_way'), 0);
  });
});
