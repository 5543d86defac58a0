// The cases of a disaster are made and closed while their service is killed, twice each time: each is made once, and none
// is missed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-supercases-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const borrowers = 300;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function called(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body);
  const answered = await answer.json();
  assert.ok(answer.status < 300, JSON.stringify(answered));
  return (answered as { data: unknown }).data;
}

/** All of a list, page by page. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function allOf(path: string): Promise<any[]> {
  const all = [];
  for (let after = ''; ; after = `&startingAfter=${all.at(-1).id}`) {
    const some = await called('GET', `${path}?limit=100${after}`);
    all.push(...some);
    if (some.length < 100) return all;
  }
}

async function ended(id: string) {
  return eventually('the operation has ended', async () => {
    const now = await called('GET', `/operations/${id}`);
    return ['queued', 'running'].includes(now.state) ? undefined : now;
  });
}

/** Kills the service once more of the operation is done than before, twice, and waits for its end in a third one. */
async function killedTwice(id: string) {
  for (let kills = 0, seen = 0; kills < 2; kills++) {
    const { done } = await eventually('more is done', async () => {
      const { progress } = await called('GET', `/operations/${id}`);
      return progress.done > seen ? progress : undefined;
    });
    service.child.kill('SIGKILL');
    await service.ended();
    service = await startService(place);
    assert.ok(done < borrowers, 'it was killed in the middle');
    seen = done;
  }
  const operation = await ended(id);
  assert.deepEqual([operation.state, operation.progress], ['succeeded', { done: borrowers, total: borrowers }]);
  return operation.result;
}

describe('a disaster of 300 borrowers', () => {
  let path: string;
  before(async () => {
    service = await startService(place);
    const lines = Array.from({ length: borrowers }, (_, n) => [
      { person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` } } },
      { loan: { ...loanBody, externalId: `L-${n}`, personId: `ext-B-${n}` } },
    ]);
    const sent = await fetch(`${service.url}/api/loans/import`, {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/x-ndjson' },
      body: lines
        .flat()
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    });
    const { data } = (await sent.json()) as { data: { id: string } };
    assert.equal((await ended(data.id)).result.created, borrowers * 2);
    path = `/supercases/${(await called('POST', '/supercases', { name: 'Floods' })).id}`;
    await called('POST', `${path}/notes`, { content: 'The bridge is closed.', isGlobal: true });
  });

  test('has a case for each of them, once', async () => {
    const population = `${path}/populations/${(await called('POST', `${path}/populations`, {})).id}`;
    const members = Array.from({ length: borrowers }, (_, n) => ({ personId: `ext-B-${n}`, loanId: `ext-L-${n}` }));
    await called('POST', `${population}/members`, { members });
    const { operationId } = await called('PUT', population, { isDraft: false });
    assert.deepEqual(await killedTwice(operationId), { members: borrowers, changed: borrowers, failed: 0 });
    const cases = await allOf(`${path}/subcases/cases`);
    assert.equal(new Set(cases.map(({ personId }) => personId)).size, borrowers);
    assert.equal(cases.length, borrowers);
    const named = (await allOf(`${population}/members`)).map(({ caseId }) => caseId);
    assert.deepEqual(named.sort(), cases.map(({ id }) => id).sort());
    const { personId, id } = cases[0];
    assert.equal((await called('GET', `/people/${personId}/cases/${id}/notes`)).length, 1);
  });

  test('has contact with all of them forbidden once, and allowed again', async () => {
    const forbidden = await called('POST', `${path}/subcases/do-not-interacts`, { channels: ['voice', 'text'] });
    assert.deepEqual(await killedTwice(forbidden.id), { members: borrowers, cases: 0, changed: borrowers, failed: 0 });
    const once = await called('POST', `${path}/subcases/do-not-interacts`, { channels: ['voice', 'text'] });
    assert.deepEqual(
      (await ended(once.id)).result,
      { members: borrowers, cases: 0, changed: 0, failed: 0 },
      'each has one',
    );
    const released = await called('POST', `${path}/subcases/do-not-interacts/release`, {});
    assert.deepEqual(await killedTwice(released.id), { members: borrowers, cases: 0, changed: borrowers, failed: 0 });
    const changes = (await allOf('/events')).filter(({ eventType }) => eventType === 'case.donotinteract.changed');
    const by = Map.groupBy(changes, ({ change }) => change);
    assert.deepEqual([by.get('created')?.length, by.get('released')?.length, by.size], [borrowers, borrowers, 2]);
    assert.equal(new Set(by.get('created')?.map(({ personId }) => personId)).size, borrowers);
  });

  test('has all of them closed, once, with the events of it', async () => {
    const { id } = await called('POST', `${path}/subcases/close`, { outcome: 'resolved' });
    assert.deepEqual(await killedTwice(id), { members: borrowers, cases: 0, changed: borrowers, failed: 0 });
    const cases = await allOf(`${path}/subcases/cases`);
    assert.deepEqual([...new Set(cases.map(({ status, outcome }) => `${status} ${outcome}`))], ['completed resolved']);
    const told = await allOf('/events');
    const changed = told.filter((one) => one.eventType === 'case.changed');
    assert.equal(changed.length, borrowers * 2, 'made and closed');
  });
});
