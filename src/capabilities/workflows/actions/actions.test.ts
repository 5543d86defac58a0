// What automatic items do: once, in the commit that writes it down; what is refused is tried again as its type says, and
// then a person is asked.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused } from '../../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../../tests/support/signed-in.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';
import { aWorkflow, aWorkflowType, itemNamed, makingAs, pathOfItem } from '../../../../tests/support/workflow.ts';
import { loanBody } from '../../../../tests/support/world.ts';

describe('an automatic item', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const automatic = (key: string, action: string, said: object, more: object = {}) => ({
    key,
    kind: 'automatic',
    automatic: { action, [action]: said },
    ...more,
  });
  const ended = (workflow: { readonly path: string }) =>
    eventually('the workflow ends', async () => (await api.get(workflow.path)).body.data.status === 'completed');

  test('changes the owner, forbids contact and writes to the borrower, each once', async () => {
    const userIds = [await aUser(house(), api, { email: 'theft@acme.example' })];
    const team = await api.made('/teams', { name: 'Theft', userIds });
    const type = await aWorkflowType(api, [
      { items: [automatic('give', 'changeOwner', { to: { to: 'team', id: team.id } })] },
      {
        items: [
          automatic('block', 'doNotInteract', { channel: 'voice', theme: 'all', days: 30 }),
          automatic('write', 'sendMessage', { subject: 'welcome', channel: 'email' }),
        ],
      },
    ]);
    const workflow = await aWorkflow(api, type);
    await ended(workflow);
    assert.equal((await api.get(workflow.casePath)).body.data.owningTeamId, team.id);
    const [block, ...others] = (await api.get(`${workflow.casePath}/do-not-interacts`)).body.data;
    assert.deepEqual([block.channels, others], [['voice'], []]);
    assert.equal((await itemNamed(api, workflow, 'block')).madeId, block.id);
    const asked = "select count(*)::integer as n from pending_notices where source = 'workflow'";
    const kept = await house().service.database.pools.test.query(asked);
    assert.ok((kept.rows[0]?.n ?? 0) <= 1, 'it waits once, or was sent');
  });

  test('gives a case away for whoever prepared it: they answer no approval that goes to its owner', async () => {
    const [asks, gives] = ['asks@acme.example', 'gives@acme.example'] as const;
    const ids = [await aUser(house(), api, { email: asks }), await aUser(house(), api, { email: gives })];
    const asking = makingAs(api, await signedIn(house(), api, asks));
    const giving = makingAs(api, await signedIn(house(), api, gives));
    const { employee } = (await api.get(`/users/${ids[1]}`)).body.data;
    const judge = { key: 'judge', kind: 'approval', approval: { question: 'May it be?' } };
    const ofOwner = { ...judge, assignee: { to: 'caseOwner', id: null } };
    const workflow = await aWorkflow(asking, await aWorkflowType(asking, [{ items: [ofOwner] }]));
    const away = automatic('give', 'changeOwner', { to: { to: 'user', id: ids[1] } });
    const type = await aWorkflowType(giving, [{ items: [away] }]);
    await giving.made(`${workflow.casePath}/workflows`, { workflowTypeId: type.id });
    const item = () => itemNamed(api, workflow, 'judge');
    await eventually('the case is given', async () => (await item()).assignedEmployeeId === employee.id);
    const complete = `${pathOfItem(await item())}/complete`;
    refused(await giving.post(complete, { outcome: 'approved' }), 403, 'SecondPersonNeeded', 'workitemId');
  });

  test('gives the loans of its case a label', async () => {
    const label = await api.made('/companies/current/loan-labels', { name: 'Theft' });
    const type = await aWorkflowType(api, [
      { items: [automatic('label', 'loanLabel', { do: 'add', loanLabelId: label.id })] },
      { items: [automatic('again', 'loanLabel', { do: 'add', loanLabelId: label.id })] },
    ]);
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const loan = await api.made(`${personPath}/loans`, loanBody);
    const { id: caseId } = await api.made(`${personPath}/cases`, { loanIds: [loan.id] });
    const { id } = await api.made(`${personPath}/cases/${caseId}/workflows`, { workflowTypeId: type.id });
    await ended({ path: `/workflows/${id}` });
    const labels = (await api.get(`${personPath}/loans/${loan.id}/labels`)).body.data as Shown[];
    assert.deepEqual(
      labels.map((one) => one.id),
      [label.id],
    );
  });

  test('is tried again where it is refused, then waits for a person', async () => {
    await setClock(api, '2027-03-01T17:00:00Z');
    const block = { channel: 'voice', theme: 'all', days: 30 };
    const retry = { attempts: 2, waitMinutes: 60 };
    const type = await aWorkflowType(api, [
      { items: [automatic('block', 'doNotInteract', block)] },
      { items: [automatic('twice', 'doNotInteract', block, { retry })] },
    ]);
    const workflow = await aWorkflow(api, type);
    const twice = () => itemNamed(api, workflow, 'twice');
    await eventually(
      'it is refused',
      async () => (await itemNamed(api, workflow, 'block')).outcome === 'completed' && (await twice()).tries === 1,
    );
    const first = await twice();
    assert.deepEqual([first.status, first.errorType], ['acting', 'DoNotInteractExists']);
    await moveClock(api, '2027-03-01T19:00:00Z');
    const failed = await twice();
    assert.deepEqual([failed.status, failed.tries], ['failed', 2]);
    const tasks = (await api.get('/tasks?kind=workitem&limit=100')).body.data as Shown[];
    assert.ok(tasks.some(({ id }) => id === failed.id));
    assert.equal((await api.post(`${pathOfItem(failed)}/skip`, { reason: 'It holds already.' })).status, 200);
    await ended(workflow);
  });
});
