// Twelve workflows go through everything that an item does by itself, while their service is killed, twice: each has its
// effect once, and each workflow comes to its end.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService } from '../support/process.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-workflows-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const borrowers = 12;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function called(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body);
  const answered = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return (answered as { data: unknown }).data;
}

const types = '/companies/current/workflow';

const late = { due: { count: 9, unit: 'calendarDays' }, whenLate: { do: 'remind' } };

/** One step for each of these actions. */
async function aType(actions: Readonly<Record<string, object>>): Promise<string> {
  const steps: object[] = [];
  for (const [action, said] of Object.entries(actions)) {
    const automatic = { action, [action]: said };
    const item = { key: action, name: action, kind: 'automatic', automatic, status: 'active', ...late };
    const { id } = await called('POST', `${types}-workitem-types`, item);
    const step = { name: action, workitemTypeIds: [id], status: 'active' };
    steps.push({ stepTypeId: (await called('POST', `${types}-step-types`, step)).id });
  }
  return (await called('POST', `${types}-types`, { name: 'By itself', status: 'active', steps })).id;
}

interface OfBorrower {
  readonly loan: string;
  readonly casePath: string;
  readonly workflow: string;
}

/** Answers as a receiver would, once it was asked. */
async function answered(workflow: string): Promise<boolean> {
  const steps = await called('GET', `/workflows/${workflow}/steps`);
  const items: { readonly id: string; readonly key: string; readonly status: string }[] = steps.flatMap(
    ({ workitems }: { readonly workitems: [] }) => workitems,
  );
  const item = items.find(({ key, status }) => key === 'webhook' && status === 'waiting');
  if (item !== undefined) await called('POST', `/workflow-workitems/${item.id}/answer`, {});
  return item !== undefined;
}

/** A list without an envelope. */
const listed = async (path: string): Promise<readonly unknown[]> =>
  (await (await service.call('GET', path)).json()) as readonly unknown[];

describe('what workflows do by themselves', () => {
  const all: OfBorrower[] = [];
  let typeId: string;
  before(async () => {
    service = await startService(place);
    const label = await called('POST', '/companies/current/loan-labels', { name: 'Seen' });
    typeId = await aType({
      doNotInteract: { channel: 'voice', theme: 'all', days: 30 },
      loanLabel: { do: 'add', loanLabelId: label.id },
      sendMessage: { subject: 'welcome', channel: 'email' },
      makeDocument: { subject: 'identityTheftValidated', documentType: 'caseDocument' },
      webhook: { name: 'score' },
      loanTool: { tool: 'loanFees.create', body: { apiName: 'lateFee', amount: 12.5 }, values: [] },
    });
    for (let n = 0; n < borrowers; n++) {
      const { id } = await called('POST', '/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
      const loan = `/people/${id}/loans/${(await called('POST', `/people/${id}/loans`, loanBody)).id}`;
      await called('POST', `${loan}/activate`, {});
      const ofCase = await called('POST', `/people/${id}/cases`, { loanIds: [loan.split('/').at(-1)] });
      all.push({ loan, casePath: `/people/${id}/cases/${ofCase.id}`, workflow: '' });
    }
  });

  test('have their effect once, whenever the service dies', async () => {
    const ended = async () => (await called('GET', '/workflows?status=completed&limit=100')).length as number;
    for (const [n, { casePath }] of all.entries()) {
      const { id } = await called('POST', `${casePath}/workflows`, { workflowTypeId: typeId });
      all[n] = { ...(all[n] as OfBorrower), workflow: id };
      if (n !== borrowers / 2 && n !== borrowers - 1) continue;
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService(place);
    }
    const asking = new Set(all.map(({ workflow }) => workflow));
    await eventually('all were answered', async () => {
      for (const workflow of asking) if (await answered(workflow)) asking.delete(workflow);
      return asking.size === 0;
    });
    await eventually('all have ended', async () => (await ended()) === borrowers);
    for (const { loan, casePath } of all) {
      const blocks = await called('GET', `${casePath}/do-not-interacts`);
      const labels = await called('GET', `${loan}/labels`);
      const fees = await called('GET', `${loan}/fees`);
      const papers = await listed(`${casePath.split('/cases/')[0]}/documents`);
      assert.deepEqual([blocks.length, labels.length, fees.length, papers.length], [1, 1, 1, 1]);
    }
  });
});
