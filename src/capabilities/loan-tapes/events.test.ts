// The events of loan tapes.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { tapeTypes } from '../../../tests/support/tapes.ts';
import { loanTapes } from './index.ts';

const type = { tapeName: 'A tape', fields: ['loanId'] };
const tapes = '/companies/current/loan-tapes';

const aType = async (api: Client, more: object = {}): Promise<string> =>
  (await api.made(tapeTypes, { ...type, ...more })).id;
const aTape = async (api: Client): Promise<string> =>
  (await api.made(tapes, { loanTapeTypeId: await aType(api, { status: 'active' }) })).id;

const scenarios: Scenarios = {
  'loanTapeTypes.create': [{ emits: ['loantapetype.created'], run: (api) => api.post(tapeTypes, type) }],
  'loanTapeTypes.update': [
    {
      emits: ['loantapetype.updated'],
      run: async (api) => api.put(`${tapeTypes}/${await aType(api)}`, { description: 'Another' }),
    },
    {
      emits: ['loantapetype.updated', 'loantapetype.created'],
      run: async (api) => api.put(`${tapeTypes}/${await aType(api, { status: 'active' })}`, { description: 'Another' }),
    },
  ],
  'loanTapeTypes.delete': [
    { emits: ['loantapetype.deleted'], run: async (api) => api.delete(`${tapeTypes}/${await aType(api)}`) },
    {
      emits: ['loantapetype.updated'],
      run: async (api) => api.delete(`${tapeTypes}/${await aType(api, { status: 'active' })}`),
    },
  ],
  'loanTapes.create': [
    {
      emits: ['loan.tape.changed'],
      run: async (api) => api.post(tapes, { loanTapeTypeId: await aType(api, { status: 'active' }) }),
    },
  ],
  'loanTapes.update': [
    {
      emits: ['loan.tape.changed'],
      run: async (api) => api.put(`${tapes}/${await aTape(api)}`, { state: 'canceled' }),
    },
  ],
  'loanTapes.compare': [
    {
      emits: ['loan.tape.changed'],
      run: async (api) => api.post(`${tapes}/${await aTape(api)}/compare`, { withId: await aTape(api) }),
    },
  ],
};

describe('the events of loan tapes', () => emitsAsDeclared(loanTapes, scenarios));
