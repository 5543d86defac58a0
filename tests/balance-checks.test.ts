// A company has the balance of linked accounts looked at before a debit that was planned. A payment of 100.00 for Tuesday
// 2026-02-10 is ordered on Monday the 9th, half an hour before 16:00 in New York, 20:30 UTC; a banking day later is
// 20:30 on Tuesday the 10th, on the 11th and on the 12th.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';
import { aLink } from './support/instruments.ts';
import { eventsOf, inShort, transactionsOf } from './support/payer.ts';
import { aRoundLoan, type RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';

describe('the balance before a debit', () => {
  const { house, aCompany } = useHouse();

  interface Scheduled {
    readonly api: Client;
    readonly loan: RoundLoan;
    readonly paymentInstrumentId: string;
    read(): Promise<Shown>;
    postponed(): Promise<number>;
  }

  async function linked(
    balanceChecks: object | null,
    { accessToken = 'test_link_low', dataServices = ['balance'] } = {},
  ) {
    const { test: api } = await aCompany();
    await api.put('/companies/current', { balanceChecks });
    const loan = await aRoundLoan(api);
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id: paymentInstrumentId }] = await api.made(path, aLink({ accessToken }));
    const put = await api.put(`${path}/${paymentInstrumentId}/account-link`, { dataServices });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const postponed = async () => (await eventsOf(house(), api, loan, 'payment.postponed')).length;
    return { api, loan, paymentInstrumentId, postponed };
  }

  async function scheduled(...given: Parameters<typeof linked>): Promise<Scheduled> {
    const { api, loan, paymentInstrumentId, postponed } = await linked(...given);
    await loan.at('2026-02-02T17:00:00Z');
    const body = { type: 'oneTime', amount: 100, paymentInstrumentId, scheduledDate: '2026-02-10' };
    const { id } = await api.made(`${loan.path}/transactions`, { ...body, retryIfReturned: true });
    return { api, loan, paymentInstrumentId, postponed, read: () => loan.read(`/transactions/${id}`) };
  }
  const after = async ({ api, read, postponed }: Scheduled, at: string) => {
    await moveClock(api, at);
    return [(await read()).status, await postponed()];
  };

  test('that is too little lets it wait three banking days, and then it is canceled, where the company says so', async () => {
    const one = await scheduled({ whenShort: 'skip' });
    assert.deepEqual(await after(one, '2026-02-09T20:29:00Z'), ['scheduled', 0]);
    assert.deepEqual(await after(one, '2026-02-09T20:35:00Z'), ['scheduled', 1]);
    assert.deepEqual(await after(one, '2026-02-10T20:29:00Z'), ['scheduled', 1]);
    assert.deepEqual(await after(one, '2026-02-10T20:35:00Z'), ['scheduled', 2]);
    assert.deepEqual(await after(one, '2026-02-11T20:35:00Z'), ['scheduled', 3]);
    assert.deepEqual(await after(one, '2026-02-12T20:35:00Z'), ['canceled', 3]);
    const { cancelReason, cancelShortDescription, failureReason, timestamps } = await one.read();
    assert.deepEqual([cancelReason, cancelShortDescription, failureReason], ['lowBalance', 'Balance too low', null]);
    assert.equal(timestamps.effectiveDate, '2026-02-10', 'its day stays');
  });

  test('that is too little for three days does not stop it otherwise: it goes, and counts from its own day', async () => {
    const one = await scheduled({});
    assert.deepEqual(await after(one, '2026-02-11T20:35:00Z'), ['scheduled', 3]);
    assert.deepEqual(await after(one, '2026-02-12T20:35:00Z'), ['pending', 3]);
    assert.equal((await one.read()).timestamps.effectiveDate, '2026-02-10');
  });

  test('that is enough, or that nobody may look at, or that nobody knows, holds up nothing', async () => {
    const enough = await scheduled({}, { accessToken: 'test_link_ok' });
    assert.deepEqual(await after(enough, '2026-02-09T20:35:00Z'), ['pending', 0]);
    const unasked = await scheduled({}, { dataServices: ['auth'] });
    assert.deepEqual(await after(unasked, '2026-02-09T20:31:00Z'), ['pending', 0]);
    const off = await scheduled(null);
    assert.deepEqual(await after(off, '2026-02-09T20:31:00Z'), ['pending', 0]);
    for (const accessToken of ['test_link_silent', 'test_link_rubbish', 'test_link_then_login']) {
      const unknown = await scheduled({}, { accessToken });
      assert.deepEqual(await after(unknown, '2026-02-09T20:35:00Z'), ['pending', 0], accessToken);
    }
  });

  test('is not asked of a link that needs a login: a debit does not even wait for an answer', async () => {
    const { api, loan, paymentInstrumentId, read } = await scheduled({}, { accessToken: 'test_link_then_login' });
    await moveClock(api, '2026-02-09T20:35:00Z');
    assert.equal((await read()).status, 'pending');
    const body = { type: 'oneTime', amount: 100, paymentInstrumentId, scheduledDate: '2026-02-11' };
    const { id } = await api.made(`${loan.path}/transactions`, body);
    await moveClock(api, '2026-02-10T20:30:30Z');
    const { status, timestamps } = await loan.read(`/transactions/${id}`);
    assert.deepEqual([status === 'scheduled', timestamps.initiatedAt], [false, '2026-02-10T20:30:00.000000+00:00']);
  });

  test('is looked at before a retry too, and one that is not sent is no failed one', async () => {
    const one = await scheduled(null);
    await moveClock(one.api, '2026-02-12T17:00:00Z');
    const [, retry] = await transactionsOf(one.api, one.loan);
    assert.deepEqual([(await one.read()).status, retry?.status, retry?.retryAttempt], ['failed', 'scheduled', 1]);
    await one.api.put('/companies/current', { balanceChecks: { whenShort: 'skip' } });
    await moveClock(one.api, '2026-03-20T17:00:00Z');
    const tries = await transactionsOf(one.api, one.loan);
    assert.deepEqual(
      tries.map(({ status, cancelReason, failureReason }) => [status, cancelReason, failureReason]),
      [
        ['failed', null, 'insufficientFunds'],
        ['canceled', 'lowBalance', null],
      ],
      'no third one',
    );
    assert.equal(await one.postponed(), 3);
    assert.equal((await eventsOf(house(), one.api, one.loan, 'payment.failed')).length, 1);
  });

  // February 1st is a Sunday: the debit is ordered on Friday, January 30th, at 20:30, and a banking day later is Monday.
  async function byAutopay(balanceChecks: object, accessToken: string) {
    const { paymentInstrumentId, ...one } = await linked(balanceChecks, { accessToken });
    await one.api.made(`${one.loan.path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId });
    const after = async (at: string) => {
      await moveClock(one.api, at);
      return [...(await inShort(one.api, one.loan)), await one.postponed()];
    };
    return { ...one, after };
  }

  test('is looked at before a payment of autopay, which waits and counts from its due date', async () => {
    const enough = await byAutopay({}, 'test_link_ok');
    assert.deepEqual(await enough.after('2026-01-30T20:35:00Z'), ['2026-02-01 500.00 pending', 0]);
    const low = await byAutopay({}, 'test_link_low');
    assert.deepEqual(await low.after('2026-01-30T20:35:00Z'), ['2026-02-01 500.00 scheduled', 1]);
    assert.deepEqual(await low.after('2026-02-03T20:35:00Z'), ['2026-02-01 500.00 scheduled', 3]);
    assert.deepEqual(await low.after('2026-02-04T20:35:00Z'), ['2026-02-01 500.00 pending', 3]);
    const skips = await byAutopay({ whenShort: 'skip' }, 'test_link_low');
    assert.deepEqual(await skips.after('2026-02-04T20:35:00Z'), ['2026-02-01 500.00 canceled', 3]);
    const [skipped] = await transactionsOf(skips.api, skips.loan);
    assert.equal(skipped?.cancelReason, 'lowBalance');
    assert.equal((await skips.loan.read('/autopay')).status, 'active');
  });

  test('that lets autopay wait takes nothing twice: what is paid meanwhile takes its place', async () => {
    const low = await byAutopay({}, 'test_link_low');
    assert.deepEqual(await low.after('2026-02-02T17:00:00Z'), ['2026-02-01 500.00 scheduled', 1]);
    await low.loan.pay(500);
    assert.deepEqual(await low.after('2026-02-04T20:35:00Z'), [
      ...['2026-02-01 500.00 canceled', '2026-02-02 500.00 succeeded'],
      1,
    ]);
  });
});
