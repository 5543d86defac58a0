// Service credits are reversed, and what was paid too much is paid back, over HTTP. All numbers are worked out by hand
// on a loan that earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10, 3.6.4.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, anAddress, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan, splitOf } from '../../../../../tests/support/round-loan.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

describe('money that goes back', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const read = (loan: RoundLoan, { id }: Shown): Promise<Shown> => loan.read(`/transactions/${id}`);

  describe('as a service credit', () => {
    test('is reversed by another one: the books are as if it had never been given', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const credit = await loan.credit(100, { serviceCreditsDetails: { reason: 'goodwill' } });
      await loan.at('2026-02-04');
      const answer = await loan.act(credit, 'reverse');
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const reversing = answer.body.data;
      assert.deepEqual(
        [reversing.reversedTransactionId, reversing.reversedTransactionStatus, reversing.paymentDetails.reason],
        [credit.id, 'succeeded', 'reversal'],
      );
      const original = await read(loan, credit);
      assert.deepEqual(
        [original.reversedByTransactionId, original.reversingTransactionStatus, splitOf(original)],
        [reversing.id, 'succeeded', [0, 0, 0, 0]],
      );
      assert.equal(await loan.owed(), 3684);
      const events = typesOf(await told(house(), api, `transactionId=${credit.id}`));
      assert.deepEqual(events, ['servicecredit.created', 'servicecredit.reversed']);
      for (const action of ['reverse', 'backdate']) {
        const again = await loan.act(credit, action, { effectiveDate: '2026-01-11' });
        assert.deepEqual(refused(again), [409, 'TransactionReversed']);
        assert.equal(again.body.data.reversedByTransactionId, reversing.id);
        const itself = await loan.act(reversing, action, { effectiveDate: '2026-01-11' });
        assert.deepEqual(refused(itself), [409, 'TransactionReadOnly']);
      }
      const status = await loan.change(credit, { status: 'failed' });
      refusedAt(status, 'status', 'TransactionTypeForbids');
    });

    test('is reversed once, however many say so at once', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const credit = await loan.credit(100);
      const path = `${loan.path}/transactions/${credit.id}/reverse`;
      const answers = await Promise.all(
        [1, 2, 3].map((n) => api.post(path, {}, { 'idempotency-key': `reverse ${n}` })),
      );
      assert.deepEqual(statuses(answers), [201, 409, 409]);
      assert.equal(await loan.owed(), 3681);
      assert.equal((await api.get(`${loan.path}/transactions`)).body.total, 2);
    });

    test('is reversed as its preview said', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const credit = await loan.credit(100);
      const { difference } = (await loan.act(credit, 'reverse', { previewMode: true })).body.data;
      assert.deepEqual(difference.outstandingAmount, { before: 3581, after: 3681 });
      assert.equal(await loan.owed(), 3581);
    });
  });

  describe('as what was paid too much', () => {
    async function overpaid(): Promise<RoundLoan> {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      await loan.pay(3700, { allowOverpayment: true });
      return loan;
    }

    test('is paid back, up to what is owed to the borrower', async () => {
      const loan = await overpaid();
      const reimburse = (reimbursementAmount: number, more = {}): Promise<Answer> =>
        api.post(`${loan.path}/reimburse`, { reimbursementAmount, isExternal: true, ...more });
      const tooMuch = await reimburse(19.01);
      refusedAt(tooMuch, 'reimbursementAmount', 'AmountExceedsCredit');
      assert.equal(tooMuch.body.data.expected, 'at most 19.00');
      refusedAt(await reimburse(0), 'reimbursementAmount');
      const contact = await api.made(`/people/${loan.personId}/contacts`, anAddress());
      const answer = await reimburse(12, {
        paymentInstrumentType: 'check',
        externalTransactionId: 'check 1',
        contactId: contact.id,
      });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const made = answer.body.data;
      assert.deepEqual(
        [made.transactionType, made.status, made.externalId, made.paymentDetails.type, made.paymentDetails.reason],
        ['payment', 'succeeded', 'check 1', 'check', 'reimbursement'],
      );
      assert.deepEqual([made.actualAmount, splitOf(made)], [12, [0, 0, 0, 0]]);
      assert.deepEqual(refused(await reimburse(1, { externalTransactionId: 'check 1' })), [409, 'DuplicateExternalId']);
      assert.equal((await reimburse(1, { contactId: 'CT-AAAA-AAAA' })).status, 404);
      assert.equal((await reimburse(7.01)).body.data.expected, 'at most 7.00');
      assert.equal((await reimburse(7)).status, 201);
      assert.equal((await reimburse(0.01)).body.data.expected, 'nothing: nothing is owed to the borrower');
      const moved = await loan.act(made, 'backdate', { effectiveDate: '2026-01-11' });
      refusedAt(moved, 'transactionId', 'TransactionTypeForbids');
      assert.equal((await loan.read()).status, 'paidOff');
    });

    test('is owed again when what was sent comes back, without a fee', async () => {
      const loan = await overpaid();
      const body = { reimbursementAmount: 19, isExternal: true, transactionStatus: 'pending' };
      const made = await api.made(`${loan.path}/reimburse`, body);
      assert.equal((await loan.change(made, { status: 'failed' })).status, 200);
      assert.equal(await loan.owed(), 0);
      assert.equal((await api.post(`${loan.path}/reimburse`, body)).status, 201);
    });

    test('is not paid back twice, however many ask at once', async () => {
      const loan = await overpaid();
      const body = { reimbursementAmount: 19, isExternal: true };
      const answers = await Promise.all([1, 2, 3].map(() => api.post(`${loan.path}/reimburse`, body)));
      assert.deepEqual(statuses(answers), [201, 400, 400]);
    });
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 5);
  });
});
