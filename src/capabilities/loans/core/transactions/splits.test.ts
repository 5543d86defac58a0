// How money is divided over HTTP: over fees, interest and principal, on its own day. All numbers are worked out by hand
// on a loan that earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, splitOf } from '../../../../../tests/support/round-loan.ts';

describe('money is divided', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('over what is due: interest, then principal', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    // January: 31 days at 1.00.
    assert.deepEqual(splitOf(await loan.pay(500)), [469, 31, 0, 0]);
    assert.equal(await loan.owed(), 3181);
  });

  test('fees before interest before principal, the oldest obligation first', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-03-02');
    // February: 31.00 and 469.00. March: the late fee of February 15.00, and 5.00 of its 28.00 interest.
    assert.deepEqual(splitOf(await loan.pay(520)), [469, 36, 15, 0]);
    // 3,181.00 principal, 23.00 of the interest of March, 1.00 of the first of March.
    assert.equal(await loan.owed(), 3205);
  });

  test('before anything is due: interest so far, then principal', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-01-11');
    assert.deepEqual(splitOf(await loan.pay(100)), [90, 10, 0, 0]);
  });

  test('ahead, when it asks to count toward the next instalments', async () => {
    const due = async (enablePrepayments: boolean): Promise<number> => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-01-11');
      const payment = await loan.pay(100, { enablePrepayments });
      assert.equal(payment.enablePrepayments, enablePrepayments);
      await loan.at('2026-02-01');
      return (await loan.read('/balances')).dueBalances.dueTotalAmount;
    };
    assert.deepEqual([await due(true), await due(false)], [400, 500]);
  });

  test('in the order in which the money of a day came', async () => {
    const loan = await aRoundLoan(api);
    const made = [];
    for (const hour of ['14', '15', '16', '17', '18', '19']) {
      await loan.at(`2026-02-01T${hour}:00:00Z`);
      made.push(await loan.pay(10));
    }
    const splits = [];
    for (const { id } of made) splits.push(splitOf(await loan.read(`/transactions/${id}`)).slice(0, 2));
    assert.deepEqual(splits, [
      [0, 10],
      [0, 10],
      [0, 10],
      [9, 1],
      [10, 0],
      [10, 0],
    ]);
  });

  test('as of its own day, when the money came earlier', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-10');
    const payment = await loan.pay(500, { effectiveDate: '2026-02-01' });
    assert.deepEqual(splitOf(payment), [469, 31, 0, 0]);
    assert.equal(payment.timestamps.effectiveDate, '2026-02-01');
    // No late fee, and nine days on 3,181.00: 7.84.
    assert.equal(await loan.owed(), 3188.84);
  });

  test('tomorrow, when it comes after the cut-off', async () => {
    const loan = await aRoundLoan(api, { type: { cutOffTime: '17:00:00' } });
    await loan.at('2026-02-01T23:30:00Z');
    const payment = await loan.pay(500);
    assert.deepEqual(
      [payment.timestamps.effectiveDate, payment.timestamps.appliedAt, splitOf(payment)],
      ['2026-02-02', null, [0, 0, 0, 0]],
    );
    assert.equal(await loan.owed(), 3681);
    await loan.at('2026-02-02');
    await api.made(`${loan.path}/refresh`, {});
    const applied = await loan.read(`/transactions/${payment.id}`);
    assert.deepEqual(splitOf(applied), [469, 31, 0, 0]);
    assert.match(applied.timestamps.appliedAt, /^2026-02-02T17:00/);
    await loan.at('2026-02-02T23:30:00Z');
    const tooMuch = await loan.tryToPay(4000);
    refusedAt(tooMuch, 'amount', 'AmountExceedsOutstanding');
    // Two days on 3,181.00, at 0.871…: those of the 1st, which was at 1.00, and of the 2nd.
    assert.equal(tooMuch.body.data.expected, 'at most 3182.87');
  });

  test('before whatever is done on its day, when it came the evening before', async () => {
    const loan = await aRoundLoan(api, { type: { cutOffTime: '17:00:00' } });
    await loan.at('2026-01-01T23:30:00Z');
    // With the interest of the first day.
    await loan.pay(3651);
    await loan.at('2026-01-02T13:00:00Z');
    await api.made(`${loan.path}/close`, { closeReason: 'paid' });
    const { status, isClosed } = await loan.read();
    assert.deepEqual([status, isClosed], ['paidOff', true]);
  });

  test('a service credit at its time of day: before or after what else happens then', async () => {
    const interest = async (hour: number): Promise<number> => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      await loan.pay(100);
      const effectiveTimeOfDay = { hour, minute: 30, second: 0 };
      return splitOf(await loan.credit(31, { effectiveTimeOfDay, effectiveDate: '2026-02-01' }))[1] as number;
    };
    assert.deepEqual([await interest(8), await interest(20)], [31, 0]);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 8);
  });
});
