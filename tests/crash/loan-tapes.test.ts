// A tape whose process dies by kill -9 while it is made: the next worker makes the same bytes.
//   TENOR_CRASHES=40 npm test -- crash/loan-tapes       5,000 loans, killed more often
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
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-loan-tapes-'));
const kills = Math.max(2, Math.ceil(Number(process.env.TENOR_CRASHES ?? 0) / 4));
const loans = process.env.TENOR_CRASHES === undefined ? 60 : 5_000;
const atOnce = 10;

describe('a tape while processes die', () => {
  const dataDirectory = madeDirectory(join(root, 'data'));
  const place = { dataDirectory };
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

  async function aLoan(n: number): Promise<void> {
    const { id } = await asked('POST', '/people', { name: { firstName: 'Ada', lastName: `Number ${n}` } });
    const atOrigination = {
      amountFinanced: 1_000 + n,
      interestRates: [{ rate: 0.1499 }],
      paymentFrequency: 'monthly',
      specificDays: [15],
      duration: 12,
    };
    const body = { loanTypeId: 'ext-installment', status: 'originated', atOrigination };
    const loan = await asked('POST', `/people/${id}/loans`, body);
    await asked('POST', `/people/${id}/loans/${loan.id}/activate`, {});
  }

  /** What a dead process had taken is looked at again when its lease has ended. */
  async function hurry(): Promise<void> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    await client.query("update test.operations set lease_until = 1, position = 1 where state = 'running'");
    await client.end();
    await embedded.leave();
  }

  const tapes = '/companies/current/loan-tapes';
  async function made(id: string) {
    await eventually('it is made', async () => (await asked('GET', `${tapes}/${id}`)).state === 'succeeded');
    return asked('GET', `${tapes}/${id}`);
  }

  test('is the same as without', async () => {
    for (let n = 0; n < loans; n += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, i) => aLoan(n + i)));
    const type = { tapeName: 'A tape', status: 'active', fields: ['loanId', 'outstandingTotalAmount', 'nextDueDate'] };
    const { id: loanTapeTypeId } = await asked('POST', '/companies/current/loan-tape-types', type);
    const whole = await made((await asked('POST', tapes, { loanTapeTypeId })).id);
    assert.equal(whole.numLoans, loans);
    const { asOf, knownAt } = whole;
    const { id } = await asked('POST', tapes, { loanTapeTypeId, asOf, knownAt });
    for (let n = 0; n < kills; n++) {
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService(place);
      await hurry();
    }
    const again = await made(id);
    assert.deepEqual([again.sha256, again.numLoans], [whole.sha256, loans]);
  });
});
