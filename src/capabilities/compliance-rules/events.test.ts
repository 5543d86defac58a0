// The events of compliance rules.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { complianceRules } from './index.ts';

const path = '/compliance/rules';
const aRule = {
  description: 'We do not call at night.',
  citation: 'Policy 7',
  kind: 'other',
  params: { always: true },
};

const made = async (api: Client, more: object = {}) => `${path}/${(await api.made(path, { ...aRule, ...more })).id}`;
const another = { description: 'We do not call in the morning.' };

const scenarios: Scenarios = {
  'complianceRules.create': [{ emits: ['compliancerule.created'], run: (api) => api.post(path, aRule) }],
  'complianceRules.update': [
    { emits: ['compliancerule.updated'], run: async (api) => api.put(await made(api), another) },
    {
      emits: ['compliancerule.updated', 'compliancerule.created'],
      run: async (api) => api.put(await made(api, { status: 'active' }), another),
    },
  ],
  'complianceRuleChanges.create': [
    {
      emits: ['compliancerule.changed'],
      run: (api) => api.post(`${path}/FED-TIME/changes`, { action: 'mute', reason: 'Counsel said so' }),
    },
  ],
};

describe('the events of compliance rules', () => emitsAsDeclared(complianceRules, scenarios));
