// A company has the balance of linked accounts looked at before a scheduled debit. A payment of 100.00 for Tuesday
// 2026-02-10 is ordered on Monday the 9th, half an hour before 16:00 in New York, 20:30 UTC; a banking day later is
// 20:30 on Tuesday the 10th, on the 11th and on the 12th.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';
import { aLink } from './support/instruments.ts';
import { aRoundLoan, type RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';
import { told } from './support/told.ts';

describe('the balance before a debit', () => {
  const { house, aCompany } = useHouse();

  interface Scheduled {
    readonly api: Client;
    readonly loan: RoundLoan;
    read(): Promise<Shown>;
    postponed(): Promise<number>;
  }

  async function scheduled(
    balanceChecks: object | null,
    { accessToken = 'test_link_low', dataServices = ['balance'] } = {},
  ): Promise<Scheduled> {
    const { test: api } = await aCompany();
    await api.put('/companies/current', { balanceChecks });
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id: paymentInstrumentId }] = await api.made(path, aLink({ accessToken }));
    const put = await api.put(`${path}/${paymentInstrumentId}/account-link`, { dataServices });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    const body = { type: 'oneTime', amount: 100, paymentInstrumentId, scheduledDate: '2026-02-10' };
    const { id } = await api.made(`${loan.path}/transactions`, body);
    return {
      api,
      loan,
      read: () => loan.read(`/transactions/${id}`),
      postponed: async () =>
        (await told(house(), api, `loanId=${loan.id}`)).filter(({ eventType }) => eventType === 'payment.postponed')
          .length,
    };
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
});
