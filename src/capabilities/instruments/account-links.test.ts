// The link of an account to its bank: linked anew, what is known of it, forgotten, and what lies on the account.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { standingClock } from '../../../tests/support/clock.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aLink, anAccount, anExternal, anInstrument, ofSomebody, token } from '../../../tests/support/instruments.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];
/** The account that test_link_ok opens as `checking`: 1,250.50 available of 1,300.00. */
const sameNumbers = { accountNumber: '900000000017', routingNumber: '110000000' };
const checking = { accessToken: 'test_link_ok', accountId: 'checking' };

describe('the link of an account', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let live: Client;
  before(async () => {
    ({ test: api, live } = await aCompany());
  });

  const made = async (body: object): Promise<string> => {
    const path = await ofSomebody(api);
    return `${path}/${(await anInstrument(api, path, body)).id}`;
  };

  test('verifies an account that waited, shows a mask for its token, and takes the place of the one before', async () => {
    const path = await made(anAccount(sameNumbers));
    const linked = (await api.post(`${path}/account-link`, { ...checking, dataServices: ['auth'] })).body.data;
    assert.match(linked.accessToken, token);
    assert.deepEqual(
      [linked.vendor, linked.itemId, linked.accountId, linked.dataServices, linked.status],
      ['plaid', 'item-ok', 'checking', ['auth'], 'connected'],
    );
    const shown = (await api.get(path)).body.data;
    assert.deepEqual([shown.status, shown.verified, shown.accountLink], ['active', true, linked]);
    const again = (await api.post(`${path}/account-link`, checking)).body.data;
    assert.notEqual(again.accessToken, linked.accessToken);
    assert.deepEqual(again.dataServices, []);
    const stored = (await everythingStored(house())).map(([, text]) => text).join('\n');
    assert.ok(!stored.includes('test_link_ok'), 'the token stands nowhere unsealed');
  });

  test('is refused for another account, another kind, or a token of nobody', async () => {
    const path = await made(anAccount());
    refusedAt(await api.post(`${path}/account-link`, checking), 'accountId');
    refusedAt(await api.post(`${path}/account-link`, { accessToken: 'test_link_ok' }), 'accountId');
    const unknown = { ...checking, accessToken: 'test_link_unknown' };
    assert.deepEqual(refused(await api.post(`${path}/account-link`, unknown)), [409, 'AccountLinkFailed']);
    refusedAt(await api.post(`${await made(anExternal())}/account-link`, checking), 'paymentInstrumentId');
    const given = await made(anAccount(sameNumbers));
    await api.put(given, { status: 'inactive' });
    refusedAt(await api.post(`${given}/account-link`, checking), 'paymentInstrumentId');
    assert.equal((await api.get(path)).body.data.accountLink, null);
  });

  test('is refused in live mode, where there is no vendor yet', async () => {
    const list = await ofSomebody(live);
    const path = `${list}/${(await anInstrument(live, list, anAccount())).id}`;
    assert.deepEqual(refused(await live.post(`${path}/account-link`, checking)), [409, 'AccountLinkNotConfigured']);
    assert.deepEqual(refused(await live.post(`${path}/balance`)), [409, 'AccountLinkNotConfigured']);
  });

  test('changes by what was agreed to and when the borrower was told, and by nothing else', async () => {
    const path = await made(aLink());
    const link = `${path}/account-link`;
    const at = '2026-01-15T09:00:00.000000+00:00';
    const changed = (await api.put(link, { dataServices: ['balance'], lastErrorCommunicationAt: at })).body.data;
    assert.deepEqual([changed.dataServices, changed.lastErrorCommunicationAt], [['balance'], at]);
    assert.equal(changed.errorCommunicationsSent, 1);
    const same = await api.put(path, { accountLink: { lastErrorCommunicationAt: at } });
    assert.deepEqual(same.body.data.accountLink, changed, 'what is sent as it was shown is no second time');
    for (const wrong of ['2026-01-14T09:00:00Z', '2098-01-01T00:00:00Z', null]) {
      refusedAt(await api.put(link, { lastErrorCommunicationAt: wrong }), 'lastErrorCommunicationAt');
    }
    const ignored = await api.put(link, { status: 'revoked', itemId: 'another' });
    assert.deepEqual([ignored.status, ignored.body.data.status], [200, 'connected']);
    const { errorCommunicationsSent } = (await api.post(link, checking)).body.data;
    assert.equal(errorCommunicationsSent, 1, 'what the borrower was told goes on with another link');
    refusedAt(await api.put(await made(anAccount()), { accountLink: { dataServices: [] } }), 'accountLink');
  });

  test('is forgotten with its balance, and leaves the account as it is', async () => {
    const path = await made(aLink());
    assert.equal((await api.post(`${path}/balance`)).status, 200);
    assert.equal((await api.delete(`${path}/account-link`)).status, 200);
    for (const answer of [
      await api.delete(`${path}/account-link`),
      await api.put(`${path}/account-link`, {}),
      await api.get(`${path}/balance`),
    ]) {
      assert.deepEqual(refused(answer), [404, 'NotFound']);
    }
    assert.deepEqual(refused(await api.post(`${path}/balance`)), [409, 'AccountNotLinked']);
    const shown = (await api.get(path)).body.data;
    assert.deepEqual([shown.status, shown.verified, shown.accountLink], ['active', true, null]);
  });

  test('goes with the instrument: nothing of it is kept', async () => {
    const path = await made(aLink());
    await api.post(`${path}/balance`);
    await api.delete(path);
    const { rows } = await house().service.database.pools.test.query(
      'select account_link, link_token_sealed, balance_sealed from payment_instruments where id = $1',
      [path.split('/').at(-1)],
    );
    assert.deepEqual(rows, [{ account_link: null, link_token_sealed: null, balance_sealed: null }]);
  });
});

