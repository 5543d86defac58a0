// Every pair of a state and a verb: of a message by requests, of a bulk sending by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aReminder } from '../../../tests/support/a-reader.ts';
import { type Answer, anEmail, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { bulkSendingStates } from './bulk/states.ts';
import { outgoingStates } from './states.ts';

describe('a message', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
    await api.made(`/people/${personId}/contacts`, anEmail({ affiliation: 'self' }));
  });

  const put =
    (state: string) =>
    (id: string): Promise<Answer> =>
      api.put(`/communicator/messages/${id}`, { state });

  const elsewhere = 'outgoing/send-job.ts, by communications.test.ts and tests/crash/messages.test.ts';
  const heard = 'heard/hears.test.ts';

  walkStates<string>({
    table: outgoingStates,
    elsewhere: {
      schedule: 'communications.test.ts',
      hold: 'communications.test.ts',
      queue: 'communications.test.ts',
      drop: 'communications.test.ts',
      show: 'communications.test.ts',
      cancel: 'communications.test.ts',
      accept: elsewhere,
      tryAgain: elsewhere,
      refuse: elsewhere,
      lose: elsewhere,
      deliver: heard,
      bounce: heard,
    },
    async make(state) {
      const { messageId } = await api.made('/communicator/send', { ...aReminder, personId });
      const isWaiting = state === 'scheduled' || state === 'held';
      const pool = house().service.database.pools.test;
      await pool.query('delete from queued_messages where id = $1', [messageId]);
      await pool.query('update outgoing_messages set state = $2, act_at = $3 where id = $1', [
        messageId,
        state,
        isWaiting ? new Date() : null,
      ]);
      return messageId;
    },
    read: async (id) => (await api.get(`/communicator/messages/${id}`)).body.data.state,
    ask: { confirm: put('sent'), giveUp: put('failed'), sendAgain: put('queued') },
    staysAsAsked: { confirm: 'sent', giveUp: 'failed', sendAgain: 'queued' },
    refused({ status, body }) {
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'state']);
    },
  });
});

describe('a bulk sending', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let supercase: string;
  before(async () => {
    api = (await aCompany()).test;
    const { id: personId } = await api.made('/people', aPerson());
    const { id: loanId } = await api.made(`/people/${personId}/loans`, loanBody);
    supercase = `/supercases/${(await api.made('/supercases', { name: 'Floods' })).id}`;
    const population = `${supercase}/populations/${(await api.made(`${supercase}/populations`, {})).id}`;
    await api.made(`${population}/members`, { members: [{ personId, loanId }] });
    await api.put(population, { isDraft: false });
  });

  const put =
    (state: string) =>
    (id: string): Promise<Answer> =>
      api.put(`/communicator/bulk-sendings/${id}`, { state });

  walkStates<string>({
    table: bulkSendingStates,
    elsewhere: { start: 'bulk/bulk.test.ts', finish: 'bulk/bulk.test.ts' },
    async make(state) {
      const { id } = await api.made(`${supercase}/subcases/send`, aReminder);
      await house().service.database.pools.test.query('update bulk_sendings set state = $2 where id = $1', [id, state]);
      return id;
    },
    read: async (id) => (await api.get(`/communicator/bulk-sendings/${id}`)).body.data.state,
    ask: { pause: put('paused'), resume: put('running'), cancel: put('canceled') },
    staysAsAsked: { pause: 'paused', resume: 'running', cancel: 'canceled' },
    refused({ status, body }) {
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'state']);
    },
  });
});
