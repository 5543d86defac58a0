// Every pair of a supercase's status and a verb, by requests.
import { before, describe } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { supercaseStates } from './states.ts';

describe('a supercase', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const ended = { status: 'completed', outcome: 'approved' };
  const ways: Readonly<Record<string, readonly object[]>> = {
    initiated: [],
    processing: [{ status: 'processing' }],
    completed: [{ status: 'processing' }, ended],
    canceled: [{ status: 'canceled' }],
    reopened: [{ status: 'canceled' }, { status: 'reopened' }],
  };
  const put = (body: object) => (path: string) => api.put(path, body);

  walkStates<string>({
    table: supercaseStates,
    elsewhere: {},
    async make(state) {
      const path = `/supercases/${(await api.made('/supercases', { name: 'A supercase' })).id}`;
      for (const body of ways[state] ?? []) await api.put(path, body);
      return path;
    },
    read: async (path) => (await api.get(path)).body.data.status,
    ask: {
      initiate: put({ status: 'initiated' }),
      process: put({ status: 'processing' }),
      complete: put(ended),
      cancel: put({ status: 'canceled' }),
      reopen: put({ status: 'reopened' }),
      change: put({ name: 'Another' }),
    },
    // One that is sent as it is stays so; a completed one takes no other outcome.
    staysAsAsked: { initiate: 'initiated', process: 'processing', cancel: 'canceled', reopen: 'reopened' },
    refused(answer, { verb, state }) {
      if (verb === 'change' || (verb === 'complete' && state === 'completed')) {
        refused(answer, 409, 'SupercaseClosed', 'status');
      } else refusedAt(answer, 'status');
    },
  });
});
