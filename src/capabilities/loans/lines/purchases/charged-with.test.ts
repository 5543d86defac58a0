// Fees that are charged with a purchase: booked with it, gone with it. Each amount is worked out by hand; the line bears
// no interest.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const last = (path: string): string => path.split('/').at(-1) as string;

describe('a purchase that names fees', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let draw: string;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(async () => {
    await setClock(api, '2026-01-20T15:00:00Z');
    line = (await aLine(api, { creditLimitAmount: 1000, interestRates: [{ rate: 0 }], specificDays: [10] })).path;
    const { loanTypeId } = await shown(api, line);
    // All lines of this suite may have one loan type: then they are there already.
    for (const [feeType, apiName, amount] of [
      ['foreignTransactionFee', 'abroad', null],
      ['purchaseFee', 'ticket', 1.5],
    ]) {
      const name = { displayName: apiName, apiName };
      await api.post(`/loan-types/${loanTypeId}/fee-types`, { feeType, name, amount });
    }
    draw = await aDraw(api, line);
    await setClock(api, '2026-01-25T15:00:00Z');
  });

  const abroad = { apiName: 'abroad', feeAmount: 3 };
  const ticket = { apiName: 'ticket' };
  const buy = (amount: number, more: object = {}) => api.made(`${draw}/purchases`, { amount, ...more });
  const change = async (id: string, body: object) => {
    const answer = await api.put(`${draw}/purchases/${id}`, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const owed = async (): Promise<number> =>
    (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
  const fees = async () =>
    (await shown(api, `${line}/fees`)).map(({ feeType, apiName, amount, drawId }: Record<string, unknown>) => [
      feeType,
      apiName,
      amount,
      drawId,
    ]);

  test('is charged with them: each an event and a fee of its draw', async () => {
    const made = await buy(100, {
      dynamicFees: [abroad, ticket],
      purchaseDetails: { originalCurrencyCode: 'EUR', conversionRate: 1.1, originalCurrencyAmount: 90.91 },
    });
    assert.deepEqual(
      made.dynamicFees.map(({ feeTypeId: _, ...one }: Record<string, unknown>) => one),
      [
        { apiName: 'abroad', feeType: 'foreignTransactionFee', feeAmount: 3 },
        { apiName: 'ticket', feeType: 'purchaseFee', feeAmount: 1.5 },
      ],
    );
    assert.equal(await owed(), 104.5);
    assert.deepEqual((await fees()).sort(), [
      ['foreignTransactionFee', 'abroad', 3, last(draw)],
      ['purchaseFee', 'ticket', 1.5, last(draw)],
    ]);
    const events = await told(house(), api, `loanId=${last(line)}`);
    const booked = events.filter(({ eventType }) => /fee\.booked$/.test(eventType));
    assert.deepEqual(typesOf(booked).sort(), ['loan.fee.booked', 'loan.foreigntransactionfee.booked']);
    // A client sends back what it was shown.
    const { difference: _, ...again } = made;
    assert.equal((await api.put(`${draw}/purchases/${made.id}`, again)).status, 200);
    assert.equal(await owed(), 104.5);
    await booksAgree(house(), api, 0);
  });

  test('is charged once it is posted, and not while it only holds the limit', async () => {
    const { id } = await buy(100, { status: 'authorized', dynamicFees: [ticket] });
    assert.deepEqual([await owed(), await fees()], [0, []]);
    await change(id, { status: 'pending' });
    assert.equal(await owed(), 101.5);
    const declined = await buy(50, { status: 'authorized', dynamicFees: [ticket] });
    await change(declined.id, { status: 'declined' });
    assert.equal(await owed(), 101.5, 'a card has no fee for a declined purchase');
    await booksAgree(house(), api, 0);
  });

  test('never had them once it is canceled; lowered, refunded or moved it keeps them', async () => {
    const canceled = await buy(100, { status: 'pending', dynamicFees: [abroad] });
    const kept = await buy(60, { dynamicFees: [ticket] });
    assert.equal(await owed(), 164.5);
    await change(canceled.id, { status: 'canceled' });
    assert.equal(await owed(), 61.5);
    const events = await told(house(), api, `loanId=${last(line)}`);
    const taken = events.filter(({ eventType }) => eventType === 'loan.foreigntransactionfee.booked');
    assert.deepEqual(
      taken.map(({ deletedAt }) => deletedAt !== null),
      [true],
    );
    await change(kept.id, { amount: 50 });
    assert.equal(await owed(), 51.5);
    await change(kept.id, { purchaseDate: '2026-01-24' });
    const [fee] = await shown(api, `${line}/fees`);
    assert.deepEqual([await owed(), fee.amount, fee.chargeDate], [51.5, 1.5, '2026-01-24']);
    await buy(50, { type: 'refund', originalPurchaseId: kept.id });
    assert.equal(await owed(), 1.5);
    await booksAgree(house(), api, 0);
  });

  test('loses them when a dispute of all of it is won, and not when one is lost', async () => {
    for (const [status, left] of [
      ['won', 0],
      ['lost', 103],
    ] as const) {
      const { id } = await buy(100, { dynamicFees: [abroad] });
      const dispute = await api.made(`${draw}/purchases/${id}/disputes`, {});
      assert.equal(await owed(), 3, 'what is disputed is not owed meanwhile');
      const ended = await api.put(`${draw}/purchases/${id}/disputes/${dispute.id}`, { status });
      assert.equal(ended.status, 200, JSON.stringify(ended.body));
      assert.equal(await owed(), left, status);
    }
    await booksAgree(house(), api, 0);
  });

  test('may get others, and each can be waived: it stays so when the purchase changes', async () => {
    const { id } = await buy(100, { dynamicFees: [abroad] });
    assert.equal((await change(id, { dynamicFees: [{ ...ticket, feeAmount: 2 }] })).dynamicFees[0].feeAmount, 2);
    assert.equal(await owed(), 102);
    const [fee] = await shown(api, `${line}/fees`);
    await api.made(`${line}/fees/${fee.id}/cancel`, {});
    assert.equal(await owed(), 100);
    await change(id, { amount: 90 });
    const [after] = await shown(api, `${line}/fees`);
    assert.deepEqual([await owed(), after.id, after.status], [90, fee.id, 'canceled']);
    assert.deepEqual((await change(id, { dynamicFees: [] })).dynamicFees, []);
    assert.equal(await owed(), 90);
    await booksAgree(house(), api, 0);
  });

  test('is refused where a fee cannot go with it', async () => {
    const tried = (body: object) => api.post(`${draw}/purchases`, { amount: 10, ...body });
    refusedAt(await tried({ dynamicFees: [{ apiName: 'lateFee' }] }), 'dynamicFees[0].apiName');
    refusedAt(await tried({ dynamicFees: [{ apiName: 'abroad' }] }), 'dynamicFees[0].feeAmount');
    refusedAt(await tried({ dynamicFees: [{ ...abroad, feeAmount: 0 }] }), 'dynamicFees[0].feeAmount');
    refusedAt(await tried({ dynamicFees: [ticket, ticket] }), 'dynamicFees[1].apiName');
    refusedAt(await tried({ type: 'refund', dynamicFees: [ticket] }), 'dynamicFees');
    refusedAt(await tried({ status: 'declined', dynamicFees: [ticket] }), 'dynamicFees');
  });
});
