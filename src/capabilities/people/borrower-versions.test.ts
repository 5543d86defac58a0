// A borrower as each version of the interface shows it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBusiness, type Client, useHouse } from '../../../tests/support/house.ts';

describe('a borrower in each version', () => {
  const { aCompany } = useHouse();

  const answers = async (api: Client, version: string) => {
    const headers = { 'api-version': version };
    const body = aBusiness({ collectionsIntensity: 'light' });
    const made = await api.call('POST', '/people', { headers, body });
    const { id } = made.body.data;
    const get = async (path: string) => (await api.call('GET', path, { headers })).body.data;
    const put = await api.call('PUT', `/people/${id}`, { headers, body: { collectionsIntensity: 'heavy' } });
    assert.equal(put.body.data.collectionsIntensity, 'heavy');
    return {
      create: made.body.data,
      update: put.body.data,
      single: await get(`/people/${id}`),
      list: (await get('/people'))[0],
      search: (await get('/people/search?businessName=Analytical'))[0],
    };
  };

  for (const version of ['2018-01-01', '2023-11-29']) {
    test(`${version} takes a borrower type and does not show it`, async () => {
      const { test: api } = await aCompany();
      for (const [where, borrower] of Object.entries(await answers(api, version))) {
        assert.ok(!Object.hasOwn(borrower, 'borrowerType'), where);
        assert.equal(borrower.businessDetails.businessName, 'Analytical Engines', where);
      }
    });
  }

  for (const version of ['2025-03-26', '2026-08-04']) {
    test(`${version} shows the borrower type everywhere`, async () => {
      const { test: api } = await aCompany();
      for (const [where, borrower] of Object.entries(await answers(api, version))) {
        assert.equal(borrower.borrowerType, 'business', where);
      }
    });
  }

  test('without a version the answer is that of 2023-11-29', async () => {
    const { test: api } = await aCompany();
    const made = await api.post('/people', aBusiness());
    assert.ok(!Object.hasOwn(made.body.data, 'borrowerType'));
    assert.equal(made.headers['api-version'], '2023-11-29');
  });
});
