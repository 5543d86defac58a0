// The disk fills while a payment is being sent: the money has moved, and its answer cannot be written down. Nothing is
// sent again: once there is room the order is asked for, and the loan has the payment once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aBridge, type Bridge, takeAndAnswer } from '../support/bridge.ts';
import { eventually } from '../support/eventually.ts';
import { aPayingLoan, asked, comeToRest, nameBridge } from '../support/paying-process.ts';
import { type Running, startService } from '../support/process.ts';
import { aSmallDisk } from '../support/small-disk.ts';

const { dataDirectory, skip, fill, makeRoom } = aSmallDisk();
let service: Running | undefined;
let bridge: Bridge | undefined;
after(async () => {
  service?.child.kill('SIGKILL');
  await bridge?.close();
});

/** Writes until one is refused: the first may still fit into pages that are there. */
async function fillToTheLast(running: Running): Promise<void> {
  fill();
  for (let i = 0; i < 500; i++) {
    const { status } = await running.call('POST', '/people', { name: { firstName: 'Ada', lastName: `No ${i}` } });
    if (status === 503) return;
  }
  assert.fail('nothing was refused');
}

test('a payment that is sent as the disk fills is taken once, and on the books once there is room', {
  skip,
}, async () => {
  bridge = await aBridge();
  service = await startService({ dataDirectory, environment: { WEBHOOK_DEV_HOSTS: bridge.host } });
  const running = service;
  await nameBridge(running, bridge);
  const loan = await aPayingLoan(running, 1);
  let isFull = false;
  bridge.onOrder = async (order) => {
    order.take();
    await fillToTheLast(running);
    isFull = true;
    await order.answer();
  };
  const body = { type: 'oneTime', amount: 110, paymentInstrumentId: loan.instrumentId };
  const { id } = await asked(running, 'POST', `${loan.path}/transactions`, body);
  await eventually('the disk is full', () => isFull);
  const status = async () => (await asked(running, 'GET', `${loan.path}/transactions/${id}`)).status;
  assert.equal(await status(), 'initiated', 'what the bank said could not be written down');

  bridge.onOrder = takeAndAnswer;
  makeRoom();
  await eventually('the service writes again', async () => {
    const { status: wrote } = await running.call('POST', '/people', { name: { firstName: 'Ada', lastName: 'Byron' } });
    return wrote === 201;
  });
  await comeToRest(dataDirectory);
  await eventually('it is on the books', async () => (await status()) === 'pending');
  const { came, again, taken } = bridge;
  assert.deepEqual([came.length, again, [...taken.values()].map(({ amount }) => amount)], [1, [], [11_000]]);
  const { paidBalances } = await asked(running, 'GET', `${loan.path}/balances`);
  assert.equal(paidBalances.paidPaymentsAmount, 110);
});
