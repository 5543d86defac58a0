// Every pair of a state of a file that came in and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { readings } from '../../../../../tests/support/ach-story.ts';
import { asksSecondPerson } from '../../../../../tests/support/an-ach-file.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { readingStates } from './states.ts';

describe('an ACH file that came in', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let made = 0;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: readingStates,
    elsewhere: {
      keep: 'whoever brings it, or the bank that leaves it: ach/decisions/second-person.test.ts',
      understand: 'a worker reads it: incoming.test.ts',
      finish: 'the same',
    },
    async make(state) {
      made += 1;
      const { id } = (await api.post(readings, { fileName: 'x', content: `no file ${made}` })).body.data;
      await house().service.database.pools.test.query('update ach_readings set state = $2 where id = $1', [id, state]);
      await asksSecondPerson(house(), api.realm.companyId, id, 'apply');
      return id;
    },
    read: async (id) => (await api.get(`${readings}/${id}`)).body.data.state,
    ask: { refuse: (id) => api.post(`${readings}/${id}/reject`, { reason: 'a test' }) },
    refused({ status, body }, { state }) {
      assert.deepEqual([status, body.errorType, body.data.status], [409, 'AchReadingState', state]);
    },
  });
});
