// Every pair of a state and a verb of workflows and of their items, by requests.
import { before, describe } from 'node:test';
import { type Client, type House, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import type { Shown } from '../../../tests/support/told.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { aWorkflow, aWorkflowType, itemNamed, looked, pathOfItem } from '../../../tests/support/workflow.ts';
import { itemStates, workflowStates } from './states.ts';

describe('the states of workflows', () => {
  const { aCompany, house } = useHouse({ works: false });
  let api: Client;
  let type: Shown;
  before(async () => {
    api = (await aCompany()).test;
    type = await aWorkflowType(api, [
      {
        items: [
          { key: 'look' },
          { key: 'also' },
          { key: 'rest', kind: 'wait', wait: { time: { count: 5, unit: 'calendarDays' } } },
          {
            key: 'score',
            kind: 'automatic',
            automatic: { action: 'webhook', webhook: { name: 'score' } },
            due: { count: 5, unit: 'calendarDays' },
            whenLate: { do: 'goOn' },
          },
        ],
      },
    ]);
  });
  const reason = { reason: 'Because.' };
  const ask = (verb: string, body: object) => (path: string) => api.post(`${path}/${verb}`, body);

  describe('a workflow', () => {
    walkStates<string>({
      table: workflowStates,
      elsewhere: { start: 'workflows.test.ts', complete: 'workflows.test.ts' },
      async make(state) {
        const { path } = await aWorkflow(api, type);
        if (state === 'canceled') await api.post(`${path}/cancel`, reason);
        if (state !== 'completed') return path;
        for (const key of ['look', 'also', 'rest', 'score']) {
          await api.post(`${pathOfItem(await itemNamed(api, { path }, key))}/skip`, reason);
        }
        return path;
      },
      read: async (path) => (await api.get(path)).body.data.status,
      ask: { cancel: ask('cancel', reason) },
      refused: (answer) => refused(answer, 409, 'WorkflowEnded', 'workflowId'),
    });
  });

  describe('an item', () => {
    walkStates<string>({
      table: itemStates,
      elsewhere: {
        ask: 'workflows.test.ts',
        wait: 'day/late.test.ts',
        act: 'actions/actions.test.ts',
        finish: 'day/late.test.ts',
        call: 'actions/outside.test.ts',
        fail: 'actions/actions.test.ts',
        cancel: 'workflows.test.ts',
      },
      make: (state) => anItem(house(), api, type, state),
      read: async (path) => (await api.get(path)).body.data.status,
      ask: {
        take: ask('take', {}),
        complete: async (path) =>
          api.post(`${path}/complete`, (await api.get(path)).body.data.kind === 'wait' ? {} : looked),
        answer: ask('answer', {}),
        retry: ask('retry', {}),
        skip: ask('skip', reason),
        reassign: ask('reassign', { to: { to: 'caseOwner', id: null } }),
      },
      refused: (answer, { state }) =>
        refused(answer, 409, itemStates.isFinal(state as never) ? 'WorkitemEnded' : 'WorkitemNotOpen', 'workitemId'),
    });
  });
});

async function anItem(house: House, api: Client, type: Shown, state: string): Promise<string> {
  const workflow = await aWorkflow(api, type);
  const keys: Readonly<Record<string, string>> = { waiting: 'score', acting: 'rest', failed: 'rest' };
  const path = pathOfItem(await itemNamed(api, workflow, keys[state] ?? 'look'));
  if (state === 'completed') await api.post(`${path}/complete`, looked);
  if (state === 'skipped') await api.post(`${path}/skip`, { reason: 'Because.' });
  if (state === 'canceled') await api.post(`${workflow.path}/cancel`, { reason: 'Because.' });
  // Nothing acts in this house, so what acts is written down as it would stand.
  if (state === 'waiting' || state === 'acting' || state === 'failed') {
    const set = 'update workflow_items set status = $2 where id = $1';
    await house.service.database.pools.test.query(set, [path.split('/').at(-1), state]);
  }
  return path;
}
