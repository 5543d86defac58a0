// What time does to a line, over HTTP: grace is lost and won back, a hold runs out, and what comes to light late is put
// where it belongs. Statements are made on the first and due on the 25th; 18.25 % are 0.05 % a day.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';

describe('time and a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  before(async () => {
    api = (await aCompany()).test;
  });
  const at = (date: string) => setClock(api, `${date}T17:00:00Z`);
  const begun = async (): Promise<void> => {
    await at('2027-01-01');
    line = (await aLine(api, { interestRates: [{ rate: 0.1825 }], specificDays: [1, 25] })).path;
  };
  beforeEach(begun);
  const graced = (gracePeriod: object) => aDraw(api, line, { atOrigination: { gracePeriod } });
  const buy = (draw: string, amount: number, more: object = {}) => api.made(`${draw}/purchases`, { amount, ...more });
  const pay = (amount: number, more: object = {}) =>
    api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount, ...more });
  const balances = () => shown(api, `${line}/balances`);
  const owed = async (): Promise<number> => (await balances()).outstandingBalances.outstandingTotalAmount;
  const earned = async (): Promise<number> => (await shown(api, `${line}/interest`)).interestAmount;

  for (const [periods, lastEarned] of [
    // Paid in full once, the line owes nothing for the days after the statement.
    [1, 8.4],
    // 600.00 for the 19 days from the first to the 19th of March.
    [2, 14.1],
  ] as const) {
    test(`gives grace back after ${periods} statements in full, and the interest since the last of them`, async () => {
      const draw = await graced({ numPeriodsToRestoreGrace: periods });
      await at('2027-01-05');
      await buy(draw, 1000);
      await at('2027-02-20');
      await pay(400);
      await at('2027-02-25');
      assert.equal(await earned(), 0);
      await at('2027-03-20');
      // What was not repaid of the statement, 600.00 for 28 days of February and 19 of March: 8.40 and 5.70.
      assert.equal(await earned(), 14.1);
      await pay(608.4);
      await at('2027-04-20');
      const open = await owed();
      assert.equal(open, periods === 1 ? 0 : 5.7);
      if (open > 0) await pay(open);
      await at('2027-04-21');
      await buy(draw, 200);
      await at('2027-04-25');
      // Four days of 0.10, until the statement that was paid in full is checked.
      assert.equal(await earned(), periods === 1 ? lastEarned : 14.5);
      await at('2027-04-26');
      assert.equal(await earned(), lastEarned);
      await at('2027-05-02');
      assert.equal(await owed(), 200);
      await booksAgree(house(), api, 0);
    });
  }

  test('looks back over three statements for what grace takes, and gives it back for money that was there in time', async () => {
    const draw = await graced({
      numPeriodsToEvaluateGrace: 3,
      minPaymentCalculationOverride: { percentageOfPrincipal: 0, minAmount: 0 },
    });
    await at('2027-01-05');
    await buy(draw, 900);
    for (const [month, amount] of [
      ['02', 300],
      ['03', 300],
      ['04', 200],
    ] as const) {
      await at(`2027-${month}-20`);
      await pay(amount);
    }
    await at('2027-04-25');
    assert.equal(await earned(), 0);
    await at('2027-05-02');
    // 800.00 of 900.00: the 100.00 bear interest from the last statement on, 30 days of April and one of May.
    assert.equal(await earned(), 1.55);
    assert.equal(await owed(), 101.55);
    await pay(100, { effectiveDate: '2027-04-25' });
    assert.equal(await earned(), 0);
    assert.equal(await owed(), 0);
    await booksAgree(house(), api, 0);
  });

  test('lets go of what an authorization held that nobody settled', async () => {
    const draw = await graced({});
    const held = await buy(draw, 4000, { status: 'authorized' });
    const available = async (): Promise<number> => (await balances()).availableCreditAmount;
    await at('2027-01-07');
    assert.equal(await available(), 1000);
    const early = await api.post(`${draw}/purchases`, { amount: 1000.01 });
    assert.deepEqual([early.status, early.body.errorType], [400, 'AmountExceedsCreditLimit']);
    await at('2027-01-08');
    assert.deepEqual([await available(), await owed()], [5000, 0]);
    await buy(draw, 5000);
    assert.equal(await available(), 0);
    // What comes after its hold has to fit into the limit, or is forced.
    const settle = (query = '') => api.put(`${draw}/purchases/${held.id}${query}`, { status: 'settled' });
    const late = await settle();
    assert.deepEqual([late.status, late.body.errorType], [400, 'AmountExceedsCreditLimit']);
    assert.equal((await settle('?force=true')).status, 200);
    const { overLimitAmount } = await balances();
    assert.deepEqual([await owed(), overLimitAmount], [9000, 4000]);
    await booksAgree(house(), api, 0);
  });

  test('puts a purchase and a payment before statements that are out, as the previews said; what was sent stays', async () => {
    const draw = await graced({ isGracePeriodApplicable: false });
    await at('2027-01-02');
    await buy(draw, 1000);
    const bills = async (): Promise<Answer['body'][]> => {
      const periods: { id: string }[] = await shown(api, `${line}/periods`);
      return Promise.all(periods.slice(0, 2).map(({ id }) => shown(api, `${line}/periods/${id}/bill`)));
    };
    for (const [i, date] of ['2027-02-01', '2027-03-01'].entries()) {
      await at(date);
      await api.made(`${line}/periods/${(await bills())[i].periodId}/statement-sent`, {});
    }
    const sent = (await bills()).map((bill) => bill.sent);
    // 30 days of 0.50, and 28.
    assert.deepEqual(
      sent.map(({ newBalanceAmount }) => newBalanceAmount),
      [1015, 1029],
    );
    const late = async (path: string, body: object): Promise<void> => {
      const known = await owed();
      const { id, difference } = await api.made(path, { ...body, previewMode: true });
      assert.equal(id, null);
      assert.deepEqual([await owed(), difference.outstandingAmount.before], [known, known], 'nothing is done');
      await api.made(path, body);
      assert.equal(await owed(), difference.outstandingAmount.after);
      const { obligations } = await shown(api, `${line}/obligations?isOpen=false`);
      for (const { id: of, obligationAmount, remainingAmount } of difference.obligations) {
        const now = obligations.find((one: { id: string }) => one.id === of);
        const said = [obligationAmount.after, remainingAmount.after];
        assert.deepEqual([now.obligationAmount, now.remainingAmount], said);
      }
      assert.ok(difference.obligations.length > 0);
      assert.deepEqual(
        (await bills()).map((bill) => bill.sent),
        sent,
      );
    };
    const computed = async () => (await bills()).map(({ newBalanceAmount }) => newBalanceAmount);
    await late(`${draw}/purchases`, { amount: 200, purchaseDate: '2027-01-12' });
    // 15.00 and 20 days of 0.10, then 28 of 0.60.
    assert.deepEqual(await computed(), [1217, 1233.8]);
    await late(`${line}/transactions`, {
      type: 'oneTime',
      isExternal: true,
      amount: 300,
      effectiveDate: '2027-02-10',
    });
    // 17.00 are interest: 9 days of 0.60 and 19 of 917.00 are 14.11.
    assert.deepEqual(await computed(), [1217, 931.11]);
    await booksAgree(house(), api, 0);
  });
});
