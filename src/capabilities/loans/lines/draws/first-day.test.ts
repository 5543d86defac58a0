// What names a draw and is dated on the day of its activation: nobody says when in that day, and the draw began in the
// afternoon.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const firstDay = '2026-01-20';

describe('on the day of the activation of a draw', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let older: string;
  let newer: string;
  let loanTypeId: string;
  before(async () => {
    api = (await aCompany()).test;
    // The draw that money names gets all of it, and not only what is due.
    const type = { type: 'lineOfCredit', name: 'Aimed', regulation: 'none', waterfall: { aim: 'whole' } };
    loanTypeId = (await api.made('/loan-types', type)).id;
  });

  /** Two draws of one rate without grace: money that is for neither of them pays the older one first. */
  beforeEach(async () => {
    await setClock(api, `${firstDay}T20:00:00Z`);
    line = await aLine(api, { loanTypeId });
    const agreed = {
      atOrigination: { gracePeriod: { isGracePeriodApplicable: false }, interestRates: [{ rate: 0.365 }] },
    };
    older = await aDraw(api, line, agreed);
    newer = await aDraw(api, line, agreed);
    await setClock(api, `${firstDay}T20:30:00Z`);
    for (const draw of [older, newer]) await api.made(`${draw}/purchases`, { amount: 100 });
  });

  const idOf = (draw: string) => draw.split('/').at(-1) as string;
  const owed = async (): Promise<number[]> => {
    const of = async (draw: string) =>
      (await shown(api, `${draw}/balances`)).outstandingBalances.outstandingPrincipalAmount;
    return [await of(older), await of(newer)];
  };
  const money = (more: object) =>
    api.made(`${line}/transactions?sync=true`, { amount: 100, drawId: idOf(newer), ...more });
  const payment = { type: 'oneTime', isExternal: true };
  const ratesOf = async (draw: string): Promise<number[]> =>
    (await shown(api, `${line}/interest?drawId=${idOf(draw)}`)).segments.map(({ rate }: { rate: number }) => rate);

  for (const [what, body] of [
    ['a payment', payment],
    ['a service credit', { type: 'serviceCredit', component: 'principal' }],
  ] as const) {
    test(`${what} for the draw pays it, and nothing else`, async () => {
      await setClock(api, '2026-01-25T15:00:00Z');
      await money({ ...body, effectiveDate: firstDay });
      assert.deepEqual(await owed(), [100, 0]);
      assert.equal((await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount, 100.5);
    });
  }

  test('a payment for the draw that is moved there pays it', async () => {
    await setClock(api, '2026-01-25T15:00:00Z');
    const { id } = await money({ ...payment, effectiveDate: '2026-01-24' });
    await api.made(`${line}/transactions/${id}/backdate`, { effectiveDate: firstDay });
    assert.deepEqual(await owed(), [100, 0]);
    // Five days of the older one, at 0.10 a day; none of the newer one.
    assert.equal((await shown(api, `${newer}/balances`)).interestAndFeesAmounts.interestAccruedTotalAmount, 0);
    assert.equal((await shown(api, `${older}/balances`)).interestAndFeesAmounts.interestAccruedTotalAmount, 0.5);
  });

  test('a further rate of the draw holds, said on that day or later', async () => {
    const rate = { annualRate: 0.073, replaces: true };
    const said = (draw: string, more: object = {}) =>
      api.made(`${line}/rates`, { drawId: idOf(draw), interestRate: { ...rate, ...more } });
    await said(older);
    await setClock(api, '2026-01-25T15:00:00Z');
    assert.deepEqual([await ratesOf(older), await ratesOf(newer)], [[0.073], [0.365]]);
    await said(newer, { effectiveDate: firstDay });
    assert.deepEqual([await ratesOf(older), await ratesOf(newer)], [[0.073], [0.073]]);
  });
});
