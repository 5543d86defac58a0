// Long work of a service with several workers is done by a process of its own. Whatever ends that process, each line of
// an import is done once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { complete, isAlive, linesOf, longWorkOf } from '../support/workers.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-long-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running | undefined;
after(() => {
  try {
    process.kill(-(service?.child.pid as number), 'SIGKILL');
  } catch {
    // The usual case: it has ended.
  }
  rmSync(root, { recursive: true, force: true });
});

async function aService(): Promise<Running> {
  if (service?.child.exitCode !== null || service.child.signalCode !== null) {
    service = await startService({ dataDirectory, environment: { WORKERS: '2' } });
  }
  await complete(service, 2);
  return service;
}

const lines = 2_000;
const fileOf = (prefix: string): string =>
  Array.from({ length: lines }, (_, n) => {
    const identity = { identityType: 'SSN', value: '123-45-6789' };
    const name = { firstName: 'Ada', lastName: `Number ${n}` };
    return `${JSON.stringify({ person: { externalId: `${prefix}-${n}`, name, identity } })}\n`;
  }).join('');

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
const read = async (running: Running, path: string): Promise<any> => (await running.call('GET', path)).json();

/** Sends a file, and returns the id of its import once some of it is done. */
async function begun(running: Running, prefix: string): Promise<string> {
  const sent = await fetch(`${running.url}/api/people/import`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/x-ndjson' },
    body: fileOf(prefix),
  });
  const { data } = (await sent.json()) as { data: { id: string } };
  await eventually('some of it is done', async () => {
    const { state, progress } = (await read(running, `/operations/${data.id}`)).data;
    assert.notEqual(state, 'succeeded', 'it is met in the middle');
    return progress.done > 0;
  });
  return data.id;
}

async function mustSucceed(running: Running, id: string): Promise<void> {
  const operation = await eventually('it has succeeded', async () => {
    const { data } = await read(running, `/operations/${id}`);
    return data.state === 'succeeded' ? data : undefined;
  });
  assert.deepEqual(operation.result, { lines, created: lines, existing: 0, failed: 0 });
}

const takers = (running: Running, id: string): unknown[] =>
  linesOf(running)
    .filter(({ msg, operation }) => msg === 'takes long work' && operation === id)
    .map(({ worker }) => worker);

describe('long work', () => {
  test('is done by a process that gives way, and goes on when that is killed', async () => {
    const running = await aService();
    const first = longWorkOf(running);
    assert.equal(first?.number, 3, 'its number follows those of the workers');
    assert.equal(getPriority(first.pid), constants.priority.PRIORITY_BELOW_NORMAL);
    const id = await begun(running, 'K');
    assert.deepEqual(takers(running, id), [3]);
    process.kill(first.pid, 'SIGKILL');
    await eventually('it is gone', async () => !isAlive(first.pid));
    const metrics = async (): Promise<string> => (await fetch(`${running.url}/metrics`)).text();
    await eventually('it comes again', async () => {
      const now = longWorkOf(running);
      return now !== undefined && now.pid !== first.pid;
    });
    await mustSucceed(running, id);
    assert.deepEqual(takers(running, id), [3, 3]);
    await complete(running, 2);
    assert.match(await metrics(), /^long_work_running 1$/m);
    assert.equal((await read(running, '/people?total=exact&limit=1')).total, lines);
  });

  test('is canceled by a request to any worker', async () => {
    const running = await aService();
    const id = await begun(running, 'C');
    const canceled = await running.call('POST', `/people/import/${id}/cancel`);
    assert.equal(canceled.status, 200);
    const { state, result } = (await read(running, `/operations/${id}`)).data;
    assert.equal(state, 'canceled');
    const after = (await read(running, '/people?total=exact&limit=1')).total;
    assert.ok(after < 2 * lines, 'it was canceled in the middle');
    assert.equal(result === null || result.lines === lines, true);
  });

  test('ends in order with the service, and goes on with the next one', async () => {
    const running = await aService();
    const id = await begun(running, 'S');
    running.child.kill('SIGTERM');
    assert.equal(await running.ended(), 0, running.log());
    const again = await aService();
    await mustSucceed(again, id);
    again.child.kill('SIGTERM');
    assert.equal(await again.ended(), 0, again.log());
  });
});
