// What the day moves for several borrowers in one commit goes to the database together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useHouse } from '../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../tests/support/recorded-statements.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { aWorkflow, aWorkflowType, itemNamed, type WorkflowOfCase } from '../../../../tests/support/workflow.ts';

const tables = ['workflow_steps', 'workflow_items', 'workflow_places', 'workflow_moves'];

const { house, aCompany } = useHouse({ works: false });

test('the workflows of three borrowers go on by one statement for each table', async () => {
  const { test: api } = await aCompany();
  await setClock(api, '2027-03-01T17:00:00Z');
  const time = { count: 30, unit: 'calendarDays' };
  const type = await aWorkflowType(api, [
    { items: [{ key: 'pause', kind: 'wait', wait: { time } }] },
    { items: [{ key: 'look' }] },
  ]);
  const workflows: WorkflowOfCase[] = [];
  for (let borrowers = 0; borrowers < 3; borrowers++) workflows.push(await aWorkflow(api, type));
  const { id: operationId } = await api.made('/test-clock/advance', { to: '2027-04-01T17:00:00Z' });
  const { job } = house().service.operations;
  const statements = await recordedDuring(() => job.run({ ...api.realm, payload: { operationId } }));
  for (const workflow of workflows) assert.equal((await itemNamed(api, workflow, 'look')).status, 'open');
  const inserts = tables.map((table) => statements.filter(({ text }) => text.startsWith(`insert into "${table}"`)));
  // Four moves of each: eight rows in a statement, and four.
  assert.deepEqual(
    inserts.map((of) => of.length),
    [1, 1, 1, 2],
  );
});
