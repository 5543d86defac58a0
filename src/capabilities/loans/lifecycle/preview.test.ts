// A client may ask for a preview in the body or in the query, whatever the other one says; either way nothing is done.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife } from '../../../../tests/support/loan-life.ts';

describe('a preview', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('is asked for in the query as in the body', async () => {
    const life = await aLife(company);
    const { api, path } = life;
    const inBody = await api.post(`${path}/accelerate`, { previewMode: true });
    assert.deepEqual(inBody.body.data.difference.status, { before: 'active', after: 'accelerated' });
    for (const body of [undefined, {}, { previewMode: false }, { previewMode: null }]) {
      const inQuery = await api.post(`${path}/accelerate?previewMode=true`, body);
      assert.deepEqual([inQuery.status, inQuery.body.data], [201, inBody.body.data], JSON.stringify(body));
      assert.equal((await life.standing()).status, 'active');
    }
    const done = await api.post(`${path}/accelerate?previewMode=false`, {});
    assert.deepEqual([done.status, done.body.data.difference], [201, null]);
    assert.equal((await life.standing()).status, 'accelerated');
  });
});
