// What a bank and the books differ in, and each way in which that ends: to the cent, and never by one person alone.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { bankOf, breaksOf, breaksPath, cashOf, type Line, readStatement } from '../../../../tests/support/bank.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../tests/support/orders.ts';
import { aKeyByHand } from '../../../../tests/support/reimbursed.ts';
import { aRoundLoan } from '../../../../tests/support/round-loan.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';

const [fri, mon, tue, wed] = ['2027-05-14', '2027-05-17', '2027-05-18', '2027-05-19'] as const;

describe('a break', () => {
  const { house, aCompany } = useHouse({ works: false });
  let second: Client;
  let api: Client;
  let orders: Orders;
  let accountId: string;
  let balance = 0;
  const fresh = async (): Promise<void> => {
    api = (await aCompany()).test;
    await setClock(api, '2027-05-13T18:00:00Z');
    orders = await ordersOf(house(), api);
    accountId = (await bankOf(house(), api)).id;
    await setClock(api, '2027-05-20T18:00:00Z');
    second = await aKeyByHand(house(), api);
    balance = 0;
  };
  before(fresh);
  /** A debit that has settled; returns its key. */
  const settled = async (amount: number, on: string): Promise<string> => {
    const ref = await orders.give({ amount: cents(amount) });
    await orders.work(ref);
    const key = ordersKey(await orders.row(ref));
    await orders.told({ what: 'settled', key, amount: cents(amount), on, at: `${on}T12:00:00.000000+00:00` as never });
    return key;
  };
  const read = async (...lines: Line[]): Promise<Shown> => {
    const found = await readStatement(api, accountId, balance, lines);
    balance = found.closingAmount;
    return found;
  };
  const cash = () => cashOf(house(), api);
  const open = async (): Promise<readonly (readonly [string, number])[]> =>
    (await breaksOf(api))
      .filter(({ status }) => status !== 'resolved')
      .map(({ kind, amount }) => [kind, amount] as const);
  const act = (by: Client, id: string, verb: string, body: object = {}) => by.post(`${breaksPath}/${id}/${verb}`, body);
  const done = async (by: Client, id: string, verb: string, body: object = {}): Promise<Shown> => {
    const answer = await act(by, id, verb, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };

  test('of a line that nobody knows ends by itself when its payment settles late', async () => {
    await fresh();
    await read([fri, '500.00', 'REF-1']);
    const [one] = await breaksOf(api);
    assert.deepEqual([one.kind, one.status, one.amount, one.since], ['theirsNotOurs', 'open', 500, fri]);
    assert.deepEqual(await cash(), { BK: 500, UN: -500 });
    await settled(50_000, fri);
    assert.deepEqual(await cash(), { BK: 500, LC: -500, PR: 500, UN: -500 });
    await read([mon, '1.00', 'REF-2']);
    assert.deepEqual(await cash(), { BK: 501, LC: -500, UN: -1 });
    const after = (await api.get(`${breaksPath}/${one.id}`)).body.data;
    assert.deepEqual([after.status, after.resolution], ['resolved', 'matched']);
    assert.deepEqual(
      (await api.get(`${breaksPath}/${one.id}/history`)).body.data.map(({ did }: Shown) => did),
      ['match'],
    );
  });

  test('of payments that are late is one for the day, shrinks, and ends when the bank shows them', async () => {
    await fresh();
    const [a] = [await settled(10_000, fri), await settled(20_000, fri)];
    await read([fri, '1.00']);
    assert.deepEqual(await open(), [['theirsNotOurs', 1]], 'their day has just ended');
    await read([mon, '2.00']);
    assert.deepEqual(await open(), [
      ['theirsNotOurs', 2],
      ['oursNotTheirs', 300],
      ['theirsNotOurs', 1],
    ]);
    // By its key, on another day than it was due: a person looks, and the other one is late alone.
    await read([tue, '100.00', a]);
    assert.deepEqual((await open()).toSorted().slice(0, 2), [
      ['date', 100],
      ['oursNotTheirs', 200],
    ]);
  });

  test('is attached to what it is of, to the cent: with what the provider has kept of it', async () => {
    await fresh();
    await settled(10_000, fri);
    await settled(20_000, fri);
    await read([fri, '297.50', 'PAYOUT-7']);
    const [one] = await breaksOf(api);
    const groups = [`fake ${fri} in`];
    const wrong = await act(api, one.id, 'attach', { groups, feeAmount: 2.49 });
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'expectedItemIds']);
    assert.equal((await act(api, one.id, 'attach', { groups: ['fake'] })).body.data.path, 'groups[0]');
    const after = await done(api, one.id, 'attach', { groups, feeAmount: 2.5 });
    assert.deepEqual([after.status, after.resolution], ['resolved', 'attached']);
    assert.deepEqual(await cash(), { BK: 297.5, FE: 2.5, LC: -300 });
    assert.deepEqual(await open(), []);
  });

  test('is written off by two: nobody agrees with himself, nor with the key that he has made', async () => {
    await fresh();
    await read([fri, '0.07', 'INTEREST']);
    const [one] = await breaksOf(api);
    await done(second, one.id, 'propose', { by: 'writeOff', reason: 'interest of the bank' });
    assert.deepEqual(await cash(), { BK: 0.07, UN: -0.07 }, 'nothing is booked yet');
    const reasonOf = async (by: Client) => {
      const { status, body } = await act(by, one.id, 'approve');
      return [status, body.data?.reason];
    };
    assert.deepEqual(await reasonOf(second), [403, 'orderedIt']);
    const { key } = await second.made('/keys', { name: 'straw', permissions: null });
    assert.deepEqual(await reasonOf(house().client(key, api.realm)), [403, 'orderedIt']);
    assert.deepEqual(await reasonOf(api), [403, 'readStatement'], 'who sent the statement could have written it');
    const third = await aKeyByHand(house(), api);
    await done(third, one.id, 'approve', { note: 'seen' });
    assert.deepEqual(await cash(), { BK: 0.07, ER: -0.07 });
    const steps = (await api.get(`${breaksPath}/${one.id}/history`)).body.data;
    assert.deepEqual(
      steps.map(({ did, note }: Shown) => [did, note]),
      [
        ['approve', 'seen'],
        ['propose', 'interest of the bank'],
      ],
    );
    assert.equal((await act(third, one.id, 'propose', { by: 'writeOff', reason: 'again' })).status, 409);
  });

  test('of late payments is given up by two, if it still is what was proposed', async () => {
    await fresh();
    await settled(10_000, fri);
    await settled(20_000, fri);
    await read([mon, '1.00']);
    const [one] = await breaksOf(api, '?kind=oursNotTheirs');
    await done(api, one.id, 'propose', { by: 'writeOff', reason: 'lost' });
    await read([tue, '300.00', `fake ${fri} in`]);
    // By the name of its group, two days late: nothing is late any more.
    assert.deepEqual((await open())[0], ['date', 300]);
    const again = await act(second, one.id, 'approve');
    assert.deepEqual([again.status, again.body.errorType], [409, 'BreakStatusForbids']);
    const [other] = await breaksOf(api, '?kind=date');
    await done(api, other.id, 'propose', { by: 'writeOff', reason: 'the bank was late' });
    const third = await aKeyByHand(house(), api);
    await done(third, other.id, 'approve');
    assert.deepEqual(await cash(), { BK: 301, LC: -300, UN: -1 });
  });

  test('of another amount is settled by two: what is expected is matched, and a cent accepted', async () => {
    await fresh();
    const key = await settled(10_000, fri);
    await read([fri, '99.99', key]);
    const [one] = await breaksOf(api);
    assert.deepEqual([one.kind, one.amount, one.candidates.length], ['amount', -0.01, 1]);
    await done(api, one.id, 'propose', { by: 'writeOff', reason: 'a cent' });
    const third = await aKeyByHand(house(), api);
    await done(third, one.id, 'approve');
    assert.deepEqual(await cash(), { BK: 99.99, ER: 0.01, LC: -100 });
  });

  test('of money that goes back is over only when the bank shows it', async () => {
    await fresh();
    await read([fri, '75.00', 'STRANGER']);
    const [one] = await breaksOf(api);
    await done(api, one.id, 'propose', { by: 'refund', reason: 'a stranger', reference: 'BACK-1' });
    assert.equal((await done(second, one.id, 'approve')).status, 'goingBack');
    assert.deepEqual(await cash(), { BK: 75, PR: -75 });
    await read([mon, '-75.00', 'BACK-2']);
    assert.deepEqual((await open())[0], ['theirsNotOurs', -75], 'another reference is something else');
    await read([tue, '-75.00', 'BACK-1']);
    const after = (await api.get(`${breaksPath}/${one.id}`)).body.data;
    assert.deepEqual([after.status, after.resolution], ['resolved', 'refund']);
    assert.deepEqual(await cash(), { BK: -75, UN: 75 });
  });

  test('of a payment from outside is on its loan, once, and not before two agree', async () => {
    await fresh();
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-06T17:00:00Z');
    const paid = await api.made(`${loan.path}/transactions`, { type: 'oneTime', isExternal: true, amount: 80 });
    await read(['2026-02-06', '80.00', 'CHECK-9'], ['2026-02-06', '80.00', 'CHECK-10']);
    const [one, other] = await breaksOf(api);
    const named = { by: 'payment', reason: 'her check', personId: loan.personId, transactionId: paid.id };
    const wrong = await act(api, one.id, 'propose', { ...named, transactionId: 'TX-AAAA-AAAA' });
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'transactionId']);
    await done(api, one.id, 'propose', named);
    await done(api, other.id, 'propose', named);
    await done(second, one.id, 'approve');
    assert.deepEqual(await cash(), { BK: 160, LC: -80, UN: -80 });
    const twice = await act(second, other.id, 'approve');
    assert.deepEqual([twice.status, twice.body.data.path], [400, 'transactionId']);
    assert.equal((await done(api, other.id, 'reject')).status, 'open');
  });

  test('of what the bank moves a second time has that name', async () => {
    await fresh();
    const key = await settled(10_000, fri);
    await read([fri, '100.00', key]);
    assert.deepEqual(await open(), []);
    await read([mon, '100.00', key]);
    assert.deepEqual(await open(), [['chargedTwice', 100]]);
  });

  test('that a provider told is looked after, asked about, and never ended by whoever made the payment', async () => {
    await fresh();
    const ref = await orders.give({ amount: cents(10_000) });
    await orders.work(ref);
    const key = ordersKey(await orders.row(ref));
    await orders.told({ what: 'settled', key, amount: cents(9_999), on: wed });
    const [one] = await breaksOf(api, '?status=open');
    assert.deepEqual([one.kind, one.bankAccountId, one.personId], ['amount', null, orders.personId]);
    const nobody = await api.put(`${breaksPath}/${one.id}`, { ownerId: 'UR-AAAA-AAAA' });
    assert.deepEqual([nobody.status, nobody.body.data.path], [400, 'ownerId']);
    const asked = await done(api, one.id, 'ask', { note: 'called' });
    assert.deepEqual([asked.status, asked.askedAt === null], ['asked', false]);
    const attached = await act(api, one.id, 'attach', { groups: ['x'] });
    assert.deepEqual([attached.status, attached.body.errorType], [409, 'BreakNotOfThatKind']);
    await done(api, one.id, 'propose', { by: 'writeOff', reason: 'the provider was wrong' });
    assert.equal((await done(second, one.id, 'approve')).status, 'resolved');
    assert.deepEqual(await cash(), { CT: 100, LC: -100 }, 'nothing of it was booked');
  });
});
