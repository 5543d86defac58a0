// Export and import: equal types give equal bytes, another company and mode have the same afterwards, and what is wrong in a
// document is refused by its place.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { type Random, randomOf } from '../../../../tests/support/fuzz/random.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { seed } from '../../../../tests/support/seed.ts';
import { aUser } from '../../../../tests/support/signed-in.ts';
import type { TypeInDocument, WorkflowDocument } from './document.ts';

const types = '/companies/current/workflow';
const items = `${types}-workitem-types`;
const workflows = `${types}-types`;
const empty: WorkflowDocument = {
  format: 'tenor.workflows.1',
  workflowTypes: [],
  stepTypes: [],
  workitemTypes: [],
};
const item = (externalId: string, more: object = {}): TypeInDocument => ({
  externalId,
  key: externalId.replaceAll('-', ''),
  name: externalId,
  kind: 'call',
  call: { theme: 'opsServicing' },
  ...more,
});
const complaint = (more: Partial<WorkflowDocument> = {}): WorkflowDocument => ({
  ...empty,
  workflowTypes: [{ externalId: 'complaint', name: 'Complaint', steps: [{ stepTypeId: 'ext-answer' }] }],
  stepTypes: [{ externalId: 'answer', name: 'Answer', workitemTypeIds: ['ext-call'] }],
  workitemTypes: [item('call')],
  ...more,
});

interface Change {
  readonly externalId: string;
  readonly change: string;
  readonly id: string | null;
  readonly fields: readonly string[];
}

describe('workflow types in a document', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = await withPeople((await aCompany()).test);
  });

  /** Somebody has each role that the examples name. */
  async function withPeople(client: Client): Promise<Client> {
    for (const role of ['owner', 'operations', 'compliance'] as const) {
      await aUser(house(), client, { email: `${role}@acme.example`, role, withPassword: false });
    }
    return client;
  }

  const exported = async (client: Client, workflowTypeIds?: readonly string[]): Promise<WorkflowDocument> => {
    const { status, body } = await client.post(`${workflows}/export`, { workflowTypeIds });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const imported = async (client: Client, document: object, query = ''): Promise<readonly Change[]> => {
    const { status, body } = await client.post(`${workflows}/import${query}`, document);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.changes;
  };
  const said = (changes: readonly Change[]) =>
    changes.map(({ externalId, change, fields }) => [externalId, change, ...fields].join(' '));
  const refused = async (document: object, path: string, expected?: RegExp) => {
    const { status, body } = await api.post(`${workflows}/import`, document);
    assert.deepEqual([status, body.data?.path], [400, path], JSON.stringify(body));
    assert.ok(body.message.startsWith(`${path}: `), body.message);
    if (expected) assert.match(`${body.message} ${body.data.expected}`, expected);
  };

  test('of the examples come to another company and mode, and are equal there', async () => {
    const other = await aCompany();
    for (const file of globSync('examples/workflows/*.json')) {
      const document = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDocument;
      const made = await imported(api, document);
      assert.deepEqual(new Set(made.map(({ change }) => change)), new Set(['created']), file);
      const ids = [`ext-${document.workflowTypes[0]?.externalId}`];
      const once = await exported(api, ids);
      assert.deepEqual(new Set((await imported(api, once)).map(({ change }) => change)), new Set(['unchanged']), file);
      for (const client of [other.test, other.live]) {
        if ((await client.get('/users?limit=1')).body.total === 0) await withPeople(client);
        await imported(client, once);
        assert.equal(JSON.stringify(await exported(client, ids)), JSON.stringify(once), file);
      }
    }
    const all = await exported(api);
    assert.equal(JSON.stringify(await exported(other.live)), JSON.stringify(all));
    const names = all.workitemTypes.map(({ externalId }) => externalId);
    assert.deepEqual(names, [...names].sort());
  });

  test('are said before they are done: what is new, what differs, what follows from it', async () => {
    const client = (await aCompany()).test;
    const document = complaint();
    const dry = await imported(client, { ...document, dryRun: true });
    assert.deepEqual(said(dry), ['call created', 'answer created', 'complaint created']);
    assert.deepEqual(
      dry.map(({ id }) => id),
      [null, null, null],
    );
    assert.equal((await client.get(items)).body.data.length, 0);
    assert.deepEqual(said(await imported(client, document, '?dryRun=true')), said(dry));
    assert.deepEqual(said(await imported(client, document)), said(dry));
    const changed = complaint({ workitemTypes: [item('call', { name: 'Call back', isRequired: false })] });
    const expected = ['call newVersion name isRequired', 'answer unchanged', 'complaint newVersion steps'];
    assert.deepEqual(said(await imported(client, { ...changed, dryRun: true })), expected);
    assert.deepEqual(said(await imported(client, changed)), expected);
    const versions = (await client.get(`${workflows}?limit=10`)).body.data;
    assert.deepEqual(
      versions.map(({ version }: { version: number }) => version),
      [2, 1],
    );
  });

  test('publish drafts, and leave alone what the document does not name', async () => {
    const client = (await aCompany()).test;
    await client.made(items, { ...item('call'), name: 'A draft' });
    const other = await client.made(items, { ...item('other'), status: 'active' });
    assert.deepEqual(said(await imported(client, complaint())).slice(0, 1), ['call published name']);
    assert.equal((await client.get(`${items}/${other.id}`)).body.data.status, 'active');
  });

  test('are refused by their place, and nothing of them is done', async () => {
    const before = JSON.stringify(await exported(api));
    await refused(complaint({ format: 'else' as never }), 'format');
    await refused(complaint({ workitemTypes: [item('call'), item('call')] }), 'workitemTypes[1].externalId', /twice/);
    await refused(complaint({ workitemTypes: [] }), 'stepTypes[0].workitemTypeIds[0]', /ext-call/);
    await refused(complaint({ stepTypes: [] }), 'workflowTypes[0].steps[0].stepTypeId', /ext-answer/);
    const role = item('call', { assignee: { to: 'role', id: 'ext-nobody' } });
    await refused(complaint({ workitemTypes: [role] }), 'workitemTypes[0].assignee.id', /ext-nobody/);
    const wrong = item('call', { kind: 'checklist' });
    await refused(complaint({ workitemTypes: [wrong] }), 'workitemTypes[0].checklist');
    const never = [
      { externalId: 'complaint', name: 'C', steps: [{ stepTypeId: 'ext-answer', next: [{ goTo: 'ext-answer' }] }] },
    ];
    await refused(complaint({ workflowTypes: never }), 'workflowTypes[0].steps[0].maxVisits');
    assert.equal(JSON.stringify(await exported(api)), before);
  });

  test('do not go out where something in them has no name elsewhere', async () => {
    const client = (await aCompany()).test;
    const team = await client.made('/teams', {
      name: 'Fraud',
      userIds: [await aUser(house(), client, { email: 'a@b.example' })],
    });
    const assigned = item('call', { assignee: { to: 'team', id: team.id } });
    await imported(client, complaint({ workitemTypes: [assigned] }));
    const { status, body } = await client.post(`${workflows}/export`, {});
    assert.deepEqual([status, body.data.path], [400, 'workflowTypeIds']);
    assert.match(body.message, new RegExp(`"call" names ${team.id}, which has no external id`));
    await client.put(`/teams/${team.id}`, { externalId: 'fraud' });
    assert.deepEqual((await exported(client)).workitemTypes[0]?.assignee, { to: 'team', id: 'ext-fraud' });
  });

  test('need the permissions of all three kinds', async () => {
    const permissions = ['workflow.type:import', 'workflow.type:read', 'workflow.type:create', 'workflow.type:update'];
    const { key } = await api.made('/keys', { name: 'few', permissions });
    const few = house().client(key, api.realm);
    for (const path of ['export', 'import']) {
      const { status, body } = await few.post(`${workflows}/${path}`, path === 'import' ? complaint() : {});
      assert.deepEqual([status, body.errorType], [403, 'Forbidden']);
    }
  });

  test('of any shape come back as they were', async () => {
    const [one, other] = [(await aCompany()).test, (await aCompany()).test];
    for (let number = 0; number < 12; number++) {
      const document = aDocument(randomOf(seed, number), number);
      await imported(one, document);
      const ids = [`ext-w${number}`];
      const once = await exported(one, ids);
      await imported(other, once);
      assert.equal(JSON.stringify(await exported(other, ids)), JSON.stringify(once));
      const { status, body } = await one.get(`${workflows}/ext-w${number}/picture`);
      assert.equal(status, 200);
      assert.equal(String(body).match(/role="listitem"/g)?.length, document.stepTypes.length);
    }
  });
});

