// An approval is another person’s: not of whoever wrote the type, started the workflow, did another item of it or gave this
// one to somebody; and an item is done by whom it is assigned to.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { aUser, type SignedIn, signedIn } from '../../../tests/support/signed-in.ts';
import type { Shown } from '../../../tests/support/told.ts';
import {
  aWorkflow,
  aWorkflowType,
  itemNamed,
  looked,
  makingAs,
  pathOfItem,
  type WorkflowOfCase,
} from '../../../tests/support/workflow.ts';
import { loanBody } from '../../../tests/support/world.ts';

const approval = (key: string) => ({ key, kind: 'approval', approval: { question: 'May it be charged off?' } });

describe('who may do a workitem', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let one: SignedIn;
  let two: SignedIn;
  let three: SignedIn;
  let ids: string[];
  before(async () => {
    api = (await aCompany()).test;
    const emails = ['one', 'two', 'three'].map((name) => `${name}@acme.example`);
    ids = [];
    for (const email of emails) ids.push(await aUser(house(), api, { email }));
    [one, two, three] = (await Promise.all(emails.map((email) => signedIn(house(), api, email)))) as [
      SignedIn,
      SignedIn,
      SignedIn,
    ];
  });
  const answer = (by: Pick<Client, 'post'>, item: Shown, outcome = 'approved') =>
    by.post(`${pathOfItem(item)}/complete`, { outcome });
  const reviewed = async (): Promise<WorkflowOfCase> => {
    const by = makingAs(api, one);
    const type = await aWorkflowType(by, [
      { items: [{ key: 'prepare' }] },
      {
        items: [approval('first')],
        way: () => ({ next: [{ condition: 'items.first.outcome == "rejected"', goTo: 'end' }] }),
      },
      { items: [approval('second')] },
    ]);
    return aWorkflow(by, type);
  };

  test('is somebody who has done nothing of it before', async () => {
    const workflow = await reviewed();
    const prepare = await itemNamed(api, workflow, 'prepare');
    assert.equal((await one.post(`${pathOfItem(prepare)}/complete`, looked)).status, 200);
    const first = await itemNamed(api, workflow, 'first');
    refused(await answer(one, first), 403, 'SecondPersonNeeded', 'workitemId');
    refused(
      await one.post(`${pathOfItem(first)}/skip`, { reason: 'No need.' }),
      403,
      'SecondPersonNeeded',
      'workitemId',
    );
    assert.equal((await answer(two, first)).status, 200);
    const second = await itemNamed(api, workflow, 'second');
    refused(await answer(two, second), 403, 'SecondPersonNeeded', 'workitemId');
    const to = { to: { to: 'user', id: ids[2] } };
    assert.equal((await three.post(`${pathOfItem(second)}/reassign`, to)).status, 200);
    refused(await answer(three, second), 403, 'SecondPersonNeeded', 'workitemId');
  });

  test('ends the workflow where the branch of a rejection leads to its end', async () => {
    const workflow = await reviewed();
    await one.post(`${pathOfItem(await itemNamed(api, workflow, 'prepare'))}/complete`, looked);
    assert.equal(
      (await answer(two, await itemNamed(api, workflow, 'first'), 'rejected')).body.data.outcome,
      'rejected',
    );
    assert.equal((await api.get(workflow.path)).body.data.status, 'completed');
  });

  test('is whom it is assigned to, and whoever has it in hand', async () => {
    const type = await aWorkflowType(api, [
      { items: [{ key: 'theirs', assignee: { to: 'user', id: ids[0] } }, { key: 'free' }] },
    ]);
    const workflow = await aWorkflow(api, type);
    const theirs = await itemNamed(api, workflow, 'theirs');
    refused(await two.post(`${pathOfItem(theirs)}/take`, {}), 403, 'WorkitemOfAnother', 'workitemId');
    refused(await two.post(`${pathOfItem(theirs)}/complete`, looked), 403, 'WorkitemOfAnother', 'workitemId');
    assert.equal((await one.post(`${pathOfItem(theirs)}/take`, { accept: true })).body.data.takenById, ids[0]);
    const free = await itemNamed(api, workflow, 'free');
    assert.equal((await two.post(`${pathOfItem(free)}/take`, {})).body.data.takenById, ids[1]);
    refused(await three.post(`${pathOfItem(free)}/complete`, looked), 409, 'WorkitemTaken', 'workitemId');
    assert.equal((await two.post(`${pathOfItem(free)}/complete`, looked)).status, 200);
    const mine = (await one.get('/tasks?kind=workitem&whose=mine')).body.data as Shown[];
    assert.deepEqual(
      mine.map(({ id }) => id),
      [theirs.id],
    );
  });

  test('is for an approval also whoever skips it, and whom the case has gone to by their own hand is nobody', async () => {
    const by = makingAs(api, one);
    const named = (to: object) => ({ ...approval('judge'), assignee: to });
    const ofThree = await aWorkflow(by, await aWorkflowType(by, [{ items: [named({ to: 'user', id: ids[2] })] }]));
    const judge = await itemNamed(api, ofThree, 'judge');
    refused(await two.post(`${pathOfItem(judge)}/skip`, { reason: 'No.' }), 403, 'WorkitemOfAnother', 'workitemId');
    assert.equal((await three.post(`${pathOfItem(judge)}/skip`, { reason: 'No.' })).status, 200);
    const team = (await api.made('/teams', { name: 'Judges', userIds: [ids[2]] })).id;
    const { employee } = (await api.get(`/users/${ids[1]}`)).body.data;
    const ofTeam = await aWorkflow(by, await aWorkflowType(by, [{ items: [named({ to: 'team', id: team })] }]));
    for (const owner of [{ owningTeamId: team }, { owningEmployeeId: employee.id, owningTeamId: null }])
      assert.equal((await two.put(ofTeam.casePath, owner)).status, 200);
    const stays = await itemNamed(api, ofTeam, 'judge');
    assert.deepEqual([stays.assignedTeamId, stays.assignedEmployeeId], [team, null]);
    const ofOwner = await aWorkflow(by, await aWorkflowType(by, [{ items: [named({ to: 'caseOwner', id: null })] }]));
    assert.equal((await two.put(ofOwner.casePath, { owningEmployeeId: employee.id })).status, 200);
    refused(await answer(two, await itemNamed(api, ofOwner, 'judge')), 403, 'SecondPersonNeeded', 'workitemId');
    const [given] = (await api.get(`${ofOwner.path}/moves`)).body.data as Shown[];
    assert.deepEqual([given?.verb, given?.reason, given?.actorId], ['reassignItem', 'ownerChanged', ids[1]]);
  });

  test('is nobody who chose the loan of the case, before the workflow began or since', async () => {
    const by = makingAs(api, one);
    const type = await aWorkflowType(by, [{ items: [approval('judge')] }]);
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const loans = [await api.made(`${personPath}/loans`, loanBody), await api.made(`${personPath}/loans`, loanBody)];
    const [first, other] = loans.map(({ id }) => id);
    const casePath = async (chooser: Pick<Client, 'get' | 'post'>, loanIds: string[]): Promise<string> => {
      const { id } = await makingAs(api, chooser).made(`${personPath}/cases`, { loanIds });
      return `${personPath}/cases/${id}`;
    };
    const judged = async (path: string): Promise<Shown> => {
      const { id } = await by.made(`${path}/workflows`, { workflowTypeId: type.id });
      return itemNamed(api, { path: `/workflows/${id}` }, 'judge');
    };
    const before = await judged(await casePath(two, [first as string]));
    refused(await answer(two, before), 403, 'SecondPersonNeeded', 'workitemId');
    assert.equal((await answer(three, before)).status, 200);
    const path = await casePath(one, []);
    const since = await judged(path);
    assert.equal((await two.post(`${path}/loans/${other}`, {})).status, 200);
    refused(await answer(two, since), 403, 'SecondPersonNeeded', 'workitemId');
    assert.equal((await answer(three, since)).status, 200);
  });

  test('is nobody who gave the type of the case a value that a tool takes', async () => {
    const [writer, opener, other] = [
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
    ];
    const values = [{ field: 'amount', from: 'case.customFields.amount' }];
    const automatic = { action: 'loanTool', loanTool: { tool: 'advances.create', body: {}, values } };
    const draw = { key: 'draw', kind: 'automatic', automatic };
    const judgeOf = async (amount: object): Promise<Shown> => {
      const customFieldSchemas = [{ fieldName: 'amount', dataType: 'number', ...amount }];
      const type = { caseType: 'generic', name: 'A draw', status: 'active', customFieldSchemas };
      const { id: caseTypeId } = await writer.made('/case-types', type);
      const { id: workflowTypeId } = await aWorkflowType(api, [{ items: [approval('judge')] }, { items: [draw] }]);
      // Somebody else writes the version by which the case is made.
      const changed = await opener.put(`/case-types/${caseTypeId}`, { workflowTypeId });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const casePath = `/people/${(await api.made('/people', aPerson())).id}/cases`;
      const made = await opener.made(casePath, { caseTypeId: changed.body.data.id });
      const [workflow] = (await api.get(`/workflows?caseId=${made.id}`)).body.data;
      return itemNamed(api, { path: `/workflows/${workflow.id}` }, 'judge');
    };
    const withDefault = await judgeOf({ default: 500 });
    for (const by of [writer, opener]) refused(await answer(by, withDefault), 403, 'SecondPersonNeeded', 'workitemId');
    assert.equal((await answer(other, withDefault)).status, 200);
    assert.equal((await answer(writer, await judgeOf({}))).status, 200, 'a field alone says nothing');
  });

  test('is nobody who gave the case to its owner before the approval began, or with another change', async () => {
    const by = makingAs(api, one);
    const ofOwner = { ...approval('judge'), assignee: { to: 'caseOwner', id: null } };
    const [second, third] = await Promise.all(
      [ids[1], ids[2]].map(async (id) => (await api.get(`/users/${id}`)).body.data.employee.id),
    );
    const prepare = { key: 'prepare', assignee: { to: 'user', id: ids[0] } };
    const early = await aWorkflow(by, await aWorkflowType(by, [{ items: [prepare] }, { items: [ofOwner] }]));
    assert.equal((await two.put(early.casePath, { owningEmployeeId: second })).status, 200);
    const first = pathOfItem(await itemNamed(api, early, 'prepare'));
    assert.equal((await one.post(`${first}/complete`, looked)).status, 200);
    const opened = await itemNamed(api, early, 'judge');
    assert.equal(opened.assignedEmployeeId, second);
    refused(await answer(two, opened), 403, 'SecondPersonNeeded', 'workitemId');
    const moved = await aWorkflow(by, await aWorkflowType(by, [{ items: [ofOwner] }]));
    const change = { status: 'processing', owningEmployeeId: third };
    assert.equal((await three.put(moved.casePath, change)).status, 200);
    const given = await itemNamed(api, moved, 'judge');
    assert.equal(given.assignedEmployeeId, third);
    refused(await answer(three, given), 403, 'SecondPersonNeeded', 'workitemId');
  });

  test('does no other item of the step once they have approved', async () => {
    const by = makingAs(api, one);
    const type = await aWorkflowType(by, [{ items: [approval('judge'), { key: 'prepare' }] }]);
    const workflow = await aWorkflow(by, type);
    assert.equal((await answer(two, await itemNamed(api, workflow, 'judge'))).status, 200);
    const prepare = pathOfItem(await itemNamed(api, workflow, 'prepare'));
    refused(await two.post(`${prepare}/complete`, looked), 403, 'SecondPersonNeeded', 'workitemId');
    refused(await two.post(`${prepare}/skip`, { reason: 'No.' }), 403, 'SecondPersonNeeded', 'workitemId');
    assert.equal((await three.post(`${prepare}/complete`, looked)).status, 200);
  });

  test('has nothing in hand of what went to a new owner', async () => {
    const workflow = await aWorkflow(api, await aWorkflowType(api, [{ items: [{ key: 'call' }] }]));
    const [first, second] = await Promise.all(
      [ids[1], ids[2]].map(async (id) => (await api.get(`/users/${id}`)).body.data.employee.id),
    );
    await api.put(workflow.casePath, { owningEmployeeId: first });
    const call = pathOfItem(await itemNamed(api, workflow, 'call'));
    assert.equal((await two.post(`${call}/take`, { accept: true })).status, 200);
    await api.put(workflow.casePath, { owningEmployeeId: second });
    assert.equal((await itemNamed(api, workflow, 'call')).takenById, null);
    assert.equal((await three.post(`${call}/complete`, looked)).status, 200);
  });
});
