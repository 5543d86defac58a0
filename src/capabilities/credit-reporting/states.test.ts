// What a file for a credit agency goes through: all of it by a worker.
import { before, describe } from 'node:test';
import { aCreditAgency } from '../../../tests/support/credit-agency.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { fileTable } from './files/states.ts';

describe('a file for a credit agency', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: fileTable,
    elsewhere: {
      initiate: 'files/files.test.ts',
      run: 'files/files.test.ts',
      make: 'files/files.test.ts',
      refuse: 'files/refused.test.ts',
      fail: 'files/refused.test.ts',
    },
    async make(state) {
      const { id } = await api.made('/companies/current/credit-agencies', aCreditAgency);
      const files = `/companies/current/credit-agencies/${id}/files`;
      const file = await api.made(files, {});
      await house().service.database.pools.test.query('update credit_files set state = $2 where id = $1', [
        file.id,
        state,
      ]);
      return `${files}/${file.id}`;
    },
    read: async (path) => (await api.get(path)).body.data.state,
    ask: {},
    refused() {},
  });
});
