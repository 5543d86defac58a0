// Every pair of an advance's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { advanceStates } from './base/advance.ts';

describe('an advance', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  before(async () => {
    life = await aLife(await aCompany(), { type: { payments: { multipleAdvances: true } } });
  });

  const put = (body: object) => (id: string) => life.api.put(`${life.path}/advances/${id}`, body);

  walkStates<string>({
    table: advanceStates,
    elsewhere: { payOut: 'paid-out.test.ts' },
    async make(state) {
      const isCanceled = state === 'canceled';
      const { id } = await life.act('advances', { amount: 1, status: isCanceled ? 'settled' : state });
      if (isCanceled) assert.equal((await put({ status: 'canceled' })(id)).status, 200);
      return id;
    },
    read: async (id) => (await life.read(`/advances/${id}`)).status,
    ask: {
      schedule: put({ status: 'scheduled' }),
      await: put({ status: 'pending' }),
      settle: put({ status: 'settled' }),
      cancel: put({ status: 'canceled' }),
      change: put({ amount: 2 }),
    },
    staysAsAsked: { schedule: 'scheduled', await: 'pending', settle: 'settled', cancel: 'canceled' },
    refused({ status, body }, { state, verb, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'AdvanceStatusForbids'], `${state} ${verb}`);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
