// A file for a credit agency whose process dies by kill -9 while it is made: afterwards it has the bytes that it would have
// had, and each loan is told of once.
//   TENOR_CRASHES=40 npm test -- crash/credit-files       1,000 loans, killed more often
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { aCreditAgency } from '../support/credit-agency.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-credit-files-'));
const kills = Math.max(2, Math.ceil(Number(process.env.TENOR_CRASHES ?? 0) / 4));
const loans = process.env.TENOR_CRASHES === undefined ? 30 : 1_000;
const atOnce = 10;

describe('a file for a credit agency while processes die', () => {
  const dataDirectory = madeDirectory(join(root, 'data'));
  let service: Running;
  before(async () => {
    service = await startService({ dataDirectory });
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    killAll(serversBelow(root));
    await eventually('the end of all servers', () => serversBelow(root).length === 0);
    rmSync(root, { recursive: true, force: true });
  });

  async function answered(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await service.call(method, path, body, { 'x-api-key': testKey });
    const found = await answer.text();
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${found}`);
    return found;
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  const asked = async (method: string, path: string, body?: unknown): Promise<any> =>
    JSON.parse(await answered(method, path, body)).data;

  async function aLoan(n: number): Promise<void> {
    const born = { name: { firstName: 'Ada', lastName: `Lovelace ${n}` }, dateOfBirth: '1980-02-29' };
    const { id } = await asked('POST', '/people', born);
    const address = { addressLine1: `${n + 1} Main St`, city: 'Springfield', state: 'IL', postalCode: '62701' };
    const home = { contactType: 'address', label: 'home', affiliation: 'self', status: 'primary', address };
    await asked('POST', `/people/${id}/contacts`, home);
    const atOrigination = {
      amountFinanced: 1200,
      interestRates: [{ rate: 0.1 }],
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

  async function die(): Promise<void> {
    service.child.kill('SIGKILL');
    await service.ended();
    service = await startService({ dataDirectory });
    await hurry();
  }

  const files = async (): Promise<string> => {
    const { id } = await asked('POST', '/companies/current/credit-agencies', aCreditAgency);
    return `/companies/current/credit-agencies/${id}/files`;
  };
  const made = (path: string) =>
    eventually(
      'the file is made',
      async () => {
        const file = await asked('GET', path);
        assert.ok(!['refused', 'failed'].includes(file.state), JSON.stringify(file));
        return file.state === 'made' && file;
      },
      () => service.log().slice(-2_000),
    );

  test('has the same bytes, and each loan is told of once', async () => {
    await asked('POST', '/test-clock', { now: '2026-01-20T15:00:00Z' });
    for (let n = 0; n < loans; n += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, i) => aLoan(n + i)));
    await asked('POST', '/test-clock', { now: '2026-02-02T15:00:00Z' });
    const [killed, quiet] = [await files(), await files()];
    const file = `${killed}/${(await asked('POST', killed, {})).id}`;
    for (let n = 0; n < kills; n++) await die();
    const { numAccounts, knownAt } = await made(file);
    assert.equal(numAccounts, loans);
    const other = await made(`${quiet}/${(await asked('POST', quiet, {})).id}`);
    assert.equal(other.knownAt, knownAt);
    assert.equal(await answered('GET', `${file}/content`), await answered('GET', `${quiet}/${other.id}/content`));
    const told = '/events?events=loan.creditreporting.created&total=exact&limit=1';
    const counted = async (): Promise<number> => JSON.parse(await answered('GET', told)).total;
    await eventually('each is told of', async () => (await counted()) >= 2 * loans);
    assert.equal(await counted(), 2 * loans);
  });
});
