// Every state of a tape with every verb.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { tapeTypes } from '../../../tests/support/tapes.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { tapeTable } from './states.ts';

describe('a loan tape', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loanTapeTypeId: string;
  before(async () => {
    api = (await aCompany()).test;
    loanTapeTypeId = (await api.made(tapeTypes, { tapeName: 'A tape', status: 'active', fields: ['loanId'] })).id;
  });

  walkStates<string>({
    table: tapeTable,
    elsewhere: {
      initiate: 'loan-tapes/tapes.test.ts',
      run: 'loan-tapes/tapes.test.ts',
      succeed: 'loan-tapes/tapes.test.ts',
      fail: 'loan-tapes/tapes.test.ts',
    },
    async make(state) {
      const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId });
      await house().service.database.pools.test.query('update loan_tapes set state = $2 where id = $1', [id, state]);
      return `/companies/current/loan-tapes/${id}`;
    },
    read: async (path) => (await api.get(path)).body.data.state,
    ask: { cancel: (path: string): Promise<Answer> => api.put(path, { state: 'canceled' }) },
    staysAsAsked: { cancel: 'canceled' },
    refused({ status, body }) {
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'state']);
    },
  });
});
