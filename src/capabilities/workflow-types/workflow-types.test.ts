// Types of workflows, steps and items over HTTP: what is checked, what a change makes, deletion, and what case types name.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { definitionById, definitionFor } from './index.ts';

const types = '/companies/current/workflow';
const paths = { item: `${types}-workitem-types`, step: `${types}-step-types`, workflow: `${types}-types` } as const;
type Kind = keyof typeof paths;
type Sent = Readonly<Record<string, unknown>>;

describe('workflow types', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const reader = () => house().service.database.reader(api.realm);
  let drawn = 0;
  const itemBody = (more: Sent = {}): Sent => ({
    key: `item${++drawn}`,
    name: 'Call back',
    kind: 'call',
    call: { theme: 'opsServicing' },
    status: 'active',
    ...more,
  });
  const anItem = (more: Sent = {}) => api.made(paths.item, itemBody(more));
  const aStep = async (more: Sent = {}, items?: readonly { readonly id: string }[]) =>
    api.made(paths.step, {
      name: 'A step',
      workitemTypeIds: (items ?? [await anItem()]).map(({ id }) => id),
      status: 'active',
      ...more,
    });
  const aWorkflow = async (more: Sent = {}) =>
    api.made(paths.workflow, {
      name: 'A workflow',
      steps: [{ stepTypeId: (await aStep()).id }],
      status: 'active',
      ...more,
    });
  const refused = async (kind: Kind, body: Sent, path: string, expected?: RegExp) => {
    const answer = await api.post(paths[kind], body);
    assert.deepEqual([answer.status, answer.body.data?.path], [400, path], JSON.stringify(answer.body));
    if (expected) assert.match(`${answer.body.message} ${answer.body.data.expected}`, expected);
  };
  const versionsOf = async (kind: Kind, { typeId }: { readonly typeId: number }) =>
    (await api.get(`${paths[kind]}?typeId=${typeId}&limit=100`)).body.data;

  test('show every field, and what was left out as null', async () => {
    const sent = { key: 'report', name: 'Report', kind: 'document', document: { documentType: 'evidence' } };
    const made = await api.made(paths.item, { ...sent, due: { count: 3, unit: 'businessDays' } });
    const { id, typeId, externalId, createdAt: _, ...rest } = made;
    assert.deepEqual([id.slice(0, 3), externalId], ['IT-', String(typeId)]);
    assert.deepEqual(rest, {
      object: 'workflowWorkitemType',
      companyId: api.realm.companyId,
      key: 'report',
      name: 'Report',
      description: '',
      kind: 'document',
      isRequired: true,
      assignee: { to: 'caseOwner', id: null },
      due: { count: 3, unit: 'businessDays' },
      whenLate: null,
      retry: null,
      document: { documentType: 'evidence', request: null },
      call: null,
      approval: null,
      automatic: null,
      wait: null,
      checklist: null,
      form: null,
      status: 'draft',
      deprecationMessage: null,
      version: 1,
      derivedFromTypeId: '0',
      createdBy: null,
      publishedAt: null,
      publishedBy: null,
      deprecatedAt: null,
      deprecatedBy: null,
      updatedAt: null,
      deletedAt: null,
    });
    const step = await aStep({ status: 'draft' }, [made]);
    assert.deepEqual([step.entryCondition, step.exitRule], [null, { when: 'all', condition: null }]);
    const workflow = await api.made(paths.workflow, { name: 'W', steps: [{ stepTypeId: step.id }] });
    assert.deepEqual(workflow.steps, [{ stepTypeId: step.id, next: [], maxVisits: 1 }]);
  });

  describe('an item', () => {
    test('says what its kind says, and nothing else', async () => {
      await refused('item', {}, 'name');
      await refused('item', { name: 'A', key: 'a' }, 'kind', /checklist/);
      await refused('item', itemBody({ key: 'Call back' }), 'key', /camel case/);
      await refused('item', itemBody({ call: undefined }), 'call', /is required/);
      await refused('item', itemBody({ checklist: ['One'] }), 'checklist', /null/);
      await refused('item', itemBody({ kind: 'checklist', call: null, checklist: ['One', 'One'] }), 'checklist[1]');
      await refused('item', itemBody({ retry: { attempts: 2, waitMinutes: 5 } }), 'retry');
    });

    test('says when it is late, before it says what happens then', async () => {
      const due = { count: 1, unit: 'hours' };
      await refused('item', itemBody({ whenLate: { do: 'remind' } }), 'due', /how long/);
      await refused('item', itemBody({ due, whenLate: { do: 'escalate' } }), 'whenLate.to');
      await refused('item', itemBody({ due, whenLate: { do: 'remind', to: { to: 'caseOwner' } } }), 'whenLate.to');
      await refused(
        'item',
        itemBody({ due, whenLate: { do: 'remind', again: { count: 0, unit: 'hours' } } }),
        'whenLate.again.count',
      );
      const approval = { kind: 'approval', call: null, approval: { question: 'Well?' } };
      await refused('item', itemBody({ ...approval, due, whenLate: { do: 'goOn' } }), 'whenLate.do', /silence/);
      const wait = { kind: 'wait', call: null, wait: { event: 'document.uploaded' } };
      await refused('item', itemBody(wait), 'due', /never come/);
      await refused('item', itemBody({ ...wait, wait: {} }), 'wait', /one of/);
      await refused('item', itemBody({ ...wait, wait: { event: 'Soon' } }), 'wait.event');
    });

    test('is for somebody who is there', async () => {
      const nobody = await api.made('/roles', { name: 'Nobody', permissions: ['case:read'] });
      const team = await api.made('/teams', { name: 'Empty' });
      await refused('item', itemBody({ assignee: { to: 'role' } }), 'assignee.id');
      await refused('item', itemBody({ assignee: { to: 'caseOwner', id: nobody.id } }), 'assignee.id');
      await refused('item', itemBody({ assignee: { to: 'role', id: nobody.id } }), 'assignee.id', /nobody has/);
      await refused('item', itemBody({ assignee: { to: 'role', id: 'RL-AAAA-AAAA' } }), 'assignee.id', /no role/);
      await refused('item', itemBody({ assignee: { to: 'team', id: nobody.id } }), 'assignee.id', /no team/);
      await refused('item', itemBody({ assignee: { to: 'team', id: team.id } }), 'assignee.id', /nobody/);
      await refused('item', itemBody({ assignee: { to: 'role', id: 'ext-none' } }), 'assignee.id');
      // A draft may wait for the people.
      await api.made(paths.item, itemBody({ assignee: { to: 'role', id: nobody.id }, status: 'draft' }));
      await aUser(house(), api, { email: 'role@acme.example', role: 'nobody' as never });
      const made = await api.made(paths.item, itemBody({ assignee: { to: 'role', id: nobody.id } }));
      assert.deepEqual(made.assignee, { to: 'role', id: nobody.id });
    });

    test('does by itself what whoever publishes it may do', async () => {
      const charge = {
        kind: 'automatic',
        call: null,
        automatic: { action: 'loanTool', loanTool: { tool: 'loans.chargeOff', body: { chargedOffReason: 'late' } } },
      };
      const permissions = ['workflow.workitem.type:create', 'workflow.step.type:create', 'workflow.type:create'];
      const { key } = await api.made('/keys', { name: 'few', permissions: [...permissions, 'case:read'] });
      const few = house().client(key, api.realm);
      const answer = await few.post(paths.item, itemBody(charge));
      assert.deepEqual([answer.status, answer.body.data.path], [400, 'automatic.action']);
      assert.match(answer.body.message, /loan:chargeoff/);
      // Neither may they bring into a step, or a workflow, what somebody else published.
      const item = await anItem(charge);
      const inStep = await few.post(paths.step, { name: 'S', workitemTypeIds: [item.id], status: 'active' });
      assert.deepEqual([inStep.status, inStep.body.data.path], [400, 'workitemTypeIds[0]']);
      const step = await aStep({}, [item]);
      const inWorkflow = await few.post(paths.workflow, {
        name: 'W',
        steps: [{ stepTypeId: step.id }],
        status: 'active',
      });
      assert.deepEqual([inWorkflow.status, inWorkflow.body.data.path], [400, 'steps[0].stepTypeId']);
      assert.match(inWorkflow.body.message, /loan:chargeoff/);
    });

    test('needs all that its tool needs with what it is given', async () => {
      const permissions = ['workflow.workitem.type:create', 'loan.advance:create'];
      const { key } = await api.made('/keys', { name: 'advances', permissions });
      const few = house().client(key, api.realm);
      const advance = (more: Sent) => {
        const automatic = { action: 'loanTool', loanTool: { tool: 'advances.create', body: { amount: 100 }, ...more } };
        return few.post(paths.item, itemBody({ kind: 'automatic', call: null, automatic }));
      };
      assert.equal((await advance({})).status, 201);
      const instrument = 'paymentInstrumentId';
      for (const more of [
        { body: { [instrument]: 'PI-AAAA-AAAA' } },
        { values: [{ field: instrument, from: 'case.name' }] },
      ]) {
        const { status, body } = await advance(more);
        assert.deepEqual([status, body.data.path], [400, 'automatic.action']);
        assert.match(body.message, /disbursement:create/);
      }
    });
  });

  describe('a whole workflow', () => {
    test('is checked when it is published, and its steps then', async () => {
      const draft = await aStep({ status: 'draft' }, [await anItem({ status: 'draft' })]);
      const steps = [{ stepTypeId: draft.id }];
      await refused('workflow', { name: 'W' }, 'steps');
      await refused('workflow', { name: 'W', steps: [{ stepTypeId: 'ST-AAAA-AAAA' }] }, 'steps[0].stepTypeId');
      await refused('workflow', { name: 'W', steps, status: 'active' }, 'steps[0].stepTypeId', /draft/);
      await refused('step', { name: 'S', workitemTypeIds: ['IT-AAAA-AAAA'] }, 'workitemTypeIds[0]');
      await refused(
        'step',
        { name: 'S', workitemTypeIds: [(await anItem({ status: 'draft' })).id], status: 'active' },
        'workitemTypeIds[0]',
      );
      await refused(
        'step',
        { name: 'S', workitemTypeIds: [(await anItem()).id], exitRule: { when: 'condition' } },
        'exitRule.condition',
      );
      await api.made(paths.workflow, { name: 'W', steps });
    });

    test('has steps that are reached, and that lead to the end', async () => {
      const [a, b, c] = (await Promise.all([aStep(), aStep(), aStep()])).map(({ id }) => id as string);
      const inOrder = (...next: readonly (readonly object[])[]) =>
        [a, b, c].map((stepTypeId, i) => ({ stepTypeId, next: next[i] ?? [] }));
      const active = (steps: readonly object[]) => ({ name: 'W', steps, status: 'active' });
      const when = 'case.status == "processing"';
      await refused('workflow', active(inOrder([{ goTo: c }])), 'steps[1].stepTypeId', /never reached/);
      await refused('workflow', active(inOrder([{ goTo: 'end' }])), 'steps[1].stepTypeId', /never reached/);
      await refused(
        'workflow',
        active(inOrder([], [], [{ condition: when, goTo: a }])),
        'steps[0].maxVisits',
        /at least 2/,
      );
      const endless = inOrder([], [], [{ goTo: a }]).map((one) => ({ ...one, maxVisits: 2 }));
      await refused('workflow', active(endless), 'steps[0].next', /never comes to the end/);
      await refused(
        'workflow',
        active(inOrder([{ goTo: c }, { goTo: b }])),
        'steps[0].next[0].condition',
        /always true/,
      );
      await refused('workflow', active(inOrder([{ goTo: 'ST-AAAA-AAAA' }])), 'steps[0].next[0].goTo');
      await refused('workflow', active([{ stepTypeId: a }, { stepTypeId: a }]), 'steps[1].stepTypeId', /twice/);
      const loop = inOrder([], [], [{ condition: when, goTo: a }]).map((one) => ({ ...one, maxVisits: 2 }));
      await api.made(paths.workflow, active(loop));
    });

    test('has items of which each has a key of its own', async () => {
      const step = await aStep({}, [await anItem({ key: 'same' })]);
      const other = await aStep({}, [await anItem({ key: 'same' })]);
      const steps = [step, other].map(({ id }) => ({ stepTypeId: id }));
      await refused('workflow', { name: 'W', steps, status: 'active' }, 'steps[1].stepTypeId', /"same"/);
    });

    test('names in conditions what there is: of items, and of the cases that have it', async () => {
      const review = await anItem({ key: 'review', kind: 'approval', call: null, approval: { question: 'Well?' } });
      const form = [{ fieldName: 'amount', dataType: 'number' }];
      const intake = await anItem({ key: 'intake', kind: 'form', call: null, form });
      const first = await aStep({}, [intake]);
      const of = (condition: string) => ({
        name: 'W',
        status: 'active',
        steps: [{ stepTypeId: first.id }, { stepTypeId: second.id, next: [{ condition, goTo: 'end' }] }],
      });
      const second = await aStep({}, [review]);
      await api.made(paths.workflow, of('items.review.outcome == "rejected" && items.intake.amount > 10.0'));
      const at = 'steps[1].next[0].condition';
      await refused('workflow', of('items.review.outcome == "denied"'), at, /approved/);
      await refused('workflow', of('items.intake.sum > 1.0'), at, /items.intake.amount/);
      await refused('workflow', of('case.statis == "completed"'), at, /case.status/);
      await refused('workflow', of('case.status = 1'), at);
      await refused(
        'step',
        { name: 'S', workitemTypeIds: [intake.id], entryCondition: 'case.nothing == 1' },
        'entryCondition',
      );
    });

    test('names beside items only what its writer may read', async () => {
      const { key } = await api.made('/keys', {
        name: 'steps',
        permissions: ['workflow.step.type:create', 'case:read'],
      });
      const item = await anItem();
      const step = (entryCondition: string) =>
        house()
          .client(key, api.realm)
          .post(paths.step, { name: 'S', workitemTypeIds: [item.id], entryCondition });
      const ofItem = 'items.before.outcome == "skipped"';
      const { status, body } = await step(`${ofItem} && person.homeState == "CA"`);
      assert.deepEqual([status, body.data.path], [400, 'entryCondition']);
      assert.match(body.message, /person:read/);
      assert.equal((await step(`${ofItem} && case.status == "processing"`)).status, 201);
    });
  });

  describe('a new version of a part', () => {
    test('makes a new version of each active workflow that has it; what began keeps its definition', async () => {
      const item = await anItem({ name: 'Before' });
      const step = await aStep({}, [item]);
      const steps = [{ stepTypeId: step.id }];
      const workflow = await aWorkflow({ steps });
      const draft = await api.made(paths.workflow, { name: 'A draft', steps });
      const began = await definitionFor(reader(), workflow.id);
      const after = (await api.put(`${paths.item}/${item.id}`, { name: 'After' })).body.data;
      const versions = await versionsOf('workflow', workflow);
      assert.deepEqual(
        versions.map((one: { version: number; status: string }) => [one.version, one.status]),
        [
          [2, 'active'],
          [1, 'deprecated'],
        ],
      );
      const now = await definitionFor(reader(), workflow.id);
      assert.deepEqual(
        [now?.version, now?.steps[0]?.items[0]?.id, now?.steps[0]?.items[0]?.name],
        [2, after.id, 'After'],
      );
      assert.equal(now?.steps[0]?.id, step.id, 'the step is as it was');
      assert.deepEqual(await definitionById(reader(), workflow.id), began);
      assert.equal(began?.steps[0]?.items[0]?.name, 'Before');
      assert.equal((await versionsOf('workflow', draft)).length, 1);
      await api.put(`${paths.step}/${step.id}`, { exitRule: { when: 'any' } });
      assert.equal((await definitionFor(reader(), workflow.id))?.steps[0]?.exitRule.when, 'any');
    });

    test('is refused where a workflow that has it would not hold', async () => {
      const item = await anItem({ key: 'check' });
      const steps = [
        {
          stepTypeId: (await aStep({}, [item])).id,
          next: [{ condition: 'items.check.outcome == "skipped"', goTo: 'end' }],
        },
      ];
      const workflow = await aWorkflow({ steps });
      const { status, body } = await api.put(`${paths.item}/${item.id}`, { key: 'checked' });
      assert.deepEqual([status, body.data.path], [400, 'status']);
      assert.match(body.message, new RegExp(workflow.id));
      assert.equal((await api.get(`${paths.item}/${item.id}`)).body.data.status, 'active');
    });

    test('is refused to whoever may not do what the workflow does: the part may be what holds it up', async () => {
      const automatic = {
        action: 'loanTool',
        loanTool: { tool: 'loans.chargeOff', body: { chargedOffReason: 'late' } },
      };
      const charge = await anItem({ kind: 'automatic', call: null, automatic });
      const approval = await anItem({ kind: 'approval', call: null, approval: { question: 'Well?' } });
      const asked = await aStep({}, [approval]);
      const steps = [{ stepTypeId: asked.id }, { stepTypeId: (await aStep({}, [charge])).id }];
      const workflow = await aWorkflow({ steps });
      const permissions = ['workflow.step.type:update', 'case:read'];
      const { key } = await api.made('/keys', { name: 'steps', permissions });
      const passedOver = { entryCondition: 'case.status == "completed"' };
      const path = `${paths.step}/${asked.id}`;
      const { status, body } = await house().client(key, api.realm).put(path, passedOver);
      assert.deepEqual([status, body.data.path], [400, 'status']);
      assert.match(body.message, new RegExp(`${workflow.id}.*loan:chargeoff`));
      assert.equal((await versionsOf('workflow', workflow)).length, 1);
      assert.equal((await api.put(path, passedOver)).status, 200);
    });

    test('is refused to whoever may not read cases, where a condition goes by its items', async () => {
      const item = await anItem({ key: 'check' });
      const next = [{ condition: 'items.check.outcome == "skipped"', goTo: 'end' }];
      const workflow = await aWorkflow({ steps: [{ stepTypeId: (await aStep({}, [item])).id, next }] });
      const { key } = await api.made('/keys', { name: 'items', permissions: ['workflow.workitem.type:update'] });
      const path = `${paths.item}/${item.id}`;
      const { status, body } = await house().client(key, api.realm).put(path, { description: 'Another' });
      assert.deepEqual([status, body.data.path], [400, 'status']);
      assert.match(body.message, new RegExp(`${workflow.id}.*case:read`));
      assert.equal((await api.put(path, { description: 'Another' })).status, 200);
    });

    test('is never one that was not published', async () => {
      const [item, other] = [await anItem({ name: 'Published' }), await anItem()];
      const workflow = await aWorkflow({ steps: [{ stepTypeId: (await aStep({}, [item, other])).id }] });
      const path = `${paths.item}/${item.id}`;
      const { id } = (await api.put(path, { name: 'Never published', status: 'draft' })).body.data;
      for (const one of [`${paths.item}/${id}`, path]) {
        assert.equal((await api.put(one, { status: 'deprecated' })).status, 200);
      }
      await api.put(`${paths.item}/${other.id}`, { name: 'Changed' });
      const now = await definitionFor(reader(), workflow.id);
      assert.deepEqual(
        now?.steps[0]?.items.map(({ name }) => name),
        ['Published', 'Changed'],
      );
    });

    test('makes one version of a workflow for each of them, however many are changed at once', async () => {
      const items = await Promise.all([anItem(), anItem(), anItem()]);
      const workflow = await aWorkflow({ steps: [{ stepTypeId: (await aStep({}, items)).id }] });
      const changes = items.map(({ id }) => api.put(`${paths.item}/${id}`, { description: 'Changed' }));
      assert.deepEqual(
        (await Promise.all(changes)).map(({ status }) => status),
        [200, 200, 200],
      );
      const versions = await versionsOf('workflow', workflow);
      assert.deepEqual(
        versions.map(({ version }: { version: number }) => version),
        [4, 3, 2, 1],
      );
      const { items: last } = (await definitionFor(reader(), workflow.id))?.steps[0] ?? { items: [] };
      assert.deepEqual(
        last.map(({ description }) => description),
        ['Changed', 'Changed', 'Changed'],
      );
    });
  });

  test('are deleted as drafts that nothing names, and deprecated otherwise', async () => {
    const gone = await anItem({ status: 'draft' });
    assert.equal((await api.delete(`${paths.item}/${gone.id}`)).status, 200);
    assert.equal((await api.get(`${paths.item}/${gone.id}`)).status, 404);
    const named = await anItem({ status: 'draft' });
    await aStep({ status: 'draft' }, [named]);
    const used = await anItem();
    const workflow = await aWorkflow({ steps: [{ stepTypeId: (await aStep({}, [used])).id }] });
    for (const [kind, { id }] of [
      ['item', named],
      ['item', used],
      ['workflow', workflow],
      ['workflow', workflow],
    ] as const) {
      assert.equal((await api.delete(`${paths[kind]}/${id}`)).status, 200);
      assert.equal((await api.get(`${paths[kind]}/${id}`)).body.data.status, 'deprecated');
    }
    assert.equal(await definitionFor(reader(), workflow.id), undefined, 'nothing starts by it');
    assert.ok(await definitionById(reader(), workflow.id), 'what runs goes on');
  });

  test('have external ids, by which they are found and named; a copy has one of its own', async () => {
    const item = await anItem({ externalId: 'call-1' });
    const again = await api.post(paths.item, itemBody({ externalId: 'call-1' }));
    assert.deepEqual([again.status, again.body.errorType], [409, 'DuplicateExternalId']);
    const step = await api.made(paths.step, {
      name: 'S',
      workitemTypeIds: ['ext-call-1'],
      externalId: 'step-1',
      status: 'active',
    });
    assert.deepEqual(step.workitemTypeIds, [item.id]);
    const workflow = await aWorkflow({ steps: [{ stepTypeId: 'ext-step-1' }] });
    assert.equal(workflow.steps[0].stepTypeId, step.id);
    const second = (await api.put(`${paths.item}/ext-call-1`, { name: 'Another' })).body.data;
    assert.equal((await api.get(`${paths.item}/ext-call-1`)).body.data.id, second.id);
    const moved = await api.put(`${paths.item}/ext-call-1`, { externalId: 'call-2' });
    assert.deepEqual([moved.status, moved.body.data.path], [400, 'externalId']);
    const copy = await api.made(paths.item, { copyOf: item.typeId, key: 'copied' });
    assert.deepEqual([copy.name, copy.externalId], ['Another', String(copy.typeId)]);
  });

  test('say who made them: whoever did is no second person', async () => {
    await aUser(house(), api, { email: 'ada@acme.example' });
    const user = await signedIn(house(), api, 'ada@acme.example');
    const item = (await user.post(paths.item, itemBody())).body.data;
    const workflow = await aWorkflow({ steps: [{ stepTypeId: (await aStep({}, [item])).id }] });
    const makers = (await definitionFor(reader(), workflow.id))?.makers ?? [];
    assert.deepEqual(
      makers.map((id) => id.slice(0, 2)),
      ['AK', 'UR'],
    );
  });

  describe('a case type', () => {
    const caseType = (more: Sent) => api.post('/case-types', { caseType: 'identityTheft', status: 'active', ...more });
    const stepOn = (condition: string) => aStep({ entryCondition: condition });

    test('names a workflow that can start', async () => {
      const draft = await api.made(paths.workflow, { name: 'W', steps: [{ stepTypeId: (await aStep()).id }] });
      const { status, body } = await caseType({ workflowTypeId: draft.id });
      assert.deepEqual([status, body.data.path], [400, 'workflowTypeId']);
      assert.equal((await caseType({ workflowTypeId: 'WT-AAAA-AAAA' })).status, 404);
      const workflow = await aWorkflow({ externalId: 'theft' });
      const made = (await caseType({ workflowTypeId: 'ext-theft' })).body.data;
      assert.equal(made.workflowTypeId, workflow.id);
    });

    test('has the fields that the workflow names, from both sides', async () => {
      const steps = [{ stepTypeId: (await stepOn('case.theftExtent == "wholeAccount"')).id }];
      const workflow = await aWorkflow({ steps });
      const wrong = await caseType({ caseType: 'bankruptcy', workflowTypeId: workflow.id });
      assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'workflowTypeId']);
      assert.match(wrong.body.message, /theftExtent/);
      assert.equal((await caseType({ workflowTypeId: workflow.id })).status, 201);
      const further = { steps: [...steps, { stepTypeId: (await stepOn('case.courtCaseChapter == "chapter7"')).id }] };
      const { status, body } = await api.put(`${paths.workflow}/${workflow.id}`, further);
      assert.deepEqual([status, body.data.path], [400, 'steps[1].stepTypeId']);
      assert.match(body.message, /courtCaseChapter.*CE-/);
    });

    test('has them also where both sides are written at once: it waits for whoever changes a workflow type', async () => {
      const workflow = await aWorkflow();
      const client = await house().service.database.pools.test.connect();
      const made = { isAnswered: false };
      try {
        const { rows } = await client.query('begin').then(() => client.query('select pg_backend_pid() as pid'));
        await client.query('select from companies where company_id = $1 for no key update', [api.realm.companyId]);
        const asked = caseType({ workflowTypeId: workflow.id }).finally(() =>
          Object.assign(made, { isAnswered: true }),
        );
        const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
        await eventually(
          'it waits',
          async () => made.isAnswered || (await client.query(waiting, [rows[0].pid])).rowCount === 1,
        );
        assert.equal(made.isAnswered, false);
        await client.query('commit');
        assert.equal((await asked).status, 201);
      } finally {
        client.release(true);
      }
    });

    test('keeps its workflow when the draft that it named is deleted', async () => {
      const workflow = await aWorkflow();
      const draft = (await api.put(`${paths.workflow}/${workflow.id}`, { name: 'Next', status: 'draft' })).body.data;
      const made = (await caseType({ workflowTypeId: draft.id })).body.data;
      assert.equal(made.workflowTypeId, workflow.id);
      assert.equal((await api.delete(`${paths.workflow}/${draft.id}`)).status, 200);
      assert.equal((await api.get(`${paths.workflow}/${draft.id}`)).status, 404);
      assert.ok(await definitionFor(reader(), made.workflowTypeId), 'cases start it');
    });
  });

  test('are drawn, so that whoever hears the picture knows the steps', async () => {
    const item = await anItem({ name: 'Ask <b>"why"</b> & wait\u0007', isRequired: false });
    const steps = [
      { stepTypeId: (await aStep({ name: 'First' }, [item])).id },
      { stepTypeId: (await aStep({ name: 'Second' })).id },
    ];
    const workflow = await aWorkflow({ name: 'A picture', steps });
    for (const { id } of [workflow, await api.made(paths.workflow, { name: 'A draft', steps })]) {
      const { status, body, headers } = await api.get(`${paths.workflow}/${id}/picture`);
      assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml; charset=utf-8']);
      assert.match(String(body), /aria-label="Step 1 of 2: First\./);
    }
  });
});
