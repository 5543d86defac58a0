// API keys and the companies that they belong to: specification 4.2 and 5.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { movableClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('API keys', () => {
  // The tests move this clock, because a key that was found is remembered for a second.
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock });
  const clientOf = (key: string, { realm }: Client): Client => house().client(key, realm);

  async function aKey(company: Company, body: Record<string, unknown> = {}) {
    const made = await company.test.made('/keys', { name: 'Nightly import', ...body });
    return { made, api: clientOf(made.key, company.test), path: `/keys/${made.id}` };
  }

  test('a new key is shown once, works at once, and is described with every field', async () => {
    const company = await aCompany();
    const answer = await company.test.post('/keys', { name: 'Nightly import' });
    assert.equal(answer.status, 201);
    const { key, ...described } = answer.body.data;
    assert.match(key, /^tenor_test_[A-Za-z0-9]{40}$/);
    const { id, createdAt, ...rest } = described;
    assert.match(id, /^AK-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    assert.deepEqual(rest, {
      object: 'apiKey',
      companyId: company.id,
      mode: 'test',
      name: 'Nightly import',
      hint: key.slice(-4),
      permissions: null,
      apiVersion: '2023-11-29',
      expiresAt: null,
      allowedAddresses: null,
      predecessorId: null,
      successorId: null,
      holderUserId: null,
      lastUsedAt: null,
      updatedAt: null,
    });
    const read = await company.test.get(`/keys/${id}`);
    assert.deepEqual(read.body.data, described);
    const list = await company.test.get('/keys');
    assert.deepEqual(list.body.data[0], described);
    assert.equal(list.body.total, 2);
    assert.ok(!JSON.stringify([read.body, list.body]).includes(key));
    assert.equal((await clientOf(key, company.test).get('/people')).status, 200);
  });

  test('a key is sent in any of three ways', async () => {
    const { test: api } = await aCompany();
    const status = async (headers: Record<string, string>) =>
      (await house().call(undefined, 'GET', '/people', { headers })).status;
    assert.equal(await status({ authorization: `Bearer ${api.key}` }), 200);
    assert.equal(await status({ authorization: `bearer ${api.key}` }), 200);
    assert.equal(await status({ 'X-API-KEY': api.key }), 200);
    assert.equal(await status({ X_API_KEY: api.key }), 200);
    assert.equal(await status({ authorization: `Basic ${api.key}` }), 401);
    assert.equal(await status({ 'x-api-key': `${api.key}x` }), 401);
    assert.equal(await status({ 'x-api-key': '' }), 401);
    const none = await house().call(undefined, 'GET', '/people');
    assert.equal(none.status, 401);
    assert.equal(none.headers['www-authenticate'], 'Bearer');
    assert.equal(none.body.errorType, 'Unauthorized');
  });

  test('keys are changed in part, and only in what they are for', async () => {
    const company = await aCompany();
    const { made, path } = await aKey(company, { permissions: ['person:read'], expiresAt: '2099-01-01T00:00:00Z' });
    const { key: _, ...described } = made;
    const changed = await company.test.put(path, { name: 'Hourly import', apiVersion: '2025-03-26', key: 'x' });
    assert.equal(changed.status, 200);
    assert.equal(changed.headers['ignored-fields'], 'key');
    const { updatedAt } = changed.body.data;
    assert.notEqual(updatedAt, null);
    const expected = { ...described, name: 'Hourly import', apiVersion: '2025-03-26', updatedAt };
    assert.deepEqual(changed.body.data, expected);
    assert.deepEqual((await company.test.get(path)).body.data, expected);
    const cleared = await company.test.put(path, { permissions: null, apiVersion: null, expiresAt: null });
    assert.equal(cleared.body.data.permissions, null);
    assert.equal(cleared.body.data.apiVersion, '2023-11-29');
    assert.equal(cleared.body.data.expiresAt, null);
  });

  test('a revoked key is refused within a second, and gone from lists', async () => {
    const company = await aCompany();
    const { made, api, path } = await aKey(company);
    assert.equal((await api.get('/people')).status, 200);
    const revoked = await company.test.delete(path);
    assert.equal(revoked.status, 200);
    assert.equal(revoked.body.status, 200);
    clock.moveOn(1.001);
    const refused = await api.get('/people');
    assert.equal(refused.status, 401);
    assert.equal(refused.body.errorType, 'Unauthorized');
    assert.ok(!ids(await company.test.get('/keys')).includes(made.id));
    for (const answer of [
      await company.test.get(path),
      await company.test.put(path, { name: 'x' }),
      await company.test.delete(path),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.data.path, 'keyId');
    }
  });

  test('a key is refused from the moment it expires', async () => {
    const company = await aCompany();
    const soon = new Date(clock.micros() / 1000 + 60_000).toISOString();
    const { api, path } = await aKey(company, { expiresAt: soon });
    assert.equal((await api.get('/people')).status, 200);
    clock.moveOn(61);
    assert.equal((await api.get('/people')).status, 401);
    for (const expiresAt of [null, '2099-01-01T00:00:00Z', '2001-01-01']) {
      const revived = await company.test.put(path, { expiresAt });
      assert.deepEqual([revived.status, revived.body.errorType], [409, 'KeyExpired']);
      assert.equal(revived.body.data.path, 'expiresAt');
    }
    assert.equal((await company.test.put(path, { name: 'Of last year' })).status, 200, 'its name may still change');
    clock.moveOn(1.001);
    assert.equal((await api.get('/people')).status, 401, 'an expired key never lives again');
    const { api: late } = await aKey(company, { expiresAt: '2001-01-01' });
    assert.equal((await late.get('/people')).status, 401);
  });

  test('a key does what its permissions say, and a change of them counts within a second', async () => {
    const company = await aCompany();
    const { api, path } = await aKey(company, { permissions: ['person:read', 'person:create'] });
    const { id } = await api.made('/people', aPerson());
    assert.equal((await api.get(`/people/${id}`)).status, 200);
    for (const answer of [
      await api.get('/people'),
      await api.put(`/people/${id}`, {}),
      await api.get(`/people/${id}/contacts`),
      await api.get('/keys'),
      await api.post('/keys', { name: 'x' }),
    ]) {
      assert.equal(answer.status, 403);
      assert.equal(answer.body.errorType, 'Forbidden');
      assert.equal(typeof answer.body.data.permission, 'string');
    }
    await company.test.put(path, { permissions: ['person:list'] });
    clock.moveOn(1.001);
    assert.equal((await api.get('/people')).status, 200);
    assert.equal((await api.get(`/people/${id}`)).status, 403);
    const { api: idle } = await aKey(company, { permissions: [] });
    assert.equal((await idle.get('/companies/current')).status, 403);
  });

  test('nobody hands out a permission that they do not have', async () => {
    const company = await aCompany();
    const { api, path } = await aKey(company, { permissions: ['key:create', 'key:update', 'person:read'] });
    assert.equal((await api.post('/keys', { name: 'x', permissions: ['person:read'] })).status, 201);
    for (const answer of [
      await api.post('/keys', { name: 'x', permissions: ['person:read', 'person:list'] }),
      await api.post('/keys', { name: 'x' }),
      await api.post('/keys', { name: 'x', permissions: null }),
      await api.put(path, { permissions: null }),
      await api.put(path, { permissions: ['person:list'] }),
    ]) {
      assert.equal(answer.status, 403);
      assert.match(answer.body.message, /cannot give the permission/);
      assert.equal(typeof answer.body.data.permission, 'string');
    }
    assert.deepEqual((await company.test.get(path)).body.data.permissions, ['key:create', 'key:update', 'person:read']);
  });

  test('nobody changes or revokes a key that has a permission which they do not have', async () => {
    const company = await aCompany();
    const manage = ['key:create', 'key:update', 'key:delete', 'key:read'];
    const { made: own, api: small } = await aKey(company, { permissions: manage });
    const [first] = (await company.test.get('/keys')).body.data.slice(-1);
    const { made: bigger } = await aKey(company, { permissions: [...manage, 'person:read'] });
    for (const { id, lacks } of [
      { id: bigger.id, lacks: 'person:read' },
      { id: first.id, lacks: 'person:create' },
    ]) {
      const before = await small.get(`/keys/${id}`);
      for (const answer of [
        await small.put(`/keys/${id}`, { name: 'mine' }),
        await small.put(`/keys/${id}`, { permissions: [] }),
        await small.put(`/keys/${id}`, { permissions: ['key:read'] }),
        await small.put(`/keys/${id}`, { expiresAt: '2001-01-01' }),
        await small.delete(`/keys/${id}`),
      ]) {
        assert.deepEqual([answer.status, answer.body.errorType], [403, 'Forbidden'], JSON.stringify(answer.body));
        assert.equal(typeof answer.body.data.permission, 'string');
        if (lacks === 'person:read') assert.equal(answer.body.data.permission, lacks);
      }
      assert.deepEqual((await small.get(`/keys/${id}`)).body, before.body, 'nothing of it was changed');
    }
    const { made: peer } = await aKey(company, { permissions: ['key:read'] });
    assert.equal((await small.put(`/keys/${peer.id}`, { permissions: ['key:delete'] })).status, 200);
    assert.equal((await small.delete(`/keys/${peer.id}`)).status, 200);
    assert.equal((await small.delete(`/keys/${own.id}`)).status, 200, 'its own as well');
  });

  test('a key with every permission may revoke one with a permission that is no more', async () => {
    const company = await aCompany();
    const { made, path } = await aKey(company, { permissions: ['person:read'] });
    const { test: pool } = house().service.database.pools;
    await pool.query(`update api_keys set permissions = '{person:read,person:fly}' where id = $1`, [made.id]);
    assert.equal((await company.test.delete(path)).status, 200);
  });

  test('nobody gives a longer life than their own', async () => {
    const company = await aCompany();
    const ends = new Date(clock.micros() / 1000 + 3_600_000).toISOString().replace('Z', '000+00:00');
    const { made: own, api: brief } = await aKey(company, { expiresAt: ends });
    const { made: lasting } = await aKey(company, { permissions: ['person:read'] });
    for (const answer of [
      await brief.post('/keys', { name: 'x' }),
      await brief.post('/keys', { name: 'x', expiresAt: null }),
      await brief.post('/keys', { name: 'x', expiresAt: '2099-01-01T00:00:00Z' }),
      await brief.put(`/keys/${own.id}`, { expiresAt: null }),
      await brief.put(`/keys/${own.id}`, { expiresAt: '2099-01-01T00:00:00Z' }),
      await brief.put(`/keys/${lasting.id}`, { permissions: null }),
    ]) {
      assert.deepEqual([answer.status, answer.body.errorType], [403, 'Forbidden'], JSON.stringify(answer.body));
      assert.deepEqual(answer.body.data, { path: 'expiresAt', expected: `${ends} or earlier` });
    }
    assert.equal((await brief.post('/keys', { name: 'x', expiresAt: ends })).status, 201);
    assert.equal((await brief.put(`/keys/${lasting.id}`, { name: 'Renamed' })).status, 200);
    assert.equal((await brief.put(`/keys/${own.id}`, { name: 'Renamed', expiresAt: ends })).status, 200);
  });

  test('a key that was revoked or cut down a moment ago leaves no other behind', async () => {
    const company = await aCompany();
    const asked = { name: 'x', permissions: ['key:create'] };
    const { made: revoked, api: gone } = await aKey(company);
    const { made: cut, api: less } = await aKey(company);
    for (const api of [gone, less]) assert.equal((await api.post('/keys', asked)).status, 201);
    await company.test.delete(`/keys/${revoked.id}`);
    await company.test.put(`/keys/${cut.id}`, { permissions: ['key:create'] });
    // The clock goes back, so that the second for which they are remembered has not ended, however slow the machine is.
    clock.moveOn(-30);
    assert.equal((await gone.post('/keys', asked)).status, 401, 'though it is remembered for a second');
    assert.equal((await gone.put(`/keys/${cut.id}`, { permissions: null })).status, 401);
    assert.equal((await less.post('/keys', { name: 'x' })).status, 403);
    assert.equal((await less.post('/keys', asked)).status, 201);
    const lost = await less.put(`/keys/${cut.id}`, { name: 'x' });
    assert.deepEqual([lost.status, lost.body.data], [403, { permission: 'key:update' }]);
    clock.moveOn(30);
  });

  test('a thousand keys may be in force in a mode: revoked and expired ones are not counted', async () => {
    const company = await aCompany();
    const { test: pool } = house().service.database.pools;
    const makeAll = (n: number, ended: string) =>
      pool.query(
        `insert into api_keys (id, company_id, position, name, key_hash, hint, permissions, api_version, created_at, ${ended})
         select 'AK-' || $1 || '-${ended}-' || n, $1, n, 'x', convert_to($1 || '${ended}' || n, 'UTF8'), 'x', '{}', '2023-11-29', now(), now()
         from generate_series(1, ${n}) n`,
        [company.id],
      );
    await makeAll(1_500, 'expires_at');
    await makeAll(1_500, 'revoked_at');
    await makeAll(997, 'updated_at');
    const answers = await Promise.all(Array.from({ length: 5 }, () => company.test.post('/keys', { name: 'x' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    assert.equal(refused?.body.errorType, 'TooManyKeys');
    assert.equal((await company.live.post('/keys', { name: 'x' })).status, 201, 'in the other mode');
    assert.equal(
      (await company.test.delete(`/keys/${answers.find(({ status }) => status === 201)?.body.data.id}`)).status,
      200,
    );
    assert.equal((await company.test.post('/keys', { name: 'x' })).status, 201);
  });

  test('what a key cannot be is refused by field, an unknown permission with those that exist', async () => {
    const { test: api } = await aCompany();
    const unknown = await api.post('/keys', { name: 'x', permissions: ['person:read', 'person:fly'] });
    refusedAt(unknown, 'permissions[1]');
    for (const permission of ['person:read', 'contact:create', 'key:delete', 'company:read']) {
      assert.ok(unknown.body.data.expected.includes(permission), permission);
    }
    refusedAt(await api.post('/keys', {}), 'name');
    refusedAt(await api.post('/keys', { name: '' }), 'name');
    refusedAt(await api.post('/keys', { name: 'x'.repeat(101) }), 'name');
    refusedAt(await api.post('/keys', { name: 'x', permissions: 'person:read' }), 'permissions');
    refusedAt(await api.post('/keys', { name: 'x', permissions: [7] }), 'permissions[0]');
    refusedAt(await api.post('/keys', { name: 'x', apiVersion: '2020-01-01' }), 'apiVersion');
    refusedAt(await api.post('/keys', { name: 'x', expiresAt: 'tomorrow' }), 'expiresAt');
    refusedAt(await api.get('/keys?sortBy=hint'), 'sortBy');
    assert.equal((await api.get('/keys/AK-AAAA-AAAA')).status, 404);
    assert.equal((await api.get('/keys')).body.total, 1);
  });

  test('a pinned version holds for calls that name none', async () => {
    const company = await aCompany();
    const { api } = await aKey(company, { apiVersion: '2025-03-26' });
    const { id } = await api.made('/people', aPerson());
    const read = await api.get(`/people/${id}`);
    assert.equal(read.body.data.borrowerType, 'person');
    assert.equal(read.headers['api-version'], '2025-03-26');
    const named = await api.call('GET', `/people/${id}`, { headers: { 'api-version': '2018-01-01' } });
    assert.ok(!Object.hasOwn(named.body.data, 'borrowerType'));
    const unknown = await api.call('GET', `/people/${id}`, { headers: { 'api-version': '2024-01-01' } });
    refusedAt(unknown, 'API-Version', 'UnknownVersion');
  });

  test('a key belongs to one company and one mode', async () => {
    const company = await aCompany();
    const other = await aCompany();
    const { made, path } = await aKey(company);
    for (const stranger of [company.live, other.test, other.live]) {
      assert.ok(!ids(await stranger.get('/keys')).includes(made.id));
      assert.equal((await stranger.get(path)).status, 404);
      assert.equal((await stranger.put(path, { name: 'mine' })).status, 404);
      assert.equal((await stranger.delete(path)).status, 404);
    }
    const live = await company.live.made('/keys', { name: 'Live' });
    assert.match(live.key, /^tenor_live_/);
    assert.equal(live.mode, 'live');
    assert.equal((await company.test.get(path)).body.data.name, 'Nightly import');
  });

  test('lists are newest first, paged and sorted', async () => {
    const company = await aCompany();
    const names = ['b', 'c', 'a'];
    for (const name of names) await aKey(company, { name });
    const listed = async (query: string) =>
      (await company.test.get(`/keys?${query}`)).body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(await listed('limit=3'), ['a', 'c', 'b']);
    assert.deepEqual((await listed('sortBy=-name')).slice(0, 3), ['c', 'b', 'a']);
    const page = await company.test.get('/keys?limit=2');
    const next = await company.test.get(page.body.nextUrl);
    assert.equal(next.body.count, 2);
    assert.equal(next.body.nextUrl, null);
  });

  test('whose key it is', async () => {
    const company = await aCompany({ timezone: 'Pacific/Honolulu' });
    for (const mode of ['live', 'test'] as const) {
      const { status, body } = await company[mode].get('/companies/current');
      assert.equal(status, 200);
      const { createdAt, ...rest } = body.data;
      assert.equal(typeof createdAt, 'string');
      assert.deepEqual(rest, {
        id: company.id,
        object: 'company',
        name: 'A company',
        timezone: 'Pacific/Honolulu',
        mode,
      });
    }
  });
});

describe('the last use of a key', () => {
  const { house, aCompany } = useHouse();

  test('is noted without a write per request', async () => {
    const { test: api } = await aCompany();
    const { id, key } = await api.made('/keys', { name: 'Used' });
    const { id: idle } = await api.made('/keys', { name: 'Idle' });
    await house().client(key, api.realm).get('/people');
    assert.equal((await api.get(`/keys/${id}`)).body.data.lastUsedAt, null);
    // A timer writes the uses every half minute; closing writes them too.
    await house().service.door.close();
    const { lastUsedAt, createdAt, updatedAt } = (await api.get(`/keys/${id}`)).body.data;
    assert.ok(lastUsedAt >= createdAt, lastUsedAt);
    assert.equal(updatedAt, null);
    assert.equal((await api.get(`/keys/${idle}`)).body.data.lastUsedAt, null);
    await house().client(key, api.realm).get('/people');
    await house().service.door.close();
    assert.ok((await api.get(`/keys/${id}`)).body.data.lastUsedAt > lastUsedAt);
  });
});
