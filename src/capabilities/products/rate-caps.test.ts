// Rate caps of a loan type, over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { rateCapsOf } from './index.ts';

describe('rate caps', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('are added for a state or for all, once for a date, and taken away', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/loan-types', { name: 'A' });
    const path = `/loan-types/${id}/rate-caps`;
    const answer = await api.post(path, { state: 'IN', maxRate: '0.3600', effectiveDate: '2026-01-01' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { id: capId, createdAt, ...rest } = answer.body.data;
    assert.match(capId, /^RC-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.match(createdAt, /\+00:00$/);
    assert.deepEqual(rest, {
      object: 'rateCap',
      loanTypeId: id,
      state: 'IN',
      maxRate: 0.36,
      effectiveDate: '2026-01-01',
      updatedAt: null,
      deletedAt: null,
    });
    assert.deepEqual((await api.get(`${path}/${capId}`)).body.data, answer.body.data);
    const all = await api.made(path, { maxRate: 0.4, effectiveDate: '2026-01-01' });
    assert.equal(all.state, null);
    for (const state of ['IN', null]) {
      const again = await api.post(path, { state, maxRate: 0.3, effectiveDate: '2026-01-01' });
      assert.deepEqual([again.status, again.body.errorType], [409, 'RateCapExists']);
      assert.equal(again.body.data.rateCapId, state === null ? all.id : capId);
    }
    const later = await api.made(path, { state: 'IN', maxRate: 0.25, effectiveDate: '2027-01-01' });
    assert.deepEqual(ids(await api.get(path)), [later.id, all.id, capId]);
    const reader = house().service.database.reader(api.realm);
    assert.deepEqual(await rateCapsOf(reader, id), [
      { state: 'IN', maxRate: '0.36', effectiveDate: '2026-01-01' },
      { state: null, maxRate: '0.4', effectiveDate: '2026-01-01' },
      { state: 'IN', maxRate: '0.25', effectiveDate: '2027-01-01' },
    ]);
    assert.equal((await api.delete(`${path}/${all.id}`)).status, 200);
    assert.deepEqual(ids(await api.get(path)), [later.id, capId]);
    assert.equal((await api.delete(`${path}/${all.id}`)).status, 404);
    assert.equal((await api.get(`${path}/${all.id}`)).status, 404);
    assert.equal((await api.post(path, { maxRate: 0.4, effectiveDate: '2026-01-01' })).status, 201);
    const other = await api.made('/loan-types', { name: 'B' });
    assert.equal((await api.delete(`/loan-types/${other.id}/rate-caps/${capId}`)).status, 404);
  });

  test('are refused where they could be none', async () => {
    const { test: api } = await aCompany();
    const path = '/loan-types/ext-installment/rate-caps';
    const cap = { maxRate: 0.36, effectiveDate: '2026-01-01' };
    for (const state of ['Indiana', 'in', 'XX', '']) refusedAt(await api.post(path, { ...cap, state }), 'state');
    for (const maxRate of [-0.01, 36, '0.12345678901']) refusedAt(await api.post(path, { ...cap, maxRate }), 'maxRate');
    refusedAt(await api.post(path, { maxRate: 0.3 }), 'effectiveDate');
  });
});
