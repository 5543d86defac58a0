// The card program of a lender, a public client of the reference service: what it does with purchases and payments, one
// request after the other, as its code does it.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';
import { setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

describe('the card program of a lender', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  let draw: string;
  let count = 0;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(async () => {
    await setClock(api, '2026-03-02T15:00:00Z');
    const { id: personId } = await api.made('/people', aPerson());
    const { id } = await api.made(`/people/${personId}/loans`, {
      loanTypeId: 'ext-line-of-credit',
      type: 'lineOfCredit',
      servicedBy: 'creditor',
      status: 'originated',
      newDrawsAllowed: true,
      atOrigination: {
        interestRates: [{ days: null, rate: 0 }],
        paymentFrequency: 'monthly',
        originationLicense: 'nationalBank',
        creditLimitAmount: 1000,
      },
    });
    line = `/people/${personId}/loans/${id}`;
    await api.made(`${line}/activate`, {});
    const body = { nickname: 'Credit Card', status: 'originated', atOrigination: {} };
    draw = `${line}/draws/${(await api.made(`${line}/draws`, body)).id}`;
    await api.made(`${draw}/activate`, {});
  });

  /** What it tells of a transaction of a card: the same again with each of its statuses. */
  const told = (amount: number, type: string, purchaseDate: string) => ({
    type,
    amount,
    purchaseDate,
    purchaseDetails: { description: 'Corner shop', merchantName: 'Corner shop', metadata: { transactionType: type } },
    declineReason: {},
  });

  /** Its external id. */
  async function booked(amount: number, type: string, purchaseDate: string): Promise<string> {
    count += 1;
    const externalId = `tx-${count}`;
    const body = { externalId, status: 'pending', ...told(amount, type, purchaseDate) };
    await api.made(`${draw}/purchases?force=true&sync=true`, body);
    return externalId;
  }

  const settle = async (externalId: string, status: string, body: object): Promise<Answer> =>
    api.put(`${draw}/purchases/ext-${externalId}`, { ...body, status });
  const read = async (path: string): Promise<Shown> => (await api.get(path)).body.data;
  const owed = async (): Promise<number> => (await read(`${line}/balances`)).outstandingBalances.outstandingTotalAmount;
  const names = (rows: Shown[]): string[] => rows.map(({ externalId }) => externalId);

  test('gives back what is disputed at the card as a cash back, which its word dispute settles', async () => {
    const bought = '2026-03-02T15:00:00.123Z';
    await booked(80, 'regular', bought);
    const back = await booked(30, 'cashBack', bought);
    assert.equal(await owed(), 80, 'what is pending is not given back yet');
    const failed = { ...told(30, 'cashBack', bought), declineReason: { mainText: 'Account closed' } };
    refusedAt(await settle(back, 'dispute', failed), 'declineReason');
    for (const time of ['first', 'again']) {
      const { status, body } = await settle(back, 'dispute', told(30, 'cashBack', bought));
      assert.deepEqual([status, body.data?.status], [200, 'settled'], time);
    }
    assert.deepEqual(await read(`${line}/disputes`), [], 'nothing that was bought is disputed');
    assert.equal(await owed(), 50);
    const refund = await booked(5, 'refund', bought);
    assert.equal((await settle(refund, 'dispute', {})).body.data.status, 'settled');
    // What is disputed of a purchase itself is a dispute, as ever.
    const regular = await booked(10, 'regular', bought);
    await settle(regular, 'settled', {});
    assert.equal((await settle(regular, 'dispute', {})).body.data.status, 'disputed');
    const canceled = await booked(1, 'cashBack', bought);
    await settle(canceled, 'canceled', {});
    assert.equal((await settle(canceled, 'dispute', {})).body.errorType, 'PurchaseStatusForbids');
    const shown = await settle(await booked(1, 'cashBack', bought), 'disputed', {});
    assert.equal(shown.status, 409, 'only the word of the card program is read so');
  });

  test('lists its purchases by the days on which they count, in the zone of the line', async () => {
    await setClock(api, '2026-03-06T15:00:00Z');
    const all: string[] = [];
    // In New York, the second and the third of these are bought on one day.
    const moments = [
      '2026-03-03T04:59:59Z',
      '2026-03-03T05:00:00Z',
      '2026-03-04T04:59:59.999Z',
      '2026-03-04T05:00:00Z',
    ];
    for (const at of moments) all.push(await booked(1, 'regular', at));
    const listed = async (query: string) => names(await read(`${draw}/purchases?limit=100&${query}`)).toSorted();
    const [first, second, third, fourth] = all;
    assert.deepEqual(await listed('fromEffectiveDate=2026-03-03&toEffectiveDate=2026-03-03'), [second, third]);
    assert.deepEqual(await listed('toEffectiveDate=2026-03-02'), [first]);
    assert.deepEqual(await listed('fromEffectiveDate=2026-03-04T00:00:00.000Z'), [fourth]);
    assert.deepEqual(names(await read(`${line}/purchases?fromEffectiveDate=2026-03-04`)), [fourth]);
  });

  test('reads the instrument of each of its payments, also where none paid', async () => {
    await booked(100, 'regular', '2026-03-02');
    const credit = { type: 'serviceCredit', amount: 5, serviceCreditsDetails: { reason: 'goodwill' } };
    await api.made(`${line}/transactions?sync=true`, credit);
    const outside = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: 10 };
    await api.made(`${line}/transactions?sync=true`, outside);
    const payments = await read(`${line}/transactions?limit=100`);
    assert.equal(payments.length, 2);
    for (const { paymentDetails } of payments) {
      const { fromInstrumentId, fromInstrument } = paymentDetails;
      const { paymentNetworkName, accountNumberLastFour } = fromInstrument;
      assert.deepEqual([fromInstrumentId, paymentNetworkName, accountNumberLastFour], [null, null, null]);
    }
  });

  test('names the present day as UTC has it, also in the evening: it is today', async () => {
    const evening = '2026-03-04T02:30:00.000000+00:00';
    await setClock(api, evening);
    const date = evening.substring(0, 10);
    const bought = await booked(20, 'regular', date);
    const { purchaseDate, timestamps } = await read(`${draw}/purchases/ext-${bought}`);
    assert.deepEqual([purchaseDate, timestamps.effectiveAt], [date, evening]);
    refusedAt(await api.post(`${draw}/purchases`, told(1, 'regular', '2026-03-05')), 'purchaseDate');
    const outside = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: 5 };
    const pay = (effectiveDate: string) => api.post(`${line}/transactions?sync=true`, { ...outside, effectiveDate });
    assert.equal((await pay(date)).body.data.timestamps.effectiveDate, '2026-03-03');
    refusedAt(await pay('2026-03-05'), 'effectiveDate');
    // What is told again on the next day stays where it was.
    await setClock(api, '2026-03-04T15:00:00Z');
    const settled = await settle(bought, 'settled', told(20, 'regular', date));
    assert.deepEqual([settled.status, settled.body.data.timestamps.effectiveAt], [200, evening]);
    assert.equal(await owed(), 15);
  });
});
