// The external ids of borrowers over HTTP: unique in their realm, cleared and given again, any text in a path.
// Specification 2.1.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';

describe('the external id of a borrower', () => {
  const { aCompany } = useHouse();

  test('a duplicate is a 409 with the words that clients look for, on create and on update', async () => {
    const { test: api, live } = await aCompany();
    await api.made('/people', aPerson({ externalId: 'crm-1' }));
    const other = await api.made('/people', aPerson({ externalId: 'crm-2' }));
    for (const answer of [
      await api.post('/people', aPerson({ externalId: 'crm-1' })),
      await api.put(`/people/${other.id}`, { externalId: 'crm-1' }),
    ]) {
      assert.equal(answer.status, 409);
      assert.match(answer.body.message, /^Duplicate external ID/);
      assert.equal(answer.body.data.path, 'externalId');
    }
    assert.equal((await api.get('/people')).body.total, 2);
    // The other mode and other companies have their own.
    await live.made('/people', aPerson({ externalId: 'crm-1' }));
    await (await aCompany()).test.made('/people', aPerson({ externalId: 'crm-1' }));
  });

  test('of twenty at once one borrower gets it', async () => {
    const { test: api } = await aCompany();
    const made = await Promise.all(Array.from({ length: 20 }, () => api.post('/people', aPerson({ externalId: 'x' }))));
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)]);
  });

  test('null clears it, and it can be given again at once', async () => {
    const { test: api } = await aCompany();
    const first = await api.made('/people', aPerson({ externalId: 'crm-1' }));
    const cleared = await api.put(`/people/ext-crm-1`, { externalId: null });
    assert.equal(cleared.body.data.externalId, null);
    assert.equal(cleared.body.data.displayId, first.id);
    assert.equal((await api.get('/people/ext-crm-1')).status, 404);
    const second = await api.made('/people', aPerson({ externalId: 'crm-1' }));
    assert.equal((await api.get('/people/ext-crm-1')).body.data.id, second.id);
  });

  test('it can be changed, to itself as well', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson({ externalId: 'a' }));
    assert.equal((await api.put(`/people/${id}`, { externalId: 'a' })).body.data.displayId, 'a');
    assert.equal((await api.put(`/people/${id}`, { externalId: 'b' })).body.data.displayId, 'b');
    assert.equal((await api.get('/people/ext-b')).body.data.id, id);
    assert.equal((await api.get('/people/ext-a')).status, 404);
    await api.made('/people', aPerson({ externalId: 'a' }));
  });

  test('any text names the borrower in a path, percent-encoded', async () => {
    const { test: api } = await aCompany();
    const texts = ['a/b', 'a b', 'ü', '王伟', '🙂'.repeat(255), '50%', 'a?b#c', '..', 'EXT-1', "'; drop table people"];
    for (const externalId of texts) {
      const { id } = await api.made('/people', aPerson({ externalId }));
      const path = `/people/${encodeURIComponent(`ext-${externalId}`)}`;
      assert.equal((await api.get(path)).body.data?.id, id, externalId);
      assert.equal((await api.get(`${path}/contacts`)).status, 200, externalId);
      assert.equal((await api.put(path, { status: 'inactive' })).body.data?.id, id, externalId);
    }
  });

  test('a path that names nobody is a 404 that says so', async () => {
    const { test: api } = await aCompany();
    for (const reference of ['BO-AAAA-AAAA', 'ext-nobody', 'ext-', '12345', 'x', '%F0%9F%99%82']) {
      const answer = await api.get(`/people/${reference}`);
      assert.equal(answer.status, 404, reference);
      assert.equal(answer.body.errorType, 'NotFound');
      assert.equal(answer.body.data.path, 'personId');
      assert.equal((await api.put(`/people/${reference}`, {})).status, 404, reference);
    }
  });
});
