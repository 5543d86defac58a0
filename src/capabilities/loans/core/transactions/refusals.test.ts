// Payments and service credits that are refused over HTTP: by the field that is wrong, for more than is owed, without a
// permission. The loan earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { anAccount } from '../../../../../tests/support/instruments.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan, smallLoan, splitOf } from '../../../../../tests/support/round-loan.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];

describe('a transaction is refused', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  let loan: RoundLoan;
  before(async () => {
    loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
  });

  test('where the service itself would have to move the money, and nobody does that for the company', async () => {
    const { live } = await aCompany();
    const { id: personId } = await live.made('/people', aPerson());
    const { id: loanId } = await live.made(`/people/${personId}/loans`, smallLoan);
    const path = `/people/${personId}/loans/${loanId}`;
    await live.made(`${path}/activate`, {});
    const [own] = await live.made(`/people/${personId}/payment-instruments`, anAccount());
    const payment = { type: 'oneTime', amount: 10, paymentInstrumentId: own.id };
    const conflict = [409, 'PaymentProcessorNotConfigured'];
    for (const isExternal of [false, undefined]) {
      assert.deepEqual(refused(await live.post(`${path}/transactions`, { ...payment, isExternal })), conflict);
    }
    const scheduled = await live.post(`${path}/transactions`, { ...payment, scheduledDate: '2026-01-01' });
    assert.deepEqual(refused(scheduled), conflict);
    refusedAt(await live.post(`${path}/transactions`, { type: 'oneTime', amount: 10 }), 'paymentInstrumentId');
    const outside = await live.made(`${path}/transactions`, { ...payment, isExternal: true });
    assert.deepEqual([outside.isExternal, outside.paymentDetails.fromInstrumentId], [true, own.id]);
    const reimbursement = { reimbursementAmount: 1, paymentInstrumentId: own.id };
    assert.deepEqual(refused(await live.post(`${path}/reimburse`, reimbursement)), conflict);
  });

  test('by the field that is wrong', async () => {
    refusedAt(await loan.tryToPay(0), 'amount');
    refusedAt(await loan.tryToPay(-5), 'amount');
    refusedAt(await loan.tryToPay(1.005), 'amount');
    refusedAt(await loan.tryToPay(10, { currency: 'EUR' }), 'currency');
    refusedAt(await loan.tryToPay(10, { effectiveDate: '2025-12-31' }), 'effectiveDate');
    refusedAt(await loan.tryToPay(10, { effectiveDate: '2026-02-02' }), 'effectiveDate');
    refusedAt(await loan.tryToPay(10, { scheduledDate: '2026-02-01' }), 'scheduledDate');
    refusedAt(await loan.tryToPay(10, { drawId: 'LN-AAAA-AAAA' }), 'drawId');
    refusedAt(await loan.tryToPay(10, { failureReason: 'R01' }), 'failureReason');
    refusedAt(await loan.tryToPay(10, { status: 'scheduled' }), 'status');
    refusedAt(await loan.tryToPay(10, { component: 'fees' }), 'component');
    refusedAt(await loan.tryToPay(10, { externalId: 'x'.repeat(51) }), 'externalId');
    refusedAt(await loan.tryToPay(10, { type: 'down' }), 'type');
    refusedAt(await loan.tryToPay(10, { type: 'serviceCredit' }), 'isExternal');
    const transactions = `${loan.path}/transactions`;
    refusedAt(await api.post(transactions, { type: 'serviceCredit', amount: 1, status: 'pending' }), 'status');
    const badTime = { type: 'serviceCredit', amount: 1, effectiveTimeOfDay: { hour: 24 } };
    refusedAt(await api.post(transactions, badTime), 'effectiveTimeOfDay.hour');
    assert.deepEqual(refused(await loan.tryToPay(10, { caseId: 'CS-AAAA-AAAA' })), [404, 'NotFound']);
    const nobody = await loan.tryToPay(10, { paymentInstrumentId: 'PT-AAAA-AAAA' });
    assert.deepEqual([...refused(nobody), nobody.body.data.path], [404, 'NotFound', 'paymentInstrumentId']);
  });

  test('when its external id is taken, also once the loan is paid off', async () => {
    const own = await aRoundLoan(api);
    await own.at('2026-02-01');
    await own.pay(3681, { externalId: 'the last one' });
    const again = await own.tryToPay(3681, { externalId: 'the last one' });
    assert.deepEqual([...refused(again), again.body.data.path], [409, 'DuplicateExternalId', 'externalId']);
    assert.match(again.body.message, /^Duplicate external ID/);
    refusedAt(await own.tryToPay(3681, { externalId: 'another' }), 'amount', 'AmountExceedsOutstanding');
  });

  test('for more than is owed, unless it may become credit of the borrower', async () => {
    const own = await aRoundLoan(api);
    await own.at('2026-02-01');
    const answer = await own.tryToPay(3700);
    refusedAt(answer, 'amount', 'AmountExceedsOutstanding');
    assert.equal(answer.body.data.expected, 'at most 3681.00');
    const earlier = await own.tryToPay(3700, { effectiveDate: '2026-01-11' });
    assert.equal(earlier.body.data.expected, 'at most 3660.00');
    assert.deepEqual(ids(await api.get(`${own.path}/transactions`)), [], 'nothing of it is kept');
    assert.deepEqual(splitOf(await own.pay(3700, { allowOverpayment: true })), [3650, 31, 0, 19]);
    assert.equal((await own.read()).status, 'paidOff');
  });

  test('for more than the component owes, while nothing else is due that it could pay', async () => {
    const own = await aRoundLoan(api);
    await own.at('2026-01-11');
    const onFees = await own.tryToPay(5, { type: 'serviceCredit', isExternal: undefined, component: 'fees' });
    refusedAt(onFees, 'amount', 'AmountExceedsOutstanding');
    assert.equal(onFees.body.data.expected, 'nothing: nothing is owed');
  });

  test('for more than is owed once what is owed to the borrower is taken off', async () => {
    const own = await aRoundLoan(api);
    await own.at('2026-01-11');
    await own.credit(5, { component: 'fees', allowOverpayment: true });
    assert.equal((await own.tryToPay(3660)).body.data.expected, 'at most 3655.00');
    assert.deepEqual(splitOf(await own.pay(3655)), [3645, 10, 0, 0]);
    assert.equal((await own.read()).status, 'paidOff');
  });

  test('when it came earlier, and what was paid since leaves nothing for it', async () => {
    const own = await aRoundLoan(api);
    await own.at('2026-02-01');
    await own.pay(3681);
    const late = await own.tryToPay(100, { effectiveDate: '2026-01-11' });
    refusedAt(late, 'amount', 'AmountExceedsOutstanding');
  });

  test('in a status in which no money is taken', async () => {
    const { id } = await api.made(`/people/${loan.personId}/loans`, smallLoan);
    const body = { type: 'oneTime', amount: 1, isExternal: true };
    const answer = await api.post(`/people/${loan.personId}/loans/${id}/transactions`, body);
    assert.deepEqual(refused(answer), [409, 'LoanStatusForbids']);
    const chargedOff = async (paymentAllowedWhenChargedOff: boolean): Promise<Answer> => {
      const own = await aRoundLoan(api, { type: { delinquency: { paymentAllowedWhenChargedOff } as never } });
      await own.at('2026-02-01');
      await api.made(`${own.path}/charge-off`, { chargedOffReason: 'age' });
      await own.at('2026-02-02');
      return own.tryToPay(50);
    };
    assert.deepEqual(refused(await chargedOff(false)), [409, 'LoanStatusForbids']);
    const recovery = await chargedOff(true);
    assert.deepEqual([recovery.status, splitOf(recovery.body.data)], [201, [50, 0, 0, 0]]);
  });

  test('without the permission of its kind', async () => {
    const withKey = async (permissions: string[]): Promise<Client> => {
      const { key } = await api.made('/keys', { name: 'narrow', permissions });
      return house().client(key, api.realm);
    };
    const payer = await withKey(['transaction:create.onetimepayment']);
    const creditor = await withKey(['transaction:create.servicecredit']);
    const payment = { type: 'oneTime', amount: 1, isExternal: true };
    const credit = { type: 'serviceCredit', amount: 1 };
    const transactions = `${loan.path}/transactions`;
    const statuses = [];
    for (const client of [payer, creditor]) {
      for (const body of [payment, credit]) statuses.push((await client.post(transactions, body)).status);
    }
    assert.deepEqual(statuses, [201, 403, 403, 201]);
    const { body } = await payer.post(transactions, credit);
    assert.equal(body.data.permission, 'transaction:create.servicecredit');
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 7);
  });
});
