// Payoff quotes: what they say, paid by their amount inside their days, and outlived by what is recorded after them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { oldAccount } from '../../../../../tests/support/collected.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, splitOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';

/** 3,650.00 at 10 % by 365 days: exactly 1.00 of interest a day. Due on 02-15 first. */
const agreed = { amountFinanced: 3650, interestRates: [{ rate: 0.1 }], specificDays: [15], duration: 12 };
const start = '2026-01-20T15:00:00Z';

describe('payoff quotes', () => {
  const { aCompany, house } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const aLoan = (): Promise<Life> => aLife(company, { start, agreed });
  const quoted = (life: Life, goodThroughDate: string): Promise<Shown> =>
    life.act('payoff-quotes', { goodThroughDate });
  const seen = (life: Life, { id }: Shown): Promise<Shown> => life.read(`/payoff-quotes/${id}`);
  const holding = async (life: Life, quote: Shown) => {
    const { holds, reason, missingAmount } = await seen(life, quote);
    return [holds, reason, missingAmount];
  };
  const pay = (life: Life, { id }: Shown, amount: number, more: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/transactions`, {
      type: 'oneTime',
      isExternal: true,
      amount,
      payoffQuoteId: id,
      ...more,
    });

  test('are of their day, bucket by bucket; paid earlier, the difference is credit', async () => {
    const life = await aLoan();
    const preview = await life.act('payoff-quotes', { previewMode: true });
    assert.deepEqual(
      [preview.id, preview.goodThroughDate, await life.read('/payoff-quotes')],
      [null, '2026-01-30', []],
    );
    // Ten days from 01-20 to 01-29.
    const quote = await quoted(life, '2026-01-30');
    assert.deepEqual([quote.payoffAmount, quote.perDiem, quote.holds], [3660, '1.000000', true]);
    assert.deepEqual(quote.buckets[0], { bucket: 'notDue', principalAmount: 3650, interestAmount: 10, feesAmount: 0 });
    await life.moveTo('2026-01-26');
    // On 01-26 six days have accrued: 4.00 are too much.
    refusedAt(await pay(life, quote, 3656), 'amount');
    const paid = await pay(life, quote, 3660);
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    assert.deepEqual(splitOf(paid.body.data), { principal: 3650, interest: 6, fees: 0, over: 4 });
    assert.equal((await life.read()).status, 'paidOff');
    assert.deepEqual(await holding(life, quote), [false, 'paidOff', 0]);
    // Sent once more it would all be credit, which nobody asked for.
    const twice = await pay(life, quote, 3660);
    assert.deepEqual(
      [twice.status, twice.body.errorType, twice.body.data.reason],
      [...[409, 'PayoffQuoteDoesNotHold', 'paidOff']],
    );
  });

  test('have what lies before their day, such as a due date', async () => {
    const life = await aLoan();
    // Through 02-15 the 26 days from 01-20 are due; from then on 13 more.
    const quote = await quoted(life, '2026-02-28');
    const [notDue, ...due] = quote.buckets;
    assert.deepEqual([notDue.interestAmount, quote.payoffAmount], [13, 3689]);
    assert.equal(
      due.reduce((sum: number, one: Shown) => sum + one.interestAmount, 0),
      26,
    );
  });

  test('do not hold once more is owed by what was recorded since, nor after their day', async () => {
    const life = await aLoan();
    const payment = await life.pay(100);
    // 3,550.00 by 10 % are 0.97260… a day, 9.72 in ten days.
    const quote = await quoted(life, '2026-01-30');
    assert.equal(quote.payoffAmount, 3559.72);
    await life.api.put(`${life.path}/transactions/${payment.id}`, { status: 'canceled' });
    // 3,660.00 by then.
    assert.deepEqual(await holding(life, quote), [false, 'owesMore', 100.28]);
    const late = await pay(life, quote, 3559.72);
    assert.deepEqual(
      [late.status, late.body.errorType, late.body.data.reason],
      [409, 'PayoffQuoteDoesNotHold', 'owesMore'],
    );
    // Less is owed: it holds, and what is too much is credit.
    const other = await quoted(life, '2026-01-30');
    await life.pay(50);
    assert.deepEqual(await holding(life, other), [true, null, 0]);
    await life.moveTo('2026-01-31');
    assert.deepEqual(await holding(life, other), [false, 'expired', 0]);
    const tooLate = await pay(life, other, 3660);
    assert.deepEqual([tooLate.status, tooLate.body.data.reason], [409, 'expired']);
    // It was received in time, and is recorded late.
    const received = await pay(life, other, 3660, { effectiveDate: '2026-01-30' });
    assert.equal(received.status, 201, JSON.stringify(received.body));
    assert.equal((await life.read()).status, 'paidOff');
  });

  test('are paid by a debit of today, which takes no more than is owed by their day', async () => {
    const life = await aLoan();
    const quote = await quoted(life, '2026-01-30');
    const paymentInstrumentId = await oldAccount(house(), life.api, life.personId);
    const collect = (more: object = {}): Promise<Answer> =>
      pay(life, quote, 3660, { isExternal: undefined, paymentInstrumentId, ...more });
    refusedAt(await collect({ scheduledDate: '2026-01-22' }), 'payoffQuoteId');
    const { status, body } = await collect({ previewMode: true });
    assert.deepEqual([status, body.data.payoffQuoteId], [201, quote.id], JSON.stringify(body));
    await life.pay(50);
    const less = await collect();
    // 3,600.00 by 10 % are 0.98630… a day, 9.86 in ten days.
    assert.deepEqual([less.body.errorType, less.body.data.expected], ['AmountExceedsOutstanding', 'at most 3609.86']);
  });

  test('are refused by field, and where nothing is owed', async () => {
    const life = await aLoan();
    for (const goodThroughDate of ['2026-01-19', '2026-03-22']) {
      refusedAt(await life.api.post(`${life.path}/payoff-quotes`, { goodThroughDate }), 'goodThroughDate');
    }
    const quote = await quoted(life, '2026-01-30');
    const credit = { type: 'serviceCredit', isExternal: undefined };
    refusedAt(await pay(life, quote, 3660, credit), 'payoffQuoteId');
    assert.equal((await pay(await aLoan(), quote, 3660)).status, 404);
    await life.act('transactions', { type: 'serviceCredit', amount: 3650 });
    assert.equal((await life.api.post(`${life.path}/payoff-quotes`, {})).body.errorType, 'NothingToDo');
  });
});
