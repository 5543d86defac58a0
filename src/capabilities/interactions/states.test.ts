// Every pair of an interaction's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { type InteractionStatus, interactionStates, interactionStatuses, verbOfStatus } from './states.ts';

describe('an interaction', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let path: string;
  before(async () => {
    api = (await aCompany()).test;
    path = `/people/${(await api.made('/people', aPerson())).id}/interactions`;
  });

  const planned = { scheduledAtFrom: '2099-01-01T00:00:00Z' };
  const put =
    (status: InteractionStatus) =>
    (id: string): Promise<Answer> =>
      api.put(`/interactions/${id}`, { status });

  for (const channel of ['voice', 'email'] as const) {
    describe(`by ${channel}`, () => {
      walkStates<string>({
        table:
          channel === 'voice'
            ? interactionStates
            : { ...interactionStates, states: interactionStatuses.filter((one) => one !== 'inProgress') },
        elsewhere: {},
        given: channel === 'voice' ? ['lasts'] : [],
        make: async (status) =>
          (await api.made(path, { channel, theme: 'opsServicing', status, ...(status === 'scheduled' && planned) })).id,
        read: async (id) => (await api.get(`/interactions/${id}`)).body.data.status,
        ask: Object.fromEntries(interactionStatuses.map((status) => [verbOfStatus[status], put(status)])),
        // What is sent as it is stays so.
        staysAsAsked: Object.fromEntries(interactionStatuses.map((status) => [verbOfStatus[status], status])),
        refused({ status, body }) {
          assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'status']);
        },
      });
    });
  }
});
