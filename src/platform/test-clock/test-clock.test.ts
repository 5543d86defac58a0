// The clock of a test realm, over HTTP: it is set and moved, and other requests get the right answers meanwhile.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import { machineClock } from '#platform/clock.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';

const clockOf = async (client: Client) => (await client.get('/test-clock')).body.data;
const isNow = (instant: string): boolean =>
  Math.abs(Number(microsOfInstant(instant as never)) - machineClock.micros()) < 60_000_000;

describe('the test clock', () => {
  const { aCompany } = useHouse();

  test('follows the real time until it is set, stands still, and follows it again', async () => {
    const { test: api } = await aCompany();
    const first = await clockOf(api);
    assert.deepEqual([first.isSet, first.operationId, isNow(first.now)], [false, null, true]);
    const set = await api.made('/test-clock', { now: '2026-03-01T04:00:00-05:00' });
    const standing = { object: 'testClock', now: '2026-03-01T09:00:00.000000+00:00', isSet: true, operationId: null };
    assert.deepEqual(set, standing);
    assert.deepEqual(await clockOf(api), standing);
    const back = await api.made('/test-clock', { now: null });
    assert.deepEqual([back.isSet, isNow(back.now)], [false, true], back.now);
    assert.ok(isNow((await clockOf(api)).now));
  });

  test('is one for each company', async () => {
    const [a, b] = [await aCompany(), await aCompany()];
    await a.test.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    assert.equal((await clockOf(b.test)).isSet, false);
  });

  test('is not for live keys', async () => {
    const { live } = await aCompany();
    const answers = [
      await live.get('/test-clock'),
      await live.post('/test-clock', { now: '2026-03-01T09:00:00Z' }),
      await live.post('/test-clock', { now: null }),
      await live.post('/test-clock/advance', { to: '2099-03-01T09:00:00Z' }),
      await live.post('/test-clock/advance?sync=true', { to: '2099-03-01T09:00:00Z' }),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body.errorType], [403, 'TestModeOnly']);
  });

  test('is advanced by an operation, which can be waited for', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    const answer = await api.post('/test-clock/advance?sync=true', { to: '2026-04-01T09:00:00Z' });
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.body.data.state, answer.body.data.kind], ['succeeded', 'testClock.advance']);
    assert.equal(answer.headers['operation-id'], answer.body.data.id);
    const now = '2026-04-01T09:00:00.000000+00:00';
    assert.deepEqual(answer.body.data.result, { now });
    assert.deepEqual(answer.body.data.progress, { done: 31, total: 31 });
    assert.deepEqual(await clockOf(api), { object: 'testClock', now, isSet: true, operationId: null });
    assert.equal((await api.made('/people', aPerson())).createdAt, now);
  });

  test('is advanced without waiting: 202, and the operation tells when it is done', async () => {
    const { test: api } = await aCompany();
    const answer = await api.post('/test-clock/advance', { to: '2099-04-01T09:00:00Z' });
    assert.deepEqual([answer.status, answer.body.data.state], [202, 'queued']);
    const id = answer.headers['operation-id'];
    assert.equal(answer.body.data.id, id);
    const stateNow = async () => (await api.get(`/operations/${id}`)).body.data.state;
    await eventually('it has succeeded', async () => (await stateNow()) === 'succeeded');
    assert.equal((await clockOf(api)).now, '2099-04-01T09:00:00.000000+00:00');
  });

  test('only moves forward', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    for (const to of ['2026-03-01T09:00:00Z', '2026-03-01T08:59:59.999999Z', '1999-01-01T00:00:00Z']) {
      const answer = await api.post('/test-clock/advance', { to });
      assert.equal(answer.status, 400, to);
      assert.equal(answer.body.data.path, 'to');
      assert.match(answer.body.message, /^to: must be later/);
    }
    assert.equal((await clockOf(api)).operationId, null);
  });
});

