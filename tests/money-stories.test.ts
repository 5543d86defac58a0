// Money that the service collects from the request to its end, by the real way: order, worker, simulator, notice, books.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { eventually } from './support/eventually.ts';
import { type Client, useHouse } from './support/house.ts';
import { aCard, anAccount } from './support/instruments.ts';
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
    await eventually('it was accepted', async () => (await read()).status === 'pending');
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

describe('a payment by a card of the simulator', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('that its issuer has renewed is declined, renewed the next morning, and paid by a retry', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await api.made(path, aCard({ cardNumber: '4000 0054 0000 0007', expirationYear: 2027 }));
    assert.equal((await api.put(`${path}/${id}`, { status: 'active' })).status, 200);
    const card = async () => (await api.get(`${path}/${id}`)).body.data;
    const owed = await loan.owed();
    const transactions = `${loan.path}/transactions`;
    const pay = { type: 'oneTime', amount: 500, paymentInstrumentId: id, retryIfReturned: true };
    const made = await api.made(transactions, pay);
    const read = async (one: string): Promise<Shown> => (await api.get(`${transactions}/${one}`)).body.data;
    await eventually('it was declined', async () => (await read(made.id)).status === 'failed');
    assert.deepEqual([(await read(made.id)).failureReason, await loan.owed()], ['update', owed]);
    const { status, failureReason, failureDescriptionShort } = await card();
    assert.deepEqual([status, failureReason, failureDescriptionShort], ['active', 'update', 'Card expired']);
    // The update comes at 06:10 in New York, 11:10 UTC; the retry settles on the day after.
    await moveClock(api, '2026-02-03T11:09:00Z');
    assert.equal((await card()).failureReason, 'update');
    await moveClock(api, '2026-02-05T15:00:00Z');
    const renewed = await card();
    assert.deepEqual([renewed.failureReason, renewed.expirationMonth, renewed.expirationYear], [null, 2, 2030]);
    const all = (await api.get(transactions)).body.data as Shown[];
    const [retry, ...more] = all.filter(({ retryOriginalTransactionId }) => retryOriginalTransactionId === made.id);
    assert.deepEqual([retry?.status, retry?.timestamps.effectiveDate, more.length], ['succeeded', '2026-02-03', 0]);
    // 3,682.00 on the 2nd and 1.00 of interest to the 3rd are 3,683.00; 500.00 leave 3,183.00, all of it principal. Two
    // days of 3,183.00 * 0.1 / 365 are 1.744.
    assert.deepEqual([owed, await loan.owed()], [3682, 3184.74]);
  });
});
