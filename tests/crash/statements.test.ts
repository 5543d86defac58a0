// A service is killed again and again while months pass: each statement is there once, and none is missing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { dice } from '../support/seed.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-statements-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const loansOfEach = 15;
const kills = 3;
const months = ['02', '03', '04', '05', '06'];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
const read = async (running: Running, path: string): Promise<any> => (await running.call('GET', path)).json();

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
async function made(running: Running, path: string, body: object): Promise<any> {
  const answer = await running.call('POST', path, body);
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text).data;
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
const line = {
  loanTypeId: 'ext-credit-card',
  status: 'originated',
  atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }], specificDays: [1, 25] },
};

/** The paths of the loans, and those of the lines, each with something owed. */
async function begin(running: Running): Promise<{ readonly loans: string[]; readonly lines: string[] }> {
  await made(running, '/test-clock', { now: '2027-01-15T17:00:00Z' });
  const { id: personId } = await made(running, '/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const [loans, lines]: [string[], string[]] = [[], []];
  for (let i = 0; i < loansOfEach; i++) {
    for (const [body, paths] of [[loan, loans] as const, [line, lines] as const]) {
      const { id } = await made(running, `/people/${personId}/loans`, body);
      const path = `/people/${personId}/loans/${id}`;
      await made(running, `${path}/activate`, {});
      paths.push(path);
    }
    const own = lines.at(-1) as string;
    const { id } = await made(running, `${own}/draws`, { status: 'originated', atOrigination: {} });
    await made(running, `${own}/draws/${id}/activate`, {});
    await made(running, `${own}/draws/${id}/purchases`, { amount: 100 + i });
  }
  return { loans, lines };
}

describe('statements', () => {
  test('are made once each, though the service is killed while it makes them', async () => {
    service = await startService(place);
    const { loans, lines } = await begin(service);
    const begun = await service.call('POST', '/test-clock/advance', { to: '2027-06-20T17:00:00Z' });
    assert.equal(begun.status, 202, await begun.clone().text());
    const operation = `/operations/${begun.headers.get('operation-id')}`;
    for (let i = 0; i < kills; i++) {
      await sleep(dice.between(0, 1_500));
      service.child.kill('SIGKILL');
      await service.ended();
      service = await startService(place);
    }
    await eventually('the clock has moved', async () => {
      const { state } = (await read(service as Running, operation)).data;
      assert.notEqual(state, 'failed');
      return state === 'succeeded';
    });
    for (const [paths, day] of [[loans, '15'] as const, [lines, '01'] as const]) {
      for (const path of paths) {
        const { data } = await read(service, `${path}/statements?includeAllVersions=true&sortBy=statementDate`);
        const found = data.map((one: { statementDate: string; version: number }) => [one.statementDate, one.version]);
        assert.deepEqual(
          found,
          months.map((month) => [`2027-${month}-${day}`, 1]),
          path,
        );
      }
    }
    const { code, output } = tenor(place, 'verify', '--mode', 'test');
    assert.equal(code, 0, output);
    process.kill(service.child.pid as number, 'SIGTERM');
    await service.ended();
  });
});
