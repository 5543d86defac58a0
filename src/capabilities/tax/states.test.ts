// Every pair of a tax filing's state and a verb, by requests.

import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { filingTable } from './filings/states.ts';

describe('a tax filing', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let year = 2000;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: filingTable,
    elsewhere: { initiate: 'tax.test.ts', run: 'tax.test.ts', make: 'tax.test.ts', fail: 'tax.test.ts' },
    async make(state) {
      year += 1;
      const { id } = await api.made('/companies/current/tax-filings', { taxYear: year });
      const sentOn = state === 'sent' ? '2026-01-31' : null;
      await house().service.database.pools.test.query('update tax_filings set state = $2, sent_on = $3 where id = $1', [
        id,
        state,
        sentOn,
      ]);
      return `/companies/current/tax-filings/${id}`;
    },
    read: async (path) => (await api.get(path)).body.data.state,
    ask: {
      send: (path) => api.put(path, { sentOn: '2026-01-31' }),
      discard: (path) => api.post(`${path}/discard`, {}),
    },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'TaxFilingStateForbids']);
      assert.deepEqual(body.data, { state, allowed });
    },
  });
});
