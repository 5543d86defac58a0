// What holds for every versioned thing: each pair of state and verb by requests, at most one active version, and versions
// that keep what they say. The list is the app's own: whatever answers with `derivedFromTypeId` is tried.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { versionStates } from './versioned-states.ts';

const ofTypes = endpoints.filter(
  ({ name, answer }) =>
    name.endsWith('.create') && 'derivedFromTypeId' in ((answer as { properties?: object }).properties ?? {}),
);

test('there are versioned things', () => assert.ok(ofTypes.length >= 2));

type Body = Readonly<Record<string, unknown>>;

/** What an example names must be there: a step has items, a workflow has steps. */
async function bodyOf(api: Client, name: string, { externalId: _, ...body }: Body): Promise<object> {
  const types = '/companies/current/workflow';
  const call = { key: 'callBack', name: 'Call back', kind: 'call', call: { theme: 'opsServicing' }, status: 'active' };
  const item = () => api.made(`${types}-workitem-types`, call);
  if (name === 'workflowStepTypes.create') return { ...body, workitemTypeIds: [(await item()).id] };
  if (name !== 'workflowTypes.create') return body;
  const one = { name: 'Answer', workitemTypeIds: [(await item()).id], status: 'active' };
  return { ...body, steps: [{ stepTypeId: (await api.made(`${types}-step-types`, one)).id }] };
}

