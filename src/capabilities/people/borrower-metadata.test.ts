// The metadata of a borrower over HTTP: its digits, its two spellings, its limits. Specification 8.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

describe('the metadata of a borrower', () => {
  const { house, aCompany } = useHouse();

  const textOf = (key: string, path: string) =>
    house()
      .app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': key } })
      .then(({ body }) => body);

  test('is given back unchanged to the last digit', async () => {
    const { test: api } = await aCompany();
    const kept = '{"b":12.500000000000000001,"a":9007199254740993,"1":"x","deep":{"list":[1.5,null,true,"é🙂"]}}';
    const name = '"name":{"firstName":"Ada","lastName":"Lovelace"}';
    const headers = { 'content-type': 'application/json' };
    const made = await api.call('POST', '/people', { headers, body: `{${name},"metaData":${kept}}` });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.data;
    for (const path of [`/people/${id}`, '/people', '/people/search?firstName=Ada']) {
      const text = await textOf(api.key, path);
      for (const part of ['"b":12.500000000000000001', '"a":9007199254740993', '[1.5,null,true,"é🙂"]']) {
        assert.ok(text.includes(part), `${path} has no ${part}: ${text}`);
      }
    }
    // A change of something else leaves it alone.
    await api.put(`/people/${id}`, { status: 'inactive' });
    assert.ok((await textOf(api.key, `/people/${id}`)).includes('12.500000000000000001'));
  });

  test('is taken under both spellings, but not under both at once', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/people', aPerson({ metadata: { a: 1 } }));
    assert.deepEqual(made.metaData, { a: 1 });
    assert.deepEqual((await api.put(`/people/${made.id}`, { metadata: { b: 2 } })).body.data.metaData, { b: 2 });
    const both = await api.post('/people', aPerson({ metaData: {}, metadata: {} }));
    assert.equal(both.status, 400);
  });

  test('over a limit is refused by the key that breaks it', async () => {
    const { test: api } = await aCompany();
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    const post = (metaData: unknown) => api.post('/people', aPerson({ metaData }));
    assert.equal((await post(keys(50))).status, 201);
    refusedAt(await post(keys(51)), 'metaData.k50', 'InvalidMetaData');
    assert.equal((await post({ ['🙂'.repeat(100)]: '🙂'.repeat(500) })).status, 201);
    refusedAt(await post({ note: 'x'.repeat(501) }), 'metaData.note', 'InvalidMetaData');
    const longName = await post({ ['x'.repeat(101)]: 1 });
    refusedAt(longName, longName.body.data.path, 'InvalidMetaData');
    assert.match(longName.body.data.path, /^metaData\.x{50}/);
    refusedAt(await post([]), 'metaData');
  });
});
