// A key and its successors, over HTTP.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { movableClock, standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

describe('a key that is rotated', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock });

  async function rotating() {
    const { test: owner } = await aCompany();
    const as = (key: string): Client => house().client(key, owner.realm);
    const first = await owner.made('/keys', {
      name: 'Till',
      apiVersion: '2025-03-26',
      permissions: ['person:create', 'person:list', 'key:rotate'],
    });
    const rotate = async (id: string, body: object = {}) => owner.made(`/keys/${id}/rotate`, body);
    return { owner, as, first, rotate };
  }
  const works = async (api: Client) => (await api.get('/people')).status;

  test('has a successor with the same rights, and works beside it until the overlap ends', async () => {
    const { owner, as, first, rotate } = await rotating();
    const second = await rotate(first.id, { overlapSeconds: 60 });
    const same = ({ name, permissions, apiVersion, allowedAddresses, mode }: typeof first) => ({
      name,
      permissions,
      apiVersion,
      allowedAddresses,
      mode,
    });
    assert.deepEqual(same(second), same(first));
    assert.deepEqual([second.predecessorId, second.successorId, second.expiresAt], [first.id, null, null]);
    assert.notEqual(second.key, first.key);
    const old = (await owner.get(`/keys/${first.id}`)).body.data;
    assert.equal(old.successorId, second.id);
    assert.deepEqual([await works(as(first.key)), await works(as(second.key))], [200, 200]);
    clock.moveOn(59);
    assert.equal(await works(as(first.key)), 200);
    clock.moveOn(2);
    assert.deepEqual([await works(as(first.key)), await works(as(second.key))], [401, 200]);
  });

  test('that ends by itself gives its successor the same end, and does not live longer for being rotated', async () => {
    const { owner, rotate } = await rotating();
    const expiresAt = new Date(clock.micros() / 1000 + 3_600_000).toISOString();
    const first = await owner.made('/keys', { name: 'short', expiresAt });
    const second = await rotate(first.id);
    assert.equal(second.expiresAt, first.expiresAt);
    assert.equal((await owner.get(`/keys/${first.id}`)).body.data.expiresAt, first.expiresAt);
  });

  test('is answered under its successors what it was answered: a retry does nothing a second time', async () => {
    const { owner, as, first, rotate } = await rotating();
    const once = { 'idempotency-key': randomUUID() };
    const person = aPerson();
    const before = await as(first.key).post('/people', person, once);
    assert.equal(before.status, 201);
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    for (const { key } of [second, third, first]) {
      const again = await as(key).post('/people', person, once);
      assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', before.body]);
    }
    const later = { 'idempotency-key': randomUUID() };
    const made = await as(third.key).post('/people', person, later);
    assert.deepEqual((await as(first.key).post('/people', person, later)).body, made.body, 'backwards too');
    assert.equal((await owner.get('/people')).body.data.length, 2);
    const other = await owner.made('/keys', { name: 'another' });
    const otherwise = await as(other.key).post('/people', person, once);
    assert.equal(otherwise.headers['idempotent-replayed'], undefined, 'a key of its own keeps its own');
  });

  test('is rotated once: the next time it is its successor', async () => {
    const { owner, first, rotate } = await rotating();
    const second = await rotate(first.id);
    const again = await owner.post(`/keys/${first.id}/rotate`, {});
    assert.deepEqual([again.status, again.body.errorType, again.body.data], [409, 'KeyReplaced', { id: second.id }]);
    const ended = await owner.made('/keys', {
      name: 'ended',
      expiresAt: new Date(clock.micros() / 1000 + 1_000).toISOString(),
    });
    clock.moveOn(1.5);
    const { status, body } = await owner.post(`/keys/${ended.id}/rotate`, {});
    assert.deepEqual([status, body.errorType], [409, 'KeyExpired']);
    refusedAt(await owner.post(`/keys/${second.id}/rotate`, { overlapSeconds: -1 }), 'overlapSeconds');
  });

  test('with overlap 0 ends at once', async () => {
    const { as, first, rotate } = await rotating();
    await rotate(first.id, { overlapSeconds: 0 });
    clock.moveOn(1.1);
    assert.equal(await works(as(first.key)), 401);
  });

  test('rotates itself, and none that can do more', async () => {
    const { owner, as, first } = await rotating();
    const narrow = as(first.key);
    const wide = await owner.made('/keys', { name: 'wide', permissions: ['person:create', 'contact:create'] });
    const { status, body } = await narrow.post(`/keys/${wide.id}/rotate`, {});
    assert.deepEqual([status, body.data.permission], [403, 'contact:create']);
    assert.equal((await narrow.post(`/keys/${first.id}/rotate`, {})).status, 201);
    const without = await owner.made('/keys', { name: 'without', permissions: ['person:list'] });
    const refused = await as(without.key).post(`/keys/${without.id}/rotate`, {});
    assert.deepEqual([refused.status, refused.body.data.permission], [403, 'key:rotate']);
  });
});

describe('the limit of a key', () => {
  const limitsPerMinute = { key: 5, company: 0, address: 0 };
  const { house, aCompany } = useHouse({ clock: standingClock(), works: false, config: { limitsPerMinute } });

  test('counts the requests of its successor too', async () => {
    const { test: owner } = await aCompany();
    const first = await owner.made('/keys', { name: 'a' });
    const second = await owner.made(`/keys/${first.id}/rotate`, {});
    const statuses: number[] = [];
    for (const key of [first, second, first, second, first, second, first].map(({ key }) => key)) {
      statuses.push((await house().call(key, 'GET', '/people')).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  });
});
