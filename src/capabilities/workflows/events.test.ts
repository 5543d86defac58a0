// The events of workflows.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { aWorkflow, aWorkflowType, itemNamed, looked, pathOfItem } from '../../../tests/support/workflow.ts';
import { workflows } from './index.ts';

const workflow = async (api: Client) =>
  aWorkflow(api, await aWorkflowType(api, [{ items: [{ key: 'look' }, { key: 'also' }] }]));
const item = async (api: Client) => pathOfItem(await itemNamed(api, await workflow(api), 'look'));
const changed = ['workflow.workitem.changed'];
const reason = { reason: 'Because.' };

const scenarios: Scenarios = {
  'workflows.create': [
    {
      emits: ['workflow.started', 'workflow.step.changed', 'workflow.workitem.changed', 'workflow.workitem.changed'],
      async run(api) {
        const type = await aWorkflowType(api, [{ items: [{ key: 'look' }, { key: 'also' }] }]);
        const { casePath, path } = await aWorkflow(api, type);
        await api.post(`${path}/cancel`, reason);
        return api.post(`${casePath}/workflows`, { workflowTypeId: type.id });
      },
    },
  ],
  'workflows.cancel': [
    {
      emits: ['workflow.step.changed', 'workflow.workitem.changed', 'workflow.workitem.changed', 'workflow.ended'],
      run: async (api) => api.post(`${(await workflow(api)).path}/cancel`, reason),
    },
  ],
  'workflowWorkitems.take': [{ emits: changed, run: async (api) => api.post(`${await item(api)}/take`, {}) }],
  'workflowWorkitems.complete': [
    { emits: changed, run: async (api) => api.post(`${await item(api)}/complete`, looked) },
  ],
  'workflowWorkitems.skip': [{ emits: changed, run: async (api) => api.post(`${await item(api)}/skip`, reason) }],
  'workflowWorkitems.reassign': [
    {
      emits: changed,
      run: async (api) => api.post(`${await item(api)}/reassign`, { to: { to: 'caseOwner', id: null } }),
    },
  ],
  'workflowWorkitems.retry': [
    {
      emits: changed,
      async run(api, house) {
        const path = await item(api);
        const failed = "update workflow_items set status = 'failed' where id = $1";
        await house.service.database.pools.test.query(failed, [path.split('/').at(-1)]);
        return api.post(`${path}/retry`, {});
      },
    },
  ],
};

describe('the events of workflows', () => emitsAsDeclared(workflows({ listeners: [] }), scenarios));
