// What goes wrong while a payment waits or is on its way, and what is answered. The loan earns 1.00 a day, 500.00 come
// due on the first of each month, a returned payment costs 20.00 (tests/support/round-loan.ts).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aCollectedLoan, type CollectedLoan, nameProvider } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

describe('a payment', () => {
  const { house, aCompany } = useHouse();
  const begin = async (options = {}): Promise<{ api: Client; loan: CollectedLoan }> => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, options);
    await nameProvider(api);
    await loan.at('2026-02-02T17:00:00Z');
    return { api, loan };
  };
  const ended = async (loan: CollectedLoan, id: string) => {
    const { status, cancelReason } = await loan.transaction(id);
    return [status, cancelReason];
  };

  test('that is above a limit of the company when its day comes is canceled', async () => {
    const { api, loan } = await begin();
    const { id } = await loan.collect(100, { scheduledDate: '2026-02-20' });
    const small = await loan.collect(40, { scheduledDate: '2026-02-20' });
    await api.put('/companies/current', { paymentLimits: { perPayment: 50 } });
    await moveClock(api, '2026-02-20T22:00:00Z');
    assert.deepEqual(await ended(loan, id), ['canceled', 'limit']);
    assert.equal((await loan.transaction(small.id)).status, 'initiated');
  });

  test('whose consent is revoked before its day is canceled', async () => {
    const { api, loan } = await begin();
    const { id, ...made } = await loan.collect(100, { scheduledDate: '2026-02-20' });
    const all = (await api.get(`/people/${loan.personId}/payment-authorizations`)).body.data;
    assert.equal(all.length, 1, JSON.stringify(made));
    await api.made(`/people/${loan.personId}/payment-authorizations/${all[0].id}/revoke`, {});
    await moveClock(api, '2026-02-20T22:00:00Z');
    assert.deepEqual(await ended(loan, id), ['canceled', 'authorizationMissing']);
  });

  test('scheduled for a loan that was charged off meanwhile is canceled', async () => {
    const { api, loan } = await begin({ type: { delinquency: { paymentAllowedWhenChargedOff: false } } });
    const { id } = await loan.collect(100, { scheduledDate: '2026-02-20' });
    await api.made(`${loan.path}/charge-off`, { chargedOffReason: 'bankruptcy' });
    await moveClock(api, '2026-02-20T22:00:00Z');
    assert.deepEqual(await ended(loan, id), ['canceled', 'loanStatus']);
  });

  test('that pays its loan off keeps it from being closed until it is safe', async () => {
    const { api, loan } = await begin();
    const { id } = await loan.collect(await loan.owed());
    const close = async () => {
      const { status, body } = await api.post(`${loan.path}/close`, {});
      return [status, body.errorType];
    };
    await loan.hears(id, 'accepted');
    assert.deepEqual([(await loan.read()).status, await close()], ['paidOff', [409, 'LoanMoneyNotSafe']]);
    await loan.hears(id, 'confirmed');
    assert.equal((await close())[0], 201);
  });

  test('ordered before its loan was paid off otherwise counts all the same, and its money is credit', async () => {
    const { loan } = await begin();
    const { id } = await loan.collect(500);
    // The order is not on the books yet: whoever looks pays all of it.
    await loan.pay(await loan.owed());
    await loan.hears(id, 'accepted');
    const { creditBalance, outstandingBalances } = await loan.read('/balances');
    assert.equal(outstandingBalances.outstandingTotalAmount, 0);
    assert.equal(creditBalance?.amount ?? 500, 500);
    await loan.hears(id, 'returned', { reason: 'insufficientFunds', code: 'R01' });
    assert.deepEqual([await loan.owed(), (await loan.read()).status], [20, 'active'], 'the fee alone');
  });

  test('by an account of another borrower is refused by its field', async () => {
    const { api, loan } = await begin();
    const { instrumentId: paymentInstrumentId } = await aCollectedLoan(house(), api);
    const { status, body } = await loan.tryToCollect(10, { paymentInstrumentId });
    assert.deepEqual([status, body.errorType, body.data.path], [404, 'NotFound', 'paymentInstrumentId']);
  });

  test('of a borrower who is erased before its day is canceled', async () => {
    const { api, loan } = await begin();
    const { id } = await loan.collect(90, { scheduledDate: '2026-02-20' });
    const erased = await erasePersonByHand(house().service, api.realm, loan.personId, { evenWithOpenLoans: true });
    assert.equal(erased.outcome, 'erased');
    await moveClock(api, '2026-02-20T22:00:00Z');
    assert.deepEqual(await ended(loan, id), ['canceled', 'instrumentInactive']);
  });

  /** 500.00 are paid, safe, and sent back: the loan owes what it did at first, 3,682.00 (3,650 and 32 days). */
  async function sentBack() {
    const { loan } = await begin();
    const { id } = await loan.collect(500, { retryIfReturned: true });
    await loan.hears(id, 'confirmed');
    const { data: refund } = (await loan.act({ id }, 'reverse')).body;
    await loan.hears(refund.id, 'accepted');
    assert.equal(await loan.owed(), 3682);
    return { loan, id, refundId: refund.id as string };
  }

  test('that was sent back, and comes back as well, is off the books once: no fee, no retry', async () => {
    const { loan, id, refundId } = await sentBack();
    assert.equal((await loan.hears(id, 'returned', { reason: 'insufficientFunds', code: 'R01' })).status, 'failed');
    assert.equal(await loan.owed(), 3682);
    assert.deepEqual(await loan.read('/transactions?status=scheduled'), []);
    assert.equal((await loan.hears(refundId, 'returned', { reason: 'accountClosed', code: 'R02' })).status, 'failed');
    assert.equal(await loan.owed(), 3682, 'the borrower has it back by the return');
  });

  test('that was sent back, came back, and whose return is undone, is on the books only if the refund fails', async () => {
    const { loan, id, refundId } = await sentBack();
    await loan.hears(id, 'returned', { reason: 'unauthorized', code: 'R10' });
    assert.equal((await loan.hears(id, 'disputeWon', { code: 'R61' })).status, 'succeeded');
    assert.equal(await loan.owed(), 3682, 'the refund stands');
    await loan.hears(refundId, 'returned', { reason: 'accountClosed', code: 'R02' });
    assert.equal(await loan.owed(), 3182);
  });
});
