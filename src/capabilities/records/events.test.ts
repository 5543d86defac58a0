// The events of what is written down about borrowers and loans.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { records } from './index.ts';

const types = '/companies/current/note-types';

async function below(api: Client, path: string, body: object): Promise<string> {
  return `${path}/${(await api.made(path, body)).id}`;
}
const notesOf = async (api: Client): Promise<string> => `${await below(api, '/people', aPerson())}/notes`;
const aNote = async (api: Client): Promise<string> => below(api, await notesOf(api), { text: 'A note' });

const scenarios: Scenarios = {
  'noteTypes.create': [{ emits: ['notetype.created'], run: (api) => api.post(types, { name: 'Hardship' }) }],
  'noteTypes.update': [
    {
      emits: ['notetype.updated'],
      run: async (api) => api.put(await below(api, types, { name: 'Hardship' }), { status: 'inactive' }),
    },
  ],
  'notes.create': [{ emits: ['note.created'], run: async (api) => api.post(await notesOf(api), { text: 'A note' }) }],
  'notes.update': [{ emits: ['note.updated'], run: async (api) => api.put(await aNote(api), { text: 'Another' }) }],
  'notes.delete': [{ emits: ['note.deleted'], run: async (api) => api.delete(await aNote(api)) }],
};

describe('the events of records', () => emitsAsDeclared(records, scenarios));
