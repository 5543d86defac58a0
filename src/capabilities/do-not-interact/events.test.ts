// The events of do-not-interacts.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { doNotInteract } from './index.ts';

async function onCase(api: Client): Promise<string> {
  const person = `/people/${(await api.made('/people', aPerson())).id}`;
  return `${person}/cases/${(await api.made(`${person}/cases`, {})).id}/do-not-interacts`;
}
async function one(api: Client): Promise<string> {
  const path = await onCase(api);
  return `${path}/${(await api.made(path, {})).id}`;
}
const changed = ['case.donotinteract.changed'];

const scenarios: Scenarios = {
  'doNotInteracts.create': [
    { emits: changed, run: async (api) => api.post(await onCase(api), {}) },
    {
      emits: ['case.donotinteract.expired', ...changed],
      // Nobody has told yet that the one before is over: no work is done here.
      run: async (api) => {
        await setClock(api, '2027-03-10T17:00:00Z');
        const path = await onCase(api);
        await api.made(path, { endDate: '2027-03-10' });
        await setClock(api, '2027-03-12T17:00:00Z');
        return api.post(path, {});
      },
    },
  ],
  'doNotInteracts.update': [{ emits: changed, run: async (api) => api.put(await one(api), { channels: ['voice'] }) }],
  'doNotInteracts.delete': [{ emits: changed, run: async (api) => api.delete(await one(api)) }],
};

describe('the events of do-not-interacts', () => emitsAsDeclared(doNotInteract, scenarios));
