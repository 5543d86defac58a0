// Purchases over HTTP: authorized, posted, refunded, changed, and refused. Amounts are worked out by hand on a line that
// is paid by statements; interest plays no part on these days.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const start = '2026-01-20T15:00:00Z';

const last = (path: string): string => path.split('/').at(-1) as string;
const refused = (answer: Answer, status: number, errorType: string): void =>
  assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));

describe('a purchase', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let draw: string;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(async () => {
    await setClock(api, start);
    line = (await aLine(api, { creditLimitAmount: 1000, interestRates: [{ rate: 0.2 }], specificDays: [10] })).path;
    draw = await aDraw(api, line);
    await setClock(api, '2026-01-25T15:00:00Z');
  });

  const buy = (amount: number, more: object = {}) => api.made(`${draw}/purchases`, { amount, ...more });
  const change = async (id: string, body: object, query = '') => api.put(`${draw}/purchases/${id}${query}`, body);
  const changed = async (id: string, body: object, query = '') => {
    const answer = await change(id, body, query);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const owed = async (): Promise<number> =>
    (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
  const available = async (): Promise<number> => (await shown(api, draw)).current.availableCreditAmount;

  test('shows what was said of it, with all that clients know', async () => {
    const made = await buy(42.5, {
      externalId: `card-${last(line)}`,
      purchaseDate: '2026-01-24T14:00:00Z',
      purchaseDetails: { description: 'Groceries', merchantName: 'Corner shop', metadata: { till: 7 } },
      metaData: { batch: 1 },
    });
    assert.deepEqual(
      [made.type, made.status, made.amount, made.originalAmount, made.eligibleDisputeAmount, made.purchaseDate],
      ['regular', 'settled', 42.5, 42.5, 42.5, '2026-01-24'],
    );
    assert.equal(made.displayId, `card-${last(line)}`);
    assert.deepEqual(made.metadata, { batch: 1 });
    assert.equal(made.purchaseDetails.originalCurrencyCode, 'USD');
    assert.deepEqual(made.purchaseDetails.metadata, { till: 7 });
    const { difference, ...rest } = made;
    assert.equal(difference, null);
    assert.deepEqual(await shown(api, `${draw}/purchases/ext-card-${last(line)}`), rest);
    assert.equal(await owed(), 42.5);
  });

  test('that is authorized holds the limit and is on no books; settled, it is owed and holds nothing', async () => {
    const { id, originalAmount, eligibleDisputeAmount } = await buy(300, { status: 'authorized' });
    assert.deepEqual([originalAmount, eligibleDisputeAmount], [null, 0]);
    assert.deepEqual([await owed(), await available()], [0, 700]);
    await changed(id, { status: 'pending' });
    assert.deepEqual([await owed(), await available()], [300, 700]);
    const settled = await changed(id, { status: 'settled', amount: 250 });
    assert.deepEqual([settled.status, settled.originalAmount], ['settled', 250]);
    assert.deepEqual([await owed(), await available()], [250, 750]);
  });

  test('that is authorized and then canceled or declined gives its hold back', async () => {
    const one = await buy(300, { status: 'authorized' });
    const other = await buy(200, { status: 'authorized' });
    assert.equal(await available(), 500);
    await changed(one.id, { status: 'canceled' });
    await changed(other.id, { status: 'declined', declineReason: { mainText: 'No funds' } });
    assert.equal(await available(), 1000);
  });

  test('replaces an authorization, once; canceled, it gives the authorization back', async () => {
    const held = await buy(300, { status: 'authorized', externalId: `auth-${last(line)}` });
    const settled = await buy(280, { authorizationPurchaseId: `ext-auth-${last(line)}` });
    assert.equal(settled.authorizationPurchaseId, held.id);
    const replaced = await shown(api, `${draw}/purchases/${held.id}`);
    assert.deepEqual([replaced.status, replaced.replacedByPurchaseId], ['canceled', settled.id]);
    assert.deepEqual([await owed(), await available()], [280, 720]);
    refused(
      await api.post(`${draw}/purchases`, { amount: 10, authorizationPurchaseId: held.id }),
      409,
      'AuthorizationReplaced',
    );
    refused(await change(held.id, { status: 'settled' }), 409, 'AuthorizationReplaced');
    await changed(settled.id, { status: 'canceled' });
    assert.deepEqual([await owed(), await available()], [0, 700]);
    assert.equal((await shown(api, `${draw}/purchases/${held.id}`)).status, 'authorized');
  });

  test('is refunded, at most as a whole; a refund names the purchase wherever that is moved', async () => {
    const bought = await buy(100);
    const refund = await buy(60, { type: 'refund', originalPurchaseId: bought.id });
    assert.equal(refund.refundDetails.refundNonDuePrincipalAmount, 60);
    assert.deepEqual(
      [await owed(), (await shown(api, `${draw}/purchases/${bought.id}`)).eligibleDisputeAmount],
      [40, 40],
    );
    refusedAt(
      await api.post(`${draw}/purchases`, { amount: 41, type: 'cashback', originalPurchaseId: bought.id }),
      'amount',
      'AmountExceedsPurchase',
    );
    refusedAt(await change(bought.id, { amount: 59 }), 'amount', 'AmountTakenBack');
    refusedAt(await change(bought.id, { status: 'canceled' }), 'status', 'AmountTakenBack');
    await changed(bought.id, { amount: 70, purchaseDate: '2026-01-22' });
    assert.equal(await owed(), 10);
    await changed(refund.id, { status: 'canceled' });
    assert.equal(await owed(), 70);
    await changed(bought.id, { status: 'canceled' });
    assert.equal(await owed(), 0);
    refused(
      await api.post(`${draw}/purchases`, { amount: 1, type: 'refund', originalPurchaseId: bought.id }),
      409,
      'PurchaseStatusForbids',
    );
  });

  test('above the limit is refused, with force it is taken', async () => {
    await buy(900);
    refusedAt(await api.post(`${draw}/purchases`, { amount: 100.01 }), 'amount', 'AmountExceedsCreditLimit');
    await buy(100, { status: 'authorized' });
    refusedAt(await api.post(`${draw}/purchases`, { amount: 0.01 }), 'amount', 'AmountExceedsCreditLimit');
    await api.made(`${draw}/purchases?force=true&sync=true`, { amount: 50 });
    assert.equal(await owed(), 950);
  });

  test('is disputed, and the dispute ends', async () => {
    const { id } = await buy(100);
    const disputes = `${draw}/purchases/${id}/disputes`;
    const dispute = await api.made(disputes, { disputedAmount: 40 });
    assert.deepEqual([dispute.status, dispute.disputedAmount], ['submitted', 40]);
    // Thirty days from January 25th; the running cycle ends on February 14th, and the two after it on April 14th.
    assert.deepEqual([dispute.acknowledgeByDate, dispute.decideByDate], ['2026-02-24', '2026-04-14']);
    assert.equal((await shown(api, `${draw}/purchases/${id}`)).status, 'disputed');
    assert.equal(await owed(), 60);
    refused(await change(id, { status: 'canceled' }), 409, 'PurchaseStatusForbids');
    refusedAt(await change(id, { amount: 39 }), 'amount', 'AmountTakenBack');
    refusedAt(await api.post(disputes, { disputedAmount: 60.01 }), 'disputedAmount', 'AmountExceedsPurchase');
    await changed(id, { amount: 90 });
    assert.equal(await owed(), 50);
    await setClock(api, '2026-01-27T15:00:00Z');
    refusedAt(await change(id, { purchaseDate: '2026-01-26' }), 'purchaseDate');
    const lost = (await api.put(`${disputes}/${dispute.id}?sync=true`, { status: 'lost' })).body.data;
    assert.equal(lost.status, 'lost');
    assert.equal(await owed(), 90);
    refused(await api.put(`${disputes}/${dispute.id}`, { status: 'won' }), 409, 'DisputeStatusForbids');
    await changed(id, { status: 'dispute' });
    assert.equal(await owed(), 0);
    const [second] = (await api.get(`${line}/disputes`)).body.data;
    assert.equal(second.disputedAmount, 90);
    await api.put(`${disputes}/${second.id}`, { status: 'won' });
    assert.equal(await owed(), 0);
    const after = await shown(api, `${draw}/purchases/${id}`);
    assert.deepEqual([after.status, after.eligibleDisputeAmount], ['settled', 0]);
    await changed(id, { amount: 95 });
    assert.equal(await owed(), 5);
  });

  test('stays disputed until its last open dispute ends', async () => {
    const { id } = await buy(100);
    const disputes = `${draw}/purchases/${id}/disputes`;
    const [lost, won] = [
      await api.made(disputes, { disputedAmount: 30 }),
      await api.made(disputes, { disputedAmount: 20 }),
    ];
    const end = async (dispute: { id: string }, status: string) => {
      assert.equal((await api.put(`${disputes}/${dispute.id}?sync=true`, { status })).status, 200);
      const after = await shown(api, `${draw}/purchases/${id}`);
      return [after.status, after.eligibleDisputeAmount, await owed()];
    };
    assert.deepEqual(await end(lost, 'lost'), ['disputed', 80, 80]);
    assert.deepEqual(await end(won, 'won'), ['settled', 80, 80]);
  });

  test('moves behind a dispute that was won, over a statement: what was won stays off the books', async () => {
    const { id } = await buy(100);
    const disputes = `${draw}/purchases/${id}/disputes`;
    const dispute = await api.made(disputes, { disputedAmount: 40 });
    await api.put(`${disputes}/${dispute.id}?sync=true`, { status: 'won' });
    await setClock(api, '2026-04-25T15:00:00Z');
    // The state of the last due date lies between the end of the dispute and the purchase.
    await buy(1, { purchaseDate: '2026-03-01' });
    await changed(id, { purchaseDate: '2026-04-20' }, '?sync=true');
    const one = await shown(api, `${line}/balances`);
    assert.equal(one.outstandingBalances.outstandingPrincipalAmount, 61);
    await buy(2);
    await changed(id, { amount: 101 }, '?sync=true');
    await buy(3, { purchaseDate: '2026-04-22' });
    const three = await shown(api, `${line}/balances`);
    assert.equal(three.outstandingBalances.outstandingPrincipalAmount, 67);
  });

  test('that is authorized, or a refund, is not disputed', async () => {
    const held = await buy(10, { status: 'authorized' });
    refused(await api.post(`${draw}/purchases/${held.id}/disputes`, {}), 409, 'PurchaseStatusForbids');
    const back = await buy(10, { type: 'refund' });
    refused(await api.post(`${draw}/purchases/${back.id}/disputes`, {}), 400, 'PurchaseTypeForbids');
  });
  test('refuses what cannot be, by its field', async () => {
    const at = (body: object) => api.post(`${draw}/purchases`, { amount: 1, ...body });
    refusedAt(await at({ amount: 0 }), 'amount');
    refusedAt(await at({ amount: -1 }), 'amount');
    refusedAt(await at({ purchaseDate: 'yesterday..' }), 'purchaseDate');
    refusedAt(await at({ purchaseDate: '2026-01-26' }), 'purchaseDate');
    refusedAt(await at({ purchaseDate: '2026-01-25T15:02:00Z' }), 'purchaseDate');
    refusedAt(await at({ purchaseDate: '2026-01-19' }), 'purchaseDate');
    refusedAt(await at({ purchaseDate: '2026-01-20T14:59:59Z' }), 'purchaseDate');
    refusedAt(await at({ timestamps: { effectiveAt: '2026-01-19T12:00:00Z' } }), 'timestamps.effectiveAt');
    refusedAt(await at({ originalPurchaseId: 'DP-AAAA-AAAA' }), 'originalPurchaseId');
    refusedAt(await at({ currency: 'EUR' }), 'currency');
    refusedAt(await at({ purchaseDetails: { originalCurrencyCode: 'EUR' } }), 'purchaseDetails.conversionRate');
    refusedAt(await at({ declineReason: { mainText: 'no' } }), 'declineReason');
    refusedAt(await at({ type: 'refund', authorizationPurchaseId: 'DP-AAAA-AAAA' }), 'authorizationPurchaseId');
    refused(await at({ type: 'refund', originalPurchaseId: 'DP-AAAA-AAAA' }), 404, 'NotFound');
    const { purchaseDetails } = await buy(1, {
      purchaseDetails: { originalCurrencyCode: 'EUR', conversionRate: 1.08 },
    });
    assert.deepEqual([purchaseDetails.originalCurrencyCode, purchaseDetails.conversionRate], ['EUR', 1.08]);
    // On the day of the activation, at no time that was said: after the activation.
    assert.equal(
      (await buy(1, { purchaseDate: '2026-01-20' })).timestamps.effectiveAt,
      '2026-01-20T15:00:00.000000+00:00',
    );
    assert.equal(await owed(), 2);
  });

  test('is not made while spending is not allowed; what was authorized is posted, and refunds are taken', async () => {
    const held = await buy(50, { status: 'authorized' });
    await api.made(`${draw}/close`, {});
    const answer = await api.post(`${draw}/purchases`, { amount: 1 });
    refused(answer, 409, 'SpendingNotAllowed');
    assert.match(answer.body.data.reason, /closed/);
    refused(await change(held.id, { amount: 51 }), 409, 'SpendingNotAllowed');
    await changed(held.id, { status: 'settled' });
    await buy(20, { type: 'refund', originalPurchaseId: held.id });
    assert.equal(await owed(), 30);
  });

  test('is not made while the draws of the line are frozen', async () => {
    await api.made(`${line}/freeze-draws`, {});
    const answer = await api.post(`${draw}/purchases`, { amount: 1 });
    refused(answer, 409, 'SpendingNotAllowed');
    assert.match(answer.body.data.reason, /frozen/);
    await api.made(`${line}/unfreeze-draws`, {});
    await buy(1);
  });

  test('is not made on a static draw, nor on a line that is accelerated or closed: the reason says so', async () => {
    const why = async (path: string) => {
      const answer = await api.post(`${path}/purchases`, { amount: 1 });
      refused(answer, 409, 'SpendingNotAllowed');
      return answer.body.data.reason;
    };
    const fixed = await aDraw(api, line, { atOrigination: { purpose: 'static' } });
    assert.equal(await why(fixed), 'the draw is static');
    const other = (await aLine(api)).path;
    const accelerated = await aDraw(api, other);
    await api.made(`${accelerated}/purchases`, { amount: 1 });
    await api.made(`${other}/accelerate`, {});
    assert.equal(await why(accelerated), 'the line is accelerated');
    await api.made(`${other}/charge-off`, { chargedOffReason: 'bankruptcy' });
    assert.equal(await why(accelerated), 'the line is charged off');
    assert.match((await api.post(`${accelerated}/cancel`, {})).body.message, /A draw that is charged off cannot/);
    await api.made(`${line}/close`, {});
    assert.equal(await why(draw), 'the line is closed');
  });

  test('never goes above the limit, however many buy at once, and none of them is lost', async () => {
    await buy(900);
    const bought = await Promise.all(Array.from({ length: 24 }, () => api.post(`${draw}/purchases`, { amount: 10 })));
    const done = bought.filter(({ status }) => status === 201).length;
    const others = bought.filter(({ status }) => status !== 201).map(({ body }) => body.errorType);
    assert.deepEqual(
      [...new Set(others)].filter((type) => type !== 'Locked'),
      ['AmountExceedsCreditLimit'],
    );
    assert.ok(done <= 10, `${done}`);
    assert.equal(await owed(), 900 + done * 10);
    const listed = (await api.get(`${line}/purchases?limit=100`)).body;
    assert.equal(listed.total, done + 1);
  });

  test('is refused on a line that is further past due than its loan type allows', async () => {
    const purchases = { blockPurchasesOverdueDays: 5 };
    const { id } = await api.made('/loan-types', {
      type: 'lineOfCredit',
      regulation: 'card',
      name: `Blocks ${last(line)}`,
      purchases,
    });
    await setClock(api, '2026-01-25T15:00:00Z');
    const late = (await aLine(api, {}, { loanTypeId: id })).path;
    const own = await aDraw(api, late);
    await api.made(`${own}/purchases`, { amount: 100 });
    const at = async (now: string) => {
      await setClock(api, now);
      await api.made(`${late}/refresh`, {});
      return api.post(`${own}/purchases`, { amount: 1 });
    };
    const [period] = (await api.get(`${late}/periods`)).body.data;
    const due = Date.parse(`${period.dueDate}T15:00:00Z`);
    const after = (days: number): string => new Date(due + days * 86_400_000).toISOString();
    assert.equal((await at(after(5))).status, 201);
    const answer = await at(after(6));
    refused(answer, 409, 'SpendingNotAllowed');
    assert.match(answer.body.data.reason, /6 days past due/);
  });

  test('on a draw of another line, or on one that has not begun, is refused', async () => {
    const other = (await aLine(api)).path;
    const { id } = await buy(5);
    refused(await api.post(`${other}/draws/${last(draw)}/purchases`, { amount: 1 }), 404, 'NotFound');
    refused(await api.get(`${await aDraw(api, other)}/purchases/${id}`), 404, 'NotFound');
    const pending = await aDraw(api, other, {}, { activate: false });
    refused(await api.post(`${pending}/purchases`, { amount: 1 }), 409, 'SpendingNotAllowed');
    assert.deepEqual((await api.get(`${pending}/purchases`)).body.data, []);
  });

  test('twice under one external id is recorded once', async () => {
    const externalId = `once-${last(line)}`;
    await buy(900, { externalId });
    const again = await api.post(`${draw}/purchases`, { amount: 900, externalId });
    refused(again, 409, 'DuplicateExternalId');
    assert.equal(await owed(), 900);
  });

  test('sent back as it was shown stays as it is; with previewMode nothing is stored', async () => {
    const { difference: _, ...made } = await buy(30, { purchaseDate: '2026-01-24T10:00:00Z' });
    const { updatedAt } = (await changed(made.id, made)).timestamps;
    assert.equal(updatedAt, null);
    const preview = await changed(made.id, { amount: 20, previewMode: true });
    assert.equal(preview.amount, 20);
    assert.notEqual(preview.difference, null);
    assert.equal((await api.made(`${draw}/purchases`, { amount: 5, previewMode: true })).id, null);
    assert.equal(await owed(), 30);
  });

  test('leaves books that agree with a replay', () => booksAgree(house(), api, 10));
});
