// Documents of statements are made by themselves while their service is killed: each statement has one in the end, none
// has two, and what a killed worker has left is removed and counted.
//   TENOR_CRASHES=50 npm test -- crash/statement-documents        more of it
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { inEmbedded } from '../support/in-embedded.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 3);
const loans = 12;

const root = mkdtempSync(join(tmpdir(), 'tenor-statement-documents-'));
const dataDirectory = madeDirectory(join(root, 'data'));
let service: Running;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function called(method: string, path: string, body?: object): Promise<any> {
  const answer = await service.call(method, path, body);
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text);
}

const loan = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 1000,
    interestRates: [{ rate: 0.12 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};

async function killAndStart(): Promise<void> {
  const { port } = new URL(service.url);
  service.child.kill('SIGKILL');
  await service.ended();
  service = await startService({ dataDirectory, port: Number(port) });
}

describe('documents of statements that are made while their service is killed', () => {
  test('are there once each, and what is left over is removed and counted', async () => {
    service = await startService({ dataDirectory });
    await called('POST', '/test-clock', { now: '2027-01-15T17:00:00Z' });
    const { data } = await called('POST', '/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const person = `/people/${data.id}`;
    for (let i = 0; i < loans; i++) {
      const { data: made } = await called('POST', `${person}/loans`, loan);
      await called('POST', `${person}/loans/${made.id}/activate`, {});
    }
    await called('POST', '/test-clock/advance?sync=true', { to: '2027-04-16T17:00:00Z' });
    const all = 'select count(*) as n from test.loan_statements';
    const ask = <T>(work: (count: (sql: string) => Promise<number>) => Promise<T>) => inEmbedded(dataDirectory, work);
    const statements = await ask(async (count) => {
      // In test mode a document is made only when it is asked for.
      await count('update test.loan_statements set due_at = 1');
      return count(all);
    });
    assert.equal(statements, 3 * loans);
    const done = () => ask((count) => count(`${all} where document_id is not null`));
    for (let round = 0; round < rounds; round++) {
      const before = await done();
      if (before === statements) break;
      await eventually('another one is made', async () => (await done()) > before || undefined);
      await sleep(dice.between(0, 300));
      await killAndStart();
    }
    await eventually('each statement has its document', async () => {
      // A worker that died is waited for; here its lease ends at once.
      await ask((count) =>
        count('update test.loan_statements set due_at = 1 where document_id is null and due_at > 1'),
      );
      await sleep(500);
      return (await done()) === statements || undefined;
    });
    const documents = await called('GET', `${person}/documents?type=loanStatement`);
    assert.equal(documents.length, statements, 'none twice');
    const named = new Set<string>();
    for (const { id } of documents) named.add(id);
    await ask(async (count) => {
      const unlike = `select count(*) as n from test.loan_statements s where not exists
        (select from test.documents d where d.person_id = s.person_id and d.id = s.document_id and d.content_id is not null)`;
      assert.equal(await count(unlike), 0, 'each names one that is there');
      assert.equal(await count('select count(distinct document_id) as n from test.loan_statements'), named.size);
    });
    // Whoever is still at work ends it: what follows is a day later.
    const { port } = new URL(service.url);
    service.child.kill('SIGTERM');
    await service.ended();
    const late = `with late as (update test.blobs set goes_at = 1 where goes_at > 1 returning 1) select count(*) as n from late`;
    const left = await ask((count) => count(late));
    service = await startService({ dataDirectory, port: Number(port) });
    await eventually(
      'the sweep has removed what is left',
      async () =>
        (await ask((count) => count('select count(*) as n from test.blobs where goes_at is not null'))) === 0 ||
        undefined,
    );
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const removed = Number(/^tenor_blobs_removed_total\{why="orphan"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
    assert.equal(removed, left, 'and has counted it');
    await ask(async (count) => {
      assert.equal(await count('select count(*) as n from test.blobs'), statements);
      const lost =
        'select count(*) as n from test.blob_chunks c where not exists (select from test.blobs b where b.id = c.blob_id)';
      assert.equal(await count(lost), 0, 'nothing lies anywhere of which the database does not know');
    });
    const [{ id }] = documents;
    const content = await service.call('GET', `${person}/documents/${id}/content`);
    const pdf = Buffer.from(await content.arrayBuffer());
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
  });
});
