// Types of promo programs, over HTTP.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

const path = '/companies/current/promo-program-types';

describe('promo program types', () => {
  const { aCompany } = useHouse({ works: false });

  test('are created, found, changed, listed and deleted', async () => {
    const { id: companyId, test: api } = await aCompany();
    const sent = { externalId: 'sac-6', name: 'Half a year', programType: 'sameAsCash', promoDurationDays: 180 };
    const { id, createdAt: _, ...shown } = await api.made(path, { ...sent, sacDisqualifyOverdueDays: 60 });
    assert.match(id, /^PY-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.deepEqual(shown, {
      object: 'promoProgramType',
      companyId,
      ...sent,
      promoRate: null,
      promoGracePeriodDays: 0,
      sacDisqualifyOverdueDays: 60,
      status: 'active',
      updatedAt: null,
      deletedAt: null,
    });
    const changed = await api.put(`${path}/ext-sac-6`, { programType: 'reducedRate', promoRate: '0.0500' });
    assert.deepEqual([changed.status, changed.body.data.promoRate], [200, 0.05]);
    await api.put(`${path}/${id}`, { status: 'inactive' });
    assert.deepEqual(ids(await api.get(`${path}?status=inactive`)), [id]);
    assert.deepEqual(ids(await api.get(`${path}?status=active`)), []);
    assert.equal((await api.delete(`${path}/${id}`)).status, 200);
    assert.equal((await api.get(`${path}/${id}`)).status, 404);
    assert.equal((await api.post(path, sent)).status, 201, 'its external id is free again');
  });

  test('are refused where they could be none', async () => {
    const { test: api } = await aCompany();
    const sac = { name: 'A', programType: 'sameAsCash', promoDurationDays: 180 };
    const reduced = { ...sac, programType: 'reducedRate', promoRate: 0.05 };
    refusedAt(await api.post(path, { ...sac, promoRate: 0.05 }), 'promoRate');
    for (const promoRate of [null, 0, -0.01, 29.99])
      refusedAt(await api.post(path, { ...reduced, promoRate }), 'promoRate');
    refusedAt(await api.post(path, { ...reduced, promoGracePeriodDays: 10 }), 'promoGracePeriodDays');
    for (const promoDurationDays of [0, 3661])
      refusedAt(await api.post(path, { ...sac, promoDurationDays }), 'promoDurationDays');
    refusedAt(await api.post(path, { ...sac, programType: 'free' }), 'programType');
    const { id } = await api.made(path, sac);
    refusedAt(await api.put(`${path}/${id}`, { programType: 'reducedRate' }), 'promoRate');
  });
});
