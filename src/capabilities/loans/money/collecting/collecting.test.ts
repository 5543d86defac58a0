// Payments that the service collects, from the request to their end. The loan earns 1.00 a day, 500.00 come due on the
// first of each month, a late fee is 15.00 and a returned payment 20.00 (tests/support/round-loan.ts).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { aCollectedLoan, type CollectedLoan, nameProvider } from '../../../../../tests/support/collected.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { splitOf } from '../../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];
const insufficient = { reason: 'insufficientFunds', code: 'R01' };

describe('a payment that the service collects', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aLoan = async (date = '2026-02-02T17:00:00Z'): Promise<CollectedLoan> => {
    const loan = await aCollectedLoan(house(), api);
    assert.equal((await nameProvider(api)).status < 300, true);
    await loan.at(date);
    return loan;
  };

  test('is initiated, on the books once it is accepted, and succeeded once it is safe', async () => {
    const loan = await aLoan();
    const owed = await loan.owed();
    const made = await loan.collect(500);
    assert.deepEqual([made.status, made.isExternal, made.timestamps.effectiveDate], ['initiated', false, '2026-02-02']);
    assert.equal(await loan.owed(), owed, 'an order is not on the books');
    const pending = await loan.hears(made.id, 'accepted');
    assert.equal(pending.status, 'pending');
    assert.deepEqual(
      splitOf(pending).reduce((sum, one) => sum + one, 0),
      500,
    );
    assert.equal(await loan.owed(), owed - 500);
    assert.equal((await loan.hears(made.id, 'accepted')).status, 'pending', 'twice is once');
    const safe = await loan.hears(made.id, 'confirmed');
    assert.deepEqual(
      [safe.status, safe.achConfirmed, safe.processorTransactionId],
      ['succeeded', true, `P-${made.id}`],
    );
  });

  test('is refused where a hundred of its loan wait already', async () => {
    const loan = await aLoan();
    for (let i = 1; i <= 100; i += 1) await loan.collect(i / 100, { scheduledDate: '2026-03-02' });
    assert.deepEqual(refused(await loan.tryToCollect(2, { scheduledDate: '2026-03-02' })), [
      409,
      'TooManyPaymentsUnderWay',
    ]);
    assert.deepEqual(refused(await loan.tryToCollect(2)), [409, 'TooManyPaymentsUnderWay']);
  });

  test('counts on the day of the request, however late the provider accepts it', async () => {
    const [early, late] = [await aLoan(), await aLoan()];
    const first = await early.collect(500);
    await early.hears(first.id, 'accepted');
    const second = await late.collect(500);
    await late.at('2026-02-20T17:00:00Z');
    await late.hears(second.id, 'accepted');
    assert.deepEqual(splitOf(await late.transaction(second.id)), splitOf(await early.transaction(first.id)));
    assert.equal(await late.owed(), await early.owed());
  });

  test('that comes back was never there, but for the fee; and is there again if its return is undone', async () => {
    const [loan, twin, paid] = [await aLoan(), await aLoan(), await aLoan()];
    const made = await loan.collect(500);
    await loan.hears(made.id, 'accepted');
    await paid.hears((await paid.collect(500)).id, 'accepted');
    await loan.at('2026-02-05T17:00:00Z');
    const back = await loan.hears(made.id, 'returned', insufficient);
    assert.deepEqual([back.status, back.achReturnCode, back.failureReason], ['failed', 'R01', 'insufficientFunds']);
    assert.equal(back.failureDescriptionShort, 'Insufficient funds');
    assert.equal(await loan.owed(), (await twin.owed()) + 20);
    assert.equal((await loan.hears(made.id, 'returned', insufficient)).status, 'failed');
    assert.equal(await loan.owed(), (await twin.owed()) + 20, 'the fee is booked once');
    assert.equal((await loan.hears(made.id, 'confirmed')).status, 'succeeded');
    assert.equal(await loan.owed(), await paid.owed());
  });

  test('that comes back, and whose retry is scheduled, is tried no more once its return is undone', async () => {
    const loan = await aLoan();
    const { id } = await loan.collect(500, { retryIfReturned: true });
    await loan.hears(id, 'accepted');
    await loan.hears(id, 'returned', insufficient);
    const [retry] = (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    assert.equal((await loan.hears(id, 'disputeWon', { code: 'R61' })).status, 'succeeded');
    const { status, cancelReason } = await loan.transaction(retry.id);
    assert.deepEqual([status, cancelReason], ['canceled', 'superseded']);
  });

  for (const [code, reason, status, isBlocked] of [
    ['R01', 'insufficientFunds', 'active', false],
    ['R02', 'accountClosed', 'inactive', false],
    ['R03', 'accountNotFound', 'inactive', false],
    ['R07', 'authorizationRevoked', 'active', true],
    ['R10', 'unauthorized', 'active', true],
    ['R29', 'unauthorized', 'active', true],
  ] as const) {
    test(`returned by ${code} leaves its instrument ${status}${isBlocked ? ', blocked for debits' : ''}`, async () => {
      const loan = await aLoan();
      const { id } = await loan.collect(100, { retryIfReturned: true });
      await loan.hears(id, 'accepted');
      await loan.hears(id, 'returned', { code, reason });
      const path = `/people/${loan.personId}/payment-instruments/${loan.instrumentId}`;
      const shown = (await api.get(path)).body.data;
      assert.deepEqual([shown.status, shown.isBlockedForDebits], [status, isBlocked]);
      assert.equal(shown.inactiveReason, status === 'inactive' ? reason : null);
      const next = await loan.tryToCollect(50);
      if (code === 'R01') assert.equal(next.status, 201);
      else assert.deepEqual(refused(next), [409, 'InstrumentCannotBeCharged']);
    });
  }

  test('that is refused never was there, and costs nothing', async () => {
    const loan = await aLoan();
    const owed = await loan.owed();
    const made = await loan.collect(500);
    const failed = await loan.hears(made.id, 'refused', { reason: 'accountInvalid', code: 'R04' });
    assert.deepEqual([failed.status, failed.timestamps.appliedAt], ['failed', null]);
    assert.equal(await loan.owed(), owed);
  });

  test('that the holder did not authorize is a chargeback, with an object of its own', async () => {
    const loan = await aLoan();
    const made = await loan.collect(500);
    await loan.hears(made.id, 'confirmed');
    const owed = await loan.owed();
    const back = await loan.hears(made.id, 'returned', { reason: 'unauthorized', code: 'R10' });
    assert.deepEqual([back.status, back.chargebackDetails.amount], ['chargeback', 500]);
    const [chargeback] = back.chargebackDetails.chargebacks;
    assert.deepEqual([chargeback.status, chargeback.category, chargeback.reasonCode], ['lost', 'unauthorized', 'R10']);
    assert.equal(await loan.owed(), owed + 500, 'no fee');
  });

  test('in dispute leaves the loan alone; won it stays, lost it goes by what was disputed', async () => {
    const loan = await aLoan();
    const made = await loan.collect(500);
    await loan.hears(made.id, 'confirmed');
    const owed = await loan.owed();
    assert.equal((await loan.hears(made.id, 'disputed', { code: '10.4' })).status, 'inDispute');
    assert.equal(await loan.owed(), owed);
    const won = await loan.hears(made.id, 'disputeWon');
    assert.deepEqual([won.status, won.chargebackDetails.amount], ['succeeded', 0]);
    await loan.hears(made.id, 'disputed', { code: '13.1', amount: 12_000 as never });
    const lost = await loan.hears(made.id, 'disputeLost', { code: '13.1', amount: 12_000 as never });
    assert.deepEqual([lost.status, lost.chargebackDetails.amount], ['chargeback', 120]);
    assert.equal(await loan.owed(), owed + 120);
  });

  test('is refused by the field that is wrong', async () => {
    const loan = await aLoan();
    refusedAt(await loan.tryToCollect(0), 'amount');
    refusedAt(await loan.tryToCollect(10, { paymentInstrumentId: undefined }), 'paymentInstrumentId');
    refusedAt(await loan.tryToCollect(10, { scheduledDate: '2026-02-01' }), 'scheduledDate');
    refusedAt(await loan.tryToCollect(10, { scheduledDate: '2027-02-04' }), 'scheduledDate');
    refusedAt(await loan.tryToCollect(10, { effectiveDate: '2026-02-01' }), 'effectiveDate');
    refusedAt(await loan.tryToCollect(10, { status: 'succeeded' }), 'status');
    refusedAt(await loan.tryToCollect(9_000), 'amount', 'AmountExceedsOutstanding');
    const instruments = `/people/${loan.personId}/payment-instruments`;
    await api.put(`${instruments}/${loan.instrumentId}`, { verified: false });
    assert.deepEqual(refused(await loan.tryToCollect(10)), [409, 'InstrumentCannotBeCharged']);
    await api.put(`${instruments}/${loan.instrumentId}`, { verified: true, status: 'inactive' });
    assert.deepEqual(refused(await loan.tryToCollect(10)), [409, 'InstrumentCannotBeCharged']);
  });

  test('is made once, unless the same again is meant; what is on the way counts as paid', async () => {
    const loan = await aLoan();
    await loan.collect(2000);
    assert.deepEqual(refused(await loan.tryToCollect(2000)), [409, 'TwinPayment']);
    refusedAt(await loan.tryToCollect(2001), 'amount', 'AmountExceedsOutstanding');
    const again = await api.post(`${loan.path}/transactions?force=true`, {
      type: 'oneTime',
      amount: 1000,
      paymentInstrumentId: loan.instrumentId,
    });
    assert.equal(again.status, 201, JSON.stringify(again.body));
  });

  test('is no twin of another one where its caller gave each an external id', async () => {
    const loan = await aLoan();
    await loan.collect(1000, { externalId: 'order-1' });
    assert.deepEqual(refused(await loan.tryToCollect(1000)), [409, 'TwinPayment']);
    await loan.collect(1000, { externalId: 'order-2' });
  });

  test('scheduled, can be canceled, and nothing of it was on the books', async () => {
    const loan = await aLoan();
    const made = await loan.collect(100, { scheduledDate: '2026-02-21' });
    assert.deepEqual([made.status, made.timestamps.scheduledDate], ['scheduled', '2026-02-21']);
    const path = `${loan.path}/transactions/${made.id}/cancel`;
    const canceled = await api.post(`${path}?cancelReason=changedMind`, {});
    assert.deepEqual(
      [canceled.status, canceled.body.data.status, canceled.body.data.cancelReason],
      [200, 'canceled', 'changedMind'],
    );
    assert.deepEqual(refused(await api.post(path, {})), [409, 'TransactionStatusForbids']);
  });

  test('is withdrawn while nobody has heard of it', async () => {
    const loan = await aLoan();
    const owed = await loan.owed();
    const made = await loan.collect(500);
    const { status, body } = await loan.act(made, 'reverse');
    assert.deepEqual([status, body.data.id, body.data.status], [201, made.id, 'canceled']);
    assert.equal(await loan.owed(), owed);
    assert.deepEqual(refused(await loan.act(made, 'reverse')), [409, 'TransactionStatusForbids']);
  });

  test('is sent back by an order of its own once it is safe, and is there again if that fails', async () => {
    const loan = await aLoan();
    const made = await loan.collect(500);
    await loan.hears(made.id, 'accepted');
    assert.deepEqual(refused(await loan.act(made, 'reverse')), [409, 'NotReversibleYet']);
    await loan.hears(made.id, 'confirmed');
    const owed = await loan.owed();
    const { data } = (await loan.act(made, 'reverse')).body;
    assert.deepEqual([data.paymentDetails?.reason, data.status], ['reversal', 'initiated'], JSON.stringify(data));
    assert.equal(await loan.owed(), owed, 'not before it is accepted');
    await loan.hears(data.id, 'accepted');
    assert.equal(await loan.owed(), owed + 500);
    const { reversedByTransactionId, reversingTransactionStatus } = await loan.transaction(made.id);
    assert.deepEqual([reversedByTransactionId, reversingTransactionStatus], [data.id, 'pending']);
    assert.deepEqual(refused(await loan.act(made, 'reverse')), [409, 'TransactionReversed']);
    assert.equal((await loan.hears(data.id, 'returned', { reason: 'accountClosed', code: 'R02' })).status, 'failed');
    assert.equal(await loan.owed(), owed);
  });

  test('overpaid goes back to a bank account once it is safe, and at most once', async () => {
    const loan = await aLoan();
    await loan.pay(3700, { allowOverpayment: true });
    const reimburse = (reimbursementAmount: number) =>
      api.post(`${loan.path}/reimburse`, { reimbursementAmount, paymentInstrumentId: loan.instrumentId });
    const credit = (await loan.read('/balances')).creditBalance?.amount ?? 3700 - 3682;
    refusedAt(await reimburse(credit + 1), 'reimbursementAmount', 'AmountExceedsCredit');
    const { status, body } = await reimburse(10);
    assert.deepEqual([status, body.data.status], [201, 'initiated'], JSON.stringify(body));
    refusedAt(await reimburse(credit - 5), 'reimbursementAmount', 'AmountExceedsCredit');
    const pending = await loan.hears(body.data.id, 'accepted', { deed: 'credit' });
    assert.deepEqual([pending.status, pending.paymentDetails.toInstrumentId], ['pending', loan.instrumentId]);
    const back = await loan.hears(body.data.id, 'returned', { deed: 'credit', reason: 'creditRefused', code: 'R23' });
    assert.equal(back.status, 'failed');
    assert.deepEqual(refused(await reimburse(credit)), [409, 'InstrumentCannotBeCharged'], 'its owner refuses credits');
    const instrument = `/people/${loan.personId}/payment-instruments/${loan.instrumentId}`;
    await api.put(instrument, { isBlockedForCredits: false });
    assert.equal((await reimburse(credit)).status, 201, 'the credit is there again');
  });

  test('and its status is not moved by a client', async () => {
    const loan = await aLoan();
    const made = await loan.collect(100);
    assert.deepEqual(refused(await loan.change(made, { status: 'succeeded' })), [400, 'TransactionTypeForbids']);
    assert.equal((await loan.change(made, { metaData: { a: 'b' } })).status, 200);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 1);
  });
});

