// A remembered answer is the computed one, byte for byte: two processes that remember and write, beside one that never
// remembers; and what a client may do with an ETag.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { erasePersonByHand } from '#app/erase-person.ts';
import { beginLoan } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';
import { ask, clientOn, countOf, twoMore } from './support/more-processes.ts';
import { setClock } from './support/test-clock.ts';

const start = '2027-01-20T15:00:00Z';
const agreed = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};

/** What is asked of a loan after each step. */
const questions = ['', '/balances', '/balances?skipYtd=true', '/obligations', '/obligations?isOpen=true'];

/** A second before and at midnight in New York, on due dates and beside them, forward and back. */
const instants = [
  start,
  '2027-02-15T04:59:59Z',
  '2027-02-15T05:00:00Z',
  '2027-02-16T05:00:00Z',
  '2027-03-01T15:00:00Z',
  '2027-03-16T03:59:59Z',
  '2027-03-16T04:00:00Z',
];

type Act = (api: Client, path: string) => Promise<unknown>;

const pay =
  (amount: number): Act =>
  async (api, path) => {
    const instrument = await api.made(`${path.split('/loans')[0]}/payment-instruments`, {
      instrumentType: 'paymentNetwork',
      paymentNetworkName: 'cash',
      isExternal: true,
    });
    const [{ id }] = instrument;
    const paid = { type: 'oneTime', isExternal: true, status: 'succeeded', paymentInstrumentId: id, amount };
    return api.post(`${path}/transactions`, paid);
  };
const acts: Record<string, Act> = {
  pay: pay(120),
  payMuch: pay(2_000),
  rename: (api, path) => api.put(path, { nickname: 'The boat' }),
  freeze: (api, path) => api.post(`${path}/freeze`),
  unfreeze: (api, path) => api.post(`${path}/unfreeze`, { shiftDueDates: true }),
  accelerate: (api, path) => api.post(`${path}/accelerate`, {}),
  reverse: (api, path) => api.post(`${path}/reverse-accelerate`, {}),
  rate: (api, path) => api.post(`${path}/rates`, { interestRate: { annualRate: 0.12, effectiveDate: '2027-02-01' } }),
  refresh: (api, path) => api.post(`${path}/refresh`),
};

