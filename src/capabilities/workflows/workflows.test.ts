// A case goes through a workflow: by people, by branches that look at what became of items, to its end; and who moved what
// is there to read.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import type { Shown } from '../../../tests/support/told.ts';
import {
  aWorkflow,
  aWorkflowType,
  itemNamed,
  looked,
  pathOfItem,
  stepsOfWorkflow,
} from '../../../tests/support/workflow.ts';
import { loanBody } from '../../../tests/support/world.ts';

const fields = [
  { fieldName: 'amount', dataType: 'integer', required: true },
  { fieldName: 'wish', dataType: 'string' },
];

describe('a workflow', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const statusOf = async ({ path }: { readonly path: string }) => (await api.get(path)).body.data.status;
  const complete = async (item: Shown, body: object = looked) => api.post(`${pathOfItem(item)}/complete`, body);
  const done = async (item: Shown, body?: object): Promise<Shown> => {
    const { status, body: answer } = await complete(item, body);
    assert.equal(status, 200, JSON.stringify(answer));
    return answer.data;
  };

  test('goes from step to step as its items are done, and keeps who did what', async () => {
    const type = await aWorkflowType(api, [{ items: [{ key: 'one' }, { key: 'two' }] }, { items: [{ key: 'three' }] }]);
    const workflow = await aWorkflow(api, type);
    assert.equal(await statusOf(workflow), 'running');
    const one = await itemNamed(api, workflow, 'one');
    assert.deepEqual([one.status, one.kind, one.checklist], ['open', 'checklist', ['Look']]);
    assert.equal((await done(one)).outcome, 'completed');
    assert.deepEqual(
      (await stepsOfWorkflow(api, workflow)).map(({ status }) => status),
      ['current'],
    );
    await done(await itemNamed(api, workflow, 'two'), { ...looked, comment: 'All is well.' });
    assert.deepEqual(
      (await stepsOfWorkflow(api, workflow)).map(({ status }) => status),
      ['completed', 'current'],
    );
    await done(await itemNamed(api, workflow, 'three'));
    assert.equal(await statusOf(workflow), 'completed');
    refused(await complete(one), 409, 'WorkitemEnded', 'workitemId');
    const moves = (await api.get(`${workflow.path}/moves?sortBy=createdAt&limit=100`)).body.data as Shown[];
    assert.deepEqual(
      moves.map(({ verb }) => verb),
      [
        'start',
        'enterStep',
        'openItem',
        'openItem',
        'completeItem',
        'completeItem',
        'leaveStep',
        'enterStep',
        'openItem',
        'completeItem',
        'leaveStep',
        'complete',
      ],
    );
    assert.deepEqual([moves[5]?.words, moves[5]?.actorType, moves[0]?.reason], ['All is well.', 'key', 'byHand']);
    const { body: svg, headers } = await api.call('GET', `${workflow.path}/picture`);
    assert.match(String(headers['content-type']), /image\/svg/);
    assert.match(String(svg), /completed/);
  });

  test('starts with its case, keeps its version, and ends when the case closes', async () => {
    const type = await aWorkflowType(api, [{ items: [{ key: 'look' }] }]);
    await api.made('/case-types', { caseType: 'legalAction', status: 'active', workflowTypeId: type.id });
    const cases = `/people/${(await api.made('/people', aPerson())).id}/cases`;
    const { id } = await api.made(cases, { caseType: 'legalAction' });
    const [workflow] = (await api.get(`/workflows?caseId=${id}`)).body.data;
    assert.deepEqual([workflow.status, workflow.workflowTypeId], ['running', type.id]);
    const changed = await api.put(`/companies/current/workflow-types/${type.id}`, { name: 'Another' });
    assert.notEqual(changed.body.data.id, type.id);
    const path = `/workflows/${workflow.id}`;
    assert.equal((await api.get(path)).body.data.workflowTypeId, type.id);
    assert.equal((await api.put(`${cases}/${id}`, { status: 'canceled' })).status, 200);
    const ended = (await api.get(path)).body.data;
    assert.deepEqual([ended.status, ended.reason], ['canceled', 'caseClosed']);
    const item = await itemNamed(api, { path }, 'look');
    assert.deepEqual([item.status, item.outcome], ['canceled', 'notNeeded']);
    assert.equal((await api.get(`/workflows?status=canceled&caseId=${id}`)).body.total, 1);
  });

  test('branches by what a form was given, and skips what does not apply', async () => {
    const type = await aWorkflowType(api, [
      {
        items: [{ key: 'intake', kind: 'form', form: fields }],
        way: ([, , last]) => ({ next: [{ condition: 'items.intake.amount > 100', goTo: last }] }),
      },
      { items: [{ key: 'small' }], step: { entryCondition: 'items.intake.amount > 10' } },
      { items: [{ key: 'last' }] },
    ]);
    const at = async (amount: number) => {
      const workflow = await aWorkflow(api, type);
      await done(await itemNamed(api, workflow, 'intake'), { form: { amount } });
      return (await stepsOfWorkflow(api, workflow)).map(({ status, workitems }) => [
        status,
        (workitems as Shown[])[0]?.key,
      ]);
    };
    assert.deepEqual(await at(500), [
      ['completed', 'intake'],
      ['current', 'last'],
    ]);
    assert.deepEqual(await at(50), [
      ['completed', 'intake'],
      ['current', 'small'],
    ]);
    assert.deepEqual(await at(5), [
      ['completed', 'intake'],
      ['skipped', undefined],
      ['current', 'last'],
    ]);
  });

  test('asks its conditions again as soon as its case gets a loan, or loses one', async () => {
    const condition = 'loan.status == "originated"';
    const type = await aWorkflowType(api, [
      { items: [{ key: 'find' }], step: { exitRule: { when: 'condition', condition } } },
    ]);
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const [one, two] = [await api.made(`${person}/loans`, loanBody), await api.made(`${person}/loans`, loanBody)];
    const ends = async (loanIds: string[], change: (path: string) => Promise<Answer>) => {
      const path = `${person}/cases/${(await api.made(`${person}/cases`, { loanIds })).id}`;
      const { id } = await api.made(`${path}/workflows`, { workflowTypeId: type.id });
      assert.equal(await statusOf({ path: `/workflows/${id}` }), 'running', 'the case is about no single loan');
      assert.equal((await change(`${path}/loans/${one.id}`)).status, 200);
      assert.equal(await statusOf({ path: `/workflows/${id}` }), 'completed');
    };
    await ends([], (path) => api.post(path, {}));
    await ends([one.id, two.id], (path) => api.delete(path));
  });

  test('turns back no more often than its type allows', async () => {
    const type = await aWorkflowType(api, [
      { items: [{ key: 'ask' }], way: () => ({ maxVisits: 2 }) },
      {
        items: [{ key: 'judge' }],
        way: ([first]) => ({ maxVisits: 2, next: [{ condition: 'items.judge.outcome == "skipped"', goTo: first }] }),
      },
    ]);
    const workflow = await aWorkflow(api, type);
    for (let i = 0; i < 2; i += 1) {
      await done(await itemNamed(api, workflow, 'ask'));
      const judge = await itemNamed(api, workflow, 'judge');
      assert.equal(
        (await api.post(`${pathOfItem(judge)}/skip`, { reason: 'Not yet.' })).body.data.done.reason,
        'Not yet.',
      );
    }
    assert.equal(await statusOf(workflow), 'completed');
    assert.deepEqual(
      (await stepsOfWorkflow(api, workflow)).map(({ visit }) => visit),
      [1, 1, 2, 2],
    );
  });

  test('refuses by field what an item does not take', async () => {
    const type = await aWorkflowType(api, [
      {
        items: [
          { key: 'list', kind: 'checklist', checklist: ['One', 'Two'] },
          { key: 'intake', kind: 'form', form: fields },
          { key: 'paper', kind: 'document', document: { documentType: 'evidence' } },
          { key: 'judge', kind: 'approval', approval: { question: 'May it be?' } },
        ],
      },
    ]);
    const workflow = await aWorkflow(api, type);
    const [list, intake, paper, judge] = await Promise.all(
      ['list', 'intake', 'paper', 'judge'].map((key) => itemNamed(api, workflow, key)),
    );
    refusedAt(await complete(list as Shown, {}), 'checklist');
    refusedAt(await complete(list as Shown, { checklist: ['One'] }), 'checklist');
    refusedAt(await complete(list as Shown, { checklist: ['One', 'Two', 'Three'] }), 'checklist[2]');
    refusedAt(await complete(list as Shown, { checklist: ['One', 'Two'], outcome: 'approved' }), 'outcome');
    refusedAt(await complete(intake as Shown, {}), 'form.amount');
    refusedAt(await complete(intake as Shown, { form: { amount: 1, wishes: 'x' } }), 'form.wishes');
    refusedAt(await complete(paper as Shown, {}), 'documentId');
    refused(await complete(paper as Shown, { documentId: 'DD-AAAA-AAAA' }), 404, 'NotFound', 'documentId');
    const other = (await api.post(`${workflow.personPath}/documents`, { type: 'other' })).body;
    refusedAt(await complete(paper as Shown, { documentId: other.id }), 'documentId');
    const right = (await api.post(`${workflow.personPath}/documents`, { type: 'evidence' })).body;
    assert.equal((await done(paper as Shown, { documentId: right.id })).done.documentId, right.id);
    for (const blank of [{}, { reason: ' ' }]) {
      refusedAt(await api.post(`${pathOfItem(judge as Shown)}/skip`, blank), 'reason');
    }
    refused(await api.post(`${pathOfItem(list as Shown)}/retry`, {}), 409, 'WorkitemNotOpen', 'workitemId');
    refused(
      await api.post(`${workflow.casePath}/workflows`, { workflowTypeId: type.id }),
      409,
      'WorkflowRunning',
      'workflowTypeId',
    );
    const draft = await api.made('/companies/current/workflow-types', {
      name: 'A draft',
      steps: [{ stepTypeId: type.steps[0].stepTypeId }],
    });
    refusedAt(await api.post(`${workflow.casePath}/workflows`, { workflowTypeId: draft.id }), 'workflowTypeId');
  });

  test('is canceled with a reason, and its items are tasks while they wait', async () => {
    const type = await aWorkflowType(api, [{ items: [{ key: 'wait' }, { key: 'also' }] }]);
    const workflow = await aWorkflow(api, type);
    const item = await itemNamed(api, workflow, 'wait');
    const tasks = async () =>
      ((await api.get('/tasks?kind=workitem&limit=100')).body.data as Shown[]).filter(({ caseId }) =>
        workflow.casePath.endsWith(String(caseId)),
      );
    assert.deepEqual((await tasks()).map(({ id }) => id).includes(item.id), true);
    assert.equal((await tasks()).length, 2);
    refusedAt(await api.post(`${workflow.path}/cancel`, {}), 'reason');
    assert.equal((await api.post(`${workflow.path}/cancel`, { reason: 'A mistake.' })).body.data.status, 'canceled');
    assert.deepEqual(await tasks(), []);
    refused(await api.post(`${workflow.path}/cancel`, { reason: 'A mistake.' }), 409, 'WorkflowEnded', 'workflowId');
    const [last] = (await api.get(`${workflow.path}/moves`)).body.data;
    assert.deepEqual([last.verb, last.words], ['cancel', 'A mistake.']);
  });
});