describe('as time passes, a payment', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  const begin = async (): Promise<CollectedLoan> => {
    api = (await aCompany()).test;
    const loan = await aCollectedLoan(house(), api);
    await nameProvider(api);
    await loan.at('2026-02-02T17:00:00Z');
    return loan;
  };

  test('scheduled for a Saturday is ordered the banking day before, and counts on the Saturday', async () => {
    const loan = await begin();
    const { id } = await loan.collect(100, { scheduledDate: '2026-02-21' });
    await moveClock(api, '2026-02-20T20:29:00Z');
    assert.equal((await loan.transaction(id)).status, 'scheduled');
    await moveClock(api, '2026-02-20T20:31:00Z');
    const ordered = await loan.transaction(id);
    assert.deepEqual([ordered.status, ordered.timestamps.effectiveDate], ['initiated', '2026-02-21']);
    const pending = await loan.hears(id, 'accepted');
    assert.deepEqual([pending.status, pending.timestamps.appliedAt], ['pending', null]);
    await moveClock(api, '2026-02-21T17:00:00Z');
    assert.equal((await loan.transaction(id)).timestamps.appliedAt === null, false);
    const [attempt] = (await api.get(`${loan.path}/transactions/${id}/attempts`)).body.data;
    assert.deepEqual([attempt.transactionId, attempt.entryDate, attempt.amount], [id, '2026-02-23', 100]);
  });

  test('is lowered to what is owed when it is ordered, and canceled where nothing is', async () => {
    const loan = await begin();
    const { id } = await loan.collect(3000, { scheduledDate: '2026-02-20' });
    const other = await loan.collect(300, { scheduledDate: '2026-02-25' });
    await loan.pay(1500);
    await moveClock(api, '2026-02-20T17:00:00Z');
    const ordered = await loan.transaction(id);
    assert.deepEqual([ordered.status, ordered.scheduledAmount], ['initiated', 3000]);
    assert.ok(ordered.actualAmount < 3000, String(ordered.actualAmount));
    await loan.hears(id, 'accepted');
    await moveClock(api, '2026-02-25T17:00:00Z');
    const { status, cancelReason } = await loan.transaction(other.id);
    assert.deepEqual([status, cancelReason], ['canceled', 'nothingDue']);
  });

  test('is canceled at its release when its instrument is not active any more', async () => {
    const loan = await begin();
    const { id } = await loan.collect(100, { scheduledDate: '2026-02-20' });
    await api.put(`/people/${loan.personId}/payment-instruments/${loan.instrumentId}`, { status: 'inactive' });
    await moveClock(api, '2026-02-20T17:00:00Z');
    const { status, cancelReason } = await loan.transaction(id);
    assert.deepEqual([status, cancelReason], ['canceled', 'instrumentInactive']);
  });

  test('that came back is tried again on the preferred day, for the same amount, with one fee in all', async () => {
    const loan = await begin();
    const { id } = await loan.collect(500, { retryIfReturned: true });
    await loan.hears(id, 'accepted');
    await loan.at('2026-02-05T17:00:00Z');
    await loan.hears(id, 'returned', insufficient);
    const owed = await loan.owed();
    const list = async () => (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    const [retry] = await list();
    // Three banking days after Thursday is Tuesday the 10th; the next Friday is the 13th.
    assert.deepEqual(
      [retry.retryOriginalTransactionId, retry.retryAttempt, retry.scheduledAmount, retry.timestamps.scheduledDate],
      [id, 1, 500, '2026-02-13'],
    );
    await moveClock(api, '2026-02-13T17:00:00Z');
    assert.equal((await loan.transaction(retry.id)).status, 'initiated');
    await loan.hears(retry.id, 'returned', insufficient);
    assert.equal(
      await loan.owed(),
      owed + 8 + 15,
      'the interest of eight days, the late fee that the first return brought, and no second fee',
    );
    const [second] = await list();
    assert.equal(second.retryAttempt, 2);
    await moveClock(api, `${second.timestamps.scheduledDate}T17:00:00Z`);
    await loan.hears(second.id, 'returned', insufficient);
    assert.deepEqual(await list(), [], 'three presentments in all');
  });
});
