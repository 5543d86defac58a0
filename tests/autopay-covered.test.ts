// Covered loans (12 CFR 1041.8): after two debits in a row without funds nothing more is taken from the account, on none
// of the borrower's loans, until the borrower authorizes it anew.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Client, useHouse } from './support/house.ts';
import { anAccountOf, aPayer, eventsOf, good, inShort, transactionsOf, withoutFunds } from './support/payer.ts';
import type { RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';

let api: Client;

describe('an account without funds, of covered loans', () => {
  const { house, aCompany } = useHouse();
  beforeEach(async () => {
    api = (await aCompany()).test;
  });

  const covered = { type: { payments: { prepayment: 'shorten', stopsAfterTwoFailures: true } } };

  /** Another covered loan of the borrower, with 500.00 due on the same days. */
  async function another({ personId, path }: RoundLoan) {
    const { loanTypeId, atOrigination } = (await api.get(path)).body.data;
    const { amountFinanced, interestRates, paymentFrequency, specificDays, periodicPaymentAmount } = atOrigination;
    const agreed = { amountFinanced, interestRates, paymentFrequency, specificDays, periodicPaymentAmount };
    const body = { loanTypeId, status: 'originated', atOrigination: agreed };
    const { id } = await api.made(`/people/${personId}/loans`, body);
    const other = `/people/${personId}/loans/${id}`;
    await api.made(`${other}/activate`, {});
    return { path: other, personId };
  }
  const debits = async (loan: { path: string }) => (await inShort(api, loan)).filter((one) => one.startsWith('2026'));

  test('is left alone after the second failure, whichever loan it was for', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api, withoutFunds, covered);
    const other = await another(loan);
    const agreed = { amountType: 'dueAmount', paymentInstrumentId };
    await api.made(autopay, agreed);
    await api.made(`${other.path}/autopay`, agreed);
    // Both debits of February 1st come back on the 4th: two failures in a row, and no retry is made of the second.
    await moveClock(api, '2026-02-05T15:00:00Z');
    const all = [...(await transactionsOf(api, loan)), ...(await transactionsOf(api, other))];
    assert.deepEqual(all.filter(({ status }) => status === 'failed').length, 2);
    assert.ok(all.filter(({ retryAttempt }) => retryAttempt !== null).length <= 1);
    await moveClock(api, '2026-03-10T15:00:00Z');
    const later = [...(await transactionsOf(api, loan)), ...(await transactionsOf(api, other))];
    assert.deepEqual(
      later.filter(({ status, retryAttempt }) => status === 'failed' && retryAttempt !== null),
      [],
      'the retry of the first was stopped too',
    );
    assert.equal(later.filter(({ status }) => status === 'failed').length, 2);
    for (const path of [autopay, `${other.path}/autopay`]) {
      const { status, pauseReason } = (await api.get(path)).body.data;
      assert.deepEqual([status, pauseReason], ['paused', 'failedTwice']);
    }
    assert.equal((await eventsOf(house(), api, loan, 'autopay.schedule.paused')).length, 2);
  });

  test('takes a payment that the borrower orders now, and a plan that is agreed to anew', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api, withoutFunds, covered);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    const ordered = { type: 'oneTime', paymentInstrumentId, amount: 30, scheduledDate: '2026-03-20' };
    await api.made(`${loan.path}/transactions`, ordered);
    // The debit of February 1st, and its one retry on Friday the 13th, come back: that was two.
    await moveClock(api, '2026-02-20T15:00:00Z');
    assert.deepEqual(await debits(loan), [
      '2026-03-20 30.00 scheduled',
      '2026-02-01 500.00 failed',
      '2026-02-13 500.00 failed',
    ]);
    const now = await api.post(`${loan.path}/transactions`, { type: 'oneTime', paymentInstrumentId, amount: 20 });
    assert.equal(now.status, 201, JSON.stringify(now.body));
    await moveClock(api, '2026-03-21T15:00:00Z');
    const [scheduled] = await transactionsOf(api, loan);
    assert.deepEqual([scheduled.status, scheduled.cancelReason], ['canceled', 'blocked']);
    const funded = await anAccountOf(api, loan, good);
    const plan = await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId: funded });
    assert.equal(plan.status, 'active');
    await moveClock(api, '2026-04-02T15:00:00Z');
    assert.match((await debits(loan)).at(-1) as string, /^2026-04-01 .* pending$/);
  });

  test('is no matter of loans that are not covered', async () => {
    const { loan, paymentInstrumentId } = await aPayer(api, withoutFunds);
    const pay = (amount: number, scheduledDate?: string) =>
      api.made(`${loan.path}/transactions`, { type: 'oneTime', paymentInstrumentId, amount, scheduledDate });
    await pay(10);
    await pay(20);
    await pay(30, '2026-01-20');
    await moveClock(api, '2026-01-30T15:00:00Z');
    assert.deepEqual(
      (await transactionsOf(api, loan)).map(({ status }) => status),
      ['failed', 'failed', 'failed'],
    );
  });
});
