// Cases move and interactions come while their service is killed again and again: what was acknowledged is there, once,
// and what a type of the company makes against talking stands once, exactly while it is meant to.
//   TENOR_CRASHES=50 npm test -- crash/cases        more of it
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 4);

const root = mkdtempSync(join(tmpdir(), 'tenor-cases-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
type Shown = any;

/** Asks again until there is an answer, whoever gives it. */
const done = (method: string, path: string, body?: object, key?: string): Promise<Shown> =>
  eventually(`${method} ${path} is answered`, async () => {
    const answer = await service.call(method, path, body, key ? { 'idempotency-key': key } : {}).catch(() => undefined);
    if (answer === undefined || answer.status >= 500 || answer.status === 423) return undefined;
    const answered = await answer.json().catch(() => undefined);
    if (answered === undefined) return undefined;
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answered)}`);
    return (answered as { data: unknown }).data;
  });

let isOver = false;
/** The paths of the cases that went through all their moves. */
const moved: string[] = [];
const interactions = new Map<string, number>();

/** Moves one case after the other. A move that is asked for again without a key changes nothing. */
async function work(personId: string, worker: number): Promise<void> {
  const person = `/people/${personId}`;
  for (let n = 0; !isOver; n++) {
    const { id } = await done('POST', `${person}/cases`, { caseType: 'bankruptcy' }, `case ${worker} ${n}`);
    const path = `${person}/cases/${id}`;
    await done('PUT', path, { status: 'processing' });
    const call = { channel: 'voice', theme: 'opsServicing', status: 'succeeded', caseId: id };
    await done('POST', `${person}/interactions`, call, `call ${worker} ${n}`);
    interactions.set(path, 1);
    if (n % 2 === 1) await done('PUT', path, { status: 'completed', outcome: 'resolved' }, `end ${worker} ${n}`);
    moved.push(path);
  }
}

describe('cases that move while their service is killed', () => {
  test('are where they were moved, and what stands against talking stands once', async () => {
    service = await startService({ dataDirectory });
    const port = Number(new URL(service.url).port);
    const type = { name: 'While it runs', status: 'active', onStatus: 'processing' };
    const releaseOn = [{ status: 'completed', outcome: null }];
    const { id } = await done('POST', '/do-not-interact-types', { ...type, channel: 'all', theme: 'all', releaseOn });
    await done('POST', '/case-types', { caseType: 'bankruptcy', status: 'active', doNotInteractTypeIds: [id] });
    const people = await Promise.all(
      ['Ada', 'Grace', 'Mary'].map(async (firstName) => {
        const made = await done('POST', '/people', { name: { firstName, lastName: 'Lovelace' } }, firstName);
        return made.id as string;
      }),
    );
    const working = Promise.all(people.map(work));
    working.catch(() => {});
    for (let round = 0; round < rounds; round++) {
      const before = moved.length;
      await eventually('a case was moved', () => moved.length > before);
      await sleep(dice.between(0, 300));
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService({ dataDirectory, port });
    }
    isOver = true;
    await working;
    for (const personId of people) {
      const all = await done('GET', `/people/${personId}/cases?limit=100`);
      const told = await done('GET', `/events?personId=${personId}&events=case.changed&limit=100&sortBy=createdAt`);
      for (const one of all) {
        const path = `/people/${personId}/cases/${one.id}`;
        assert.ok(moved.includes(path), 'no case was made twice');
        const [block, ...more] = await done('GET', `${path}/do-not-interacts`);
        assert.deepEqual([block.source, more], ['type', []]);
        assert.equal(block.endedAt === null, one.status === 'processing', 'it ends with its case');
        const spoken = await done('GET', `/people/${personId}/interactions?caseId=${one.id}`);
        assert.equal(spoken.length, interactions.get(path));
        // A list of many cases has a further page: the events of these are told as well.
        const changes = told.filter(({ caseId }: Shown) => caseId === one.id).length;
        if (told.length < 100) assert.equal(changes, one.status === 'completed' ? 3 : 2);
      }
      const found = moved.filter((path) => path.includes(personId)).length;
      assert.equal(all.length, Math.min(100, found), 'none is lost');
    }
  });
});
