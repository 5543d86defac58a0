// Purchases that a line brings from another system. Amounts are those of line-migration.test.ts, worked by hand: draw A
// bears 18.25 %, 0.50 a day for 1,000.00.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const now = '2027-02-11T17:00:00Z';
const startDate = '2026-06-01';
const terms = { creditLimitAmount: 5000, interestRates: [{ rate: 0.1825 }], specificDays: [1, 25] };
const originated = {
  type: 'lineOfCredit',
  loanTypeId: 'ext-credit-card',
  status: 'originated',
  atOrigination: terms,
};
const noGrace = { status: 'originated', atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } };

/** On the day of the last statement. */
const balancesOf = (drawId: string) => ({
  draws: [{ drawId, startDate: '2026-07-01', principalAmount: 990 }],
  statements: [
    {
      statementDate: '2027-02-01',
      dueDate: '2027-02-25',
      minimumDueAmount: 25,
      newBalanceAmount: 1015,
      draws: [{ drawId, principalAmount: 10, interestAmount: 15, fullBalanceAmount: 1015 }],
    },
  ],
  nextPeriodNumber: 9,
});

const refused = (answer: Answer, status: number, errorType: string): void =>
  assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));

describe('past purchases of a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let drawId: string;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(async () => {
    await setClock(api, now);
    const { id: personId } = await api.made('/people', aPerson());
    line = `/people/${personId}/loans/${(await api.made(`/people/${personId}/loans`, originated)).id}`;
    drawId = (await aDraw(api, line, noGrace, { activate: false })).split('/').at(-1) as string;
  });
  const past = (amount: number, purchaseDate: string, more: object = {}) =>
    api.post(`${line}/migration/past-purchase`, { drawId, amount, purchaseDate, ...more });
  const made = async (...asked: Parameters<typeof past>) => {
    const { status, body } = await past(...asked);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const taken = (more: object = {}) =>
    api.made(`${line}/migration/activate`, {
      startDate,
      migrationDate: '2027-02-01',
      balances: balancesOf(drawId),
      ...more,
    });
  const draw = () => `${line}/draws/${drawId}`;
  const owed = async (): Promise<number> =>
    (await shown(api, `${line}/balances`)).outstandingBalances.outstandingPrincipalAmount;
  const stateOf = async (): Promise<object> => {
    const sql = 'select state from loan_standing where loan_id = $1';
    return (await house().service.database.pools.test.query(sql, [line.split('/').at(-1)])).rows[0].state;
  };

  test('are a record before the books begin, and on the books from then on, from the last statement', async () => {
    const record = await made(120, '2027-01-15T20:00:00Z', {
      externalId: `old-${drawId}`,
      purchaseDetails: { description: 'Shoes', externalCardId: 'card-7' },
      migration: { originalDrawId: 'D-77' },
    });
    assert.deepEqual(record.migration, { originalDrawId: 'D-77', isPast: true });
    assert.deepEqual([record.status, record.timestamps.effectiveAt], ['settled', '2027-01-15T20:00:00.000000+00:00']);
    await made(20, '2027-01-16', { type: 'refund', originalPurchaseId: `ext-old-${drawId}` });
    await made(30, '2027-01-17', { status: 'declined', declineReason: { mainText: 'No funds' } });
    const bought = await made(100, '2027-02-03');
    await made(40, '2027-02-05', { type: 'refund', originalPurchaseId: bought.id });
    await api.made(`${line}/migration/past-transaction`, { amount: 25, effectiveDate: '2027-02-10' });
    // 1,000.00 on February 1st, 100.00 bought, 40.00 refunded, and of 25.00 paid the interest of 15.00 comes first.
    const expectedBalances = { principalAmount: 1000, interestAmount: 15, outstandingAmount: 1015 };
    const answer = await taken({ expectedBalances });
    assert.deepEqual([answer.transactionsReplayed, answer.purchasesReplayed], [1, 2]);
    assert.equal(await owed(), 1050);
    const all = await shown(api, `${line}/purchases?sortBy=effectiveAt`);
    assert.deepEqual(
      all.map(({ amount, status, migration }: Answer['body']) => [amount, status, migration.isPast]),
      [
        [120, 'settled', true],
        [20, 'settled', true],
        [30, 'declined', true],
        [100, 'settled', false],
        [40, 'settled', false],
      ],
    );
    assert.deepEqual(
      (await shown(api, `${draw()}/purchases-timeline`)).map(({ id }: Answer['body']) => id),
      all.map(({ id }: Answer['body']) => id),
    );
    assert.equal((await shown(api, `${draw()}/purchases/ext-old-${drawId}`)).eligibleDisputeAmount, 100);
    await booksAgree(house(), api, 0);
  });

  test('come after the books have begun too, and touch nothing', async () => {
    await taken();
    const before = await stateOf();
    await made(50, '2027-01-31T23:59:00-05:00');
    assert.deepEqual(await stateOf(), before);
    refusedAt(await past(50, '2027-02-01'), 'purchaseDate');
    refusedAt(await past(50, '2026-06-30'), 'purchaseDate');
    refusedAt(await api.post(`${draw()}/purchases`, { amount: 5, purchaseDate: '2027-01-31' }), 'purchaseDate');
    const payment = { amount: 5, effectiveDate: '2027-01-20' };
    await api.made(`${line}/migration/past-transaction`, payment);
    refusedAt(
      await api.post(`${line}/transactions`, { type: 'oneTime', isExternal: true, ...payment }),
      'effectiveDate',
    );
    await booksAgree(house(), api, 0);
  });

  test('that are records stay as they are, but for what is said of them', async () => {
    const { id } = await made(120, '2027-01-15');
    await taken();
    const before = await stateOf();
    const one = `${draw()}/purchases/${id}`;
    const whole = await shown(api, one);
    for (const [field, change] of [
      ['status', { status: 'canceled' }],
      ['amount', { amount: 119 }],
      ['purchaseDate', { purchaseDate: '2027-02-05' }],
      ['timestamps.effectiveAt', { timestamps: { effectiveAt: '2027-02-05T12:00:00Z' } }],
    ] as const) {
      const answer = await api.put(one, change);
      refused(answer, 409, 'PurchaseReadOnly');
      assert.equal(answer.body.data.path, field);
    }
    const same = { status: 'settled', amount: 120, purchaseDate: '2027-01-15', metaData: { seen: true } };
    const changed = await api.put(one, { ...same, purchaseDetails: { description: 'Boots' } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(
      [changed.body.data.metadata, changed.body.data.purchaseDetails.description],
      [{ seen: true }, 'Boots'],
    );
    assert.deepEqual(changed.body.data.timestamps.effectiveAt, whole.timestamps.effectiveAt);
    assert.deepEqual(await stateOf(), before);
  });

  test('are refunded today, at most as a whole', async () => {
    const { id } = await made(120, '2027-01-15');
    await taken();
    const refund = (amount: number) =>
      api.post(`${draw()}/purchases`, { amount, type: 'refund', originalPurchaseId: id });
    refusedAt(await refund(120.01), 'amount', 'AmountExceedsPurchase');
    const first = await refund(100);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assert.equal(await owed(), 900);
    refusedAt(await refund(20.01), 'amount', 'AmountExceedsPurchase');
    const undone = await api.put(`${draw()}/purchases/${first.body.data.id}`, { status: 'canceled' });
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    assert.equal(await owed(), 1000);
    assert.equal((await refund(120)).status, 201);
    await booksAgree(house(), api, 0);
  });

  test('are disputed: lost, they are owed again; won, they never were, from the first day of the books', async () => {
    const { id } = await made(120, '2027-01-15');
    await taken();
    const disputes = `${draw()}/purchases/${id}/disputes`;
    const lost = await api.made(disputes, { disputedAmount: 100 });
    assert.equal(await owed(), 900);
    assert.equal((await api.put(`${disputes}/${lost.id}`, { status: 'lost' })).status, 200);
    assert.equal(await owed(), 1000);
    const interest = async (): Promise<number> =>
      (await shown(api, `${line}/balances?isRounded=false`)).outstandingBalances.outstandingInterestAmount;
    const before = await interest();
    const won = await api.made(disputes, { disputedAmount: 100 });
    const ended = await api.put(`${disputes}/${won.id}`, { status: 'won' });
    assert.equal(ended.status, 200, JSON.stringify(ended.body));
    assert.equal(await owed(), 900);
    // 100.00 at 18.25 % are 0.05 a day: ten days from February 1st on.
    assert.equal(Math.round((before - (await interest())) * 100), 50);
    const one = await shown(api, `${draw()}/purchases/${id}`);
    assert.deepEqual([one.status, one.eligibleDisputeAmount], ['settled', 20]);
    await booksAgree(house(), api, 0);
  });

  test('are refused with the field that is wrong', async () => {
    const other = await made(10, '2027-01-15');
    refusedAt(await past(0, '2027-01-15'), 'amount');
    refusedAt(await past(1, '2027-02-12'), 'purchaseDate');
    refusedAt(await past(1, 'yesterday...'), 'purchaseDate');
    refusedAt(await api.post(`${line}/migration/past-purchase`, { drawId, amount: 1 }), 'purchaseDate');
    refusedAt(await past(1, '2027-01-15', { originalPurchaseId: other.id }), 'originalPurchaseId');
    refusedAt(
      await past(11, '2027-01-16', { type: 'refund', originalPurchaseId: other.id }),
      'amount',
      'AmountExceedsPurchase',
    );
    refusedAt(await past(1, '2027-01-15', { status: 'pending' }), 'status');
    refused(await past(1, '2027-01-15', { drawId: 'LN-ZZZZ-ZZZZ' }), 404, 'NotFound');
    const { id: stranger } = await api.made('/people', aPerson());
    const foreign = `/people/${stranger}/loans/${(await api.made(`/people/${stranger}/loans`, originated)).id}`;
    const foreignDraw = (await aDraw(api, foreign, noGrace, { activate: false })).split('/').at(-1) as string;
    refused(await past(1, '2027-01-15', { drawId: foreignDraw }), 404, 'NotFound');
    const theirs = { drawId: foreignDraw, amount: 5, purchaseDate: '2027-01-15' };
    const { id: originalPurchaseId } = await api.made(`${foreign}/migration/past-purchase`, theirs);
    refused(await past(1, '2027-01-15', { type: 'refund', originalPurchaseId }), 404, 'NotFound');
    // The books do not begin before a draw that they do not have.
    await made(7, '2027-02-03');
    const answer = await api.post(`${line}/migration/activate`, {
      startDate,
      migrationDate: '2027-02-01',
      balances: {},
    });
    refusedAt(answer, 'balances.draws');
  });
});
