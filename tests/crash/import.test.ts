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

const loans = 2_000;

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

/**
 * Sends the file, kills the service as soon as some of it is done, and returns the operation once another service has
 * ended it.
 */
async function killedAndEnded(path: string, body: string, lines: number) {
  service ??= await startService(place);
  const sent = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/x-ndjson' },
    body,
  });
  const { data } = (await sent.json()) as { data: { id: string } };
  let progress = 0;
  while (progress === 0) {
    await sleep(5);
    progress = (await operationOf(service, data.id)).progress.done;
  }
  service.child.kill('SIGKILL');
  await service.ended();
  assert.ok(progress < lines, 'it was killed in the middle');

  service = await startService(place);
  const again = service;
  const operation = await eventually(
    'it has succeeded',
    async () => {
      const now = await operationOf(again, data.id);
      return now.state === 'succeeded' ? now : undefined;
    },
    120_000,
  );
  assert.deepEqual(operation.result, { lines, created: lines, existing: 0, failed: 0 });
  assert.deepEqual(operation.progress, { done: lines, total: lines });
  return { operation, service };
}

describe('an import', () => {
  test('of people goes on after its service was killed, with nobody stored twice', { timeout: 120_000 }, async () => {
    const count = 6_000;
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

  test('goes on after its service was killed, and does each line once', { timeout: 170_000 }, async () => {
    const { service: running } = await killedAndEnded('/loans/import', file, loans * 2);
    const { total } = (await read(running, '/loans?total=exact&limit=1')) as { total: number };
    assert.equal(total, loans);
    const verified = tenor(place, 'verify');
    assert.equal(verified.code, 0, verified.output);
    assert.match(verified.output, new RegExp(`^${loans} loans verified`, 'm'));
  });
});
