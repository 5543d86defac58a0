// The events of workflows.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client, House } from '../../../tests/support/house.ts';
import {
  aCompanyWorkflow,
  aWorkflow,
  aWorkflowType,
  itemNamed,
  looked,
  pathOfItem,
} from '../../../tests/support/workflow.ts';
import { workflows } from './index.ts';

const workflow = async (api: Client) =>
  aWorkflow(api, await aWorkflowType(api, [{ items: [{ key: 'look' }, { key: 'also' }] }]));
const item = async (api: Client) => pathOfItem(await itemNamed(api, await workflow(api), 'look'));
/** Nothing acts in this house, so what has asked is written down as it would stand. */
async function anAskedItem(house: House, api: Client): Promise<string> {
  const webhook = { action: 'webhook', webhook: { name: 'score' } };
  const waits = { due: { count: 2, unit: 'hours' }, whenLate: { do: 'goOn' } };
  const asking = { key: 'score', kind: 'automatic', automatic: webhook, ...waits };
  const running = await aWorkflow(api, await aWorkflowType(api, [{ items: [asking, { key: 'look' }] }]));
  const { id } = await itemNamed(api, running, 'score');
  const asked = "update workflow_items set status = 'waiting', acts_at = null where id = $1";
  await house.service.database.pools.test.query(asked, [id]);
  return pathOfItem({ id });
}
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
  'companyCaseWorkflows.create': [
    {
      emits: [
        'companycase.workflow.started',
        'companycase.workflow.step.changed',
        'companycase.workflow.workitem.changed',
        'companycase.workflow.workitem.changed',
      ],
      async run(api) {
        const type = await aWorkflowType(api, [{ items: [{ key: 'look' }, { key: 'also' }] }]);
        const { casePath, path } = await aCompanyWorkflow(api, type);
        await api.post(`${path}/cancel`, reason);
        return api.post(`${casePath}/workflows`, { workflowTypeId: type.id });
      },
    },
  ],
  'workflows.cancel': [
    {
      emits: [
        'companycase.workflow.step.changed',
        'companycase.workflow.workitem.changed',
        'companycase.workflow.ended',
      ],
      async run(api) {
        const { path } = await aCompanyWorkflow(api, await aWorkflowType(api, [{ items: [{ key: 'look' }] }]));
        return api.post(`${path}/cancel`, reason);
      },
    },
    {
      emits: ['workflow.step.changed', 'workflow.workitem.changed', 'workflow.workitem.changed', 'workflow.ended'],
      run: async (api) => api.post(`${(await workflow(api)).path}/cancel`, reason),
    },
  ],
  'workflowWorkitems.take': [{ emits: changed, run: async (api) => api.post(`${await item(api)}/take`, {}) }],
  'workflowWorkitems.complete': [
    { emits: changed, run: async (api) => api.post(`${await item(api)}/complete`, looked) },
  ],
  'workflowWorkitems.answer': [
    {
      emits: changed,
      async run(api, house) {
        const path = await anAskedItem(house, api);
        return api.post(`${path}/answer`, {});
      },
    },
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
