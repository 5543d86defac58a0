// A file of people and loans is imported while its service is killed: each line is done once, and verify finds nothing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, tenor, testKey } from '../support/process.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-import-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const loans = 1_000;

const file = Array.from({ length: loans }, (_, n) => [
  { person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` } } },
  { loan: { ...loanBody, externalId: `L-${n}`, personId: `ext-B-${n}` }, activate: {} },
])
  .flat()
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const read = async (running: Running, path: string) => (await running.call('GET', path)).json() as Promise<never>;
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
const operationOf = async (running: Running, id: string): Promise<any> =>
  ((await read(running, `/operations/${id}`)) as { data: unknown }).data;

async function send({ url }: Running, path: string, body: string): Promise<string> {
  const sent = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/x-ndjson' },
    body,
  });
  const { data } = (await sent.json()) as { data: { id: string } };
  return data.id;
}

/** Kills the service once something of the operation is done, and starts another one. */
async function killedAndBack(id: string, lines: number): Promise<Running> {
  assert.ok(service);
  let progress = 0;
  while (progress === 0) {
    await sleep(5);
    progress = (await operationOf(service, id)).progress.done;
  }
  service.child.kill('SIGKILL');
  await service.ended();
  service = await startService(place);
  assert.ok(progress < lines, 'it was killed in the middle');
  return service;
}

const succeeded = (running: Running, id: string) =>
  eventually('it has succeeded', async () => {
    const now = await operationOf(running, id);
    return now.state === 'succeeded' ? now : undefined;
  });

/** Sends the file, and returns the operation once another service than that which began it has ended it. */
async function killedAndEnded(path: string, body: string, lines: number) {
  service ??= await startService(place);
  const id = await send(service, path, body);
  const again = await killedAndBack(id, lines);
  const operation = await succeeded(again, id);
  assert.deepEqual(operation.result, { lines, created: lines, existing: 0, failed: 0 });
  assert.deepEqual(operation.progress, { done: lines, total: lines });
  return { operation, service: again };
}

/** The numbers of the lines that have a result. */
async function linesWithResult(running: Running, path: string, id: string): Promise<number[]> {
  const results = await (await running.call('GET', `${path}/${id}/results.ndjson`)).text();
  return results
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).line);
}

describe('an import', () => {
  test('of people goes on after its service was killed, with nobody stored twice', async () => {
    const count = 2_000;
    const file = Array.from({ length: count }, (_, n) => {
      const identity = { identityType: 'SSN', value: '123-45-6789' };
      return `${JSON.stringify({ person: { externalId: `P-${n}`, name: { firstName: 'Ada', lastName: `Number ${n}` }, identity } })}\n`;
    }).join('');
    const { operation, service: running } = await killedAndEnded('/people/import', file, count);
    const { total } = (await read(running, '/people?total=exact&limit=1')) as { total: number };
    assert.equal(total, count);
    const results = await running.call('GET', `/people/import/${operation.id}/results.ndjson?outcome=created`);
    const made = (await results.text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      [new Set(made.map(({ line }) => line)).size, new Set(made.map(({ personId }) => personId)).size],
      [count, count],
    );
  });

  test('goes on after its service was killed, and does each line once', async () => {
    const { service: running } = await killedAndEnded('/loans/import', file, loans * 2);
    const { total } = (await read(running, '/loans?total=exact&limit=1')) as { total: number };
    assert.equal(total, loans);
    const verified = tenor(place, 'verify');
    assert.equal(verified.code, 0, verified.output);
    assert.match(verified.output, new RegExp(`^${loans} loans verified`, 'm'));
  });

  /** Sends a line for each loan to each tool; fees in two files at once, with the same lines. */
  test('of what tools do goes on too: no line is lost, none done twice', async () => {
    const count = 300;
    service ??= await startService(place);
    const agency = { legalName: 'Wabash', externalId: 'agency' };
    await service.call('POST', '/companies/current/collection-agencies', agency);
    const files = [
      ['fees', { apiName: 'lateFee', amount: 12.5 }],
      ['fees', { apiName: 'lateFee', amount: 12.5 }],
      ['collection-agencies', { collectionAgencyId: 'ext-agency' }],
      ['defer', { numberOfPayments: 2, disasterNumber: 'DR-4801' }],
    ] as const;
    const begun: { path: string; id: string }[] = [];
    for (const [tool, more] of files) {
      const lines = Array.from({ length: count }, (_, n) => {
        const line = { personId: `ext-B-${n}`, loanId: `ext-L-${n}`, externalId: `line-${n}`, ...more };
        return `${JSON.stringify(line)}\n`;
      });
      const path = `/loans/bulk/${tool}`;
      begun.push({ path, id: await send(service, path, lines.join('')) });
    }
    for (const { id } of [begun[0]!, begun[2]!]) await killedAndBack(id, count).catch(() => {});
    const running = service;
    const ended: { path: string; result: Record<string, number> }[] = [];
    const every = Array.from({ length: count }, (_, n) => n + 1);
    for (const { path, id } of begun) {
      ended.push({ path, result: (await succeeded(running, id)).result });
      assert.deepEqual(
        (await linesWithResult(running, path, id)).sort((a, b) => a - b),
        every,
        path,
      );
    }
    assert.deepEqual(
      ended.map(({ path, result }) => [path, result.failed]),
      ended.map(({ path }) => [path, 0]),
    );
    const [one, other, agencies, deferrals] = ended.map(({ result }) => result);
    assert.deepEqual([one!.created! + other!.created!, one!.existing! + other!.existing!], [count, count]);
    assert.deepEqual([agencies!.created, deferrals!.created], [count, count]);
    for (const type of ['loan.latefee.booked', 'loan.collectionagency.assigned', 'loan.schedule.defer']) {
      // Events get their places a moment after their commits.
      let total = 0;
      const isTold = async () => {
        ({ total } = (await read(running, `/events?events=${type}&limit=1&total=exact`)) as { total: number });
        return total >= count;
      };
      await eventually(type, isTold, () => `${total} of ${count}`);
      assert.equal(total, count, type);
    }
    const verified = tenor(place, 'verify');
    assert.equal(verified.code, 0, verified.output);
  });
});
