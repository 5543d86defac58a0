// A type is changed again and again while workflows of it run: in its ways, in the items of its steps and in what an item
// asks for. Each workflow goes by what it began with, move by move as a naive interpreter does.
//   TENOR_RUNNING=1000 npm test -- changed-types      a thousand workflows
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Random, randomOf } from '../../../../tests/support/fuzz/random.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { NaiveWorkflow, type Procedure } from '../../../../tests/support/naive-workflow.ts';
import { seed } from '../../../../tests/support/seed.ts';
import type { Shown } from '../../../../tests/support/told.ts';
import { pathOfItem, stepsOfWorkflow } from '../../../../tests/support/workflow.ts';
import type { Holds } from '../machine/settle.ts';

const most = Number(process.env.TENOR_RUNNING ?? 20);
const types = '/companies/current/workflow';
const stepNames = ['s0', 's1', 's2'] as const;
const itemNames = ['i0', 'i1', 'i2', 'i3', 'i4', 'i5'] as const;

/** The type as it stands: what the next workflow begins with. */
interface Model {
  /** The items of each step. */
  readonly items: Readonly<Record<string, readonly string[]>>;
  readonly ways: Procedure['steps'];
  readonly checklists: Readonly<Record<string, readonly string[]>>;
}

const wasSkipped = (item: string): string => `items.${item}.outcome == "skipped"`;

function waysOf(random: Random, items: Model['items']): Procedure['steps'] {
  const condition = () => wasSkipped(random.pick(Object.values(items).flat() as [string, ...string[]]));
  return stepNames.map((id) => ({
    id,
    items: (items[id] ?? []).map((item) => ({ id: item, isRequired: true })),
    entryCondition: null,
    exitRule: { when: 'all' as const, condition: null },
    next: random.chance(0.6) ? [{ condition: condition(), goTo: random.pick([...stepNames, 'end'] as const) }] : [],
    maxVisits: 2,
  }));
}

const stepBody = (items: readonly string[]) => ({ workitemTypeIds: items.map((item) => `ext-${item}`) });

const waysBody = (ways: Procedure['steps']) => ({
  steps: ways.map(({ id, next, maxVisits }) => ({
    stepTypeId: `ext-${id}`,
    next: next.map(({ condition, goTo }) => ({ condition, goTo: goTo === 'end' ? goTo : `ext-${goTo}` })),
    maxVisits,
  })),
});

interface Running {
  readonly path: string;
  readonly model: Model;
  readonly naive: NaiveWorkflow;
  readonly trace: string[];
  readonly outcomes: Map<string, string>;
}

/** An item that was never over is unknown, and then nothing is decided by it. */
const holdsIn =
  (outcomes: ReadonlyMap<string, string>): Holds =>
  (condition) => {
    const item = itemNames.find((name) => condition === wasSkipped(name)) ?? '';
    return outcomes.has(item) ? outcomes.get(item) === 'skipped' : undefined;
  };

