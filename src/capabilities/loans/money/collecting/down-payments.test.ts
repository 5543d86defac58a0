// Down payments: 450.00 were agreed beside the 3,650.00 that are financed, so that no cent of them is on the ledger. The
// loan earns 1.00 a day and owes 3,682.00 on February 2nd: 3,650.00 and 32 days of interest.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import {
  aCollectedLoan,
  type CollectedLoan,
  nameProvider,
  verifiedAccount,
} from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { splitOf } from '../../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];
const owed = 3682;
const down = { type: 'downPayment' };
const agreed = { principalAmount: 3650, downPaymentAmount: 450 };

describe('a down payment', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const aLoan = async (more: object = agreed): Promise<CollectedLoan> => {
    const loan = await aCollectedLoan(house(), api, { agreed: more });
    await nameProvider(api);
    await loan.at('2026-02-02T17:00:00Z');
    assert.equal(await loan.owed(), owed);
    return loan;
  };

  test('is collected like a payment, and is on no ledger', async () => {
    const loan = await aLoan();
    const made = await loan.collect(450, down);
    assert.deepEqual([made.status, made.paymentDetails.reason], ['initiated', 'downPayment']);
    const pending = await loan.hears(made.id, 'accepted');
    assert.deepEqual([pending.status, pending.timestamps.appliedAt], ['pending', null]);
    const safe = await loan.hears(made.id, 'confirmed');
    assert.deepEqual([safe.status, safe.achConfirmed, splitOf(safe)], ['succeeded', true, [0, 0, 0, 0]]);
    assert.equal(await loan.owed(), owed);
    const types = typesOf((await told(house(), api)).filter(({ transactionId }) => transactionId === made.id));
    assert.deepEqual(types, ['payment.initiated', 'payment.confirmed', 'payment.succeeded']);
    await booksAgree(house(), api, 0);
  });

  test('that comes back brings no fee to the loan, and is retried where that was agreed', async () => {
    const loan = await aLoan();
    const made = await loan.collect(450, { ...down, retryIfReturned: true });
    await loan.hears(made.id, 'accepted');
    const back = await loan.hears(made.id, 'returned', { reason: 'insufficientFunds', code: 'R01' });
    assert.deepEqual([back.status, back.achReturnCode], ['failed', 'R01']);
    assert.equal(await loan.owed(), owed);
    const [retry] = (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    assert.deepEqual([retry.actualAmount, retry.paymentDetails.reason, retry.retryAttempt], [450, 'downPayment', 1]);
    // It stands for the whole of what was agreed.
    assert.deepEqual(refused(await loan.tryToCollect(1, down)), [400, 'AmountExceedsOutstanding']);
  });

  test('charged back and won after all is as it was', async () => {
    const loan = await aLoan();
    const { id } = await loan.collect(450, down);
    await loan.hears(id, 'accepted');
    await loan.hears(id, 'confirmed');
    const lost = await loan.hears(id, 'returned', { reason: 'unauthorized', code: 'R10' });
    assert.deepEqual([lost.status, lost.chargebackDetails.amount], ['chargeback', 450]);
    const won = await loan.hears(id, 'disputeWon');
    assert.deepEqual([won.status, won.chargebackDetails.amount], ['succeeded', 0]);
    assert.equal(await loan.owed(), owed);
  });

  test('takes at most what was agreed, in parts too, collected and from outside together', async () => {
    const loan = await aLoan();
    const outside = await loan.pay(150, { ...down, status: 'pending' });
    assert.deepEqual([outside.status, outside.isExternal, splitOf(outside)], ['pending', true, [0, 0, 0, 0]]);
    const over = await loan.tryToCollect(300.01, down);
    refusedAt(over, 'amount', 'AmountExceedsOutstanding');
    assert.match(over.body.data.expected, /300\.00/);
    await loan.collect(300, { ...down, scheduledDate: '2026-02-10' });
    assert.deepEqual(refused(await loan.tryToPay(0.01, down)), [400, 'AmountExceedsOutstanding']);
    const failed = await loan.change(outside, { status: 'failed', failureReason: 'R01' });
    assert.deepEqual([failed.status, failed.body.data.status], [200, 'failed']);
    assert.equal(await loan.owed(), owed, 'no returned-item fee');
    await loan.pay(150, { type: 'downpayment', externalId: 'down-2' });
    assert.deepEqual(refused(await loan.tryToPay(150, { ...down, externalId: 'down-2' })), [
      409,
      'DuplicateExternalId',
    ]);
  });

  test('is previewed, canceled and reversed like any payment', async () => {
    const loan = await aLoan();
    const preview = await loan.tryToCollect(450, { ...down, previewMode: true });
    assert.deepEqual([preview.status, preview.body.data.id], [201, null]);
    const later = await loan.collect(450, { ...down, scheduledDate: '2026-02-20' });
    assert.equal((await loan.act(later, 'cancel')).body.data.status, 'canceled');
    const made = await loan.collect(450, down);
    assert.equal((await loan.act(made, 'reverse')).body.data.status, 'canceled', 'nobody had heard of it');
    const sent = await loan.collect(450, { ...down, achSameDay: true });
    await loan.hears(sent.id, 'accepted');
    const reversing = (await loan.act(sent, 'reverse', { isMistake: true })).body.data;
    assert.equal(reversing.reversedTransactionId, sent.id);
    await loan.hears(reversing.id, 'accepted', { deed: 'reversal' });
    const { status, reversingTransactionStatus } = await loan.transaction(sent.id);
    assert.deepEqual([status, reversingTransactionStatus], ['pending', 'pending']);
    assert.equal(await loan.owed(), owed);
    const body = { ...down, amount: 450, paymentInstrumentId: loan.instrumentId };
    const again = await api.post(`${loan.path}/transactions?force=true`, body);
    assert.equal(again.status, 201, 'what was reversed is open again');
  });

  test('is refused where nothing was agreed, on lines by name, and after the loan has ended', async () => {
    const without = await aLoan({});
    assert.deepEqual(refused(await without.tryToPay(1, down)), [400, 'AmountExceedsOutstanding']);
    const loan = await aLoan();
    refusedAt(await loan.tryToPay(1, { ...down, allowOverpayment: true }), 'allowOverpayment');
    refusedAt(await loan.tryToCollect(1, { ...down, enablePrepayments: true }), 'enablePrepayments');
    const line = await aLine(api);
    refusedAt(await api.post(`${line.path}/transactions`, { ...down, amount: 1, isExternal: true }), 'type');
    await loan.pay(owed);
    assert.deepEqual(refused(await loan.tryToPay(1, down)), [409, 'LoanStatusForbids']);
  });

  test('needs a permission of its own', async () => {
    const loan = await aLoan();
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['transaction:create.onetimepayment'] });
    const payer = house().client(key, api.realm);
    const { status, body } = await payer.post(`${loan.path}/transactions`, { ...down, amount: 1, isExternal: true });
    assert.deepEqual([status, body.data.permission], [403, 'transaction:create.downpayment']);
  });
});

