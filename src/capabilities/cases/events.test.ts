// The events of cases.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { cases } from './index.ts';

const aPath = async (api: Client): Promise<string> => `/people/${(await api.made('/people', aPerson())).id}`;

async function aCase(api: Client) {
  const person = await aPath(api);
  const loan = (await api.made(`${person}/loans`, loanBody)).id;
  const made = await api.made(`${person}/cases`, { loanIds: [loan] });
  return { path: `${person}/cases/${made.id}`, loan, other: (await api.made(`${person}/loans`, loanBody)).id };
}

const scenarios: Scenarios = {
  'cases.create': [
    {
      emits: ['case.changed', 'case.association.added'],
      run: async (api) => {
        const person = await aPath(api);
        return api.post(`${person}/cases`, { loanIds: [(await api.made(`${person}/loans`, loanBody)).id] });
      },
    },
  ],
  'cases.update': [
    {
      emits: ['case.changed', 'case.association.added', 'case.association.removed'],
      run: async (api) => {
        const { path, other } = await aCase(api);
        return api.put(path, { loanIds: [other] });
      },
    },
  ],
  'caseLoans.add': [
    {
      emits: ['case.association.added'],
      run: async (api) => {
        const { path, other } = await aCase(api);
        return api.post(`${path}/loans/${other}`);
      },
    },
  ],
  'caseLoans.remove': [
    {
      emits: ['case.association.removed'],
      run: async (api) => {
        const { path, loan } = await aCase(api);
        return api.delete(`${path}/loans/${loan}`);
      },
    },
  ],
};

describe('the events of cases', () => emitsAsDeclared(cases({ listeners: [] }), scenarios));
