// Money while processes die by kill -9: at each point at which an order may be lost between us and a bank, under load.
// Afterwards every payment that was asked for was taken once, to the cent, and of none nobody knows.
//   TENOR_CRASHES=200 npm test -- crash/orders       more rounds; each kills at another order
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Arriving, aBridge, type Bridge, takeAndAnswer } from '../support/bridge.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import {
  aPayingLoan,
  asked,
  comeToRest,
  nameBridge,
  type PayingLoan,
  withDatabase,
} from '../support/paying-process.ts';
import { type Running, startService, tenor } from '../support/process.ts';

/** Once at each point; the whole asks in addition that each state of the way was left behind. */
const rounds = Number(process.env.TENOR_CRASHES ?? 9);
const [borrowers, atOnce] = [4, 6];

const root = mkdtempSync(join(tmpdir(), 'tenor-orders-'));
let service: Running | undefined;
let bridge: Bridge | undefined;
after(async () => {
  service?.child.kill('SIGKILL');
  await bridge?.close();
  rmSync(root, { recursive: true, force: true });
});

interface Payment {
  readonly loan: PayingLoan;
  readonly cents: number;
  /** The transaction; undefined as long as its client does not know. */
  id?: string;
}

/** Sends it until somebody answers, or the service is dead. */
async function pay(running: Running, payment: Payment): Promise<void> {
  const { loan, cents } = payment;
  const body = { type: 'oneTime', amount: cents / 100, paymentInstrumentId: loan.instrumentId };
  for (;;) {
    const answer = await running
      .call('POST', `${loan.path}/transactions`, body, { 'idempotency-key': `payment-${cents}` })
      .catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer === undefined || text === undefined) return;
    if (answer.status === 201) {
      payment.id = JSON.parse(text).data.id;
      return;
    }
    assert.ok([409, 423, 503].includes(answer.status), text);
    await sleep(10);
  }
}

interface Killing {
  readonly address: string;
  kill(): void;
}

type Point = (order: Arriving, killing: Killing) => Promise<void> | void;

/** What the bank does with the order at which the service dies; the others it takes. */
const points: readonly (readonly [string, Point])[] = [
  [
    'after it was committed to be sent, before anybody heard',
    (order, { kill }) => {
      kill();
      order.cut();
    },
  ],
  [
    'after the connection was cut',
    async (order, { kill }) => {
      order.cut();
      await sleep(3);
      kill();
    },
  ],
  [
    'after the bank has acted, before it answers',
    (order, { kill }) => {
      order.take();
      kill();
    },
  ],
  ['with the answer on its way', (order, { kill }) => takeAndAnswer(order).then(kill)],
  [
    'a moment after the answer',
    async (order, { kill }) => {
      await takeAndAnswer(order);
      await sleep(50);
      kill();
    },
  ],
  [
    'after a notice was faster than the answer',
    async (order, { address, kill }) => {
      order.take();
      await bridge?.tell(address, order.key, 'settled');
      kill();
    },
  ],
  [
    'with a notice on its way',
    async (order, { address, kill }) => {
      await takeAndAnswer(order);
      const told = bridge?.tell(address, order.key, 'settled');
      await sleep(2);
      kill();
      await told;
    },
  ],
];

/** Orders of others come while it dies. Undefined: it is killed by the requests, before the bank hears. */
async function killedIn(running: Running, round: number, address: string, payments: Payment[]): Promise<void> {
  let isDead = false;
  const kill = (): void => {
    isDead = true;
    running.child.kill('SIGKILL');
  };
  const at = round % (points.length + 2);
  const point = points[at]?.[1];
  let left = 1 + (round % 5);
  const ofBridge = bridge as Bridge;
  ofBridge.onOrder = (order) => {
    if (isDead) return order.cut();
    left -= 1;
    return left === 0 && point !== undefined ? point(order, { address, kill }) : takeAndAnswer(order);
  };
  const all = payments.map((payment) => pay(running, payment));
  if (at === points.length) await sleep(1 + ((round * 5) % 40));
  if (at === points.length + 1) await Promise.race(all);
  if (point === undefined) kill();
  await eventually(`it is killed (${points[at]?.[0]})`, () => isDead);
  await Promise.all(all);
  await running.ended();
  ofBridge.onOrder = takeAndAnswer;
}

