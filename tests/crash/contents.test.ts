// Files come, whole and in slices, while their service is killed again and again: what was acknowledged is there, once,
// and the sweep removes and counts what was left over.
//   TENOR_CRASHES=50 npm test -- crash/contents        more of it
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { inEmbedded } from '../support/in-embedded.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 4);
const sliceLength = 262_144;

const root = mkdtempSync(join(tmpdir(), 'tenor-contents-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const aContent = (n: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5 * sliceLength + 1_000 * n, `content ${n} `)]);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  readonly body: any;
}

/** Undefined: the service was killed meanwhile. */
async function ask(method: string, path: string, body?: Buffer | object, more = {}): Promise<Answered | undefined> {
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? 'application/pdf' : 'application/json';
  const sent = body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) };
  const headers = { 'x-api-key': testKey, ...(body === undefined ? {} : { 'content-type': type }), ...more };
  try {
    const answer = await fetch(`${service.url}/api${path}`, { method, headers, ...sent });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return undefined;
  }
}

/** Asks again until there is an answer, whoever gives it. */
const persistently = (method: string, path: string, body?: Buffer | object, more = {}): Promise<Answered> =>
  eventually(`${method} ${path.slice(0, 60)} is answered`, async () => {
    const answer = await ask(method, path, body, more);
    return answer !== undefined && answer.status < 500 && answer.status !== 423 ? answer : undefined;
  });

let isOver = false;
const sent: { readonly path: string; readonly sha256: string }[] = [];

/** Sends whole contents, each by a request that may be repeated. */
async function sendWhole(person: string, worker: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const content = aContent(worker * 100 + n);
    const key = (what: string) => ({ 'idempotency-key': `${what} ${worker} ${n}` });
    const made = await persistently('POST', `${person}/documents`, { type: 'other' }, key('make'));
    const path = `${person}/documents/${made.body.id}`;
    const kept = await persistently('POST', `${path}/content`, content, key('send'));
    assert.equal(kept.status, 200, JSON.stringify(kept.body));
    sent.push({ path, sha256: sha256(content) });
  }
}

/** Sends contents in slices. No slice that was acknowledged is ever sent again. */
async function sendSlices(person: string, link: string, worker: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const content = aContent(worker * 100 + n);
    const made = await persistently('POST', `${link}/documents`, { sendId: `sent by worker ${worker} ${n}` });
    if (made.status === 410) return;
    const path = `${link}/documents/${made.body.id}/content`;
    let acknowledged = 0;
    for (let isWhole = false; !isWhole; ) {
      const progress = (await persistently('GET', path)).body;
      isWhole = progress.hasContent;
      if (isWhole) break;
      assert.ok(progress.offset >= acknowledged, `${progress.offset} of ${acknowledged} acknowledged bytes are there`);
      const slice = content.subarray(progress.offset, progress.offset + sliceLength);
      const answer = await ask('PATCH', `${path}?offset=${progress.offset}&length=${content.length}`, slice);
      if (answer?.status === 200) acknowledged = answer.body.offset;
      isWhole = answer?.body.sha256 != null;
    }
    sent.push({ path: `${person}/documents/${made.body.id}`, sha256: sha256(content) });
  }
}

const inDatabase = <T>(work: (ask: (sql: string) => Promise<number>) => Promise<T>): Promise<T> =>
  inEmbedded(dataDirectory, work);

const removedAsOrphans = async (): Promise<number> => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^tenor_blobs_removed_total\{why="orphan"\} (\d+)/m.exec(text)?.[1] ?? 0);
};

describe('contents that come while their service is killed', () => {
  test('are there once each, and what is left over is removed and counted', async () => {
    service = await startService({ dataDirectory });
    const { port } = new URL(service.url);
    const { data } = (await persistently('POST', '/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } })).body;
    const person = `/people/${data.id}`;
    const link = (
      await persistently('POST', `${person}/document-upload-links`, { documentType: 'other', maxDocuments: 50 })
    ).body.data;
    const through = `/document-uploads/${link.key}`;
    const workers = [
      sendWhole(person, 1),
      sendWhole(person, 2),
      sendSlices(person, through, 3),
      sendSlices(person, through, 4),
    ];
    const failed = Promise.all(workers);
    failed.catch(() => {});
    for (let round = 0; round < rounds; round++) {
      const before = sent.length;
      await eventually('something has come', () => sent.length > before);
      await sleep(dice.between(0, 300));
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService({ dataDirectory, port: Number(port) });
    }
    isOver = true;
    await failed;
    const documents = (await persistently('GET', `${person}/documents`)).body as { id: string; sha256: string }[];
    const found = new Map(documents.map((one) => [`${person}/documents/${one.id}`, one.sha256]));
    for (const one of sent) assert.equal(found.get(one.path), one.sha256);
    assert.equal(documents.length, sent.length, 'none twice');
    for (const { path } of sent.slice(-3)) {
      const given = await fetch(`${service.url}/api${path}/content`, { headers: { 'x-api-key': testKey } });
      assert.equal(sha256(Buffer.from(await given.arrayBuffer())), found.get(path));
    }
    service.child.kill('SIGKILL');
    await service.ended();
    service = await startService({ dataDirectory, port: Number(port) });
    const left = await inDatabase(async (count) => {
      assert.equal(await count('select count(*) as n from test.document_contents'), sent.length, 'none was kept twice');
      assert.equal(await count('select count(*) as n from test.document_slices'), 0);
      // As if a day had passed. A forgotten one that was just being removed when its service died is due again, too, and
      // is no orphan.
      return count(
        `with late as (update test.blobs set goes_at = 1 where goes_at > 1 returning length, sealed)
        select count(*) filter (where length is null or sealed is not null) as n from late`,
      );
    });
    await eventually('the sweep has removed what is left', () =>
      inDatabase(
        async (count) => (await count('select count(*) as n from test.blobs where goes_at is not null')) === 0,
      ),
    );
    // What is removed is counted once its commit is heard of.
    await eventually('and has counted it', async () => (await removedAsOrphans()) === left);
    await inDatabase(async (count) => {
      assert.equal(await count('select count(*) as n from test.blobs'), sent.length);
      const lost =
        'select count(*) as n from test.blob_chunks c where not exists (select from test.blobs b where b.id = c.blob_id)';
      assert.equal(await count(lost), 0, 'nothing lies anywhere of which the database does not know');
    });
  });
});
