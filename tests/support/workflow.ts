// Workflow types that are made with all that they have, and cases that go through them.
import assert from 'node:assert/strict';
import { aPerson, type Client } from './house.ts';
import type { Shown } from './told.ts';

const types = '/companies/current';

interface StepAsked {
  readonly items: readonly (Readonly<Record<string, unknown>> & { readonly key: string })[];
  readonly step?: object;
  readonly way?: (stepIds: readonly string[]) => object;
}

let made = 0;

/** Active, with its steps in order. An item without a kind is a checklist. */
export async function aWorkflowType(api: Client, steps: readonly StepAsked[]): Promise<Shown> {
  const stepIds: string[] = [];
  for (const { items, step } of steps) {
    const workitemTypeIds: string[] = [];
    for (const item of items)
      workitemTypeIds.push((await api.made(`${types}/workflow-workitem-types`, itemOf(item))).id);
    made += 1;
    const body = { name: `Step ${made}`, status: 'active', workitemTypeIds, ...step };
    stepIds.push((await api.made(`${types}/workflow-step-types`, body)).id);
  }
  const ways = steps.map(({ way }, i) => ({ stepTypeId: stepIds[i], ...way?.(stepIds) }));
  return api.made(`${types}/workflow-types`, { name: 'A procedure', status: 'active', steps: ways });
}

const itemOf = (item: StepAsked['items'][number]): object => ({
  name: item.key,
  status: 'active',
  ...(item.kind === undefined && { kind: 'checklist', checklist: ['Look'] }),
  ...item,
});

export interface WorkflowOfCase {
  readonly casePath: string;
  readonly personPath: string;
  readonly path: string;
  readonly id: string;
}

/** A new borrower with a case that goes through it, started by hand. */
export async function aWorkflow(api: Client, type: Shown, ofCase: object = {}): Promise<WorkflowOfCase> {
  const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
  const casePath = `${personPath}/cases/${(await api.made(`${personPath}/cases`, ofCase)).id}`;
  const { id } = await api.made(`${casePath}/workflows`, { workflowTypeId: type.id });
  return { personPath, casePath, path: `/workflows/${id}`, id };
}

/** A new case of the company that goes through it, started by hand. */
export async function aCompanyWorkflow(api: Client, type: Pick<Shown, 'id'>, ofCase: object = {}) {
  const casePath = `/company-cases/${(await api.made('/company-cases', ofCase)).id}`;
  const { id } = await api.made(`${casePath}/workflows`, { workflowTypeId: type.id });
  return { casePath, path: `/workflows/${id}`, id: id as string };
}

export const stepsOfWorkflow = async (
  api: Pick<Client, 'get'>,
  { path }: Pick<WorkflowOfCase, 'path'>,
): Promise<Shown[]> => (await api.get(`${path}/steps?sortBy=createdAt`)).body.data;

/** The item with this key at which the workflow stands, or stood last. */
export async function itemNamed(
  api: Pick<Client, 'get'>,
  workflow: Pick<WorkflowOfCase, 'path'>,
  key: string,
): Promise<Shown> {
  const steps = await stepsOfWorkflow(api, workflow);
  const found = steps.flatMap(({ workitems }) => workitems as Shown[]).filter((one) => one.key === key);
  const last = found.at(-1);
  if (last === undefined) throw new Error(`The workflow has no item ${key}.`);
  return last;
}

export const pathOfItem = ({ id }: Pick<Shown, 'id'>): string => `/workflow-workitems/${id}`;

/** Whoever has signed in, as a client that makes things: users whom a key has made are joined with what it did. */
export const makingAs = (api: Client, by: Pick<Client, 'get' | 'post'>): Client => ({
  ...api,
  ...by,
  async made(path, body) {
    const answer = await by.post(path, body as object);
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  },
});

export const looked = { checklist: ['Look'] };
