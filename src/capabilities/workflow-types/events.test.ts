// The events of workflow types, and of the types of their steps and items.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { workflowTypes } from './index.ts';

const types = '/companies/current/workflow';
const paths = { item: `${types}-workitem-types`, step: `${types}-step-types`, workflow: `${types}-types` } as const;
const item = { key: 'callBack', name: 'Call back', kind: 'call', call: { theme: 'opsServicing' } };
const active = { status: 'active' };

const anItem = async (api: Client, more: object = {}) => (await api.made(paths.item, { ...item, ...more })).id;
const stepOf = async (api: Client) => ({ name: 'Answer', workitemTypeIds: [await anItem(api, active)] });
const aStep = async (api: Client, more: object = {}) =>
  (await api.made(paths.step, { ...(await stepOf(api)), ...more })).id;
const workflowOf = async (api: Client) => ({
  name: 'A complaint',
  steps: [{ stepTypeId: await aStep(api, active) }],
});
const aWorkflow = async (api: Client, more: object = {}) =>
  (await api.made(paths.workflow, { ...(await workflowOf(api)), ...more })).id;

/** A draft is changed; what is active gets another version, and ends. */
const lifeOf = (
  event: string,
  path: string,
  make: (api: Client, more?: object) => Promise<string>,
): Record<'update' | 'delete', Scenarios[string]> => ({
  update: [
    { emits: [`${event}.updated`], run: async (api) => api.put(`${path}/${await make(api)}`, { name: 'Another' }) },
    {
      emits: [`${event}.updated`, `${event}.created`],
      run: async (api) => api.put(`${path}/${await make(api, active)}`, { name: 'Another' }),
    },
  ],
  delete: [
    { emits: [`${event}.deleted`], run: async (api) => api.delete(`${path}/${await make(api)}`) },
    { emits: [`${event}.updated`], run: async (api) => api.delete(`${path}/${await make(api, active)}`) },
  ],
});

const ofItems = lifeOf('workflowworkitemtype', paths.item, anItem);
const ofSteps = lifeOf('workflowsteptype', paths.step, aStep);
const ofWorkflows = lifeOf('workflowtype', paths.workflow, aWorkflow);

const documentOf = (name: string) => ({
  format: 'tenor.workflows.1',
  workflowTypes: [{ externalId: 'complaint', name, steps: [{ stepTypeId: 'ext-answer' }] }],
  stepTypes: [{ externalId: 'answer', name, workitemTypeIds: ['ext-call-back'] }],
  workitemTypes: [{ externalId: 'call-back', ...item, name }],
});

const scenarios: Scenarios = {
  'workflowWorkitemTypes.create': [
    { emits: ['workflowworkitemtype.created'], run: (api) => api.post(paths.item, item) },
  ],
  'workflowWorkitemTypes.update': ofItems.update,
  'workflowWorkitemTypes.delete': ofItems.delete,
  'workflowStepTypes.create': [
    { emits: ['workflowsteptype.created'], run: async (api) => api.post(paths.step, await stepOf(api)) },
  ],
  'workflowStepTypes.update': ofSteps.update,
  'workflowStepTypes.delete': ofSteps.delete,
  'workflowTypes.create': [
    { emits: ['workflowtype.created'], run: async (api) => api.post(paths.workflow, await workflowOf(api)) },
  ],
  'workflowTypes.update': ofWorkflows.update,
  'workflowTypes.delete': ofWorkflows.delete,
  'workflowTypes.import': [
    {
      emits: ['workflowworkitemtype.created', 'workflowsteptype.created', 'workflowtype.created'],
      run: (api) => api.post(`${paths.workflow}/import`, documentOf('Answer')),
    },
    {
      emits: [
        ...['workflowworkitemtype.updated', 'workflowworkitemtype.created'],
        ...['workflowsteptype.updated', 'workflowsteptype.created'],
        ...['workflowtype.updated', 'workflowtype.created'],
      ],
      run: (api) => api.post(`${paths.workflow}/import`, documentOf('Answer it')),
    },
  ],
};

describe('the events of workflow types', () => emitsAsDeclared(workflowTypes, scenarios));
