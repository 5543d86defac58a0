// Every pair of the status of a suspension of late fees and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { suspensionStates } from './suspension.ts';

describe('a suspension of late fees', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  let changes = 0;
  before(async () => {
    life = await aLife(await aCompany());
  });

  const pathOf = (id: string): string => `${life.path}/late-fee-suspensions/${id}`;
  const cancel = (id: string) => life.api.post(`${pathOf(id)}/cancel`, {});
  const dayAfter = (days: number): string => new Date(Date.UTC(2030, 0, days)).toISOString().slice(0, 10);

  walkStates<string>({
    table: suspensionStates,
    elsewhere: { suspend: 'suspensions.test.ts' },
    async make(state) {
      const { id } = await life.act('late-fee-suspensions', {});
      if (state === 'canceled') assert.equal((await cancel(id)).status, 201);
      return id;
    },
    read: async (id) => (await life.read(`/late-fee-suspensions/${id}`)).status,
    ask: {
      change: (id) => life.api.put(pathOf(id), { endDate: dayAfter(++changes) }),
      cancel,
    },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'LateFeeSuspensionStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
