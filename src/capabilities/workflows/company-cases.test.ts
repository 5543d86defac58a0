// A case of the company goes through a workflow as one of a borrower does, from its type to its end. What needs a borrower or
// a loan is refused before anything of it begins.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { eventsOf, subscribe, useReceivers } from '../../../tests/support/receiver.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { type Shown, told } from '../../../tests/support/told.ts';
import {
  aCompanyWorkflow,
  aWorkflowType,
  itemNamed,
  looked,
  pathOfItem,
  stepsOfWorkflow,
} from '../../../tests/support/workflow.ts';

const cases = '/company-cases';
const days = (count: number) => ({ count, unit: 'calendarDays' });
const automatic = (key: string, action: string, said: object, more: object = {}) => ({
  key,
  kind: 'automatic',
  automatic: { action, [action]: said },
  ...more,
});
const approval = { key: 'judge', kind: 'approval', approval: { question: 'May it be sent?' } };

describe('a workflow of a case of the company', () => {
  const receivers = useReceivers(1);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });
  let api: Client;
  let other: Client;
  before(async () => {
    api = (await aCompany()).test;
    other = await aKeyByHand(house(), api);
  });
  const done = async (item: Shown, body: object = looked, by: Pick<Client, 'post'> = api): Promise<Shown> => {
    const { status, body: answer } = await by.post(`${pathOfItem(item)}/complete`, body);
    assert.equal(status, 200, JSON.stringify(answer));
    return answer.data;
  };
  const tasksOf = async (caseId: string): Promise<Shown[]> =>
    ((await api.get('/tasks?kind=workitem&limit=100')).body.data as Shown[]).filter((one) => one.caseId === caseId);

  test('starts with its case, goes through items of all kinds, and ends', async () => {
    await setClock(api, '2027-03-01T17:00:00Z');
    const receiver = receivers.take();
    await subscribe(api, receiver, ['companycase.workflow.*']);
    const userIds = [await aUser(house(), api, { email: 'legal@acme.example' })];
    const team = await api.made('/teams', { name: 'Legal', userIds });
    const points = { fieldName: 'points', dataType: 'number', required: true };
    const amount = { fieldName: 'amount', dataType: 'integer', required: true };
    const waits = { due: days(9), whenLate: { do: 'goOn' } };
    const type = await aWorkflowType(api, [
      {
        items: [
          { key: 'intake', kind: 'form', form: [amount] },
          { key: 'phone', kind: 'call', call: { theme: 'opsServicing' } },
        ],
        way: ([, , , last]) => ({ next: [{ condition: 'items.intake.amount > 100', goTo: last }] }),
      },
      { items: [automatic('give', 'changeOwner', { to: { to: 'team', id: team.id } })] },
      { items: [automatic('score', 'webhook', { name: 'fraudScore', answer: [points] }, waits)] },
      { items: [{ key: 'pause', kind: 'wait', wait: { time: days(30) } }] },
      { items: [approval], step: { entryCondition: 'case.caseType == "legalAction"' } },
    ]);
    const caseType = { caseType: 'legalAction', status: 'active', workflowTypeId: type.id };
    await api.made('/case-types', caseType);
    const made = await other.made(cases, { caseType: 'legalAction' });
    const [workflow] = (await api.get(`/workflows?caseId=${made.id}`)).body.data;
    assert.deepEqual([workflow.status, workflow.personId, workflow.caseId], ['running', null, made.id]);
    const at = { path: `/workflows/${workflow.id}` };
    const [intake, phone] = [await itemNamed(api, at, 'intake'), await itemNamed(api, at, 'phone')];
    assert.deepEqual([intake.personId, (await api.get(pathOfItem(phone))).body.data.personId], [null, null]);
    const tasks = await tasksOf(made.id);
    assert.deepEqual(
      tasks.map(({ id, personId }) => [id, personId]),
      [
        [phone.id, null],
        [intake.id, null],
      ],
    );
    const named = { interactionId: 'IN-AAAA-AAAA' };
    refusedAt(await api.post(`${pathOfItem(phone)}/complete`, named), 'interactionId');
    assert.equal((await api.post(`${pathOfItem(phone)}/take`, {})).status, 200);
    await done(phone, { comment: 'Telltale words' });
    await done(intake, { form: { amount: 7 } });

    await eventually('its owner is changed', async () => (await itemNamed(api, at, 'give')).outcome === 'completed');
    assert.equal((await api.get(`${cases}/${made.id}`)).body.data.owningTeamId, team.id);
    const score = async () => itemNamed(api, at, 'score');
    await eventually('the receiver is asked', async () => (await score()).status === 'waiting');
    const asked = await eventually('the event has come', async () =>
      eventsOf(receiver.posts).find(({ eventType }) => eventType === 'companycase.workflow.workitem.asked'),
    );
    assert.deepEqual([asked.companyCaseId, asked.call, asked.personId], [made.id, 'fraudScore', null]);
    const answer = { answer: { points: 12 }, asking: asked.asking };
    assert.equal((await api.post(`${pathOfItem(await score())}/answer`, answer)).status, 200);
    assert.equal((await itemNamed(api, at, 'pause')).status, 'waiting');
    await moveClock(api, '2027-04-01T17:00:00Z');
    assert.equal((await itemNamed(api, at, 'pause')).outcome, 'completed');

    // Whoever has made the case has started the workflow; whoever wrote the type gave the case to the owner.
    const judge = await itemNamed(api, at, 'judge');
    assert.equal(judge.assignedTeamId, team.id);
    for (const by of [api, other]) {
      const { body } = await by.post(`${pathOfItem(judge)}/complete`, { outcome: 'approved' });
      assert.deepEqual([body.status, body.errorType], [403, 'SecondPersonNeeded']);
    }
    await done(judge, { outcome: 'approved' }, await aKeyByHand(house(), api));
    assert.equal((await api.get(at.path)).body.data.status, 'completed');
    assert.deepEqual(await tasksOf(made.id), []);
    const moves = (await api.get(`${at.path}/moves?sortBy=createdAt&limit=100`)).body.data as Shown[];
    assert.deepEqual(
      [moves[0]?.verb, moves[0]?.reason, moves.find(({ words }) => words !== null)?.words, moves.at(-1)?.verb],
      ['start', 'caseOpened', 'Telltale words', 'complete'],
    );
    assert.match(String((await api.call('GET', `${at.path}/picture`)).body), /completed/);
    const [first] = (await stepsOfWorkflow(api, at)) as [Shown];
    const said = (first.workitems as Shown[]).map(({ done: of }) => (of as Shown).comment ?? (of as Shown).form);
    assert.deepEqual(said, [{ amount: 7 }, 'Telltale words']);
    const stored = [...(await everythingStored(house()))].filter(([, text]) => /telltale/i.test(text));
    assert.deepEqual(stored, []);
    const events = (await told(house(), api)).filter(({ workflowId }) => workflowId === workflow.id);
    assert.deepEqual(
      [...new Set(events.map(({ companyCaseId, personId }) => `${companyCaseId} ${personId}`))],
      [`${made.id} null`],
    );
    assert.equal(events[0]?.eventType, 'companycase.workflow.started');
    assert.equal(events.at(-1)?.eventType, 'companycase.workflow.ended');
  });

  test('waits for an event about the company, is late, and ends with its case', async () => {
    const own = (await aCompany()).test;
    await setClock(own, '2027-03-01T17:00:00Z');
    const heard = { event: 'companycase.note.created' };
    const late = { due: days(2), whenLate: { do: 'remind' } };
    const type = await aWorkflowType(own, [
      { items: [{ key: 'heard', kind: 'wait', wait: heard, due: days(60), whenLate: { do: 'goOn' } }] },
      { items: [{ key: 'look', ...late }] },
    ]);
    const workflow = await aCompanyWorkflow(own, type);
    const id = workflow.casePath.slice(cases.length + 1);
    const running = { workflowTypeId: type.id };
    refused(await own.post(`${workflow.casePath}/workflows`, running), 409, 'WorkflowRunning', 'workflowTypeId');
    await own.made(`${workflow.casePath}/notes`, { content: 'A word' });
    await eventually(
      'the note is heard',
      async () => (await itemNamed(own, workflow, 'heard')).outcome === 'completed',
    );
    await moveClock(own, '2027-03-05T17:00:00Z');
    assert.equal((await itemNamed(own, workflow, 'look')).isLate, true);
    const lateTold = (await told(house(), own)).filter(
      ({ eventType }) => eventType === 'companycase.workflow.workitem.late',
    );
    assert.deepEqual(
      lateTold.map(({ companyCaseId }) => companyCaseId),
      [id],
    );
    assert.equal((await own.put(workflow.casePath, { status: 'canceled' })).status, 200);
    const ended = (await own.get(workflow.path)).body.data;
    assert.deepEqual([ended.status, ended.reason], ['canceled', 'caseClosed']);
    const after = await own.post(`${workflow.casePath}/workflows`, running);
    refused(after, 409, 'CaseClosed', 'status');
    assert.equal((await api.get(workflow.path)).status, 404, 'it is of another company');
  });

  test('is late: whom its type names is told, and the company where nobody has it', async () => {
    const own = (await aCompany()).test;
    await setClock(own, '2027-03-01T17:00:00Z');
    const email = 'late@acme.example';
    const userId = await aUser(house(), own, { email });
    const team = await own.made('/teams', { name: 'Second line', userIds: [userId] });
    const due = days(2);
    const type = await aWorkflowType(own, [
      {
        items: [
          { key: 'tell', due, whenLate: { do: 'escalate', to: { to: 'team', id: team.id } } },
          { key: 'look', due, whenLate: { do: 'remind' } },
        ],
      },
    ]);
    const workflow = await aCompanyWorkflow(own, type);
    const caseId = workflow.casePath.slice(cases.length + 1);
    await moveClock(own, '2027-03-05T17:00:00Z');
    const lateOf = (caller: Pick<Client, 'get'>): Promise<Shown> =>
      eventually('it is told', async () => (await caller.get('/notifications?kind=workitemLate')).body.data[0]);
    const user = await signedIn(house(), own, email);
    for (const [caller, key, whom] of [
      [user, 'tell', userId],
      [own, 'look', null],
    ] as const) {
      const { id: aboutId } = await itemNamed(own, workflow, key);
      const { userId: told, personId, caseId: about, aboutId: item } = await lateOf(caller);
      assert.deepEqual([told, personId, about, item], [whom, null, caseId, aboutId]);
    }
  });

  test('waits for an event about its own case, and not for that of another one', async () => {
    const own = (await aCompany()).test;
    await setClock(own, '2027-03-01T17:00:00Z');
    const wait = { event: 'companycase.note.created' };
    const heard = { key: 'heard', kind: 'wait', wait, due: days(60), whenLate: { do: 'goOn' } };
    const type = await aWorkflowType(own, [{ items: [heard] }]);
    const [mine, others] = [await aCompanyWorkflow(own, type), await aCompanyWorkflow(own, type)];
    const statusOf = async (one: typeof mine) => (await itemNamed(own, one, 'heard')).status;
    await own.made(`${others.casePath}/notes`, { content: 'A word' });
    await eventually('the note is heard', async () => (await statusOf(others)) === 'completed');
    // What has come to an end meanwhile goes on with the day.
    await moveClock(own, '2027-03-02T17:00:00Z');
    assert.equal(await statusOf(mine), 'waiting');
    await own.made(`${mine.casePath}/notes`, { content: 'A word' });
    await eventually('the note is heard', async () => (await statusOf(mine)) === 'completed');
  });

  test('asks its conditions again when its case changes, and is answered by nobody who gave the case away', async () => {
    const condition = 'case.name == "Answered"';
    const type = await aWorkflowType(api, [
      { items: [{ key: 'look' }], step: { exitRule: { when: 'condition', condition } } },
      { items: [{ ...approval, assignee: { to: 'caseOwner', id: null } }] },
    ]);
    const workflow = await aCompanyWorkflow(api, type, { name: 'Not answered' });
    const giver = await aKeyByHand(house(), api);
    const { id: owningTeamId } = await api.made('/teams', { name: 'Audit' });
    const given = { name: 'Answered', owningTeamId };
    assert.equal((await giver.put(workflow.casePath, given)).status, 200);
    assert.equal((await itemNamed(api, workflow, 'look')).outcome, 'notNeeded');
    const judge = await itemNamed(api, workflow, 'judge');
    assert.equal(judge.assignedTeamId, owningTeamId);
    const path = `${pathOfItem(judge)}/complete`;
    refused(await giver.post(path, { outcome: 'approved' }), 403, 'SecondPersonNeeded', 'workitemId');
    assert.equal((await other.post(path, { outcome: 'approved' })).status, 200);
  });

  test('has nothing that needs a borrower or a loan, and says which item does', async () => {
    const label = (await api.made('/companies/current/loan-labels', { name: 'Watched' })).id;
    const message = { subject: 'identityTheftValidated', channel: 'email', theme: 'opsServicing' };
    const tool = { tool: 'advances.create', body: { amount: 10 }, values: [] };
    const needing: readonly (readonly [Readonly<Record<string, unknown>> & { readonly key: string }, RegExp])[] = [
      [automatic('write', 'sendMessage', message), /"write" writes to the borrower/],
      [
        automatic('paper', 'makeDocument', { subject: 'identityTheftValidated', documentType: 'caseDocument' }),
        /paper/,
      ],
      [automatic('forbid', 'doNotInteract', { channel: 'voice', theme: 'opsCollDebt', days: 7 }), /forbid/],
      [automatic('label', 'loanLabel', { do: 'add', loanLabelId: label }), /label/],
      [automatic('advance', 'loanTool', tool), /advance/],
      [{ key: 'collect', kind: 'document', document: { documentType: 'evidence' } }, /collect/],
    ];
    const { id } = await api.made(cases, {});
    const start = (type: Shown) => api.post(`${cases}/${id}/workflows`, { workflowTypeId: type.id });
    for (const [item, says] of needing) {
      const answer = await start(await aWorkflowType(api, [{ items: [{ key: 'look' }] }, { items: [item] }]));
      refusedAt(answer, 'workflowTypeId');
      assert.match(answer.body.message, says);
    }
    for (const entryCondition of ['loan.isOverdue == true', 'person.status == "active"']) {
      const answer = await start(await aWorkflowType(api, [{ items: [{ key: 'look' }], step: { entryCondition } }]));
      refusedAt(answer, 'workflowTypeId');
    }
    const type = await aWorkflowType(api, [{ items: [automatic('write', 'sendMessage', message)] }]);
    const body = { caseType: 'federalEmergency', status: 'active', workflowTypeId: type.id };
    const caseType = await api.made('/case-types', body);
    refusedAt(await api.post(cases, { caseTypeId: caseType.id }), 'caseTypeId');
  });
});
