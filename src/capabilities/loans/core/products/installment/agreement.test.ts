// Impossible agreements: each is refused with the field that is wrong, and none keeps the service busy.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../../tests/support/house.ts';
import { agreement } from '../../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../../tests/support/test-clock.ts';

describe('what is agreed', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-02-25T15:00:00Z');
    loans = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });

  const board = (agreed: object) =>
    api.post(loans, { loanTypeId: 'ext-installment', atOrigination: { ...agreement, ...agreed } });
  const refused = async (field: string, agreed: object) => refusedAt(await board(agreed), `atOrigination.${field}`);

  test('has no amount below zero', async () => {
    await refused('amountFinanced', { amountFinanced: -1, principalAmount: 1200 });
    for (const name of ['downPaymentAmount', 'periodicPaymentAmount', 'totalInterestCapAmount']) {
      await refused(name, { [name]: -0.01 });
    }
    for (const name of ['originationFeeAmount', 'serviceFeeAmount', 'serviceFeeCapAmount']) {
      await refused(`fees.${name}`, { fees: { [name]: -0.01 } });
    }
    await refused('expectedPayments[0].amount', { expectedPayments: [{ date: '2026-04-01', amount: -1 }] });
    for (const amount of [-1, 0]) {
      await refused('advanceSchedule[0].amount', { advanceSchedule: [{ advanceDate: '2026-04-01', amount }] });
    }
  });

  test('has supplied due dates each after the one before', async () => {
    const dates = (...list: string[]) => ({ expectedPayments: list.map((date) => ({ date })) });
    await refused('expectedPayments[1].date', dates('2026-05-29', '2026-05-01'));
    await refused('expectedPayments[1].date', dates('2026-05-29', '2026-05-29', '2026-06-29'));
    assert.equal((await board(dates('2026-05-01', '2026-05-29'))).status, 201);
  });

  test('has an end date within 1,200 payments', async () => {
    const until = (enforcedEndDate: string) => ({
      paymentFrequency: 'weekly',
      specificDays: [3],
      duration: null,
      enforcedEndDate,
    });
    await refused('enforcedEndDate', until('9999-12-31'));
    await refused('enforcedEndDate', until('2049-02-26'));
    assert.equal((await board(until('2049-02-24'))).status, 201);
  });

  test('ends within 150 years, so that dates can still be added to it', async () => {
    const single = { paymentFrequency: 'singleTerm', specificDays: [], duration: null };
    await refused('enforcedEndDate', { ...single, enforcedEndDate: '9999-12-31' });
    await refused('expectedPayments[1].date', { expectedPayments: [{ date: '2026-04-01' }, { date: '9999-12-31' }] });
    assert.equal((await board({ ...single, enforcedEndDate: '2126-02-25' })).status, 201);
  });

  test('has days that are written as days', async () => {
    const days = async (agreed: object) =>
      refusedAt(await board(agreed), 'atOrigination.specificDays', 'InvalidSpecificDays');
    for (const specificDays of [['0x0f'], ['1e1'], [' 15 '], ['15th']]) await days({ specificDays });
    await days({ paymentFrequency: 'everyTwoWeeks', specificDays: [1, 5] });
    assert.equal((await board({ specificDays: ['15'] })).status, 201);
  });

  test('has an origination fee that leaves something to pay out', async () => {
    const settings = { name: 'Deducted', fees: { origination: { charged: 'deducted' } } };
    const { id: loanTypeId } = await api.made('/loan-types', settings);
    const boarded = (originationFeeAmount: number) =>
      api.post(loans, { loanTypeId, atOrigination: { ...agreement, fees: { originationFeeAmount } } });
    for (const fee of [4800, 5000]) refusedAt(await boarded(fee), 'atOrigination.fees.originationFeeAmount');
    assert.equal((await boarded(4799.99)).status, 201);
  });

  test('of a draft follows a new down payment, and an amount financed that is cleared', async () => {
    const { id } = await api.made(loans, { loanTypeId: 'ext-installment', atOrigination: agreement });
    const changed = async (atOrigination: object) => {
      const { body } = await api.put(`${loans}/${id}`, { atOrigination });
      const { amountFinanced, downPaymentAmount, principalAmount } = body.data.atOrigination;
      return [amountFinanced, downPaymentAmount, principalAmount];
    };
    assert.deepEqual(await changed({ downPaymentAmount: 800 }), [4800, 800, 4000]);
    assert.deepEqual(await changed({ amountFinanced: null }), [4000, 800, 4000]);
    assert.deepEqual(await changed({ amountFinanced: 5000 }), [5000, 800, 4200]);
    assert.deepEqual(await changed({ principalAmount: 4300 }), [5000, 800, 4300]);
    assert.deepEqual(await changed({ downPaymentAmount: 700 }), [5000, 700, 4300]);
  });

  test('is refused in the words of the interface', async () => {
    const answer = await board({ duration: null, periodicPaymentAmount: 1 });
    refusedAt(answer, 'atOrigination.periodicPaymentAmount');
    assert.equal(answer.body.data.message, 'does not pay the loan off within 1200 payments');
  });
});
