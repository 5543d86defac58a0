// Fees: how they are listed, what was paid of them, and how they are canceled.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

const on = (date: string): string => `${date}T15:00:00Z`;
/** 1,200.00 without interest: a hundred each month. */
const free = { amountFinanced: 1200, interestRates: [{ rate: 0 }] };
const late = { late: { graceDays: 10, flatAmount: 25 } };

describe('the fees of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, on(date));
  const aFreeLife = async (fees: object, options: LifeOptions = {}) =>
    aLife(await aCompany(), { type: { fees }, ...options, agreed: { ...free, ...options.agreed } });
  const listed = (life: Life): Promise<Shown[]> => life.read('/fees');
  const brief = (one: Shown) => [one.feeType, one.amount, one.openAmount, one.paidAmount, one.status];
  const cancel = (life: Life, fee: Shown, body: object = {}) =>
    life.api.post(`${life.path}/fees/${fee.id}/cancel`, body);

  test('say their kind, their day and what is open of them', async () => {
    const life = await aFreeLife({ ...late, service: { amount: 2 } });
    assert.deepEqual(await listed(life), []);
    await at(life, '2026-02-26');
    const [fee, service, ...more] = await listed(life);
    assert.deepEqual(more, []);
    assert.deepEqual(brief(fee), ['lateFee', 25, 25, 0, 'open']);
    assert.deepEqual([fee.chargeDate, fee.loanId, fee.apiName], ['2026-02-26', life.id, 'lateFee']);
    assert.deepEqual([...brief(service), service.chargeDate], ['serviceFee', 2, 2, 0, 'open', '2026-02-15']);
    const { loanTypeId } = await life.read();
    const types: Shown[] = (await life.api.get(`/loan-types/${loanTypeId}/fee-types`)).body.data;
    const type = types.find(({ id }) => id === fee.feeTypeId);
    assert.deepEqual([type.feeType, type.name.displayName], [fee.feeType, fee.displayName]);
    assert.deepEqual(await life.read(`/fees/${fee.id}`), fee);
    assert.equal((await life.api.get(`${life.path}/fees/LF-AAAA-AAAA`)).status, 404);
    await life.pay(101);
    assert.deepEqual(brief((await listed(life))[1]), ['serviceFee', 2, 0, 2, 'paid']);
  });

  test('tell apart what was paid, what joined the principal and what was charged off', async () => {
    const type = { origination: { charged: 'spread' }, nsfAmount: 20 };
    const life = await aFreeLife(type, { agreed: { fees: { originationFeeAmount: 12 } } });
    const [origination] = await listed(life);
    assert.deepEqual(
      [...brief(origination), origination.chargeDate],
      ['originationFee', 12, 12, 0, 'open', '2026-01-20'],
    );
    await at(life, '2026-02-15');
    const paid = await life.pay(101);
    assert.deepEqual(brief((await listed(life))[0]), ['originationFee', 12, 11, 1, 'partiallyPaid']);
    await life.api.put(`${life.path}/transactions/${paid.id}`, { status: 'failed' });
    assert.deepEqual((await listed(life)).map(brief), [
      ['nsfFee', 20, 20, 0, 'open'],
      ['originationFee', 12, 12, 0, 'open'],
    ]);
    await life.act('charge-off', { chargedOffReason: 'age' });
    assert.deepEqual(
      (await listed(life)).map((fee) => [fee.chargedOffAmount, fee.status]),
      [
        [20, 'chargedOff'],
        [12, 'chargedOff'],
      ],
    );
    const financed = await aFreeLife(
      { origination: { charged: 'financed' } },
      { agreed: { fees: { originationFeeAmount: 12 } } },
    );
    const [fee] = await listed(financed);
    assert.deepEqual([fee.capitalizedAmount, fee.openAmount, fee.paidAmount, fee.status], [12, 0, 0, 'capitalized']);
    const refused = await cancel(financed, fee);
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'NothingToDo']);
  });

  test('with compoundWithFees, say what joined the principal', async () => {
    const type = {
      interest: { accrualMethod: 'compoundWithFees' },
      fees: { service: { amount: 2 }, membership: { amount: 3 } },
    };
    const life = await aLife(await aCompany(), { type, agreed: free });
    await at(life, '2026-02-15');
    await life.pay(2.5);
    await at(life, '2026-02-16');
    const parts = (await listed(life)).map((fee) => [
      fee.feeType,
      fee.openAmount,
      fee.paidAmount,
      fee.capitalizedAmount,
    ]);
    assert.deepEqual(parts, [
      ['membershipFee', 0, 0.5, 2.5],
      ['serviceFee', 0, 2, 0],
    ]);
  });

  test('are canceled as of their own day: what was paid for them goes to what is owed', async () => {
    const life = await aFreeLife(late);
    await at(life, '2026-03-15');
    // The late fee comes due with March: 100 of February, 25 and 75 of March.
    await life.pay(200);
    const march = async () => (await life.read('/obligations?dueDate=2026-03-15')).obligations[0];
    assert.deepEqual([(await march()).obligationAmount, (await march()).remainingAmount], [125, 25]);
    const [fee] = await listed(life);
    assert.deepEqual(brief(fee), ['lateFee', 25, 0, 25, 'paid']);

    const preview = await cancel(life, fee, { previewMode: true });
    assert.equal(preview.status, 201, JSON.stringify(preview.body));
    assert.deepEqual(preview.body.data.difference.outstandingAmount, { before: 1025, after: 1000 });
    assert.deepEqual(brief((await listed(life))[0]), ['lateFee', 25, 0, 25, 'paid']);

    const canceled = await cancel(life, fee);
    assert.equal(canceled.status, 201, JSON.stringify(canceled.body));
    assert.deepEqual(canceled.body.data, { ...(await listed(life))[0], difference: null });
    const { status, waivedAmount, paidAmount, openAmount, id } = canceled.body.data;
    assert.deepEqual([id, status, waivedAmount, paidAmount, openAmount], [fee.id, 'canceled', 25, 0, 0]);
    assert.deepEqual([(await march()).obligationAmount, (await march()).remainingAmount], [100, 0]);
    assert.equal((await life.read('/balances')).outstandingBalances.outstandingTotalAmount, 1000);
    const events = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.equal(typesOf(events.body.data).filter((type) => type === 'loan.fee.canceled').length, 1);

    // It is also refused after ten more facts, whose ids sort otherwise than the order in which they were recorded.
    for (let i = 0; i < 10; i++) await life.act('rates', { interestRate: { annualRate: 0 } });
    const again = await cancel(life, fee);
    assert.deepEqual([again.status, again.body.errorType], [409, 'NothingToDo']);
    assert.equal((await cancel(life, { id: 'LF-AAAA-AAAA' })).status, 404);
    assert.equal((await cancel(life, fee, { caseId: 'CS-AAAA-AAAA' })).body.data.path, 'caseId');
  });

  test('canceled twice at once: one of the two finds nothing to do', async () => {
    const life = await aFreeLife(late);
    await at(life, '2026-03-15');
    const [fee] = await listed(life);
    const answers = await Promise.all([cancel(life, fee), cancel(life, fee)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  });

  test('of a loan paid off, canceled: the money goes back as customer credit', async () => {
    const life = await aFreeLife(late);
    await at(life, '2026-03-01');
    await life.pay(1225);
    assert.equal((await life.read()).status, 'paidOff');
    const [fee] = await listed(life);
    assert.equal((await cancel(life, fee)).status, 201);
    assert.equal((await life.read()).status, 'paidOff');
    await life.act('reimburse', { reimbursementAmount: 25, isExternal: true });
  });

  test('a waived part of an obligation is unassigned', async () => {
    const life = await aFreeLife({ service: { amount: 2 } });
    await at(life, '2026-02-15');
    const [fee] = await listed(life);
    await cancel(life, fee);
    const [due] = (await life.read('/obligations')).obligations;
    assert.deepEqual(
      [due.obligationAmount, due.unassignedAmount, due.fulfilledAmount, due.remainingAmount],
      [102, 2, 2, 100],
    );
  });

  test('of a loan that is not active cannot be canceled', async () => {
    const life = await aLife(company, { activate: false });
    const answer = await cancel(life, { id: 'LF-AAAA-AAAA' });
    assert.deepEqual([answer.status, answer.body.errorType], [409, 'LoanStatusForbids']);
  });
});