for (const { name, path: declared, example, query } of ofTypes) {
  const path = declared.replace('{companyId}', 'current');
  describe(`a version of ${name}`, () => {
    const { aCompany } = useHouse({ works: false });
    let api: Client;
    let body: object;
    before(async () => {
      api = (await aCompany()).test;
      body = await bodyOf(api, name, example.body as Body);
    });

    let drawn = 0;
    const other = () => ({ description: `Changed ${++drawn} times` });
    const make = async (status: string) => api.made(path, { ...body, status });
    const at = ({ id }: { readonly id: string }) => `${path}/${id}`;
    const shown = async (one: string) => (await api.get(one)).body.data;
    const versionsOf = async (typeId: number) => (await api.get(`${path}?typeId=${typeId}&limit=100`)).body.data;
    const put = (body: object) => (one: string) => api.put(one, body);

    describe('by its states', () => {
      walkStates<string>({
        table: versionStates,
        elsewhere: {},
        async make(state) {
          const made = at(await make(state === 'draft' ? 'draft' : 'active'));
          if (state === 'deprecated') assert.equal((await api.put(made, { status: state })).status, 200);
          return made;
        },
        read: async (one) => (await shown(one)).status,
        ask: {
          draft: put({ status: 'draft' }),
          change: (one) => api.put(one, other()),
          publish: put({ status: 'active' }),
          deprecate: put({ status: 'deprecated' }),
        },
        staysAsAsked: { draft: 'draft', publish: 'active', deprecate: 'deprecated' },
        refused({ status, body }, { state, verb }) {
          assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'status']);
          assert.equal(body.message, `status: cannot ${versionStates.verbs[verb as 'draft']}: it is ${state}`);
        },
      });
    });

    test('is not made as deprecated', async () => {
      const refused = await api.post(path, { ...body, status: 'deprecated' });
      assert.deepEqual([refused.status, refused.body.data.path], [400, 'status']);
      assert.equal(refused.body.data.expected, 'draft or active');
    });

    test('is never changed once it is active: a change is the next version, in its place', async () => {
      const first = await make('active');
      const change = other();
      const second = (await api.put(at(first), change)).body.data;
      assert.deepEqual([first.version, first.derivedFromTypeId, first.publishedAt !== null], [1, '0', true]);
      assert.deepEqual([second.version, second.typeId, second.status], [2, first.typeId, 'active']);
      assert.deepEqual([second.description, second.id === first.id], [change.description, false]);
      const old = await shown(at(first));
      assert.deepEqual(
        [old.status, old.description, old.deprecatedAt !== null],
        ['deprecated', first.description, true],
      );
      const { status, body } = await api.put(at(first), other());
      assert.deepEqual([status, body.data.path], [400, 'status']);
    });

    test('has no other version for what is sent as it is', async () => {
      const first = await make('active');
      const again = await api.put(at(first), await shown(at(first)));
      assert.deepEqual([again.status, again.body.data], [200, await shown(at(first))]);
      assert.equal((await versionsOf(first.typeId)).length, 1);
    });

    test('waits as one draft beside the active one, until it is published', async () => {
      const first = await make('active');
      const draft = (await api.put(at(first), { ...other(), status: 'draft' })).body.data;
      assert.deepEqual([draft.version, draft.status, draft.publishedAt], [2, 'draft', null]);
      assert.equal((await shown(at(first))).status, 'active');
      const second = await api.put(at(first), { ...other(), status: 'draft' });
      assert.deepEqual([second.status, second.body.data.expected], [400, `a change of ${draft.id}`]);
      const changed = (await api.put(at(draft), { ...other(), status: 'active' })).body.data;
      assert.deepEqual([changed.id, changed.version, changed.status], [draft.id, 2, 'active']);
      assert.equal((await shown(at(first))).status, 'deprecated');
    });

    test('says why it is deprecated, and changes nothing else with that', async () => {
      const first = await make('active');
      const both = await api.put(at(first), { ...other(), status: 'deprecated' });
      assert.deepEqual([both.status, both.body.data.path], [400, 'description']);
      const early = await api.put(at(first), { deprecationMessage: 'Old' });
      assert.deepEqual([early.status, early.body.data.path], [400, 'deprecationMessage']);
      const ended = await api.put(at(first), { status: 'deprecated', deprecationMessage: 'Old' });
      assert.deepEqual([ended.body.data.status, ended.body.data.deprecationMessage], ['deprecated', 'Old']);
    });

    test('is the only active one, whoever changes the type at once', async () => {
      const first = await make('active');
      const draft = (await api.put(at(first), { ...other(), status: 'draft' })).body.data;
      const answers = await Promise.all([
        api.put(at(draft), { status: 'active' }),
        ...Array.from({ length: 4 }, () => api.put(at(first), other())),
        api.put(at(first), { status: 'deprecated' }),
      ]);
      assert.deepEqual(
        [...new Set(answers.map(({ status }) => status))].filter((one) => one !== 200 && one !== 400),
        [],
      );
      const all = await versionsOf(first.typeId);
      assert.ok(all.filter((one: { status: string }) => one.status === 'active').length <= 1);
      const numbers = all.map((one: { version: number }) => one.version);
      assert.deepEqual(new Set(numbers).size, numbers.length);
    });

    test('is copied to another type, which says from where it comes', async () => {
      const first = await make('active');
      const change = other();
      await api.put(at(first), change);
      const byQuery = query?.typeId !== undefined;
      const copyOf = (typeId: number, body: object = {}) =>
        byQuery ? api.post(`${path}?typeId=${typeId}`, body) : api.post(path, { copyOf: typeId, ...body });
      const nameField = 'tapeName' in body ? 'tapeName' : 'name';
      const copy = (await copyOf(first.typeId, { [nameField]: 'A copy' })).body.data;
      assert.deepEqual([copy.derivedFromTypeId, copy.version, copy.status], [String(first.typeId), 1, 'draft']);
      assert.deepEqual([copy[nameField], copy.description], ['A copy', change.description]);
      assert.notEqual(copy.typeId, first.typeId);
      const strange = await copyOf(first.typeId === 1 ? 2 : 1);
      assert.deepEqual([strange.status, strange.body.data.path], [404, byQuery ? 'typeId' : 'copyOf']);
      if (!byQuery) return;
      const old = (await api.post(`${path}?typeId=${first.typeId}&version=1`, {})).body.data;
      assert.equal(old.description, first.description);
      const noVersion = await api.post(`${path}?typeId=${first.typeId}&version=9`, {});
      assert.deepEqual([noVersion.status, noVersion.body.data.path], [404, 'version']);
      const ofNothing = await api.post(`${path}?version=1`, body);
      assert.deepEqual([ofNothing.status, ofNothing.body.data.path], [400, 'version']);
    });
  });
}
