// An approval is another person’s: not of whoever wrote the type, started the workflow, did another item of it or gave this
// one to somebody; and an item is done by whom it is assigned to.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
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
});
