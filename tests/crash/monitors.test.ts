// A file of deaths is read while its service is killed, twice: each borrower has one case, and what closes contact once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-monitors-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const borrowers = 300;

const ssnOf = (n: number): string => `5214${String(n).padStart(5, '0')}`;
const death = (n: number): string =>
  `A${ssnOf(n)}${'LOVELACE'.padEnd(20)}    ${'ADA'.padEnd(30)}V0228202612101985`.padEnd(100);

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function called(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body);
  const answered = await answer.json();
  assert.ok(answer.status < 300, JSON.stringify(answered));
  return (answered as { data: unknown }).data;
}

async function sent(path: string, lines: readonly string[]): Promise<string> {
  const answer = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `${line}\n`).join(''),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

async function ended(id: string) {
  return eventually('the operation has ended', async () => {
    const now = await called('GET', `/operations/${id}`);
    return ['queued', 'running'].includes(now.state) ? undefined : now;
  });
}

/** All of a list, page by page. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function allOf(path: string): Promise<any[]> {
  const all = [];
  for (let from = ''; ; from = `&startingAfter=${all.at(-1).id}`) {
    const some = await called('GET', `${path}?limit=100${from}`);
    all.push(...some);
    if (some.length < 100) return all;
  }
}

describe('a file of 300 deaths', () => {
  before(async () => {
    service = await startService(place);
    const lines = Array.from({ length: borrowers }, (_, n) =>
      JSON.stringify({ externalId: `B-${n}`, name: { firstName: 'Ada', lastName: 'Lovelace' } }),
    );
    assert.equal((await ended(await sent('/people/import', lines))).result.created, borrowers);
    for (let n = 0; n < borrowers; n++) {
      await called('POST', `/people/ext-B-${n}/identities`, { identityType: 'SSN', value: ssnOf(n), isPrimary: true });
    }
    const { operationId } = await called('PUT', '/monitors/deceased', { isEnabled: true });
    assert.equal((await ended(operationId)).result.people, borrowers);
  });

  test('makes a case of each, once, whenever its service dies', async () => {
    const deaths = Array.from({ length: borrowers }, (_, n) => death(n));
    const id = await sent('/monitors/deceased/files', deaths);
    const count = async () => (await allOf('/cases')).length;
    for (let kills = 0, seen = 0; kills < 2; kills++) {
      const made = await eventually('more cases are there', async () => {
        const now = await count();
        return now > seen || now === borrowers ? now : undefined;
      });
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService(place);
      seen = made;
    }
    const { state, result } = await ended(id);
    assert.deepEqual([state, result], ['succeeded', { lines: borrowers, borrowers, failed: 0 }]);
    const cases = await allOf('/cases');
    assert.equal(cases.length, borrowers);
    assert.equal(new Set(cases.map(({ personId }) => personId)).size, borrowers);
    const { personId, id: caseId } = cases[0];
    const standing = await called('GET', `/people/${personId}/cases/${caseId}/do-not-interacts`);
    assert.deepEqual([standing.length, standing[0].endedAt], [1, null]);
    // An event is listed a moment after its commit, when the relay has given it its place.
    const found = await eventually('the hits are told', async () => {
      const told = (await allOf('/events')).filter(({ eventType }) => eventType === 'monitor.hit.found');
      return told.length < borrowers ? undefined : told;
    });
    assert.equal(found.length, borrowers);
  });
});
