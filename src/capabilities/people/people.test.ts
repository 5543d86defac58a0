import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBusiness, aPerson, useHouse } from '../../../tests/support/house.ts';

describe('borrowers', () => {
  const { aCompany } = useHouse();

  test('a person is created and read back, in the version that shows its type', async () => {
    const { test: api } = await aCompany();
    const made = await api.post('/people', aPerson({ externalId: 'crm-1', dateOfBirth: '1990-12-10' }));
    assert.equal(made.status, 201);
    assert.match(made.body.data.id, /^BO-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    const read = await api.call('GET', `/people/${made.body.data.id}`, { headers: { 'api-version': '2025-03-26' } });
    assert.equal(read.body.status, 200);
    assert.equal(read.body.data.borrowerType, 'person');
    assert.equal(read.body.data.displayId, 'crm-1');
    assert.equal(read.body.data.dateOfBirth, '1990-12-10');
    assert.equal(read.body.data.name.firstName, 'Ada');
    const byExternalId = await api.get('/people/ext-crm-1');
    assert.equal(byExternalId.body.data.id, made.body.data.id);
    const { test: other } = await aCompany();
    assert.equal((await other.get(`/people/${made.body.data.id}`)).status, 404);
    assert.equal((await api.post('/people', aBusiness())).status, 201);
  });
});
