// Many clients pay one loan while its service is killed: each payment counts once, and none that was acknowledged is
// lost.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-loans-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const clients = 50;
/** All payments together are less than the loan. */
const amountOf = (client: number): number => 20 + client / 100;

async function made(running: Running, path: string, body: object): Promise<{ id: string }> {
  const answer = await running.call('POST', path, body);
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text).data;
}

/** The id of the payment; undefined if its outcome is unknown. */
async function pay(running: Running, loan: string, client: number): Promise<string | undefined> {
  const body = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: amountOf(client) };
  const headers = { 'idempotency-key': `client-${client}` };
  const answer = await running.call('POST', `${loan}/transactions?sync=true`, body, headers).catch(() => undefined);
  if (answer === undefined || answer.status >= 400) return undefined;
  const text = await answer.text().catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).data.id;
}

describe('a loan that fifty clients pay at once', () => {
  test('is paid by each of them once, though its service is killed', async () => {
    service = await startService(place);
    const person = await made(service, '/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const { id } = await made(service, `/people/${person.id}/loans`, loanBody);
    const loan = `/people/${person.id}/loans/${id}`;
    await made(service, `${loan}/activate`, {});

    const { child } = service;
    const first = Array.from({ length: clients }, async (_, client) => {
      const id = await pay(service as Running, loan, client);
      // With the first answer, whatever else this machine does: most others are on their way then.
      if (id !== undefined) child.kill('SIGKILL');
      return id;
    });
    const acknowledged = await Promise.all(first);
    await service.ended();

    service = await startService(place);
    const paid = new Map<number, string>();
    for (let round = 0; paid.size < clients && round < 30; round++) {
      const missing = Array.from({ length: clients }, (_, client) => client).filter((client) => !paid.has(client));
      const answers = await Promise.all(missing.map((client) => pay(service as Running, loan, client)));
      for (const [i, one] of answers.entries()) if (one !== undefined) paid.set(missing[i] as number, one);
    }
    assert.equal(paid.size, clients, 'every client got its answer');
    for (const [client, one] of acknowledged.entries()) {
      if (one !== undefined) assert.equal(paid.get(client), one, 'the repeat answers what the first one did');
    }
    assert.ok(acknowledged.some((one) => one !== undefined) && acknowledged.some((one) => one === undefined));

    const listed = (await (await service.call('GET', `${loan}/transactions?limit=100`)).json()) as {
      data: { id: string; actualAmount: number }[];
    };
    assert.deepEqual(new Set(listed.data.map((one) => one.id)), new Set(paid.values()));
    const cents = listed.data.reduce((sum, { actualAmount }) => sum + Math.round(actualAmount * 100), 0);
    const balances = (await (await service.call('GET', `${loan}/balances`)).json()) as {
      data: { paidBalances: { paidPaymentsAmount: number } };
    };
    assert.equal(Math.round(balances.data.paidBalances.paidPaymentsAmount * 100), cents);
    const { code, output } = tenor(place, 'verify', '--mode', 'test');
    assert.equal(code, 0, output);
    process.kill(service.child.pid as number, 'SIGTERM');
    await service.ended();
  });
});
