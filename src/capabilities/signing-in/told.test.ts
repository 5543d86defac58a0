// What the audit tells of signing in.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedIn, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
type Row = Readonly<Record<string, unknown>>;

describe('the audit of signing in', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false, config: { trustProxy: true } });
  const post = (path: string, body: object, address = '203.0.113.7') =>
    house().call(undefined, 'POST', path, { body, headers: { 'x-forwarded-for': address } });

  async function rows(api: Client, query = ''): Promise<Row[]> {
    await house().service.audit.flush();
    await chainAudit(house().service.database, api.realm.mode);
    return (await api.get(`/audit?limit=100&${query}`)).body.data;
  }
  const of = (all: readonly Row[], ...names: string[]) => all.map((row) => names.map((name) => row[name]));
  async function anAgent() {
    const { test: api, live } = await aCompany();
    const userId = await aUser(house(), api, { email });
    return { api, live, userId, path: `/auth/token${signInQuery(api)}` };
  }

  test('tells of a success, in its commit: who, from where, by what, and the session', async () => {
    const { api, userId, path } = await anAgent();
    const { id } = (await post(path, { username: email, password })).body;
    const [row] = await rows(api, 'action=auth.signIn');
    const expected = {
      outcome: 'done',
      action: 'auth.signIn',
      actorType: 'user',
      actorId: userId,
      sessionId: id,
      objectId: id,
      address: '203.0.113.7',
      userType: 'agent',
      method: 'password',
      errorType: null,
      unknownName: null,
      count: 1,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, row?.[name]])), expected);
    assert.match(String(row?.requestId), /^\w{20}$/);
  });

  test('tells of failures of somebody who is known, alike ones as one, and of waiting', async () => {
    const { api, live, userId, path } = await anAgent();
    for (let i = 0; i < 6; i++) await post(path, { username: email, password: 'a wrong one' });
    await post(path, { username: email, code: '123456' });
    const told = await rows(api, 'action=auth.signIn');
    const times = (by: string, errorType: string) =>
      told
        .filter((row) => row.actorId === userId && row.method === by && row.errorType === errorType)
        .reduce((sum, { count }) => sum + Number(count), 0);
    assert.deepEqual([times('password', 'SignInFailed'), times('code', 'SignInFailed')], [5, 1]);
    assert.equal(times('password', 'TooManyRequests'), 1);
    assert.ok(told.length < 7, 'what came within a second is one row');
    assert.deepEqual(await rows(live), [], 'the other mode knows nothing of it');
  });

  test('tells of names that nobody has without the name, which may be a password', async () => {
    const { api, path } = await anAgent();
    const typed = 'My Secret Passw0rd';
    await post(path, { username: typed, password: 'x' });
    clock.moveOn(2);
    await rows(api);
    await post(path, { username: typed.toLowerCase(), password: 'y' }, '203.0.113.9');
    await post(path, { username: 'somebody else', password: 'x' });
    await post(`/companies/${api.realm.companyId}/auth/send-one-time-code?mode=test`, { username: typed });
    const all = await rows(api, 'outcome=refused');
    assert.deepEqual(new Set(of(all, 'actorId', 'actorType').map(String)), new Set([',user']));
    const byHash = Map.groupBy(all, ({ unknownName }) => unknownName);
    assert.deepEqual(
      [...byHash.values()].map(({ length }) => length).sort(),
      [1, 3],
      'the same name has the same hash',
    );
    assert.match(String(all[0]?.unknownName), /^[\da-f]{16}$/);
    assert.doesNotMatch(JSON.stringify(all).toLowerCase(), /my secret|passw0rd|somebody else/);
    const other = (await anAgent()).api;
    await post(`/auth/token${signInQuery(other)}`, { username: typed, password: 'x' });
    const [elsewhere] = await rows(other, 'outcome=refused');
    assert.equal(byHash.has(elsewhere?.unknownName), false, 'no two companies can compare');
  });

  test('keeps of borrowers the network alone, and whose page it was', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson());
    const userId = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId });
    const path = `/auth/token${signInQuery(api, 'borrower')}`;
    await post(path, { username: email, password: 'a wrong one' });
    await post(path, { username: email, password });
    const { exchangeToken } = (await api.post('/auth/exchange-token', { userId })).body;
    await post('/auth/token', { exchangeToken });
    await post('/auth/token', { exchangeToken });
    const told = of(await rows(api, 'action=auth.signIn'), 'outcome', 'method', 'userType', 'address').sort();
    assert.deepEqual(told, [
      ['done', 'exchangeToken', 'borrower', '203.0.113.0/24'],
      ['done', 'password', 'borrower', '203.0.113.0/24'],
      ['refused', 'exchangeToken', 'borrower', '203.0.113.0/24'],
      ['refused', 'password', 'borrower', '203.0.113.0/24'],
    ]);
  });

  test('tells of sessions that end, and of a refresh token that came twice', async () => {
    const { api, userId } = await anAgent();
    const renewed = (refreshToken: string) => house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken } });
    const stolen = await signedIn(house(), api, email);
    assert.equal((await renewed(stolen.refreshToken)).status, 200);
    clock.moveOn(60);
    assert.equal((await renewed(stolen.refreshToken)).status, 401);
    assert.equal((await renewed(stolen.refreshToken)).status, 401, 'it is over, which is told once');
    const [reused, ...more] = await rows(api, 'action=auth.renew');
    assert.deepEqual(of([reused as Row], 'outcome', 'actorId', 'sessionId', 'errorType', 'reason'), [
      ['refused', userId, stolen.sessionId, 'Unauthorized', 'refresh token used twice'],
    ]);
    assert.equal(more.length, 0);
    const [me, other] = [await signedIn(house(), api, email), await signedIn(house(), api, email)];
    await me.delete(`/auth/sessions/${other.sessionId}`);
    await me.delete('/auth/token');
    assert.deepEqual(of(await rows(api, 'action=sessions.end'), 'actorId', 'sessionId', 'objectId'), [
      [userId, me.sessionId, other.sessionId],
    ]);
    assert.deepEqual(of(await rows(api, 'action=auth.signOut'), 'actorId', 'sessionId'), [[userId, me.sessionId]]);
  });

  test('tells of passwords that were changed, or that were not, and of codes asked for', async () => {
    const { api, userId } = await anAgent();
    const me = signedInBy(house(), await post(`/auth/token${signInQuery(api)}`, { username: email, password }));
    const newPassword = 'another four words';
    const path = `/auth/password${signInQuery(api)}`;
    await post(path, { username: email, password: 'a wrong one', newPassword });
    await post(path, { username: email, code: '123456', newPassword });
    await me.post('/auth/password', { password, newPassword });
    const told = of(await rows(api, 'action=auth.setPassword'), 'outcome', 'actorId', 'sessionId', 'method').sort();
    assert.deepEqual(told, [
      ['done', userId, me.sessionId, 'password'],
      ['refused', userId, null, 'code'],
      ['refused', userId, null, 'password'],
    ]);
    await post(`/companies/${api.realm.companyId}/auth/send-one-time-code?mode=test`, { username: email });
    assert.deepEqual(of(await rows(api, 'action=auth.sendCode'), 'outcome', 'actorId', 'method'), [
      ['done', userId, 'email'],
    ]);
  });

  test('is made for no company that does not exist, and a flood of strangers hides no refusal of a caller', async () => {
    const { api, path } = await anAgent();
    const nowhere = { ...api, realm: { ...api.realm, companyId: 'CP-AAAA-AAAA' } };
    await post(`/auth/token${signInQuery(nowhere)}`, { username: email, password });
    for (let i = 0; i < 70; i++) await post(path, { username: `nobody ${i}`, password: 'x' }, `198.51.100.${i}`);
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    const reader = await signedIn(house(), api, 'reader@example.com');
    assert.equal((await reader.post('/people', aPerson())).status, 403);
    const told = await rows(api, 'outcome=refused');
    assert.ok(told.some(({ action }) => action === 'people.create'));
    const { rows: stray } = await house().service.database.pools.test.query(
      `select 1 from audit_heads where company_id = 'CP-AAAA-AAAA'`,
    );
    assert.deepEqual(stray, []);
  });
});
