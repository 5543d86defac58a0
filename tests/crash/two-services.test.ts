// Two services on one database, both at work. Law 7: payments that come due are released and sent by whichever is
// quicker, each once. Law 25: neither writes a number, a token or a secret into its log, whatever goes wrong.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aBridge, type Bridge, takeAndAnswer } from '../support/bridge.ts';
import { eventually } from '../support/eventually.ts';
import { aCard, aLink } from '../support/instruments.ts';
import { madeDirectory } from '../support/made-directory.ts';
import {
  aPayingLoan,
  asked,
  comeToRest,
  nameBridge,
  type PayingLoan,
  withDatabase,
} from '../support/paying-process.ts';
import { liveKey, type Running, startService, testKey } from '../support/process.ts';
import type { Shown } from '../support/told.ts';

/** Released in several commits, each of which is a job: either service takes some. */
const [borrowers, ofEach] = [15, 6];
const days = ['2027-05-12', '2027-05-13', '2027-05-14', '2027-05-17', '2027-05-18', '2027-05-19'];
/** A service sends so many orders of one company at once. */
const atOnceOfOne = 8;

describe('two services on one database', () => {
  const root = mkdtempSync(join(tmpdir(), 'tenor-two-'));
  const dataDirectory = madeDirectory(join(root, 'data'));
  let bridge: Bridge;
  let services: readonly [Running, Running];
  let loans: readonly PayingLoan[];
  let noticesPath: string;
  before(async () => {
    bridge = await aBridge();
    const place = { dataDirectory, environment: { WEBHOOK_DEV_HOSTS: bridge.host, LOG_LEVEL: 'trace' } };
    services = [await startService(place), await startService(place)];
    await asked(services[0], 'POST', '/test-clock', { now: '2027-05-10T15:00:00Z' });
    noticesPath = (await nameBridge(services[0], bridge)).noticesPath;
    loans = await Promise.all(Array.from({ length: borrowers }, (_, n) => aPayingLoan(services[n % 2] as Running, n)));
  });
  after(async () => {
    for (const { child } of services ?? []) child.kill('SIGKILL');
    await bridge?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const now = async (): Promise<string> => (await asked(services[1], 'GET', '/test-clock')).now;

  test('release and send what is due once each, both at the same time', async () => {
    let [sending, atOnceMax] = [0, 0];
    bridge.onOrder = async (order) => {
      sending += 1;
      atOnceMax = Math.max(atOnceMax, sending);
      await sleep(400);
      await takeAndAnswer(order);
      sending -= 1;
    };
    const made: Shown[] = [];
    // On a busy machine one service may take all the jobs of a day.
    for (const day of days) {
      made.push(...(await scheduled(day)));
      await sendDue(day, made.length);
      if (atOnceMax > atOnceOfOne) break;
    }
    assert.deepEqual(bridge.again, []);
    assert.deepEqual(
      [...bridge.taken].map(([key, { amount }]) => [key, amount]).toSorted(),
      made.map(({ id, actualAmount }) => [`${id}.1`, Math.round(actualAmount * 100)]).toSorted(),
      'each was taken once, and all of it',
    );
    assert.deepEqual(
      bridge.came.map(({ key }) => key).filter((key, i, all) => all.indexOf(key) !== i),
      [],
      'none came twice',
    );
    const orders = await withDatabase(dataDirectory, async (client) => {
      const { rows } = await client.query(`select count(*)::int as n from test.payment_attempts where deed = 'debit'`);
      return rows[0].n;
    });
    assert.equal(orders, made.length, 'one order for each');
    assert.ok(atOnceMax > atOnceOfOne, `both were sending: ${atOnceMax} at once`);
  });

  async function scheduled(scheduledDate: string): Promise<Shown[]> {
    const made: Shown[] = [];
    for (const [n, { path, instrumentId }] of loans.entries()) {
      for (let i = 0; i < ofEach; i++) {
        const amount = (1_000 + n * ofEach + i) / 100;
        const body = { type: 'oneTime', amount, paymentInstrumentId: instrumentId, scheduledDate };
        made.push(await asked(services[i % 2] as Running, 'POST', `${path}/transactions`, body));
      }
    }
    assert.ok(made.every(({ status }) => status === 'scheduled'));
    return made;
  }

  async function sendDue(day: string, count: number): Promise<void> {
    const to = `${day}T15:00:00Z`;
    await Promise.all(services.map((one) => one.call('POST', '/test-clock/advance', { to })));
    await eventually('the clock has come there', async () => Date.parse(await now()) >= Date.parse(to));
    // What is being sent belongs to its service until it is over: `comeToRest` would take it away.
    await eventually('all are taken', async () => bridge.taken.size === count);
    await comeToRest(dataDirectory);
  }

  test('write no number, token or secret into a log, also of what goes wrong', async () => {
    const [one] = services;
    const { path, instrumentId } = loans[0] as PayingLoan;
    const account = '900000000000';
    bridge.onOrder = (order) => order.say(500, { message: `${account} ${bridge.secret}` });
    const pay = (amount: number) =>
      asked(one, 'POST', `${path}/transactions`, { type: 'oneTime', amount, paymentInstrumentId: instrumentId });
    const lost = await pay(77.01);
    await eventually('it came', () => bridge.came.some(({ key }) => key.startsWith(lost.id)));
    bridge.onOrder = (order) => order.say(422, { key: order.key, status: 'refused', code: 'R03', details: account });
    const refused = await pay(77.02);
    const failed = async () => (await asked(one, 'GET', `${path}/transactions/${refused.id}`)).status === 'failed';
    await eventually('it failed', failed);
    bridge.onOrder = takeAndAnswer;
    const people = path.replace(/\/loans.*/, '/payment-instruments');
    const token = 'sim_card_51_secretly';
    const [card] = await asked(one, 'POST', `${people}?sync=true`, {
      ...aCard({ cardNumber: null, token, accountNumberLastFour: '0002' }),
    });
    await one.call('POST', `${path}/transactions?sync=true`, {
      type: 'oneTime',
      amount: 5,
      paymentInstrumentId: card.id,
    });
    const [linked] = await asked(one, 'POST', people, aLink());
    await one.call('POST', `${people}/${linked.id}/balance`);
    await one.call('POST', people, aCard({ cardNumber: '4532015112830366' }));
    await one.call('POST', people, { ...aLink(), accountNumber: account });
    const notice = { 'content-type': 'application/json', 'webhook-id': 'n', 'webhook-signature': 'v1,AAAA' };
    const headers = { ...notice, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const forged = await fetch(`${one.url}${noticesPath}`, { method: 'POST', headers, body: `{"of":"${account}"}` });
    assert.equal(forged.status, 401);
    await comeToRest(dataDirectory);
    const logs = services.map((service) => service.log());
    assert.ok(logs.every((log) => log.split('\n').length > 50));
    assert.ok(logs.join().includes('payment-instruments'), 'requests are in the log');
    const secrets = [
      account,
      '90000000000',
      token,
      'test_link_ok',
      bridge.secret,
      liveKey,
      testKey,
      '4532015112830366',
    ];
    for (const secret of secrets) for (const log of logs) assert.ok(!log.includes(secret), `${secret} is in a log`);
  });
});
