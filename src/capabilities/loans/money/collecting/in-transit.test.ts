// What happens to the loan, the instrument and the borrower while money is on its way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aCollectedLoan, type CollectedLoan, nameProvider } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

const insufficient = { reason: 'insufficientFunds', code: 'R01' };

describe('while money is on its way', () => {
  const { house, aCompany } = useHouse();
  const begin = async (): Promise<{ api: Client; loan: CollectedLoan }> => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api);
    await nameProvider(api);
    await loan.at('2026-02-02T17:00:00Z');
    return { api, loan };
  };

  test('its instrument may be deleted: the payment counts, and comes back, all the same', async () => {
    const { api, loan } = await begin();
    const owed = await loan.owed();
    const { id } = await loan.collect(500, { retryIfReturned: true });
    await loan.hears(id, 'accepted');
    const path = `/people/${loan.personId}/payment-instruments/${loan.instrumentId}`;
    assert.equal((await api.delete(path)).status, 200);
    assert.equal(await loan.owed(), owed - 500);
    const back = await loan.hears(id, 'returned', { reason: 'accountClosed', code: 'R02' });
    assert.equal(back.status, 'failed');
    assert.equal(await loan.owed(), owed);
    assert.deepEqual((await api.get(`${loan.path}/transactions?status=scheduled`)).body.data, []);
  });

  test('the borrower may be erased: what is heard of the payment still reaches the books', async () => {
    const { api, loan } = await begin();
    const owed = await loan.owed();
    const { id } = await loan.collect(500);
    await loan.hears(id, 'accepted');
    const erased = await erasePersonByHand(house().service, api.realm, loan.personId, { evenWithOpenLoans: true });
    assert.equal(erased.outcome, 'erased');
    assert.equal((await loan.hears(id, 'returned', insufficient)).status, 'failed');
    assert.equal(await loan.owed(), owed + 20);
  });

  test('the borrower may be erased before anybody has heard of it: it is never sent, and the payment is canceled', async () => {
    const { api, loan } = await begin();
    await house().service.database.pools.test.query(`update money_switches set stopped_at = now(), reason = 'a test'`);
    const { id } = await loan.collect(500);
    const erased = await erasePersonByHand(house().service, api.realm, loan.personId, { evenWithOpenLoans: true });
    assert.equal(erased.outcome, 'erased');
    await house().service.database.pools.test.query('update money_switches set stopped_at = null, reason = null');
    await house().service.database.pools.test.query('update payment_attempts set held_until = 1 where held_until > 0');
    await eventually('it was canceled', async () => (await loan.transaction(id)).status === 'canceled');
    const [attempt] = (await api.get(`${loan.path}/transactions/${id}/attempts`)).body.data;
    assert.deepEqual([attempt.status, attempt.sentAt], ['voided', null]);
  });

  test('the loan that it pays off is open again when it comes back', async () => {
    const { loan } = await begin();
    const owed = await loan.owed();
    const { id } = await loan.collect(owed);
    await loan.hears(id, 'accepted');
    assert.equal((await loan.read()).status, 'paidOff');
    assert.equal((await loan.tryToCollect(1)).status, 400);
    await loan.hears(id, 'returned', insufficient);
    assert.equal((await loan.read()).status, 'active');
    assert.equal(await loan.owed(), owed + 20);
  });

  test('what is ordered counts as paid: nothing is taken beside the payoff', async () => {
    const { loan } = await begin();
    await loan.collect(await loan.owed());
    const { status, body } = await loan.tryToCollect(1);
    assert.deepEqual([status, body.errorType], [400, 'AmountExceedsOutstanding']);
  });

  test('a retry is not made once the borrower has paid otherwise', async () => {
    const { api, loan } = await begin();
    const { id } = await loan.collect(500, { retryIfReturned: true });
    await loan.hears(id, 'accepted');
    await loan.hears(id, 'returned', insufficient);
    const [retry] = (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    await loan.pay(10);
    await moveClock(api, `${retry.timestamps.scheduledDate}T22:00:00Z`);
    const { status, cancelReason } = await loan.transaction(retry.id);
    assert.deepEqual([status, cancelReason], ['canceled', 'superseded']);
  });

  test('cancel and release at once: one of the two, and what is canceled was never ordered', async () => {
    const { api, loan } = await begin();
    const ids: string[] = [];
    for (let amount = 1; amount <= 20; amount += 1)
      ids.push((await loan.collect(amount, { scheduledDate: '2026-02-20' })).id);
    const [answers] = await Promise.all([
      Promise.all(ids.map((id) => api.post(`${loan.path}/transactions/${id}/cancel`, {}))),
      moveClock(api, '2026-02-20T17:00:00Z'),
    ]);
    for (const [index, id] of ids.entries()) {
      const { status } = await loan.transaction(id);
      const attempts = (await api.get(`${loan.path}/transactions/${id}/attempts`)).body.data;
      const isCanceled = answers[index]?.status === 200;
      assert.equal(status === 'canceled', isCanceled, `${id} ${status} ${answers[index]?.status}`);
      assert.equal(attempts.length, isCanceled ? 0 : 1);
    }
  });
});
