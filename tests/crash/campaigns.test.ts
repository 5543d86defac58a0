// A run of a campaign whose process dies by kill -9, while its answer is taken and while its messages are made: each
// borrower is written to once.
//   TENOR_CRASHES=40 npm test -- crash/campaigns       5,000 borrowers, killed more often
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { aRedash, redashKey } from '../support/redash.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-campaigns-'));
const kills = Math.max(2, Math.ceil(Number(process.env.TENOR_CRASHES ?? 0) / 4));
/** More than a commit of a bulk sending holds, and than a part of an answer in the whole run. */
const borrowers = process.env.TENOR_CRASHES === undefined ? 120 : 5_000;
const anOwnEmail = { contactType: 'email', label: 'personal', affiliation: 'self', status: 'primary' };
const inIndianapolis = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
const atOnce = 10;

const redash = await aRedash();

describe('a run of a campaign while processes die', () => {
  const dataDirectory = madeDirectory(join(root, 'data'));
  const place = { dataDirectory, environment: { WEBHOOK_DEV_HOSTS: redash.host } };
  let service: Running;
  before(async () => {
    service = await startService(place);
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    killAll(serversBelow(root));
    await eventually('the end of all servers', () => serversBelow(root).length === 0);
    rmSync(root, { recursive: true, force: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  async function asked(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await service.call(method, path, body, { 'x-api-key': testKey });
    const found = await answer.text();
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${found}`);
    return JSON.parse(found).data;
  }

  async function aBorrower(n: number): Promise<string> {
    const { id } = await asked('POST', '/people', { name: { firstName: 'Ada', lastName: `Number ${n}` } });
    const contacts = `/people/${id}/contacts`;
    await asked('POST', contacts, { ...anOwnEmail, value: `ada${n}@example.com` });
    const home = { contactType: 'address', label: 'home', affiliation: 'self', status: 'primary' };
    await asked('POST', contacts, { ...home, address: inIndianapolis });
    return id;
  }

  /** What a dead process had taken is looked at again when its lease has ended. */
  async function hurry(): Promise<void> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    await client.query("update test.operations set lease_until = 1, position = 1 where state = 'running'");
    await client.query('update test.bulk_sendings set due_at = 1 where holder is not null');
    await client.end();
    await embedded.leave();
  }

  async function die(): Promise<void> {
    service.child.kill('SIGKILL');
    await service.ended();
    service = await startService(place);
    await hurry();
  }

  test('writes to each borrower once', async () => {
    await asked('POST', '/test-clock', { now: '2026-09-14T16:00:00Z' });
    const ids: string[] = [];
    for (let n = 0; n < borrowers; n += atOnce)
      ids.push(...(await Promise.all(Array.from({ length: atOnce }, (_, i) => aBorrower(n + i)))));
    redash.says(1, ['borrowerId,body\r\n', ...ids.map((id) => `${id},Hello\r\n`)]);
    const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email' };
    const { id: bulkSenderId } = await asked('POST', '/campaign-workers/bulk-senders', sender);
    const question = { redashQueryUrl: redash.urlOf(1), redashApiKey: redashKey };
    const { id } = await asked('POST', '/campaigns', { ...question, bulkSenderId });
    const run = `/campaigns/${id}/runs/${(await asked('POST', `/campaigns/${id}/runs`, {})).id}`;
    const stateOf = async () => (await asked('GET', run)).state;
    await eventually('a worker has it', async () => (await stateOf()) !== 'initiated');
    for (let n = 0; n < kills; n++) {
      await die();
      await eventually('it goes on', async () => {
        const { state, bulkSendingIds, numSent } = await asked('GET', run);
        return state !== 'running' || bulkSendingIds.length === 0 || numSent > (n * borrowers) / kills / 2;
      });
    }
    await eventually(
      'it has ended',
      async () => (await stateOf()) === 'succeeded',
      () => service.log().slice(-2_000),
    );
    const { numBorrowers, numSent, numFailed } = await asked('GET', run);
    assert.deepEqual([numBorrowers, numSent, numFailed], [borrowers, borrowers, 0]);
    for (const personId of ids) {
      const sent = await asked('GET', `/communicator/messages?personId=${personId}`);
      assert.equal(sent.length, 1, `${personId} has ${sent.length} messages`);
    }
  });
});
