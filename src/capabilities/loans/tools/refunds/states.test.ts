// Every pair of a refund's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { refundStates } from './refund.ts';

describe('a refund', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  before(async () => {
    life = await aLife(await aCompany());
  });

  const cancel = (id: string) => life.api.post(`${life.path}/refunds/${id}/cancel`, {});

  walkStates<string>({
    table: refundStates,
    elsewhere: { make: 'refunds.test.ts' },
    async make(state) {
      const { id } = await life.act('refunds-v2', { refundAmount: 1, atFaultParty: 'other' });
      if (state === 'canceled') assert.equal((await cancel(id)).status, 201);
      return id;
    },
    read: async (id) => (await life.read('/refunds')).find((one: { id: string }) => one.id === id).status,
    ask: { cancel },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'RefundStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