describe('what lies on an account', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const linked = async (accessToken: string): Promise<string> => {
    const path = await ofSomebody(api);
    return `${path}/${(await anInstrument(api, path, aLink({ accessToken }))).id}`;
  };

  test('is asked for, and read as it was asked for last', async () => {
    const path = await linked('test_link_ok');
    assert.deepEqual(refused(await api.get(`${path}/balance`)), [404, 'NotFound']);
    const asked = (await api.post(`${path}/balance`)).body.data;
    assert.deepEqual(
      [asked.availableBalanceAmount, asked.currentBalanceAmount, asked.currency, asked.error],
      [1250.5, 1300, 'USD', null],
    );
    const { createdAt, ...last } = asked.lastSuccessfulBalance;
    assert.deepEqual(last, { availableBalanceAmount: 1250.5, currentBalanceAmount: 1300, currency: 'USD' });
    assert.ok(createdAt <= new Date(clock.micros() / 1000).toISOString());
    assert.deepEqual((await api.get(`${path}/balance`)).body.data, asked);
    const stored = (await everythingStored(house())).map(([, text]) => text).join('\n');
    assert.doesNotMatch(stored, /(?<!\d)(1250\.5|125050|130000)(?!\d)/, 'it stands nowhere unsealed');
  });

  test('is asked for once in a while: of ten at once one gets through', async () => {
    const path = await linked('test_link_ok');
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(`${path}/balance`)));
    const [done, others] = [
      answers.filter(({ status }) => status === 200),
      answers.filter(({ status }) => status !== 200),
    ];
    assert.equal(done.length, 1);
    for (const answer of others) assert.deepEqual(refused(answer), [429, 'TooManyRequests']);
    clock.moveOn(2);
    assert.equal((await api.post(`${path}/balance`)).status, 200);
  });

  test('asked for again with the same idempotency key is the same answer', async () => {
    const path = await linked('test_link_ok');
    const headers = { 'idempotency-key': 'balance-1' };
    const first = await api.call('POST', `${path}/balance`, { headers });
    const again = await api.call('POST', `${path}/balance`, { headers });
    assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
  });

  test('is an error where the bank asks the borrower to sign in; the borrower is told once in 7 days', async () => {
    await setClock(api, '2026-03-02T12:00:00Z');
    const path = await linked('test_link_ok');
    const before = (await api.post(`${path}/balance`)).body.data.lastSuccessfulBalance;
    const id = path.split('/').at(-1) as string;
    await storyBecomes(id, 'test_link_then_login');
    const failures = async () => {
      clock.moveOn(2);
      const { status, body } = await api.post(`${path}/balance`);
      const events = typesOf(await told(house(), api, 'events=payment.instrument.link.failed'));
      return { status, data: body.data, times: events.length };
    };
    const { status, data, times } = await failures();
    assert.deepEqual([status, data.availableBalanceAmount, data.currency], [200, null, null]);
    assert.deepEqual([data.error.errorType, data.error.errorCodeByVendor], ['needsLogin', 'ITEM_LOGIN_REQUIRED']);
    assert.deepEqual([data.lastSuccessfulBalance, times], [before, 1]);
    const shown = (await api.get(path)).body.data;
    assert.deepEqual([shown.status, shown.accountLink.status], ['active', 'needsLogin'], 'debits go on');
    assert.deepEqual(shown.accountLink.recentError, data.error);
    assert.equal((await failures()).times, 1, 'a moment later nobody is told again');
    await setClock(api, '2026-03-08T12:00:00Z');
    assert.equal((await failures()).times, 1, 'after six days neither');
    await api.put(`${path}/account-link`, { lastErrorCommunicationAt: '2026-03-05T12:00:00Z' });
    await setClock(api, '2026-03-10T12:00:00Z');
    assert.equal((await failures()).times, 1, 'the lender has told the borrower five days ago');
    await setClock(api, '2026-03-12T12:00:00Z');
    assert.equal((await failures()).times, 2);
    await storyBecomes(id, 'test_link_ok');
    await failures();
    const { status: now, recentError } = (await api.get(path)).body.data.accountLink;
    assert.deepEqual([now, recentError], ['connected', null]);
  });

  test('is an error where the vendor hangs or answers rubbish, and others are answered meanwhile', async () => {
    const [silent, rubbish, good] = [
      await linked('test_link_silent'),
      await linked('test_link_rubbish'),
      await linked('test_link_ok'),
    ];
    const hanging = api.post(`${silent}/balance`);
    assert.equal((await api.post(`${good}/balance`)).body.data.availableBalanceAmount, 1250.5);
    const { error } = (await api.post(`${rubbish}/balance`)).body.data;
    assert.deepEqual([error.errorType, error.errorCodeByVendor], ['error', 'UNREADABLE']);
    assert.equal(await Promise.race([hanging, 'still hangs']), 'still hangs');
    assert.equal((await hanging).body.data.error.errorCodeByVendor, 'NO_ANSWER');
  });

  test('of a vendor that hangs holds up nothing else of the same key, however often it is asked', async () => {
    const silent = await Promise.all(Array.from({ length: 24 }, () => linked('test_link_silent')));
    let answered = 0;
    const hanging = silent.map((path) => api.post(`${path}/balance`).finally(() => (answered += 1)));
    await sleep(200);
    assert.equal((await api.get('/people')).status, 200);
    assert.equal(answered, 0, 'all of them hang still');
    for (const { status, body } of await Promise.all(hanging)) {
      assert.deepEqual([status, body.data.error.errorCodeByVendor], [200, 'NO_ANSWER']);
    }
  });

  test('is shown to nobody without its own permission, and neither is a link changed', async () => {
    const path = await linked('test_link_ok');
    await api.post(`${path}/balance`);
    const permissions = ['list', 'read', 'create', 'update', 'delete', 'force', 'verify'].map(
      (action) => `payment.instrument:${action}`,
    );
    const key = await api.made('/keys', { name: 'instruments', permissions });
    const other = house().client(key.key, api.realm);
    for (const answer of [
      await other.get(`${path}/balance`),
      await other.post(`${path}/balance`),
      await other.post(`${path}/account-link`, checking),
      await other.delete(`${path}/account-link`),
    ]) {
      assert.deepEqual(refused(answer), [403, 'Forbidden']);
    }
  });

  /** The bank changes its mind about a token that is stored: the test gives the account that of another story. */
  async function storyBecomes(id: string, accessToken: string): Promise<void> {
    const { pools, vault } = { ...house().service.database, vault: house().service.vault };
    const { rows } = await pools.test.query(
      'select person_id, data_key from people join payment_instruments using (person_id) where id = $1',
      [id],
    );
    const [{ person_id, data_key }] = rows as [{ person_id: string; data_key: Buffer }];
    const sealed = vault.sealer(person_id, data_key).seal(`instrument.${id}.link`, accessToken);
    await pools.test.query('update payment_instruments set link_token_sealed = $1 where id = $2', [sealed, id]);
  }
});
