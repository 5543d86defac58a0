// The events of interactions.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { interactions } from './index.ts';

const aCall = { channel: 'voice', theme: 'opsServicing', status: 'inProgress' };
const pathOf = async (api: Client) => `/people/${(await api.made('/people', aPerson())).id}/interactions`;

const scenarios: Scenarios = {
  'interactions.create': [
    { emits: ['interaction.created'], run: async (api) => api.post(await pathOf(api), aCall) },
  ],
  'interactions.update': [
    {
      emits: ['interaction.updated'],
      run: async (api) => {
        const { id } = await api.made(await pathOf(api), aCall);
        return api.put(`/interactions/${id}`, { status: 'succeeded' });
      },
    },
    {
      emits: [],
      run: async (api) => {
        const { id } = await api.made(await pathOf(api), aCall);
        return api.put(`/interactions/${id}`, { status: 'inProgress' });
      },
    },
  ],
};

describe('the events of interactions', () => emitsAsDeclared(interactions, scenarios));
