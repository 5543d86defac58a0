// Retries of debits that came back, by the rules that every loan type has.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginLoan } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';
import { anAccountOf, transactionsOf, withoutFunds } from './support/payer.ts';
import { moveClock, setClock } from './support/test-clock.ts';

describe('a debit that came back without funds', () => {
  const { aCompany } = useHouse();

  /** 666.05 are due on the 15th of each month; those of April are paid by hand. */
  async function aLoan(api: Client) {
    const loan = await beginLoan(api, {
      start: '2027-03-09T17:00:00Z',
      agreed: {
        amountFinanced: 7500,
        interestRates: [{ rate: 0.1149 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        duration: 12,
        bufferToPushOutSchedule: 20,
      },
    });
    const paymentInstrumentId = await anAccountOf(api, loan, withoutFunds);
    const transactions = `${loan.path}/transactions`;
    const byHand = (amount: number) => api.made(transactions, { type: 'oneTime', isExternal: true, amount });
    await setClock(api, '2027-04-15T15:00:00Z');
    await byHand(666.05);
    const shown = async () =>
      (await transactionsOf(api, loan))
        .filter(({ isExternal }) => !isExternal)
        .map(
          ({ timestamps, actualAmount, status, retryAttempt }) =>
            `${timestamps.effectiveDate} ${actualAmount} ${status} ${retryAttempt}`,
        );
    return { ...loan, paymentInstrumentId, transactions, byHand, shown };
  }
  type Loan = Awaited<ReturnType<typeof aLoan>>;
  const plan = (api: Client, { path, paymentInstrumentId }: Loan) =>
    api.made(`${path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId });

  test('is tried again on Friday, not shortly before the next one, and after two in a row autopay waits', async () => {
    const { test: api } = await aCompany();
    const loan = await aLoan(api);
    const paying = await aLoan(api);
    await plan(api, loan);
    await plan(api, paying);
    // P Saturday 05-15, E Monday 05-17, R01 on Wednesday the 19th; the third banking day is the 24th, and Friday the 28th.
    await moveClock(api, '2027-05-25T15:00:00Z');
    assert.deepEqual(await loan.shown(), ['2027-05-15 666.05 failed null', '2027-05-28 666.05 scheduled 1']);
    await paying.byHand(100);
    await moveClock(api, '2027-06-14T15:00:00Z');
    // R01 again on 06-02: Friday 06-11 would be four days before the next debit.
    assert.deepEqual(await loan.shown(), ['2027-05-15 666.05 failed null', '2027-05-28 666.05 failed 1']);
    const canceled = (await transactionsOf(api, paying)).find(({ retryAttempt }) => retryAttempt === 1);
    assert.deepEqual([canceled.status, canceled.cancelReason], ['canceled', 'superseded']);
    await moveClock(api, '2027-07-20T15:00:00Z');
    assert.deepEqual(await loan.shown(), [
      '2027-05-15 666.05 failed null',
      '2027-05-28 666.05 failed 1',
      '2027-06-15 666.05 failed null',
      '2027-06-25 666.05 canceled 1',
    ]);
    const { status, pauseReason } = (await api.get(`${loan.path}/autopay`)).body.data;
    assert.deepEqual([status, pauseReason], ['paused', 'failedTwice']);
  });

  test('is tried twice again, and never a third time', async () => {
    const { test: api } = await aCompany();
    const { transactions, paymentInstrumentId, shown } = await aLoan(api);
    await setClock(api, '2027-05-17T15:00:00Z');
    await api.made(transactions, { type: 'oneTime', amount: 100, paymentInstrumentId, retryIfReturned: true });
    await moveClock(api, '2027-08-30T15:00:00Z');
    // E 05-18, R01 on the 20th, Friday the 28th; R01 on 06-02 (05-31 is closed), Friday 06-11; R01 on 06-15.
    assert.deepEqual(await shown(), [
      '2027-05-17 100 failed null',
      '2027-05-28 100 failed 1',
      '2027-06-11 100 failed 2',
    ]);
  });
});