describe('remembered answers', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let other: FastifyInstance;
  let forgetful: FastifyInstance;
  before(async () => {
    api = (await aCompany()).test;
    [other, forgetful] = await twoMore(house());
  });

  const asked = (app: FastifyInstance, path: string, headers = {}, key = api.key) => ask(app, path, key, headers);
  const aLoan = () => beginLoan(api, { start, agreed });

  test('are the computed ones, whatever happens in which process, and wherever the clock goes', async () => {
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ to: fc.constantFrom(...instants) }) },
      { weight: 3, arbitrary: fc.record({ act: fc.constantFrom(...Object.keys(acts)), elsewhere: fc.boolean() }) },
    );
    let again = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { path } = await aLoan();
        const writer = (app: FastifyInstance): Client => clientOn(app, api);
        for (const one of steps) {
          if ('to' in one) await setClock(api, one.to);
          else await acts[one.act]?.(writer(one.elsewhere ? other : house().app), path);
          for (const question of questions) {
            const expected = await asked(forgetful, path + question);
            for (const app of [house().app, other]) {
              for (const round of ['first', 'again']) {
                const found = await asked(app, path + question);
                assert.deepEqual(found.body, expected.body, `${path}${question} ${round}`);
                assert.equal(found.etag, expected.etag, 'and every process names it alike');
                if (round === 'again' && found.etag !== undefined) again += 1;
              }
            }
          }
        }
      }),
      { numRuns: 12 },
    );
    assert.ok(again > 200, `${again} answers were such that they can be remembered`);
    assert.ok((await countOf(house().app)) > 20, 'and were');
    assert.equal(await countOf(forgetful), 0);
  });

  test('end with the day of the loan, and come again when a clock is set back', async () => {
    const { path } = await aLoan();
    await setClock(api, '2027-01-26T04:59:59Z');
    const [before, same] = [await asked(other, `${path}/balances`), await asked(other, `${path}/balances`)];
    assert.equal(same.etag, before.etag);
    await setClock(api, '2027-01-26T05:00:00Z');
    const next = await asked(other, `${path}/balances`);
    assert.notEqual(next.etag, before.etag);
    assert.notEqual(next.body, before.body);
    await setClock(api, '2027-01-26T04:59:59Z');
    assert.deepEqual(await asked(other, `${path}/balances`), before);
  });

  test('are of their company, mode and version of the interface alone', async () => {
    const { path } = await aLoan();
    const stranger = await aCompany();
    assert.equal((await asked(other, path)).status, 200);
    for (const key of [stranger.test.key, stranger.live.key]) {
      assert.equal((await asked(other, path, {}, key)).status, 404);
    }
    const older = await asked(other, path, { 'api-version': '2018-01-01' });
    assert.notEqual(older.etag, (await asked(other, path)).etag);
  });

  test('are told by ETag: 304 for who has it, and one more read tells a change at once', async () => {
    const { path } = await aLoan();
    const { etag, body } = await asked(other, path);
    for (const sent of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      assert.deepEqual(await asked(other, path, { 'if-none-match': sent }), { status: 304, etag, body: '' }, sent);
    }
    assert.equal((await asked(other, path, { 'if-none-match': '"another"' })).body, body);
    await api.put(path, { nickname: 'The boat' });
    const changed = await asked(other, path, { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.match(changed.body, /The boat/);
  });

  test('carry the version that a change may be bound to', async () => {
    const { path } = await aLoan();
    const { etag = '' } = await asked(other, path);
    const put = (nickname: string, match: string) =>
      api.call('PUT', path, { body: { nickname }, headers: { 'if-match': match } });
    assert.equal((await put('First', etag)).status, 200);
    const late = await put('Second', etag);
    assert.deepEqual([late.status, late.body.errorType], [412, 'PreconditionFailed']);
    assert.equal((await api.get(path)).body.data.nickname, 'First');
    const balances = await asked(other, `${path}/balances`);
    assert.equal(
      (await put('Third', `"0-AAAAAAAAAAAA", ${balances.etag}`)).status,
      200,
      'the version of any read of it',
    );
    assert.equal((await put('Fourth', '*')).status, 200);
    const odd = await put('Fifth', '"abc"');
    assert.deepEqual([odd.status, odd.body.data.path], [400, 'If-Match']);
    const without = await api.call('POST', '/people', {
      body: { name: { firstName: 'A', lastName: 'B' } },
      headers: { 'if-match': etag },
    });
    assert.deepEqual([without.status, without.body.data.path], [400, 'If-Match']);
  });

  test('are not kept of what time changes, nor of a path by an external id', async () => {
    const { path, id } = await aLoan();
    await api.put(path, { externalId: `mine-${id}` });
    const before = await countOf(other);
    await setClock(api, '2027-02-20T15:00:00Z');
    const due = await asked(other, `${path}/balances`);
    assert.deepEqual([due.status, due.etag], [200, undefined], 'a due date has passed since its books were worked');
    const byName = path.replace(id, `ext-mine-${id}`);
    assert.deepEqual([(await asked(other, byName)).status, (await asked(other, byName)).etag], [200, undefined]);
    assert.equal((await asked(other, `${path}/balances?toEffectiveDate=2027-03-01`)).etag, undefined);
    assert.equal(await countOf(other), before);
  });

  test('are not those of another past: a restored database may come to the same version by another way', async () => {
    const { path, id } = await aLoan();
    const before = await asked(other, path);
    await house().service.database.pools.test.query(
      `with renamed as (update loans set nickname = 'Restored' where id = $1)
       update loan_standing set updated_at = (updated_at at time zone 'UTC' + interval '1 second') at time zone 'UTC' where loan_id = $1`,
      [id],
    );
    const after = await asked(other, path, { 'if-none-match': before.etag });
    assert.equal(after.status, 200);
    assert.match(after.body, /Restored/);
    assert.equal(after.etag?.split('-')[0], before.etag?.split('-')[0], 'the version is the same');
  });

  test('are wiped when somebody is erased, wherever that was asked for', async () => {
    const address = { addressLine1: '12 Hemlock St', city: 'Gary', state: 'IN', postalCode: '46402' };
    const { path, personId } = await beginLoan(api, { start, agreed: { ...agreed, personAddress: address } });
    assert.match((await asked(other, path)).body, /Hemlock/);
    assert.ok((await countOf(other)) > 0);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.equal(await countOf(other), 0);
    assert.doesNotMatch((await asked(other, path)).body, /Hemlock/);
  });
});
