// Draws of a line of credit: made, changed, activated, ended.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

const refused = (answer: Answer, status: number, errorType: string) =>
  assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));

const refusedAt = (answer: Answer, path: string) => {
  refused(answer, 400, 'InvalidRequest');
  assert.ok(JSON.stringify(answer.body).includes(`"${path}"`), JSON.stringify(answer.body));
};

describe('a draw', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
  });

  test('takes what it does not say from its line and its loan type, and is active in two calls', async () => {
    const line = await aLine(api);
    const made = await api.made(`${line}/draws`, { status: 'originated', atOrigination: {} });
    assert.equal(made.nickname, 'Draw');
    assert.equal(made.status, 'originated');
    assert.deepEqual(made.atOrigination.interestRates, [{ days: null, rate: 0.1999, interestType: 'absolute' }]);
    assert.equal(made.atOrigination.gracePeriod.isGracePeriodApplicable, true);
    const answer = await api.made(`${line}/draws/${made.id}/activate`, {});
    assert.equal(answer.schedule.length, 1);
    assert.equal(answer.schedule[0].amount, 0);
    const draw = await shown(api, `${line}/draws/${made.id}`);
    assert.equal(draw.status, 'active');
    assert.equal(draw.current.availableCreditAmount, 5000);
    assert.equal(draw.timestamps.activatedAt, '2026-01-20T15:00:00.000000+00:00');
    assert.equal(draw.lineOfCreditId, line.split('/').at(-1));
    refused(await api.post(`${line}/draws/${made.id}/activate`, {}), 400, 'DrawAlreadyActive');
  });

  test('is a draft that changes in everything, and is fixed once it is originated', async () => {
    const line = await aLine(api, {}, { activate: false });
    const draw = await aDraw(api, line, { status: 'pending', externalId: 'draft' }, { activate: false });
    const rates = [{ rate: 0.1 }];
    const changed = await api.put(`${line}/draws/ext-draft`, {
      nickname: 'Kitchen',
      atOrigination: { interestRates: rates },
    });
    assert.equal(changed.body.data.nickname, 'Kitchen');
    assert.equal(changed.body.data.atOrigination.interestRates[0].rate, 0.1);
    const originated = await api.put(draw, { status: 'originated', externalId: null });
    assert.equal(originated.body.data.status, 'originated');
    assert.equal(originated.body.data.atOrigination.purpose, 'regular');
    refused(await api.put(draw, { atOrigination: { interestRates: rates } }), 409, 'DrawStatusForbids');
    refused(await api.put(draw, { status: 'declined' }), 409, 'DrawStatusForbids');
    refused(await api.get(`${line}/draws/ext-draft`), 404, 'NotFound');
    refused(await api.post(`${draw}/activate`, {}), 409, 'LoanStatusForbids');
  });

  test('is given a reason for declining it while it may be declined, and later only the one that it has', async () => {
    const line = await aLine(api);
    const declineReason = { mainText: 'Too much is owed elsewhere' };
    for (const status of ['pending', 'originated', 'declined']) {
      const draw = await aDraw(api, line, { status }, { activate: false });
      const { body } = await api.put(draw, { declineReason });
      assert.deepEqual([body.data?.status, body.data?.declineReason], [status, declineReason]);
    }
    const draw = await aDraw(api, line);
    assert.equal((await api.put(draw, { declineReason: null, nickname: 'Mine' })).status, 200);
    refused(await api.put(draw, { declineReason, nickname: 'Yours' }), 409, 'DrawStatusForbids');
    const { declineReason: reason, nickname } = await shown(api, draw);
    assert.deepEqual([reason, nickname], [null, 'Mine']);
  });

  test('is refused with the field that is wrong', async () => {
    const line = await aLine(api);
    const make = (atOrigination: object) => api.post(`${line}/draws`, { status: 'originated', atOrigination });
    refusedAt(await api.post(`${line}/draws`, { atOrigination: {} }), 'status');
    refusedAt(await make({ creditLimitAmount: -1 }), 'atOrigination.creditLimitAmount');
    refusedAt(
      await make({ autoAmortization: { duration: 6, periodicPaymentAmount: 10 } }),
      'atOrigination.autoAmortization.periodicPaymentAmount',
    );
    const both = { autoAmortization: { duration: 6 }, gracePeriod: { isGracePeriodApplicable: true } };
    refusedAt(await make(both), 'atOrigination.autoAmortization');
    refusedAt(
      await api.post(`${line}/draws`, { status: 'originated', timestamps: { originatedAt: '2026-01-22' } }),
      'timestamps.originatedAt',
    );
    assert.equal((await shown(api, `${line}/draws`)).length, 0);
  });

  test('is no draw of an installment loan, nor of another line', async () => {
    const line = await aLine(api);
    const [, , personId] = line.split('/');
    const draw = await aDraw(api, line);
    const { id } = await api.made(`/people/${personId}/loans`, loanBody);
    const loan = `/people/${personId}/loans/${id}`;
    refused(await api.get(`${loan}/draws`), 409, 'OnlyForLines');
    refused(await api.post(`${loan}/draws`, { status: 'pending' }), 409, 'OnlyForLines');
    refused(await api.get(`${await aLine(api)}/draws/${draw.split('/').at(-1)}`), 404, 'NotFound');
  });

  test('is found by what lists are filtered by', async () => {
    const line = await aLine(api);
    const idOf = (path: string) => path.split('/').at(-1);
    const active = idOf(await aDraw(api, line));
    const spread = idOf(await aDraw(api, line, { atOrigination: { autoAmortization: { duration: 6 } } }));
    const draft = idOf(await aDraw(api, line, { status: 'pending', isClosed: true }, { activate: false }));
    const found = async (query: string) =>
      (await shown(api, `${line}/draws?${query}`)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await found(''), [draft, spread, active]);
    assert.deepEqual(await found('statuses=active'), [spread, active]);
    assert.deepEqual(await found('statuses=pending&statuses=originated'), [draft]);
    assert.deepEqual(await found('isClosed=true'), [draft]);
    assert.deepEqual(await found('isAmortized=true'), [spread]);
    assert.deepEqual(await found('startedBefore=2026-01-21'), [spread, active]);
    assert.deepEqual(await found('startedBefore=2026-01-20'), []);
    assert.deepEqual(await found(`limit=1&startingAfter=${draft}`), [spread]);
    assert.deepEqual(await found('sortBy=createdAt'), [active, spread, draft]);
  });

  test('that is closed keeps its status, and is opened again', async () => {
    const line = await aLine(api);
    const draft = await aDraw(api, line, { status: 'pending' }, { activate: false });
    await api.made(`${draft}/close`, {});
    const closed = await shown(api, draft);
    assert.deepEqual([closed.status, closed.isClosed], ['pending', true]);
    assert.equal(closed.timestamps.closedAt, '2026-01-20T15:00:00.000000+00:00');
    refused(await api.post(`${draft}/close`, {}), 409, 'NothingToDo');
    await api.made(`${draft}/reopen`, {});
    const open = await shown(api, draft);
    assert.deepEqual([open.isClosed, open.timestamps.closedAt], [false, null]);
    refused(await api.post(`${draft}/reopen`, {}), 409, 'NothingToDo');

    const draw = await aDraw(api, line);
    await api.made(`${draw}/close`, { closeRequestedByBorrower: true });
    const paidOff = await shown(api, draw);
    assert.deepEqual([paidOff.status, paidOff.isClosed], ['paidOff', true], 'nothing is owed on it');
    assert.equal(paidOff.timestamps.paidOffAt, paidOff.timestamps.closedAt);
    refused(await api.post(`${draw}/reopen`, {}), 409, 'DrawIsPaidOff');
    await api.made(`${draw}/reopen`, { force: true });
    const again = await shown(api, draw);
    assert.deepEqual([again.status, again.isClosed, again.timestamps.paidOffAt], ['active', false, null]);
    assert.deepEqual((await shown(api, `${line}/draws?statuses=active`)).length, 1);
  });

  test('that is canceled never was: its fee goes with it', async () => {
    const line = await aLine(api);
    const draw = await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 15 } } });
    const owed = async () => (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
    assert.equal(await owed(), 15);
    await api.made(`${draw}/cancel`, { cancellationReason: 'changed their mind' });
    assert.equal(await owed(), 0);
    const canceled = await shown(api, draw);
    assert.deepEqual([canceled.status, canceled.cancelReason], ['canceled', 'changed their mind']);
    refused(await api.post(`${draw}/cancel`, {}), 409, 'DrawStatusForbids');
    refused(await api.post(`${draw}/activate`, {}), 409, 'DrawStatusForbids');
  });

  test('with purchases is not canceled; an authorization that was replaced or given back is none', async () => {
    const line = await aLine(api);
    const draw = await aDraw(api, line);
    const held = await api.made(`${draw}/purchases`, { amount: 10, status: 'authorized' });
    const bought = await api.made(`${draw}/purchases`, { amount: 10, authorizationPurchaseId: held.id });
    const changed = await api.put(`${draw}/purchases/${bought.id}`, { amount: 9 });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const answer = await api.post(`${draw}/cancel`, {});
    refused(answer, 409, 'DrawHasPurchases');
    assert.deepEqual(answer.body.data.purchases, [bought.id]);
    await api.put(`${draw}/purchases/${bought.id}`, { status: 'canceled' });
    assert.deepEqual((await api.post(`${draw}/cancel`, {})).body.data.purchases, [held.id], 'it is back');
    await api.put(`${draw}/purchases/${held.id}`, { status: 'declined' });
    await api.made(`${draw}/cancel`, {});
    assert.equal((await shown(api, draw)).status, 'canceled');
  });

  test('has a limit of its own from a day on', async () => {
    const line = await aLine(api);
    const draw = await aDraw(api, line, { atOrigination: { creditLimitAmount: 900 } });
    const changed = await api.made(`${draw}/credit-limit`, { creditLimitAmount: 700 });
    assert.deepEqual([changed.current.creditLimitAmount, changed.current.availableCreditAmount], [700, 700]);
    const limit = async (day: string) =>
      (await shown(api, `${draw}/credit-limit?effectiveDate=${day}`)).creditLimitAmount;
    assert.equal(await limit('2026-01-19'), 900);
    assert.equal(await limit('2026-01-20'), 700);
    await api.made(`${draw}/credit-limit`, { creditLimitAmount: null });
    assert.equal((await shown(api, draw)).current.creditLimitAmount, null);
    assert.equal((await shown(api, draw)).current.availableCreditAmount, 5000);
    refusedAt(await api.post(`${draw}/credit-limit`, { creditLimitAmount: -1 }), 'creditLimitAmount');
  });

  test('costs another fee from its activation on', async () => {
    const line = await aLine(api);
    const draw = await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 15 } } });
    const owed = async () => (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
    const preview = await api.put(`${draw}/fees/draw`, { feeAmount: 40, previewMode: true });
    assert.deepEqual(preview.body.data.difference.outstandingAmount, { before: 15, after: 40 });
    assert.equal(await owed(), 15);
    assert.equal((await api.put(`${draw}/fees/draw`, { feeAmount: 40 })).status, 200);
    assert.equal(await owed(), 40);
    assert.equal((await api.put(`${draw}/fees/draw`, { feeAmount: 0 })).status, 200);
    assert.equal(await owed(), 0);
    refusedAt(await api.put(`${draw}/fees/draw`, { feeAmount: -1 }), 'feeAmount');
  });

  test('is paid first by money that names it', async () => {
    const type = { type: 'lineOfCredit', name: 'Of a story', regulation: 'none', waterfall: { aim: 'whole' } };
    const { id: loanTypeId } = await api.made('/loan-types', type);
    const line = await aLine(api, { loanTypeId });
    const fees = { fees: { drawFeeAmount: 30 } };
    const [first, second] = [
      await aDraw(api, line, { atOrigination: fees }),
      await aDraw(api, line, { atOrigination: fees }),
    ];
    const owed = async (draw: string) =>
      (await shown(api, `${draw}/balances`)).outstandingBalances.outstandingTotalAmount;
    assert.deepEqual([await owed(first), await owed(second)], [30, 30]);
    const pay = (more: object) =>
      api.post(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount: 10, ...more });
    const drawId = second.split('/').at(-1);
    const paid = await pay({ drawId, amount: 12, allowOverpayment: true });
    assert.equal(paid.body.data.drawId, drawId);
    assert.deepEqual([await owed(first), await owed(second)], [30, 18]);
    assert.equal((await pay({})).body.data.drawId, null);
    assert.deepEqual([await owed(first), await owed(second)], [20, 18]);
    const credit = await api.post(`${line}/transactions`, { type: 'serviceCredit', amount: 5, drawId });
    assert.equal(credit.status, 201, JSON.stringify(credit.body));
    assert.deepEqual([await owed(first), await owed(second)], [20, 13]);
    refused(await pay({ drawId: 'LN-AAAA-AAAA' }), 404, 'NotFound');
  });

  test('has balances and obligations of its own, that add up to those of its line', async () => {
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const line = await aLine(api);
    const one = await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 30 } } });
    const other = await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 12 } } });
    const draft = await aDraw(api, line, {}, { activate: false });
    const at = 'toEffectiveDate=2026-03-01';
    const due = async (path: string) =>
      (await shown(api, `${path}/balances?${at}`)).outstandingBalances.outstandingFeesAmount;
    assert.deepEqual([await due(line), await due(one), await due(other), await due(draft)], [42, 30, 12, 0]);
    const balance = await shown(api, `${one}/balance`);
    assert.deepEqual(balance, await shown(api, `${one}/balances`));
    const open = async (path: string) => (await shown(api, `${path}/obligations`)).obligations;
    const [ofLine, ofOne, ofOther] = [await open(line), await open(one), await open(other)];
    assert.equal(ofLine[0].obligationAmount, ofOne[0].obligationAmount + ofOther[0].obligationAmount);
    assert.deepEqual([ofOne[0].id, ofOne[0].obligationAmount], [ofLine[0].id, 30]);
    assert.equal((await shown(api, `${one}/obligations/${ofOne[0].id}`)).obligationAmount, 30);
    refused(await api.get(`${one}/obligations/OB-AAAA-AAAA`), 404, 'NotFound');
  });

  test('has other fees and another minimum from the next statement on', async () => {
    const line = await aLine(api);
    const draw = await aDraw(api, line);
    const fees = (dynamicFees: object[]) => api.put(`${draw}/dynamic-fees`, { dynamicFees });
    refusedAt(await fees([{ apiName: 'noSuchFee', feeAmount: 3 }]), 'dynamicFees[0].apiName');
    refusedAt(await fees([{ apiName: 'serviceFee', feeAmount: -3 }]), 'dynamicFees[0].feeAmount');
    assert.equal((await fees([{ apiName: 'serviceFee', feeAmount: 3, feeCapAmount: 10 }])).status, 200);
    assert.equal((await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount, 0);
    const { obligations } = await shown(api, `${line}/obligations`);
    assert.equal(obligations.at(-1).obligationAmount, 3);
    assert.equal((await fees([{ apiName: 'serviceFee', feeAmount: null }])).status, 200);
    assert.equal((await shown(api, `${line}/obligations`)).obligations.at(-1).obligationAmount, 0);
    assert.equal((await api.post(`${draw}/min-payment-calculation`, { percentageOfPrincipal: 0.05 })).status, 201);
    refusedAt(await api.post(`${draw}/min-payment-calculation`, {}), 'percentageOfPrincipal');
    refusedAt(await api.post(`${draw}/min-payment-calculation`, { percentageOfPrincipal: 2 }), 'percentageOfPrincipal');
  });

  test('is not made where its line takes none', async () => {
    const line = await aLine(api, { newDrawsAllowed: false });
    assert.equal((await shown(api, line)).newDrawsAllowed, false);
    refused(await api.post(`${line}/draws`, { status: 'pending' }), 409, 'NewDrawsNotAllowed');
    assert.equal((await api.put(line, { newDrawsAllowed: true })).body.data.newDrawsAllowed, true);
    await aDraw(api, line);
    assert.equal((await api.put(line, { newDrawsAllowed: false })).status, 200);
    refused(await api.post(`${line}/draws`, { status: 'pending' }), 409, 'NewDrawsNotAllowed');
  });
});

