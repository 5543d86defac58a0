// What the audit tells of requests that change nothing: refused ones, and reads of personal values.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { machineClock } from '#platform/clock.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { movableClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { chainAudit } from './chain-audit.ts';
import { refusalsMax } from './notes.ts';

/** The beginning of a minute: the tests are done within it. */
const minute = Math.ceil(machineClock.micros() / 60_000_000) * 60_000_000;
const begun = machineClock.micros();

describe('the audit', () => {
  const { house, aCompany } = useHouse({ works: false });

  async function audit(api: Client, query: string) {
    await house().service.audit.flush();
    await chainAudit(house().service.database, api.realm.mode);
    const { status, body } = await api.get(`/audit?limit=100&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  test('tells of a missing permission, by its name', async () => {
    const { test: api } = await aCompany();
    const { id, key } = await api.made('/keys', { name: 'small', permissions: ['person:read'] });
    const small = house().client(key, api.realm);
    const refused = await small.post('/people', aPerson());
    assert.equal(refused.status, 403);
    const rows = await audit(api, 'outcome=refused');
    assert.equal(rows.length, 1);
    const { action, actorId, errorType, permission, address, requestId, objectId } = rows[0];
    assert.deepEqual(
      { action, actorId, errorType, permission, address, requestId, objectId },
      {
        action: 'people.create',
        actorId: id,
        errorType: 'Forbidden',
        permission: 'person:create',
        address: '127.0.0.1',
        requestId: refused.headers['request-id'],
        objectId: null,
      },
    );
  });

  test('tells of what belongs to another company, and the other company learns nothing', async () => {
    const [{ test: api }, { test: other }] = [await aCompany(), await aCompany()];
    const { id } = await other.made('/people', aPerson());
    for (let i = 0; i < 3; i++) assert.equal((await api.get(`/people/${id}`)).status, 404);
    const rows = await audit(api, 'outcome=refused');
    const told = rows.map(({ action, personId, errorType, count }: (typeof rows)[0]) => [
      action,
      personId,
      errorType,
      count,
    ]);
    assert.deepEqual(told, [['people.read', id, 'NotFound', 3]]);
    assert.deepEqual(await audit(other, 'outcome=refused'), []);
  });

  test('tells of a revoked key, and of an unknown one nothing', async () => {
    const { test: api } = await aCompany();
    const { id, key } = await api.made('/keys', { name: 'short' });
    await api.delete(`/keys/${id}`);
    assert.equal((await house().call(key, 'GET', '/people')).status, 401);
    assert.equal((await house().call(`${key.slice(0, -2)}xx`, 'GET', '/people')).status, 401);
    const rows = await audit(api, 'outcome=refused');
    const told = rows.map(({ action, actorId, errorType }: (typeof rows)[0]) => [action, actorId, errorType]);
    assert.deepEqual(told, [['people.list', id, 'Unauthorized']]);
  });

  test('tells of a key that was shown from an address where it may not be used', async () => {
    const { test: api } = await aCompany();
    const { id, key } = await api.made('/keys', { name: 'office', allowedAddresses: ['192.0.2.0/24'] });
    assert.equal((await house().call(key, 'GET', '/people')).status, 403);
    const [row] = await audit(api, 'outcome=refused');
    assert.deepEqual([row.actorId, row.errorType, row.address], [id, 'AddressNotAllowed', '127.0.0.1']);
  });

  test('tells what an agent was shown of personal values, and nothing of what keys and borrowers read', async () => {
    const { test: api } = await aCompany();
    const identity = { identityType: 'SSN', value: '123-45-6789' };
    const person = await api.made('/people', aPerson({ identity }));
    const userId = await aUser(house(), api, { email: 'agent@example.com' });
    const agent = await signedIn(house(), api, 'agent@example.com');
    const borrower = await aBorrower(house(), api, person.id);
    for (const client of [api, borrower, agent]) {
      for (const path of ['', '?includeIdentity=false']) await client.get(`/people/${person.id}${path}`);
    }
    await api.get(`/people/${person.id}?includeIdentity=true`);
    await borrower.get(`/people/${person.id}/identities`);
    assert.deepEqual(await audit(api, 'outcome=read'), []);
    assert.equal((await agent.get(`/people/${person.id}?includeIdentity=true`)).status, 200);
    assert.equal((await agent.get(`/people/${person.id}/identities`)).status, 200);
    assert.equal((await agent.get(`/people/${person.id}/identity`)).status, 200);
    const rows = await audit(api, `outcome=read&userId=${userId}&sessionId=${agent.sessionId}&personId=${person.id}`);
    const actions = rows.map(({ action }: { action: string }) => action).sort();
    assert.deepEqual(actions, ['identities.list', 'people.primaryIdentity', 'people.read']);
    assert.ok(!JSON.stringify(rows).includes('6789'));
  });

  test('keeps of a borrower the network only', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson());
    const borrower = await aBorrower(house(), api, person.id);
    assert.equal((await borrower.get('/keys')).status, 403);
    const [row] = await audit(api, 'outcome=refused');
    assert.deepEqual([row.address, row.actorType], ['127.0.0.0/24', 'user']);
    assert.match(row.sessionId, /^SN-/);
  });
});

describe('a flood of refusals', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({
    works: false,
    clock: { ...clock, micros: () => minute + clock.micros() - begun },
  });

  test('keeps so many of a company in a minute, of more only their number, and says that', async () => {
    const { test: api } = await aCompany();
    const flood = async (from: number, count: number) => {
      for (let i = from; i < from + count; i++) {
        const id = `BO-AAAA-${String(1111 + i).replaceAll('0', 'A')}`;
        assert.equal((await api.get(`/people/${id}`)).status, 404);
      }
    };
    const rows = async () => {
      await house().service.audit.flush();
      await chainAudit(house().service.database, 'test');
      const { data, total } = (await api.get('/audit?limit=100&outcome=refused')).body;
      return { data, total };
    };
    await flood(0, refusalsMax + 40);
    assert.equal((await rows()).total, refusalsMax);
    clock.moveOn(60);
    const [newest] = (await rows()).data;
    assert.deepEqual([newest.action, newest.actorType, newest.count], ['flood', 'system', 40]);
    await flood(0, 1);
    assert.equal((await rows()).total, refusalsMax + 2);
  });
});
