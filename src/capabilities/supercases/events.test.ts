// The events of supercases.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { supercases } from './index.ts';

const aPath = async (api: Client): Promise<string> =>
  `/supercases/${(await api.made('/supercases', { name: 'Floods' })).id}`;

const aPopulation = async (api: Client): Promise<string> => {
  const path = await aPath(api);
  return `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
};

async function aMember(api: Client) {
  const { id: personId } = await api.made('/people', aPerson());
  return { personId, loanId: (await api.made(`/people/${personId}/loans`, loanBody)).id };
}

async function withMember(api: Client): Promise<string> {
  const population = await aPopulation(api);
  await api.made(`${population}/members`, { members: [await aMember(api)] });
  return population;
}

const scenarios: Scenarios = {
  'supercases.create': [{ emits: ['supercase.created'], run: (api) => api.post('/supercases', { name: 'Floods' }) }],
  'supercases.update': [
    { emits: ['supercase.updated'], run: async (api) => api.put(await aPath(api), { status: 'processing' }) },
  ],
  'populations.create': [
    { emits: ['population.created'], run: async (api) => api.post(`${await aPath(api)}/populations`, {}) },
  ],
  'populations.update': [
    { emits: ['population.updated'], run: async (api) => api.put(await withMember(api), { isDraft: false }) },
  ],
  'populationMembers.add': [
    {
      emits: ['population.updated'],
      run: async (api) => api.post(`${await aPopulation(api)}/members`, { members: [await aMember(api)] }),
    },
  ],
  'populationMembers.remove': [
    {
      emits: ['population.updated'],
      run: async (api) => {
        const population = await withMember(api);
        const [{ id }] = (await api.get(`${population}/members`)).body.data;
        return api.delete(`${population}/members/${id}`);
      },
    },
  ],
  'supercaseNotes.create': [
    {
      emits: ['supercase.note.created'],
      run: async (api) => api.post(`${await aPath(api)}/notes`, { content: 'A note' }),
    },
  ],
  'subcases.note': [
    {
      emits: ['supercase.note.created'],
      run: async (api) => {
        const population = await withMember(api);
        await api.put(population, { isDraft: false });
        return api.post(`${population.split('/populations')[0]}/subcases/notes`, { content: 'A note' });
      },
    },
  ],
};

describe('the events of supercases', () => emitsAsDeclared(supercases({ listeners: [] }), scenarios));
