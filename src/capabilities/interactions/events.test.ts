// The events of interactions.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { interactions } from './index.ts';

const aCall = { channel: 'voice', theme: 'opsServicing', status: 'inProgress' };
const pathOf = async (api: Client) => `/people/${(await api.made('/people', aPerson())).id}/interactions`;
const below = async (api: Client, results: string) => {
  const path = await pathOf(api);
  return `${path}/${(await api.made(path, aCall)).id}/${results}`;
};
const aNote = async (api: Client) => {
  const path = await below(api, 'notes');
  return `${path}/${(await api.made(path, { text: 'A note' })).id}`;
};

const scenarios: Scenarios = {
  'interactions.create': [{ emits: ['interaction.created'], run: async (api) => api.post(await pathOf(api), aCall) }],
  'interactions.update': [
    {
      emits: ['interaction.updated'],
      run: async (api) => {
        const { id } = await api.made(await pathOf(api), aCall);
        return api.put(`/interactions/${id}`, { status: 'succeeded' });
      },
    },
  ],
  'interactionNotes.create': [
    {
      emits: ['interaction.note.created'],
      run: async (api) => api.post(await below(api, 'notes'), { text: 'A note' }),
    },
  ],
  'interactionNotes.update': [
    {
      emits: ['interaction.note.updated'],
      run: async (api) => api.put(await aNote(api), { text: 'Another' }),
    },
  ],
  'interactionNotes.delete': [
    { emits: ['interaction.note.deleted'], run: async (api) => api.delete(await aNote(api)) },
  ],
  'interactionTranscriptions.create': [
    {
      emits: ['interaction.transcription.created'],
      run: async (api) => api.post(await below(api, 'transcriptions'), { text: 'What was said' }),
    },
  ],
  'interactionSummaries.create': [
    {
      emits: ['interaction.summary.created'],
      run: async (api) => api.post(await below(api, 'summaries'), { text: 'What it came to' }),
    },
  ],
};

describe('the events of interactions', () => emitsAsDeclared(interactions({ listeners: [] }), scenarios));
