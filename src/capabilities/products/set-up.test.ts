// What companies have from the start.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { told, typesOf } from '../../../tests/support/told.ts';

describe('a company', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('is born in both modes with a loan type of each product and an investor of its name, and nobody is told', async () => {
    const company = await aCompany();
    const born: string[] = [];
    for (const api of [company.live, company.test]) {
      const { data, total } = (await api.get('/loan-types')).body;
      assert.equal(total, 3);
      const types = [
        { type: 'installment', externalId: 'installment', name: 'Installment loan' },
        { type: 'lineOfCredit', externalId: 'line-of-credit', name: 'Line of credit' },
        { type: 'lineOfCredit', externalId: 'credit-card', name: 'Credit card', regulation: 'card' },
      ];
      for (const { type, externalId, name, ...more } of types) {
        const given = (await api.get(`/loan-types/ext-${externalId}`)).body.data;
        assert.deepEqual([given.type, given.externalId, given.name, given.status], [type, externalId, name, 'active']);
        const plain = await api.made('/loan-types', { type, name, ...more });
        const ofItsOwn = { id: 0, externalId: 0, createdAt: 0 };
        assert.deepEqual({ ...given, ...ofItsOwn }, { ...plain, ...ofItsOwn }, 'all settings are the defaults');
      }
      const investors = (await api.get(`/companies/${company.id}/investors`)).body;
      assert.equal(investors.total, 1);
      assert.deepEqual([investors.data[0].name, investors.data[0].isDefault], ['A company', true]);
      assert.deepEqual(typesOf(await told(house(), api)), [
        ...['key.created', 'loantype.created', 'loantype.created', 'loantype.created'],
      ]);
      born.push(...data.map(({ id }: { id: string }) => id), investors.data[0].id);
    }
    assert.equal(new Set(born).size, 8, 'each mode has its own');
  });
});