const dataDirectory = madeDirectory(join(root, 'data'));

/** How the killed service has left its orders: each state of the way must have been met. */
const leftBehind = new Map<string, number>();

const lookAt = (payments: readonly Payment[]) =>
  withDatabase(dataDirectory, async (client) => {
    const { rows } = await client.query(
      'select amount_cents::int as cents, state, asked from test.payment_attempts where amount_cents = any($1)',
      [payments.map(({ cents }) => cents)],
    );
    for (const { cents } of payments) {
      const row = rows.find((one) => one.cents === cents);
      const state = row === undefined ? 'nothing' : row.state;
      leftBehind.set(state, (leftBehind.get(state) ?? 0) + 1);
    }
  });

async function mustStand(running: Running, payments: readonly Payment[]): Promise<void> {
  const { taken, came, again } = bridge as Bridge;
  const bodies = Map.groupBy(came, ({ key }) => key);
  for (const [key, each] of bodies) assert.equal(new Set(each.map(({ body }) => body)).size, 1, `one body for ${key}`);
  assert.deepEqual(again, [], 'what the bank had was asked for, and not sent again');
  const of = (id: string | undefined) => [...taken].filter(([key]) => key.split('.')[0] === id);
  for (const { id, cents } of payments) {
    assert.deepEqual(
      of(id).map(([, { amount }]) => amount),
      [cents],
      `${id} was taken once, and all of it`,
    );
  }
  assert.equal(taken.size, payments.length, 'nothing else was taken');
  for (const loan of new Set(payments.map((one) => one.loan))) {
    const owned = payments.filter((one) => one.loan === loan);
    const balances = await asked(running, 'GET', `${loan.path}/balances`);
    const sum = owned.reduce((all, { cents }) => all + cents, 0);
    assert.equal(Math.round(balances.paidBalances.paidPaymentsAmount * 100), sum, 'the loan has them all, once');
  }
  const cash = await withDatabase(dataDirectory, async (client) => {
    const { rows } = await client.query(
      `select sum(amount_cents)::int as all, (sum(amount_cents) filter (where account in ('CT', 'PR')))::int as held
       from test.cash_balances`,
    );
    return rows[0];
  });
  assert.deepEqual(cash, { all: 0, held: payments.reduce((all, { cents }) => all + cents, 0) });
}

describe('payments that a bank is asked for', () => {
  const timeout = 300_000 + rounds * 30_000;
  test(`are taken once each, though the service is killed (${rounds} times)`, { timeout }, async (t) => {
    bridge = await aBridge();
    const place = { dataDirectory, environment: { WEBHOOK_DEV_HOSTS: bridge.host } };
    service = await startService(place);
    const { id: companyId } = await asked(service, 'GET', '/companies/current');
    const provider = await nameBridge(service, bridge);
    const loans = await Promise.all(Array.from({ length: borrowers }, (_, n) => aPayingLoan(service as Running, n)));
    const all: Payment[] = [];
    for (let round = 0; round < rounds; round++) {
      const payments: Payment[] = Array.from({ length: atOnce }, (_, n) => ({
        loan: loans[n % borrowers] as PayingLoan,
        cents: 1_000 + all.length + n,
      }));
      all.push(...payments);
      const address = `${service.url}/api/payment-notices/${companyId}/${provider.id}?mode=test`;
      await killedIn(service, round, address, payments);
      await lookAt(payments);
      service = await startService(place);
      for (const payment of payments) while (payment.id === undefined) await pay(service, payment);
    }
    t.diagnostic(JSON.stringify([...leftBehind]));
    for (const state of ['nothing', 'ready', 'sending', 'accepted']) {
      assert.ok(leftBehind.has(state) || rounds < 20, `no kill has left ${state} behind`);
    }
    await comeToRest(dataDirectory);
    await mustStand(service, all);
    process.kill(service.child.pid as number, 'SIGTERM');
    await service.ended();
    const { code, output } = tenor(place, 'verify', '--mode', 'test');
    assert.equal(code, 0, output);
  });
});
