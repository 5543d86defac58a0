// The callers' own ids, for people and their contacts.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anEmail, aPerson, type Company, useHouse } from '../../../tests/support/house.ts';

describe('an external id', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('is unique for each company, mode and kind of object', async () => {
    const other = await aCompany();
    const ids: string[] = [];
    for (const client of [company.live, company.test, other.live]) {
      const { id } = await client.made('/people', aPerson({ externalId: 'crm-1' }));
      const contact = await client.made(`/people/${id}/contacts`, anEmail({ externalId: 'crm-1' }));
      assert.equal(contact.externalId, 'crm-1');
      assert.equal((await client.get('/people/ext-crm-1')).body.data.id, id);
      ids.push(id);
    }
    assert.equal(new Set(ids).size, 3);
    const again = await company.live.post('/people', aPerson({ externalId: 'crm-1' }));
    assert.deepEqual([again.status, again.body.data.path], [409, 'externalId']);
    assert.match(again.body.message, /^Duplicate external ID/);
  });

  test('goes to one of many that ask for it at once; the others hear 409', async () => {
    const asked = Array.from({ length: 12 }, () => company.live.post('/people', aPerson({ externalId: 'wanted' })));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [201, ...Array.from({ length: 11 }, () => 409)]);
  });

  test('is free again once it is cleared or changed, and not before', async () => {
    const { live } = await aCompany();
    const first = await live.made('/people', aPerson({ externalId: 'a' }));
    const second = await live.made('/people', aPerson());
    const take = (id: string, externalId: string | null) => live.put(`/people/${id}`, { externalId });
    assert.equal((await take(second.id, 'a')).status, 409);
    assert.equal((await take(first.id, 'b')).status, 200);
    assert.equal((await take(second.id, 'a')).status, 200);
    assert.equal((await take(second.id, null)).body.data.externalId, null);
    assert.equal((await live.get('/people/ext-a')).status, 404);
    assert.equal((await take(first.id, 'a')).status, 200);
    assert.equal((await live.get('/people/ext-a')).body.data.id, first.id);
    assert.equal((await take(first.id, 'a')).status, 200, 'its own it may name again');
  });

  test('is told apart to the last sign, whatever signs it has', async () => {
    const { live } = await aCompany();
    const externalIds = ['x', 'X', 'x y', "o'x", 'x/y', 'x%20', 'ünï', '例'];
    for (const externalId of externalIds) {
      const answer = await live.post('/people', aPerson({ externalId }));
      assert.equal(answer.status, 201, `${externalId}: ${answer.body.message}`);
      const read = await live.get(`/people/ext-${encodeURIComponent(externalId)}`);
      assert.equal(read.body.data.id, answer.body.data.id, externalId);
    }
  });
});