describe('an amortized draw', () => {
  const { aCompany } = useHouse({ works: false });

  test('is previewed with the same instalment that a client asks for by either name', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const line = await aLine(api);
    const preview = async (more: object) =>
      (await api.post(`${line}/amortize-preview`, { purchaseAmount: 600, ...more })).body.data.schedule;
    const six = await preview({ duration: 6 });
    assert.equal(six.length, 6);
    assert.equal(
      six.reduce((sum: number, { principalAmount }: { principalAmount: number }) => sum + principalAmount * 100, 0),
      60_000,
    );
    assert.equal(six.at(-1).principalBalanceAmount, 0);
    assert.deepEqual(await preview({ recuringAmount: 100 }), await preview({ recurringAmount: 100 }));
    refusedAt(await api.post(`${line}/amortize-preview`, { purchaseAmount: 600 }), 'duration');
    // At most 360 statements: a million by 2,777.77 takes more, and by 16,000.00 its interest of 16,658.33 a month is not
    // paid, so that the minimum alone is.
    for (const recuringAmount of [0.01, 2777.77, 16_000]) {
      const answer = await api.post(`${line}/amortize-preview`, { purchaseAmount: 1_000_000, recuringAmount });
      refusedAt(answer, 'recurringAmount');
    }
    refusedAt(await api.post(`${line}/amortize-preview`, { purchaseAmount: 600, duration: 361 }), 'duration');
    const longest = await preview({ purchaseAmount: 1_000_000, duration: 360 });
    assert.equal(longest.length, 360);
    refusedAt(await api.get(`${line}/balances?toEffectiveDate=2036-02-10`), 'toEffectiveDate');
    assert.equal((await api.get(`${line}/balances?toEffectiveDate=2036-01-10`)).status, 200);
    refusedAt(await api.post(`${line}/amortize-preview`, { purchaseAmount: 0, duration: 2 }), 'purchaseAmount');
    const draw = await aDraw(api, line);
    refused(await api.post(`${draw}/amortize`, { duration: 3 }), 409, 'NothingToDo');
  });
});
