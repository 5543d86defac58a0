// Every pair of a service's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { serviceStates } from './base/service.ts';

const sold = { kind: 'gapWaiver', provider: 'Wabash', amount: 365, charged: 'apart', startDate: '2026-01-20' };

describe('a service of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  before(async () => {
    life = await aLife(await aCompany());
  });

  const cancel = (id: string) => life.api.post(`${life.path}/services/${id}/cancel`, { reason: 'other' });

  walkStates<string>({
    table: serviceStates,
    elsewhere: { sell: 'services.test.ts' },
    async make(state) {
      const { id } = await life.act('services', sold);
      if (state === 'canceled') assert.equal((await cancel(id)).status, 201);
      return id;
    },
    read: async (id) => (await life.read(`/services/${id}`)).status,
    ask: { cancel },
    refused: ({ status, body }) => assert.deepEqual([status, body.errorType], [409, 'NothingToDo']),
  });
});
