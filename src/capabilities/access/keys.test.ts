// API keys and whose they are: specification 4.2 and 5.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { movableClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('API keys', () => {
  // Moved on, because found keys are remembered for a second.
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
      apiVersion: null,
      expiresAt: null,
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
    assert.equal(cleared.body.data.apiVersion, null);
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
    await company.test.put(path, { expiresAt: null });
    clock.moveOn(1.001);
    assert.equal((await api.get('/people')).status, 200);
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
    // What the timer does every half minute is also done on closing.
    await house().service.authentication.close();
    const { lastUsedAt, createdAt, updatedAt } = (await api.get(`/keys/${id}`)).body.data;
    assert.ok(lastUsedAt >= createdAt, lastUsedAt);
    assert.equal(updatedAt, null);
    assert.equal((await api.get(`/keys/${idle}`)).body.data.lastUsedAt, null);
    await house().client(key, api.realm).get('/people');
    await house().service.authentication.close();
    assert.ok((await api.get(`/keys/${id}`)).body.data.lastUsedAt > lastUsedAt);
  });
});
