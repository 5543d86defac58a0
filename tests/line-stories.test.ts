// The lives of lines of credit over HTTP. Statements are made on the first and due on the 25th; 18.25 % are 0.05 % a day,
// so that every figure is worked out by hand beside it.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';

const noGrace = { gracePeriod: { isGracePeriodApplicable: false } };

const refused = (answer: Answer, status: number, errorType: string): void =>
  assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));

describe('a line of credit', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  before(async () => {
    api = (await aCompany()).test;
  });
  const at = (date: string) => setClock(api, `${date}T17:00:00Z`);
  const begun = async (rate: number) => {
    const agreed = { creditLimitAmount: 5000, interestRates: [{ rate }], specificDays: [1, 25] };
    line = (await aLine(api, agreed)).path;
  };
  beforeEach(async () => {
    await at('2027-01-01');
    await begun(0.1825);
  });
  const buy = (draw: string, amount: number, more: object = {}) => api.made(`${draw}/purchases`, { amount, ...more });
  const pay = (amount: number, more: object = {}) =>
    api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount, ...more });
  const owed = async (): Promise<number> =>
    (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
  const asked = async (): Promise<number[]> =>
    (await shown(api, `${line}/obligations?isOpen=false`)).obligations.map(
      ({ obligationAmount }: Answer['body']) => obligationAmount,
    );

  test('that is paid by the minimum revolves', async () => {
    const draw = await aDraw(api, line, { atOrigination: noGrace });
    await buy(draw, 1000);
    await at('2027-02-25');
    // 31 days of 0.50 are 15.50, and one percent of 1,000.00 is 10.00.
    assert.deepEqual(await asked(), [25.5]);
    await pay(25.5);
    await at('2027-03-02');
    // 24 days of 0.50 and 4 of 0.495 are 13.98, with 9.90 less than the least of 25.00.
    assert.deepEqual(await asked(), [25.5, 25]);
    await booksAgree(house(), api, 0);
  });

  test('that is paid in full each month bears no interest for a year', async () => {
    const draw = await aDraw(api, line);
    for (let month = 1; month <= 12; month++) {
      const two = String(month).padStart(2, '0');
      await at(`2027-${two}-05`);
      await buy(draw, 100 + month);
      await at(month === 12 ? '2028-01-20' : `2027-${String(month + 1).padStart(2, '0')}-03`);
      assert.equal(await owed(), 100 + month);
      await pay(100 + month);
    }
    const { interestAmount } = await shown(api, `${line}/interest`);
    assert.equal(interestAmount, 0);
    await booksAgree(house(), api, 0);
  });

  test('has a draw that is spread over statements by hand, and spread again with what was bought since', async () => {
    await begun(0);
    const draw = await aDraw(api, line, { atOrigination: noGrace });
    await buy(draw, 600);
    const first = await api.made(`${draw}/amortize`, { duration: 6 });
    assert.deepEqual(
      first.schedule.map(({ amount }: Answer['body']) => amount),
      [100, 100, 100, 100, 100, 100],
    );
    await at('2027-02-25');
    assert.deepEqual(await asked(), [100]);
    await pay(100);
    await at('2027-02-26');
    await buy(draw, 120);
    // 500.00 that no statement has asked for, and 120.00.
    const { schedule } = await api.made(`${draw}/amortize`, { duration: 4 });
    assert.deepEqual(
      schedule.map(({ amount }: Answer['body']) => amount),
      [155, 155, 155, 155],
    );
    await at('2027-03-02');
    assert.deepEqual(await asked(), [100, 155]);
    refused(await api.post(`${draw}/amortize`, { recurringAmount: 1 }), 400, 'InvalidRequest');
    await booksAgree(house(), api, 0);
  });

  test('has a draw whose purchases of a period are spread together', async () => {
    await begun(0);
    const draw = await aDraw(api, line, { atOrigination: { ...noGrace, autoAmortization: { duration: 3 } } });
    await buy(draw, 50);
    await buy(draw, 40);
    await at('2027-02-10');
    assert.deepEqual(await asked(), [30]);
    await pay(30);
    await buy(draw, 60);
    await at('2027-03-02');
    // 60.00 that are left of the first three, and 60.00.
    assert.deepEqual(await asked(), [30, 40]);
    await booksAgree(house(), api, 0);
  });

  test('owes the borrower what a refund brings above its balance, and pays it back', async () => {
    const draw = await aDraw(api, line);
    const { id } = await buy(draw, 100);
    await pay(60);
    await buy(draw, 100, { type: 'refund', originalPurchaseId: id });
    assert.equal(await owed(), 0);
    const reimburse = (reimbursementAmount: number) =>
      api.post(`${line}/reimburse`, { reimbursementAmount, isExternal: true, paymentInstrumentType: 'check' });
    refused(await reimburse(60.01), 400, 'AmountExceedsCredit');
    assert.equal((await reimburse(60)).status, 201);
    refused(await reimburse(0.01), 400, 'AmountExceedsCredit');
    await booksAgree(house(), api, 0);
  });

  test('has a draw that is closed, paid off and opened again, with force', async () => {
    const draw = await aDraw(api, line);
    await buy(draw, 50);
    const state = async () => {
      const { status, isClosed } = await shown(api, draw);
      return [status, isClosed];
    };
    await api.made(`${draw}/close`, {});
    assert.deepEqual(await state(), ['active', true]);
    assert.equal((await api.post(`${draw}/purchases`, { amount: 1 })).body.data.reason, 'the draw is closed');
    await api.made(`${draw}/reopen`, {});
    assert.deepEqual(await state(), ['active', false]);
    await buy(draw, 10);
    await api.made(`${draw}/close`, {});
    await pay(60);
    assert.deepEqual(await state(), ['paidOff', true]);
    refused(await api.post(`${draw}/reopen`, {}), 409, 'DrawIsPaidOff');
    await api.made(`${draw}/reopen`, { force: true });
    assert.deepEqual(await state(), ['active', false]);
    await buy(draw, 5);
    assert.equal(await owed(), 5);
    await booksAgree(house(), api, 0);
  });

  test('that is charged off with an authorization open owes it once it is posted', async () => {
    const draw = await aDraw(api, line);
    await buy(draw, 50);
    const held = await buy(draw, 100, { status: 'authorized' });
    await api.made(`${line}/charge-off`, { chargedOffReason: 'bankruptcy' });
    assert.equal((await api.post(`${draw}/purchases`, { amount: 1 })).body.data.reason, 'the line is charged off');
    assert.equal((await api.put(`${draw}/purchases/${held.id}`, { status: 'settled' })).status, 200);
    await api.made(`${line}/reverse-charge-off`, {});
    assert.equal(await owed(), 150);
    await booksAgree(house(), api, 0);
  });

  test('has a limit that is cut below what it owes: the rest is above it, and nothing more is bought', async () => {
    const draw = await aDraw(api, line);
    await buy(draw, 800);
    await api.made(`${line}/credit-limit`, { creditLimitAmount: 500 });
    const { availableCreditAmount, overLimitAmount } = await shown(api, `${line}/balances`);
    assert.deepEqual([availableCreditAmount, overLimitAmount], [0, 300]);
    refused(await api.post(`${draw}/purchases`, { amount: 0.01 }), 400, 'AmountExceedsCreditLimit');
    await pay(300.01);
    await buy(draw, 0.01);
    await booksAgree(house(), api, 0);
  });

  test('keeps grace by a payment, and loses it once that fails', async () => {
    const draw = await aDraw(api, line);
    await buy(draw, 200);
    await at('2027-02-20');
    const { id } = await pay(200);
    await at('2027-03-02');
    assert.equal((await shown(api, `${line}/interest`)).interestAmount, 0);
    assert.equal((await api.put(`${line}/transactions/${id}`, { status: 'failed' })).status, 200);
    assert.ok((await shown(api, `${line}/interest`)).interestAmount > 0, 'from the statement on');
    await pay(200, { effectiveDate: '2027-02-25' });
    assert.equal((await shown(api, `${line}/interest`)).interestAmount, 0, 'paid on the last day after all');
    await booksAgree(house(), api, 0);
  });

  test('has a dispute that is won after two statements: it was never bought; and one that is lost: it is owed again', async () => {
    const draw = await aDraw(api, line, { atOrigination: noGrace });
    const [kept, wrong] = [await buy(draw, 100), await buy(draw, 300)];
    await at('2027-01-20');
    const disputes = (of: { id: string }) => `${draw}/purchases/${of.id}/disputes`;
    const lost = await api.made(disputes(kept), {});
    const won = await api.made(disputes(wrong), {});
    await at('2027-03-10');
    const principal = async (): Promise<number> =>
      (await shown(api, `${line}/balances`)).outstandingBalances.outstandingPrincipalAmount;
    assert.equal(await principal(), 0);
    // 400.00 for 19 days at 0.05 % are 3.80.
    assert.deepEqual((await asked()).slice(0, 2), [3.8, 0]);
    assert.equal((await api.put(`${disputes(wrong)}/${won.id}`, { status: 'won' })).status, 200);
    // Without the 300.00, 0.95 of them are left.
    assert.deepEqual((await asked()).slice(0, 2), [0.95, 0]);
    assert.equal((await api.put(`${disputes(kept)}/${lost.id}`, { status: 'lost' })).status, 200);
    assert.equal(await principal(), 100);
    const { obligations } = await shown(api, `${line}/obligations`);
    assert.ok(obligations.every(({ periodId }: Answer['body']) => periodId !== null));
    await booksAgree(house(), api, 0);
  });
});
