// The events of communications.
import { describe } from 'node:test';
import { providersOf } from '#app/providers.ts';
import { aReminder } from '../../../tests/support/a-reader.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { anEmail, aPerson, type Client } from '../../../tests/support/house.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { communications } from './index.ts';

async function aPersonWithEmail(api: Client): Promise<string> {
  const { id } = await api.made('/people', aPerson());
  await api.made(`/people/${id}/contacts`, anEmail({ affiliation: 'self' }));
  return id;
}

async function aBulk(api: Client) {
  const { id: personId } = await api.made('/people', aPerson());
  const { id: loanId } = await api.made(`/people/${personId}/loans`, loanBody);
  const supercase = `/supercases/${(await api.made('/supercases', { name: 'Floods' })).id}`;
  const population = `${supercase}/populations/${(await api.made(`${supercase}/populations`, {})).id}`;
  await api.made(`${population}/members`, { members: [{ personId, loanId }] });
  await api.put(population, { isDraft: false });
  return api.post(`${supercase}/subcases/send`, aReminder);
}

const scenarios: Scenarios = {
  'communicator.send': [
    {
      emits: ['interaction.created'],
      run: async (api) => api.post('/communicator/send', { ...aReminder, personId: await aPersonWithEmail(api) }),
    },
    {
      emits: ['interaction.created', 'communication.send'],
      run: async (api) =>
        api.post('/communicator/send', {
          subject: 'autopayAgreement',
          channel: 'gui',
          context: { paymentMethod: 'card' },
          personId: await aPersonWithEmail(api),
        }),
    },
    {
      emits: ['interaction.created', 'interaction.blocked'],
      async run(api) {
        const personId = await aPersonWithEmail(api);
        const { id } = await api.made(`/people/${personId}/cases`, { caseType: 'generic', name: 'A case' });
        await api.made(`/people/${personId}/cases/${id}/do-not-interacts`, {});
        return api.post('/communicator/send', { ...aReminder, personId });
      },
    },
  ],
  'outgoingMessages.update': [
    {
      emits: ['interaction.updated', 'communication.send'],
      async run(api, house) {
        const personId = await aPersonWithEmail(api);
        const { messageId } = await api.made('/communicator/send', { ...aReminder, personId });
        const pool = house.service.database.pools.test;
        await pool.query('delete from queued_messages where id = $1', [messageId]);
        await pool.query("update outgoing_messages set state = 'unknown' where id = $1", [messageId]);
        return api.put(`/communicator/messages/${messageId}`, { state: 'sent' });
      },
    },
  ],
  'subcases.send': [{ emits: ['bulk.sending.changed'], run: aBulk }],
  'bulkSendings.update': [
    {
      emits: ['bulk.sending.changed'],
      async run(api) {
        const { id } = (await aBulk(api)).body.data;
        return api.put(`/communicator/bulk-sendings/${id}`, { state: 'paused' });
      },
    },
  ],
};

describe('the events of communications', () => emitsAsDeclared(communications({ providersOf }), scenarios));
