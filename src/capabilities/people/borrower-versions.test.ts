// A borrower as each version of the interface shows it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBusiness, type Client, useHouse } from '../../../tests/support/house.ts';

describe('a borrower in each version', () => {
  const { aCompany } = useHouse();

  const answers = async (api: Client, version: string) => {
    const headers = { 'api-version': version };
    const body = aBusiness();
    const made = await api.call('POST', '/people', { headers, body });
    const { id } = made.body.data;
    const get = async (path: string) => (await api.call('GET', path, { headers })).body.data;
    const put = await api.call('PUT', `/people/${id}`, { headers, body: { borrowerType: 'business' } });
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

  const intensities = async (api: Client, version: string) => {
    const headers = { 'api-version': version };
    const made = await api.post('/people', aBusiness({ collectionsIntensity: 'light' }), headers);
    const path = `/people/${made.body.data.id}`;
    // A client that read the borrower sends the whole of it back, with one change.
    const read = (await api.call('GET', path, { headers })).body.data;
    const { externalId, status, collectionsIntensity } = read;
    const put = await api.put(path, { externalId, status, collectionsIntensity, metaData: { a: 1 } }, headers);
    assert.deepEqual(put.body.data.metaData, { a: 1 });
    const form = await api.call('PUT', path, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'collectionsIntensity=heavy',
    });
    const shown = [made, put, form].map(({ status: code, body }) => [code, body.data.collectionsIntensity]);
    return { shown, ignored: [made, put, form].map(({ headers: sent }) => sent['ignored-fields']) };
  };

  for (const version of ['2018-01-01', '2023-11-29']) {
    test(`${version} passes over a collections intensity, says so, and shows the stored one`, async () => {
      const { test: api } = await aCompany();
      const { shown, ignored } = await intensities(api, version);
      assert.deepEqual(shown, [
        [201, 'normal'],
        [200, 'normal'],
        [200, 'normal'],
      ]);
      assert.deepEqual(ignored, Array(3).fill('collectionsIntensity'));
      const wrong = await api.post('/people', aBusiness({ collectionsIntensity: 'none' }), { 'api-version': version });
      assert.equal(wrong.status, 201, 'what is passed over is not checked');
    });
  }

  for (const version of ['2025-03-26', '2026-08-04']) {
    test(`${version} takes a collections intensity`, async () => {
      const { test: api } = await aCompany();
      const { shown, ignored } = await intensities(api, version);
      assert.deepEqual(shown, [
        [201, 'light'],
        [200, 'light'],
        [200, 'heavy'],
      ]);
      assert.deepEqual(ignored, Array(3).fill(undefined));
    });
  }

  test('an import, which no older version had, takes it in every version', async () => {
    const { test: api } = await aCompany();
    const line = { person: aBusiness({ externalId: 'crm-1', collectionsIntensity: 'light' }) };
    const headers = { 'content-type': 'application/x-ndjson', 'api-version': '2023-11-29' };
    const answer = await api.call('POST', '/people/import?sync=true', { headers, body: JSON.stringify(line) });
    assert.equal(answer.body.data.result.created, 1, JSON.stringify(answer.body));
    assert.equal((await api.get('/people/ext-crm-1')).body.data.collectionsIntensity, 'light');
  });

  test('without a version the answer is that of 2023-11-29', async () => {
    const { test: api } = await aCompany();
    const made = await api.post('/people', aBusiness());
    assert.ok(!Object.hasOwn(made.body.data, 'borrowerType'));
    assert.equal(made.headers['api-version'], '2023-11-29');
  });
});
