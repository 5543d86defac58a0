// Payments of many borrowers, and new borrowers, share commits while the service is killed again and again: none that was
// acknowledged is lost, and none is done twice.
//   TENOR_CRASHES=200 npm test -- crash/shared-commits
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { dice } from '../support/seed.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-shared-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const kills = Number(process.env.TENOR_CRASHES ?? 2);
const borrowers = 10;

async function made(path: string, body: object): Promise<{ id: string }> {
  const answer = await (service as Running).call('POST', path, body);
  const text = await answer.text();
  assert.ok(answer.status < 300, text);
  return JSON.parse(text).data;
}

async function aLoan(): Promise<string> {
  const person = await made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const { id } = await made(`/people/${person.id}/loans`, loanBody);
  const path = `/people/${person.id}/loans/${id}`;
  await made(`${path}/activate`, {});
  return path;
}

interface Write {
  /** The path of the loan that is paid; undefined: a borrower is made. */
  readonly loan: string | undefined;
  readonly key: string;
  /** Its id, once it was acknowledged. */
  id: string | undefined;
}

/** Undefined: its outcome is unknown. */
async function send({ loan, key }: Write): Promise<string | undefined> {
  const [path, body] =
    loan === undefined
      ? ['/people', { externalId: key, name: { firstName: 'Ada', lastName: 'Lovelace' } }]
      : [`${loan}/transactions`, { type: 'oneTime', isExternal: true, amount: 0.01 }];
  const answer = await (service as Running).call('POST', path, body, { 'idempotency-key': key }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (answer === undefined || text === undefined || answer.status >= 409) return undefined;
  assert.equal(answer.status, 201, text);
  return JSON.parse(text).data.id;
}

describe('commands that share commits', () => {
  const timeout = (kills + 5) * 60_000;
  test(`are kept exactly as they were acknowledged, through ${kills} kills`, { timeout }, async () => {
    service = await startService(place);
    const loans: string[] = [];
    for (let i = 0; i < borrowers; i++) loans.push(await aLoan());
    const sent: Write[] = [];
    for (let kill = 0; kill < kills; kill++) {
      let acknowledged = 0;
      let isKilled = false;
      const paying = loans.map(async (loan, client) => {
        for (let i = 0; !isKilled; i++) {
          const isOfLoan = dice.chance(0.8);
          const one: Write = { loan: isOfLoan ? loan : undefined, key: `${kill}-${client}-${i}`, id: undefined };
          sent.push(one);
          one.id = await send(one);
          if (one.id !== undefined) acknowledged += 1;
        }
      });
      const enough = dice.between(1, 40);
      await eventually('some are acknowledged', () => acknowledged >= enough);
      isKilled = true;
      service.child.kill('SIGKILL');
      await Promise.all([...paying, service.ended()]);
      service = await startService(place);
      for (const one of sent.filter(({ id }) => id === undefined)) {
        one.id = await eventually('an outcome is known', () => send(one));
      }
    }
    for (const one of sent) assert.equal(await send(one), one.id, 'the repeat answers what the first did');
    for (const { key, id } of sent.filter(({ loan }) => loan === undefined)) {
      const answer = await service.call('GET', `/people/ext-${key}`);
      assert.equal(((await answer.json()) as { data: { id: string } }).data.id, id);
    }
    for (const loan of loans) {
      const own = sent.filter((one) => one.loan === loan);
      const answer = await service.call('GET', `${loan}/balances`);
      const { data } = (await answer.json()) as { data: { paidBalances: { paidPaymentsAmount: number } } };
      assert.equal(Math.round(data.paidBalances.paidPaymentsAmount * 100), own.length);
    }
    assert.equal(new Set(sent.map(({ id }) => id)).size, sent.length);
    const { code, output } = tenor(place, 'verify', '--mode', 'test');
    assert.equal(code, 0, output);
    process.kill(service.child.pid as number, 'SIGTERM');
    await service.ended();
  });
});