/** A workflow of steps in order, with branches onward and counted ways back. */
function aDocument(random: Random, number: number): WorkflowDocument {
  const count = random.between(1, 6);
  const places = Array.from({ length: count }, (_, i) => i);
  const oneOf = <T>(list: readonly T[]): T => list[random.between(0, list.length - 1)] as T;
  const tasks: readonly object[] = [
    { kind: 'checklist', checklist: ['One', 'Zwei', 'Trois "ü"'] },
    { kind: 'form', form: [{ fieldName: 'amount', dataType: 'number', validation: { minValue: 0 } }] },
    { kind: 'approval', approval: { question: 'Well?' } },
    { kind: 'wait', wait: { time: { count: 3, unit: 'hours' } } },
    { kind: 'automatic', automatic: { action: 'sendMessage', sendMessage: { subject: 'paymentDueDateReminder', channel: 'email' } } },
    { kind: 'document', document: { documentType: 'evidence' } },
  ];
  const due = () => ({ count: random.between(1, 9), unit: oneOf(['hours', 'businessDays', 'calendarDays']) });
  return {
    ...empty,
    workitemTypes: places.map((i) => ({
      externalId: `w${number}-item-${i}`,
      key: `w${number}Item${i}`,
      name: `Item ${i} <&> ${String.fromCodePoint(random.between(0x20, 0x2fff))}`,
      ...oneOf(tasks),
      ...(random.between(0, 1) === 0 ? {} : { due: due(), whenLate: { do: 'remind', again: due() } }),
    })),
    stepTypes: places.map((i) => ({
      externalId: `w${number}-step-${i}`,
      name: `Step ${i}`,
      workitemTypeIds: [`ext-w${number}-item-${i}`],
      ...(random.between(0, 2) === 0 ? { entryCondition: 'case.status != "canceled"' } : {}),
      exitRule: { when: oneOf(['all', 'any']) },
    })),
    workflowTypes: [
      {
        externalId: `w${number}`,
        name: `Workflow ${number}`,
        steps: places.map((i) => ({
          stepTypeId: `ext-w${number}-step-${i}`,
          maxVisits: 3,
          next: Array.from({ length: random.between(0, 2) }, () => ({
            condition: `items.w${number}Item${random.between(0, count - 1)}.outcome == "skipped"`,
            goTo: random.between(0, 3) === 0 ? 'end' : `ext-w${number}-step-${random.between(0, count - 1)}`,
          })),
        })),
      },
    ],
  };
}
