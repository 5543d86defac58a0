// The events of do-not-interacts.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
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
  'doNotInteracts.create': [{ emits: changed, run: async (api) => api.post(await onCase(api), {}) }],
  'doNotInteracts.update': [
    { emits: changed, run: async (api) => api.put(await one(api), { channels: ['voice'] }) },
  ],
  'doNotInteracts.delete': [{ emits: changed, run: async (api) => api.delete(await one(api)) }],
};

describe('the events of do-not-interacts', () => emitsAsDeclared(doNotInteract, scenarios));
