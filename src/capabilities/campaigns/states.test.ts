// What a run goes through, asked for over HTTP.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { runTable } from './states.ts';

const question = { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key of the query' };

describe('a run of a campaign', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: runTable,
    elsewhere: {
      initiate: 'runs/runs.test.ts',
      run: 'runs/runs.test.ts',
      succeed: 'runs/runs.test.ts',
      fail: 'runs/runs.test.ts',
      release: 'tests/second-person.test.ts',
    },
    async make(state) {
      const { id } = await api.made('/campaigns', question);
      const run = await api.made(`/campaigns/${id}/runs`, {});
      await house().service.database.pools.test.query('update campaign_runs set state = $2 where id = $1', [
        run.id,
        state,
      ]);
      return `/campaigns/${id}/runs/${run.id}`;
    },
    read: async (path) => (await api.get(path)).body.data.state,
    ask: { cancel: (path: string): Promise<Answer> => api.put(path, { state: 'canceled' }) },
    staysAsAsked: { cancel: 'canceled' },
    refused({ status, body }) {
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'state']);
    },
  });
});
