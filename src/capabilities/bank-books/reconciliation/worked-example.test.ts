// The worked example of the trade, to the cent: a file of debits and a credit, what came back of it, and what the bank
// took for that.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { bankOf, breaksOf, cashOf, readStatement } from '../../../../tests/support/bank.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { ordersKey, ordersOf } from '../../../../tests/support/orders.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

describe('the worked example of the cash book', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('comes out to the cent on each day', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    const orders = await ordersOf(house(), api);
    const { id } = await bankOf(house(), api);
    const cash = () => cashOf(house(), api);
    // 313.12 + 125.00 + 2,246.39 = 2,684.51 in, and 9.89 out.
    const debits = [];
    for (const amount of [31_312, 12_500, 224_639]) debits.push(await orders.give({ amount: cents(amount) }));
    const credit = await orders.give({ amount: cents(989), deed: 'credit' });
    const all = [...debits, credit];
    for (const ref of all) await orders.work(ref);
    await setClock(api, '2027-06-24T18:00:00Z');
    assert.deepEqual(await cash(), { CT: 2684.51, DT: -9.89, LC: -2674.62 });

    const keys = await Promise.all(all.map(async (ref) => ordersKey(await orders.row(ref))));
    const told = async (i: number, what: 'settled' | 'returned', at: string): Promise<void> => {
      const { amount_cents: amount } = await orders.row(all[i] as (typeof all)[number]);
      const on = what === 'settled' ? at : null;
      await orders.told({ what, key: keys[i] as string, amount, on, at: `${at}T12:00:00.000000+00:00` as never });
    };
    for (const i of [0, 1, 2, 3]) await told(i, 'settled', '2027-05-14');
    await readStatement(api, id, 0, [
      ['2027-05-14', '2684.51'],
      ['2027-05-14', '-9.89', keys[3] as string],
    ]);
    assert.deepEqual(await cash(), { BK: 2674.62, LC: -2674.62 });

    await told(0, 'returned', '2027-05-18');
    // The provider owes less now: the bank takes it the same day, and 2.00 for it.
    assert.deepEqual(await cash(), { BK: 2674.62, LC: -2361.5, PR: -313.12 });
    const read = await readStatement(api, id, 2674.62, [
      ['2027-05-18', '-313.12', '', 'return'],
      ['2027-05-18', '-2.00', '', 'fee'],
    ]);
    assert.deepEqual([read.matchedCount, read.closingAmount], [2, 2359.5]);
    assert.deepEqual(await cash(), { BK: 2359.5, FE: 2, LC: -2361.5 });

    await told(1, 'returned', '2027-06-23');
    await readStatement(api, id, 2359.5, [['2027-06-23', '-125.00', keys[1] as string, 'return']]);
    assert.deepEqual(await cash(), { BK: 2234.5, FE: 2, LC: -2236.5 });
    assert.deepEqual(await breaksOf(api), []);
  });
});
