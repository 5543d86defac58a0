// A payment that was sent back to the borrower, and then came back from the bank too: both have the money.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { aCollectedLoan, type CollectedLoan, nameProvider } from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { told } from '../../../../../tests/support/told.ts';

describe('a payment that was sent back, and then came back from the bank', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
  });

  async function aLoan(): Promise<CollectedLoan> {
    const loan = await aCollectedLoan(house(), api);
    await loan.at('2026-02-06T17:00:00Z');
    return loan;
  }

  const lost = async ({ id }: CollectedLoan) =>
    (await told(house(), api, `loanId=${id}`))
      .filter(({ eventType }) => eventType === 'payment.refundedandreturned')
      .map(({ amount, transactionId }) => [amount, transactionId]);
  const breaks = async ({ personId }: CollectedLoan) => {
    const { rows } = await house().service.database.pools.test.query(
      'select kind, amount_cents::int as cents from payment_breaks where person_id = $1',
      [personId],
    );
    return rows.map(({ kind, cents }) => [kind, cents]);
  };
  const unauthorized = { reason: 'unauthorized', code: 'R10' };

  // 3,686.00 are owed and collected; a check of 25.00 comes beside it and is paid back once the debit is safe. Then the
  // debit is returned: of the 25.00 nothing is left to pay them from.
  test('by a reimbursement is a break, with what is missing', async () => {
    const loan = await aLoan();
    const payment = await loan.collect(await loan.owed());
    await loan.hears(payment.id, 'accepted');
    await loan.hears(payment.id, 'confirmed');
    await loan.pay(25, { allowOverpayment: true });
    const back = { reimbursementAmount: 25, paymentInstrumentId: loan.instrumentId };
    const { id } = await api.made(`${loan.path}/reimburse`, back);
    await loan.hears(id, 'accepted', { deed: 'credit' });
    await loan.hears(id, 'confirmed', { deed: 'credit' });
    assert.deepEqual([await lost(loan), await breaks(loan)], [[], []]);
    await loan.hears(payment.id, 'returned', unauthorized);
    assert.deepEqual(await lost(loan), [[25, payment.id]]);
    assert.deepEqual(await breaks(loan), [['refundedAndReturned', 2_500]]);
  });

  test('by a reversal is a break of its whole amount; it is taken off the books once, without a fee', async () => {
    const loan = await aLoan();
    const owed = await loan.owed();
    const payment = await loan.collect(100);
    await loan.hears(payment.id, 'accepted');
    await loan.hears(payment.id, 'confirmed');
    const { id } = await api.made(`${loan.path}/transactions/${payment.id}/reverse`, {});
    await loan.hears(id, 'accepted', { deed: 'credit' });
    assert.equal(await loan.owed(), owed);
    const after = await loan.hears(payment.id, 'returned', { reason: 'insufficientFunds', code: 'R01' });
    assert.deepEqual([after.status, await loan.owed()], ['failed', owed]);
    assert.deepEqual([await lost(loan), await breaks(loan)], [[[100, payment.id]], [['refundedAndReturned', 10_000]]]);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 1);
  });
});
