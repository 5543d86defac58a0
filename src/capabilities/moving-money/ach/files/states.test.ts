// Every pair of a file's state and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { anAchFile, asksSecondPerson } from '../../../../../tests/support/an-ach-file.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { acknowledge } from './examples.ts';
import { achFileStates } from './states.ts';

const files = '/companies/current/ach-file-uploads';

describe('an ACH file', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  walkStates<string>({
    table: achFileStates,
    elsewhere: {
      close: 'the cut-off does it: files.test.ts',
      upload: 'a worker does it: upload.test.ts',
      notReached: 'upload.test.ts',
      keep: 'upload.test.ts',
      arrived: 'upload.test.ts',
      take: 'the files of a bank: ach-incoming',
      giveUp: 'a file that cannot be read is no file of ours',
    },
    async make(state) {
      const id = await anAchFile(house(), api.realm.companyId, state);
      await asksSecondPerson(house(), api.realm.companyId, id, 'reject');
      return id;
    },
    read: async (id) => (await api.get(`${files}/${id}`)).body.data.state,
    ask: {
      release: (id) => api.post(`${files}/${id}/release`),
      void: (id) => api.post(`${files}/${id}/void`, { reason: 'a test' }),
      acknowledge: (id) => api.post(`${files}/${id}/acknowledge`, acknowledge),
      reject: (id) => api.post(`${files}/${id}/confirm-rejection`, {}),
    },
    refused({ status, body }, { state, verb }) {
      assert.deepEqual([status, body.errorType, body.data.status], [409, 'AchFileState', state], `${state} ${verb}`);
    },
  });
});
