// Interactions are recorded and corrected while their service is killed again and again: what was acknowledged is there,
// once, with all that was known of it; and what stands against talking on a case stands once.
//   TENOR_CRASHES=50 npm test -- crash/interactions        more of it
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 4);

const root = mkdtempSync(join(tmpdir(), 'tenor-interactions-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  readonly body: any;
}

/** Asks again until there is an answer, whoever gives it. */
const persistently = (method: string, path: string, body?: object, key?: string): Promise<Answered> =>
  eventually(`${method} ${path} is answered`, async () => {
    const headers = {
      'x-api-key': testKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    try {
      const answer = await fetch(`${service.url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const found = { status: answer.status, body: await answer.json() };
      return found.status < 500 && found.status !== 423 ? found : undefined;
    } catch {
      return undefined;
    }
  });

let isOver = false;
/** What was acknowledged: the interactions of each borrower, with the number of versions. */
const acknowledged = new Map<string, Map<string, number>>();

const recorded = (): number => [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0);

async function talk(personId: string, worker: number): Promise<void> {
  const own = new Map<string, number>();
  acknowledged.set(personId, own);
  for (let n = 0; !isOver; n++) {
    const call = { channel: 'voice', theme: 'opsCollDebt', status: 'inProgress', externalId: `call ${worker} ${n}` };
    const made = await persistently('POST', `/people/${personId}/interactions`, call, `make ${worker} ${n}`);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    own.set(made.body.data.id, 1);
    const ended = { status: 'attempted', messageLeft: true, content: { text: `Message ${n}` } };
    // A repeat without a key changes nothing either: the same report is no other version.
    const changed = await persistently('PUT', `/interactions/${made.body.data.id}`, ended);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    own.set(made.body.data.id, 2);
  }
}

/** The cases on which a do-not-interact was acknowledged, by their paths. */
const forbidden: string[] = [];

/** Makes a case and forbids talking on it, each by a request that may be repeated; and asks once more without a key. */
async function forbid(personId: string): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const made = await persistently('POST', `/people/${personId}/cases`, {}, `case ${n}`);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = `/people/${personId}/cases/${made.body.data.id}/do-not-interacts`;
    const first = await persistently('POST', path, { channels: ['voice'] }, `stop ${n}`);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await persistently('POST', path, { channels: ['voice'] });
    assert.equal(again.status, 409, 'one stands on a case');
    forbidden.push(path);
  }
}

async function allOf(personId: string): Promise<Answered['body'][]> {
  const found: Answered['body'][] = [];
  for (let after: string | undefined; ; ) {
    const query = after === undefined ? '' : `&startingAfter=${after}`;
    const { body } = await persistently('GET', `/people/${personId}/interactions?limit=100${query}`);
    found.push(...body.data);
    if (body.nextUrl === null) return found;
    after = body.data.at(-1).id;
  }
}

describe('interactions that come while their service is killed', () => {
  test('are there once each, as they were last reported, with what was known before', async () => {
    service = await startService({ dataDirectory });
    const port = Number(new URL(service.url).port);
    const people = await Promise.all(
      ['Ada', 'Grace', 'Mary'].map(async (firstName) => {
        const { body } = await persistently('POST', '/people', { name: { firstName, lastName: 'Lovelace' } });
        return body.data.id as string;
      }),
    );
    const talking = Promise.all([...people.map(talk), forbid(people[0] as string)]);
    talking.catch(() => {});
    for (let round = 0; round < rounds; round++) {
      const before = recorded();
      await eventually('something was recorded', () => recorded() > before);
      await sleep(dice.between(0, 300));
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService({ dataDirectory, port });
    }
    isOver = true;
    await talking;
    let versions = 0;
    for (const [personId, own] of acknowledged) {
      const found = await allOf(personId);
      assert.deepEqual(found.map(({ id }) => id).sort(), [...own.keys()].sort(), 'each is there, and no other');
      assert.equal(new Set(found.map(({ externalId }) => externalId)).size, found.length);
      for (const { version, status } of found) {
        assert.deepEqual([version, status], [2, 'attempted']);
        versions += version;
      }
      const last = [...own.keys()].at(-1) as string;
      const { body } = await persistently('GET', `/interactions/${last}/versions`);
      assert.deepEqual(
        body.data.versions.map(({ status }: { status: string }) => status),
        ['attempted', 'inProgress'],
      );
      const verdict = await persistently('GET', `/interactions/${last}/verdict`);
      assert.equal(verdict.status, 200, 'its verdict was kept in the same commit');
    }
    assert.ok(versions > 2 * people.length, 'some were recorded between the kills');
    assert.ok(forbidden.length > 0);
    for (const path of forbidden) assert.equal((await persistently('GET', path)).body.data.length, 1);
  });
});
