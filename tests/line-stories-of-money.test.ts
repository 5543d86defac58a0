// Where the money of a line goes, over HTTP: three draws of different rates, and what they are paid by. Statements are
// made on the first and due on the 25th; every figure is worked out by hand beside it.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';

/** In the order of their activation: 0.05, 0.075 and 0.025 % a day. */
const bought = [
  { rate: 0.1825, amount: 800 },
  { rate: 0.27375, amount: 200 },
  { rate: 0.09125, amount: 400 },
];

describe('the money of a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let draws: string[];
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(() => at('2027-01-01'));
  const at = (date: string) => setClock(api, `${date}T17:00:00Z`);

  /** On February 10th: the statement of the first has asked for one percent of principal, and the interest of 31 days. */
  async function billed(waterfall: object, regulation = 'openEnd'): Promise<void> {
    const type = { type: 'lineOfCredit', name: JSON.stringify(waterfall), regulation, waterfall };
    const { id: loanTypeId } = await api.made('/loan-types', type);
    line = (await aLine(api, { specificDays: [1, 25] }, { loanTypeId })).path;
    draws = [];
    for (const { rate, amount } of bought) {
      const gracePeriod = { isGracePeriodApplicable: false };
      const draw = await aDraw(api, line, { atOrigination: { interestRates: [{ rate }], gracePeriod } });
      await api.made(`${draw}/purchases`, { amount });
      draws.push(draw);
    }
    await at('2027-02-10');
    // 12.40 and 8.00, 4.65 and 2.00, 3.10 and 4.00.
    assert.deepEqual(await open(), [20.4, 6.65, 7.1]);
  }
  const ofDraws = <T>(read: (draw: string) => Promise<T>): Promise<T[]> => Promise.all(draws.map(read));
  const open = () =>
    ofDraws(async (draw) => {
      const { obligations } = await shown(api, `${draw}/obligations?isOpen=false`);
      assert.equal(obligations.length, 1);
      return obligations[0].remainingAmount;
    });
  const principal = () =>
    ofDraws(async (draw) => (await shown(api, `${draw}/balances`)).outstandingBalances.outstandingPrincipalAmount);
  const pay = (amount: number, drawId?: string): Promise<Answer> =>
    api.post(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount, ...(drawId && { drawId }) });
  const paid = async (amount: number, draw?: string): Promise<void> => {
    const { status, body } = await pay(amount, draw?.split('/').at(-1));
    assert.equal(status, 201, JSON.stringify(body));
  };

  test('that is meant for one of three draws pays what the bill asks of it; the rest goes by the order of the line', async () => {
    await billed({ drawOrder: 'lowestRate', excess: 'highestRate', aim: 'due' }, 'card');
    const { status, body } = await pay(1, 'LN-AAAA-AAAA');
    assert.deepEqual([status, body.data.path], [404, 'drawId']);
    await paid(22, draws[0]);
    // 1.60 above the 20.40 go to what is due of the lowest rate.
    assert.deepEqual(await open(), [0, 6.65, 5.5]);
    await paid(278, draws[0]);
    assert.deepEqual(await open(), [0, 0, 0]);
    // 300.00 less 34.15 are 265.85: the 198.00 of the highest rate, and 67.85 of 792.00.
    assert.deepEqual(await principal(), [724.15, 0, 396]);
    await booksAgree(house(), api, 0);
  });

  test('that is meant for one draw pays it off first, where the lender says so', async () => {
    await billed({ drawOrder: 'lowestRate', excess: 'drawOrder', aim: 'whole' });
    await paid(900, draws[0]);
    // 812.40 are for the draw, 13.75 for what the others are asked for; 73.85 go to the lowest rate.
    assert.deepEqual(await open(), [0, 0, 0]);
    assert.deepEqual(await principal(), [0, 198, 322.15]);
    await booksAgree(house(), api, 0);
  });

  for (const [drawOrder, left] of [
    ['activation', [0, 2.05, 7.1]],
    ['lowestRate', [2.5, 6.65, 0]],
    ['highestRate', [2.05, 0, 7.1]],
  ] as const) {
    test(`pays the minimum by ${drawOrder}, and above it the highest rate first`, async () => {
      await billed({ drawOrder, excess: 'highestRate' });
      await paid(25);
      assert.deepEqual(await open(), left);
      await paid(109.15);
      assert.deepEqual(await open(), [0, 0, 0]);
      assert.deepEqual(await principal(), [792, 98, 396]);
      await paid(200);
      assert.deepEqual(await principal(), [690, 0, 396]);
      await booksAgree(house(), api, 0);
    });
  }
});
