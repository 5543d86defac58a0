// A loan that is over shows the day on which it ended, and no payment that is still to come.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';

describe('a loan that is over', () => {
  const { aCompany } = useHouse();

  const endOf = ({ endDate, current }: { endDate: unknown; current: { periodicPayment: unknown } }) => [
    endDate,
    current.periodicPayment,
  ];

  test('ended on the day of its payoff, and is still what it was if the payoff is undone', async () => {
    const loan = await aLife(await aCompany());
    const running = endOf(await loan.read());
    assert.deepEqual(running, ['2027-01-15', 432.2]);
    await loan.moveTo('2026-02-10');
    const { payoffAmount } = await loan.read('/payoff');
    const payment = await loan.pay(payoffAmount);
    assert.deepEqual(endOf(await loan.read()), ['2026-02-10', 0]);
    const [listed] = (await loan.api.get('/loans')).body.data;
    assert.deepEqual(endOf(listed), ['2026-02-10', 0]);
    await loan.moveTo('2026-02-12');
    await loan.act('close');
    assert.deepEqual(endOf(await loan.read()), ['2026-02-10', 0]);
    await loan.api.put(`${loan.path}/transactions/${payment.id}`, { status: 'failed' });
    assert.deepEqual(endOf(await loan.read()), running);
  });

  test('ended on the day of its charge-off', async () => {
    const loan = await aLife(await aCompany());
    await loan.moveTo('2026-03-01');
    await loan.act('charge-off', { chargedOffReason: 'fraud' });
    assert.deepEqual(endOf(await loan.read()), ['2026-03-01', 0]);
    await loan.act('reverse-charge-off');
    assert.deepEqual(endOf(await loan.read()), ['2027-01-15', 432.2]);
  });

  test('never began, if it was canceled', async () => {
    const loan = await aLife(await aCompany(), { activate: false });
    await loan.act('cancel');
    assert.deepEqual(endOf(await loan.read()), [null, null]);
  });
});
