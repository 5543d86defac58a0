// The events of API keys.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { access } from './index.ts';

const aKey = async (api: Client): Promise<string> => `/keys/${(await api.made('/keys', { name: 'one' })).id}`;

const scenarios: Scenarios = {
  'keys.create': [{ emits: ['key.created'], run: (api) => api.post('/keys', { name: 'another' }) }],
  'keys.update': [{ emits: ['key.updated'], run: async (api) => api.put(await aKey(api), { name: 'renamed' }) }],
  'keys.rotate': [
    { emits: ['key.created', 'key.updated'], run: async (api) => api.post(`${await aKey(api)}/rotate`, {}) },
  ],
  'keys.delete': [{ emits: ['key.revoked'], run: async (api) => api.delete(await aKey(api)) }],
  'keys.takeOver': [
    {
      emits: ['key.updated'],
      async run(api, house) {
        const email = 'ada@acme.example';
        await aUser(house, api, { email });
        const { body } = await (await signedIn(house, api, email)).post('/keys', { name: 'hers' });
        return api.post(`/keys/${body.data.id}/take-over`, {});
      },
    },
  ],
};

describe('the events of access', () => emitsAsDeclared(access, scenarios));