describe('while the test clock is advanced', () => {
  const { house, aCompany } = useHouse({ works: false, config: { syncTimeoutMs: 120 } });

  test('whoever waits too long hears 408, and the work goes on', async () => {
    const { test: api } = await aCompany();
    const answer = await api.post('/test-clock/advance?sync=true', { to: '2099-01-01T00:00:00Z' });
    assert.deepEqual([answer.status, answer.body.errorType], [408, 'RequestTimeout']);
    const id = answer.body.data.operationId;
    assert.equal(answer.headers['operation-id'], id);
    assert.equal((await api.get(`/operations/${id}`)).body.data.state, 'queued');
    assert.equal((await clockOf(api)).operationId, id);
  });

  test('writes of that test realm answer 423, reads and all other realms go on', async () => {
    const [company, other] = [await aCompany(), await aCompany()];
    const { test: api } = company;
    const { id } = await api.made('/people', aPerson());
    const started = await api.post('/test-clock/advance', { to: '2099-01-01T00:00:00Z' });
    const operationId = started.body.data.id;
    const refused = [
      await api.post('/people', aPerson()),
      await api.put(`/people/${id}`, { status: 'inactive' }),
      await api.post('/test-clock', { now: null }),
      await api.post('/test-clock/advance', { to: '2099-02-01T00:00:00Z' }),
    ];
    for (const { status, body, headers } of refused) {
      assert.deepEqual([status, body.errorType, headers['retry-after']], [423, 'Locked', '1']);
      assert.equal(body.data.operationId, operationId);
    }
    assert.equal((await api.get(`/people/${id}`)).body.data.status, 'active');
    assert.equal((await api.get('/people')).body.total, 1);
    assert.equal((await company.live.post('/people', aPerson())).status, 201);
    assert.equal((await other.test.post('/people', aPerson())).status, 201);

    await house().service.operations.job.run({ ...api.realm, payload: { operationId } });
    assert.equal((await api.post('/people', aPerson())).status, 201);
    assert.equal((await clockOf(api)).now, '2099-01-01T00:00:00.000000+00:00');
  });

  test('writes from whose day nothing follows go between two moves, and people sign in', async () => {
    const { test: api } = await aCompany();
    const email = 'ada@acme.example';
    await aUser(house(), api, { email });
    await api.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    const { id: operationId } = await api.made('/test-clock/advance', { to: '2066-01-01T00:00:00Z' });
    let isOver = false;
    const moved = house()
      .service.operations.job.run({ ...api.realm, payload: { operationId } })
      .finally(() => {
        isOver = true;
      });
    const [{ id: role }] = (await api.get('/roles')).body.data;
    const webhookDirectDetails = { webhookUrl: 'https://hooks.example.com/tenor' };
    for (let times = 0; times === 0 || (!isOver && times < 10); times += 1) {
      const written = [
        await api.post('/keys', { name: 'A key' }),
        await api.put('/companies/current', { brandName: `Acme ${times}` }),
        await api.post('/webhooks', { webhookType: 'direct', eventTypes: ['person.created'], webhookDirectDetails }),
        await api.post('/users', { userType: 'agent', authType: { username: `bob-${times}` }, roles: [role] }),
      ];
      for (const { status, body } of written) assert.ok(status < 300, JSON.stringify(body));
    }
    await signedIn(house(), api, email);
    await moved;
    assert.equal((await clockOf(api)).now, '2066-01-01T00:00:00.000000+00:00');
  });

  test('a write that had begun ends before the clock moves, never across it', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-03-01T09:00:00Z' });
    const [begun, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = house().service.runCommand({
      caller: aCaller(api.realm),
      requestId: 'r',
      run: async (ctx) => {
        begun.resolve();
        await enough.promise;
        return ctx.now;
      },
      present: (now) => ({ status: 200, headers: {}, body: String(now) }),
    });
    await begun.promise;
    const advance = api.post('/test-clock/advance', { to: '2026-04-01T09:00:00Z' });
    await sleep(50);
    const meanwhile = await clockOf(api);
    enough.resolve();
    assert.equal(meanwhile.operationId, null, 'it waits for the write');
    assert.equal((await write).body, '2026-03-01T09:00:00.000000+00:00');
    assert.equal((await advance).status, 202);
  });
});
