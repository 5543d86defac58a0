// Twenty workflows go through everything that an item does by itself, while their service is killed, twice: each has its
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

const borrowers = 20;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function called(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body);
  const answered = await answer.json();
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
  return (answered as { data: unknown }).data;
}

const types = '/companies/current/workflow';

/** One step for each of these actions. */
async function aType(actions: Readonly<Record<string, object>>): Promise<string> {
  const steps: object[] = [];
  for (const [action, said] of Object.entries(actions)) {
    const automatic = { action, [action]: said };
    const item = { key: action, name: action, kind: 'automatic', automatic, status: 'active' };
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
      await called('POST', `${casePath}/workflows`, { workflowTypeId: typeId });
      if (n !== borrowers / 2 && n !== borrowers - 1) continue;
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService(place);
    }
    await eventually('all have ended', async () => (await ended()) === borrowers);
    for (const { loan, casePath } of all) {
      const blocks = await called('GET', `${casePath}/do-not-interacts`);
      const labels = await called('GET', `${loan}/labels`);
      const fees = await called('GET', `${loan}/fees`);
      assert.deepEqual([blocks.length, labels.length, fees.length], [1, 1, 1]);
    }
  });
});