describe('a down payment by an account of the simulator', () => {
  const { house, aCompany } = useHouse();

  test('stands in the cash book beside the clearing of loans', async () => {
    const { test: api, id: companyId } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { agreed });
    await loan.at('2026-02-02T17:00:00Z');
    const { id } = await loan.collect(450, down);
    await eventually('it was accepted', async () => (await loan.transaction(id)).status === 'pending');
    await moveClock(api, '2026-02-06T15:00:00Z');
    assert.equal((await loan.transaction(id)).status, 'succeeded');
    const { rows } = await house().service.database.pools.test.query(
      'select account, amount_cents::int as cents from cash_balances where company_id = $1 and amount_cents <> 0 order by 1',
      [companyId],
    );
    // The account was verified by 0.11 and 0.32.
    assert.deepEqual(rows, [
      { account: 'DN', cents: -45_000 },
      { account: 'FE', cents: 43 },
      { account: 'PR', cents: 44_957 },
    ]);
    const bodies = await house().service.database.pools.test.query(
      "select subject_kind from payment_attempts where company_id = $1 and subject_id like 'TX-%'",
      [companyId],
    );
    assert.deepEqual(bodies.rows, [{ subject_kind: 'downPayment' }]);
  });

  test('is retried although a payment of the loan came in between', async () => {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { agreed });
    await loan.at('2026-02-02T17:00:00Z');
    const without = await verifiedAccount(api, loan.personId, { accountNumber: '910100200025' });
    const made = await loan.collect(450, { ...down, paymentInstrumentId: without, retryIfReturned: true });
    await eventually('it was accepted', async () => (await loan.transaction(made.id)).status === 'pending');
    await moveClock(api, '2026-02-06T15:00:00Z');
    const [retry] = (await api.get(`${loan.path}/transactions?status=scheduled`)).body.data;
    assert.equal(retry.retryOriginalTransactionId, made.id);
    await loan.pay(10);
    await moveClock(api, `${retry.timestamps.effectiveDate}T23:00:00Z`);
    assert.equal((await loan.transaction(retry.id)).status, 'pending');
  });
});
