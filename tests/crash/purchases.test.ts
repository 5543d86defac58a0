// Fifty clients buy on one line of credit whose limit is nearly used, and its service is killed meanwhile: never is more
// bought than the limit allows, what was acknowledged is there, and what is sent again counts once.
//   TENOR_CRASHES=30 npm test -- crash/purchases       more rounds; each kills at another moment
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, tenor } from '../support/process.ts';

const rounds = Number(process.env.TENOR_CRASHES ?? 3);
const clients = 50;
const limit = 1_000;
const amount = 10;
/** What is left of the limit is enough for so many. */
const fitting = 20;

const root = mkdtempSync(join(tmpdir(), 'tenor-purchases-'));
const place = { dataDirectory: madeDirectory(join(root, 'data')) };
let service: Running | undefined;
after(() => {
  service?.child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

interface Line {
  readonly path: string;
  readonly purchases: string;
}

async function asked(running: Running, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await running.call(method, path, body);
  const { data } = (await answer.json()) as { data: Shown };
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
  return data;
}
// biome-ignore lint/suspicious/noExplicitAny: what the service shows is read field by field.
type Shown = any;

async function aLineNearlyUsed(running: Running): Promise<Line> {
  const made = async (path: string, body: object): Promise<string> => (await asked(running, 'POST', path, body)).id;
  const person = await made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const loan = await made(`/people/${person}/loans`, {
    loanTypeId: 'ext-credit-card',
    status: 'originated',
    atOrigination: { creditLimitAmount: limit, interestRates: [{ rate: 0.1999 }], specificDays: [10] },
  });
  const path = `/people/${person}/loans/${loan}`;
  await made(`${path}/activate`, {});
  const draw = `${path}/draws/${await made(`${path}/draws`, { status: 'originated', atOrigination: {} })}`;
  await made(`${draw}/activate`, {});
  const purchases = `${draw}/purchases`;
  await made(purchases, { amount: limit - fitting * amount });
  return { path, purchases };
}

/** The id of the purchase; null: refused, because the limit is used; undefined: the client cannot know. */
type Outcome = string | null | undefined;

const statuses = ['settled', 'pending', 'authorized'];

async function buy(running: Running, { purchases }: Line, client: number): Promise<Outcome> {
  const body = { amount, status: statuses[client % statuses.length] };
  const headers = { 'idempotency-key': `${purchases.slice(-30)} ${client}` };
  for (;;) {
    const answer = await running.call('POST', `${purchases}?sync=true`, body, headers).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer === undefined || text === undefined) return undefined;
    const { data, errorType } = JSON.parse(text);
    if (answer.status === 201) return data.id;
    if (answer.status === 400) {
      assert.equal(errorType, 'AmountExceedsCreditLimit', text);
      return null;
    }
    // Others were quicker, or it took too long: it is sent again, as a client would. While it stops, the service may say
    // that it is not ready.
    assert.ok([408, 409, 423, 503].includes(answer.status), text);
    await sleep(10);
  }
}

/** Kills the service once so many were acknowledged. */
async function killedAfter(running: Running, line: Line, count: number): Promise<Outcome[]> {
  let acknowledged = 0;
  const all = Array.from({ length: clients }, async (_, client) => {
    const outcome = await buy(running, line, client);
    if (typeof outcome === 'string' && ++acknowledged === count) running.child.kill('SIGKILL');
    return outcome;
  });
  const outcomes = await Promise.all(all);
  await running.ended();
  return outcomes;
}

/** All that is there, and what it uses of the limit. */
async function mustStand(running: Running, { path }: Line, bought: readonly string[]): Promise<void> {
  const listed: Shown[] = await asked(running, 'GET', `${path}/purchases?limit=100`);
  const others = listed.filter((one) => one.amount === amount);
  assert.deepEqual(others.map(({ id }) => id).sort(), [...bought].sort(), 'each is there once, and no other');
  assert.equal(listed.length, others.length + 1);
  const balances = await asked(running, 'GET', `${path}/balances`);
  assert.deepEqual(
    [balances.utilizationAmount + balances.heldAmount, balances.availableCreditAmount, balances.overLimitAmount],
    [limit, 0, 0],
    'the limit is used, and not exceeded',
  );
}

describe('a line on which fifty clients buy at once', () => {
  const timeout = 300_000 + rounds * 30_000;
  test(`is never over its limit, though its service is killed (${rounds} times)`, { timeout }, async () => {
    service = await startService(place);
    // On a busy machine all may have been answered before the kill; not in every round.
    let brokenOff = 0;
    for (let round = 0; round < rounds; round++) {
      const line = await aLineNearlyUsed(service);
      const before = await killedAfter(service, line, 1 + ((round * 7) % fitting));
      if (before.includes(undefined)) brokenOff += 1;

      service = await startService(place);
      const after = await Promise.all(before.map((_, client) => buy(service as Running, line, client)));
      for (const [client, outcome] of before.entries()) {
        if (typeof outcome === 'string') assert.equal(after[client], outcome, 'sent again, it is the same purchase');
      }
      const bought = after.filter((outcome) => typeof outcome === 'string');
      assert.equal(bought.length, fitting, 'as many as fit, and no more');
      await mustStand(service, line, bought);
    }
    assert.ok(brokenOff > 0, 'it was killed while somebody waited');
    const { code, output } = tenor(place, 'verify', '--mode', 'test');
    assert.equal(code, 0, output);
    process.kill(service.child.pid as number, 'SIGTERM');
    await service.ended();
  });
});
