// The events of case types and of do-not-interact types.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { caseTypes } from './index.ts';

const aType = async (api: Client, path: string, body: object) => `${path}/${(await api.made(path, body)).id}`;

/** A draft is changed; what is active gets another version, and ends. */
const changes = (path: string, body: object): Scenarios[string] => [
  { emits: ['updated'], run: async (api) => api.put(await aType(api, path, body), { name: 'Another' }) },
  {
    emits: ['updated', 'created'],
    run: async (api) => api.put(await aType(api, path, { ...body, status: 'active' }), { name: 'Another' }),
  },
];
const named = (type: string, scenarios: readonly Scenarios[string][number][]) =>
  scenarios.map(({ emits, run }) => ({ emits: emits.map((one) => `${type}.${one}`), run }));

const generic = { caseType: 'generic' };
const atOnce = { onStatus: 'initiated' };

const scenarios: Scenarios = {
  'caseTypes.create': [{ emits: ['casetype.created'], run: (api) => api.post('/case-types', generic) }],
  'caseTypes.update': named('casetype', [...changes('/case-types', generic)]),
  'doNotInteractTypes.create': [
    { emits: ['donotinteracttype.created'], run: (api) => api.post('/do-not-interact-types', atOnce) },
  ],
  'doNotInteractTypes.update': named('donotinteracttype', [...changes('/do-not-interact-types', atOnce)]),
};

describe('the events of case types', () => emitsAsDeclared(caseTypes({ checks: [] }), scenarios));