describe('a type that is changed while workflows of it run', () => {
  const { aCompany } = useHouse({ works: false });
  const random = randomOf(seed, 49);
  let api: Client;
  let model: Model;
  before(async () => {
    api = (await aCompany()).test;
    const active = { status: 'active' };
    for (const key of itemNames) {
      const body = { externalId: key, key, name: key, kind: 'checklist', checklist: ['Look'], ...active };
      await api.made(`${types}-workitem-types`, body);
    }
    const items = { s0: ['i0', 'i1'], s1: ['i2', 'i3'], s2: ['i4', 'i5'] };
    for (const id of stepNames) {
      await api.made(`${types}-step-types`, { externalId: id, name: id, ...stepBody(items[id]), ...active });
    }
    const ways = waysOf(random, items);
    await api.made(`${types}-types`, { externalId: 'changing', name: 'Changing', ...waysBody(ways), ...active });
    model = { items, ways, checklists: Object.fromEntries(itemNames.map((key) => [key, ['Look']])) };
  });

  async function change(): Promise<void> {
    const what = random.pick(['ways', 'checklist', 'items'] as const);
    if (what === 'checklist') {
      const key = random.pick(itemNames);
      const checklist = [...(model.checklists[key] ?? []), `Look again ${random.between(1, 1_000_000)}`].slice(-3);
      await changed(`${types}-workitem-types/ext-${key}`, { checklist });
      model = { ...model, checklists: { ...model.checklists, [key]: checklist } };
      return;
    }
    if (what === 'ways') {
      const ways = waysOf(random, model.items);
      await changed(`${types}-types/ext-changing`, waysBody(ways));
      model = { ...model, ways };
      return;
    }
    const id = random.pick(stepNames);
    const own = (model.items[id] ?? []).toReversed();
    await changed(`${types}-step-types/ext-${id}`, stepBody(own));
    const items = { ...model.items, [id]: own };
    const ways = model.ways.map((way) => ({ ...way, items: way.id === id ? way.items.toReversed() : way.items }));
    model = { ...model, items, ways };
  }
  async function changed(path: string, body: object): Promise<void> {
    const answer = await api.put(path, body);
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
  }

  async function begun(casePath: string): Promise<Running> {
    const { id } = await api.made(`${casePath}/workflows`, { workflowTypeId: 'ext-changing' });
    const naive = new NaiveWorkflow({ steps: model.ways });
    const outcomes = new Map<string, string>();
    return { path: `/workflows/${id}`, model, naive, outcomes, trace: naive.goesOn(holdsIn(outcomes)) };
  }

  /** Somebody does an item, or skips it. Returns whether the workflow goes on. */
  async function goOn({ path, model: own, naive, outcomes, trace }: Running): Promise<boolean> {
    const step = (await stepsOfWorkflow(api, { path })).find(({ status }) => status === 'current');
    if (step === undefined) return false;
    const items = step.workitems as readonly Shown[];
    assert.deepEqual(
      items.map(({ key }) => key),
      own.ways.find(({ id }) => id === step.name)?.items.map(({ id }) => id),
    );
    const open = items.filter(({ status }) => status === 'open');
    const item = random.pick(open as [Shown, ...Shown[]]);
    assert.deepEqual(item.checklist, own.checklists[item.key as string]);
    const how = random.pick(['completed', 'skipped'] as const);
    const [verb, body] =
      how === 'skipped' ? ['skip', { reason: 'Because.' }] : ['complete', { checklist: item.checklist }];
    const answer = await api.post(`${pathOfItem(item)}/${verb}`, body as object);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    outcomes.set(item.key as string, how);
    naive.ends(items.indexOf(item), how);
    trace.push(...naive.goesOn(holdsIn(outcomes)));
    return trace.at(-1) !== 'end';
  }

  test(`${most} workflows go by what they began with`, async () => {
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const all: Running[] = [];
    const running: Running[] = [];
    while (all.length < most || running.length > 0) {
      if (all.length < most && random.chance(0.3)) {
        const { id } = await api.made(`${personPath}/cases`, {});
        const one = await begun(`${personPath}/cases/${id}`);
        all.push(one);
        running.push(one);
      }
      if (all.length < most && random.chance(0.15)) await change();
      if (running.length === 0) continue;
      const place = random.between(0, running.length - 1);
      if (!(await goOn(running[place] as Running))) running.splice(place, 1);
    }
    for (const { path, trace } of all) {
      // The history of a workflow says which step was entered, and of one that was passed over only why.
      const expected = trace.flatMap((one) =>
        one.startsWith('ended ') ? [] : one.replace(/^passOver .*/, 'passOver'),
      );
      assert.deepEqual(await movesOf(path), expected);
    }
  });

  async function movesOf(path: string): Promise<string[]> {
    const steps = await stepsOfWorkflow(api, { path });
    const nameOf = (id: string | null) => steps.find((step) => step.id === id)?.name;
    const moves = (await api.get(`${path}/moves?sortBy=createdAt&limit=100`)).body.data as Shown[];
    return moves.flatMap(({ verb, stepId, reason }) => {
      if (verb === 'complete') return ['end'];
      if (verb === 'enterStep') return [`enter ${nameOf(stepId as string)}`];
      if (verb === 'leaveStep') return [`leave ${nameOf(stepId as string)} ${reason}`];
      return verb === 'passOverStep' ? ['passOver'] : [];
    });
  }
});
