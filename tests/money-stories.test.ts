// Money that the service collects from the request to its end, by the real way: order, worker, simulator, notice, books.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { eventually } from './support/eventually.ts';
import { type Client, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import { aRoundLoan, type RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';

describe('a payment by an account of the simulator', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  /** A loan on a Monday, and a payment of 500.00 from this account that was accepted. */
  async function paid(accountNumber: string): Promise<{ loan: RoundLoan; owed: number; read: () => Promise<Shown> }> {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await api.made(path, anAccount({ accountNumber }));
    assert.equal((await api.put(`${path}/${id}`, { status: 'active', verified: true })).status, 200);
    const owed = await loan.owed();
    const made = await api.made(`${loan.path}/transactions`, { type: 'oneTime', amount: 500, paymentInstrumentId: id });
    const read = async () => (await api.get(`${loan.path}/transactions/${made.id}`)).body.data;
    await eventually('it was accepted', async () => (await read()).status === 'pending', 10_000);
    assert.equal(await loan.owed(), owed - 500);
    return { loan, owed, read };
  }

  test('that is good succeeds after two banking days', async () => {
    const { read } = await paid('900000000011');
    await moveClock(api, '2026-02-04T15:00:00Z');
    assert.equal((await read()).status, 'pending');
    await moveClock(api, '2026-02-06T15:00:00Z');
    const { status, achConfirmed } = await read();
    assert.deepEqual([status, achConfirmed], ['succeeded', true]);
  });

  test('that lacks funds comes back, and the loan is as it was, with the fee', async () => {
    const { loan, owed, read } = await paid('910100200025');
    await moveClock(api, '2026-02-06T15:00:00Z');
    const { status, achReturnCode, failureReason } = await read();
    assert.deepEqual([status, achReturnCode, failureReason], ['failed', 'R01', 'insufficientFunds']);
    const days = 4;
    assert.equal(await loan.owed(), owed + 20 + days);
  });

  test('that nobody authorised comes back after forty days, on the day it was made', async () => {
    const { read } = await paid('911004000041');
    await moveClock(api, '2026-02-20T15:00:00Z');
    assert.equal((await read()).status, 'succeeded');
    await moveClock(api, '2026-04-01T15:00:00Z');
    assert.equal((await read()).status, 'chargeback');
  });
});
