// Passwords through the interface: changed, reset, and guessed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedIn, signInQuery, withToken } from '../../../tests/support/signed-in.ts';
import { makeCode } from './codes.ts';

const username = 'ada@example.com';
const newPassword = 'four other words of mine';

describe('a password', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  const post = (api: Client, path: string, body: unknown) =>
    house().call(undefined, 'POST', `${path}${signInQuery(api)}`, { body });
  const signIn = (api: Client, given: string, name = username) =>
    post(api, '/auth/token', { username: name, password: given });

  async function anAgent(email = username) {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email });
    return { api, userId };
  }
  const codeFor = ({ realm }: Client, userId: string, purpose: 'signIn' | 'password') =>
    house().service.database.transact(realm, async (tx) =>
      makeCode(house().service, tx, { userId, purpose, channel: 'email' }),
    );

  test('is changed with the one until now; other sessions end, this one goes on', async () => {
    const { api } = await anAgent();
    const [one, other] = [await signedIn(house(), api, username), await signedIn(house(), api, username)];
    const wrong = await one.post('/auth/password', { password: 'not that one', newPassword });
    assert.equal(wrong.status, 401);
    const { body } = await one.post('/auth/password', { password, newPassword });
    assert.deepEqual(body, { status: 200, message: 'The password has changed.' });
    clock.moveOn(1.1);
    assert.equal((await one.get('/auth/permissions')).status, 200);
    assert.equal((await other.get('/auth/permissions')).status, 401);
    assert.equal((await house().call(undefined, 'PUT', '/auth/token', { body: other })).status, 401);
    assert.deepEqual([(await signIn(api, password)).status, (await signIn(api, newPassword)).status], [401, 200]);
  });

  test('is changed by name, without a token, too', async () => {
    const { api } = await anAgent();
    assert.equal((await post(api, '/auth/password', { username, newPassword })).status, 400);
    assert.equal((await post(api, '/auth/password', { username, password: 'wrong', newPassword })).status, 401);
    assert.equal((await post(api, '/auth/password', { username, password, newPassword })).status, 200);
    assert.equal((await signIn(api, newPassword)).status, 200);
  });

  test('is reset by a code, once; then nobody else is signed in', async () => {
    const { api, userId } = await anAgent();
    const before = await signedIn(house(), api, username);
    const code = await codeFor(api, userId, 'password');
    assert.equal((await post(api, '/auth/password', { username, code, newPassword: 'weak' })).status, 400);
    assert.equal((await post(api, '/auth/password', { username, code, newPassword })).status, 200);
    assert.equal((await post(api, '/auth/password', { username, code, newPassword: `${newPassword}!` })).status, 401);
    clock.moveOn(1.1);
    assert.equal((await before.get('/auth/permissions')).status, 401);
    assert.equal((await signIn(api, newPassword)).status, 200);
  });

  test('is not reset by a code for another purpose, of another user, or after five wrong ones', async () => {
    const { api, userId } = await anAgent();
    const otherId = await aUser(house(), api, { email: 'bob@example.com' });
    const reset = (code: string, name = username) => post(api, '/auth/password', { username: name, code, newPassword });
    const toSignIn = await codeFor(api, userId, 'signIn');
    assert.equal((await reset(toSignIn)).status, 401);
    const ofAda = await codeFor(api, userId, 'password');
    await codeFor(api, otherId, 'password');
    assert.equal((await reset(ofAda, 'bob@example.com')).status, 401);
    const wrong = 'abcdef';
    clock.moveOn(24 * 3_600 + 1);
    const next = await codeFor(api, userId, 'password');
    for (let i = 0; i < 5; i++) assert.equal((await reset(wrong)).status, 401);
    assert.equal((await reset(next)).status, 429);
    clock.moveOn(6);
    assert.equal((await reset(next)).status, 401, 'its tries are used up');
    clock.moveOn(24 * 3_600 + 1);
    const late = await codeFor(api, userId, 'password');
    clock.moveOn(10 * 60 + 1);
    assert.equal((await reset(late)).status, 401);
    const earlier = await codeFor(api, userId, 'password');
    const present = await codeFor(api, userId, 'password');
    assert.equal((await reset(earlier)).status, 200, 'one that is asked for later does not end it');
    assert.equal((await reset(present)).status, 401, 'it is good for nothing once the password has changed');
  });

  test('is set by whoever signed in without one a moment ago, and by nobody later', async () => {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email: username, withPassword: false });
    assert.equal((await signIn(api, password)).status, 401);
    const byCode = async () => {
      const code = await codeFor(api, userId, 'signIn');
      const { body } = await post(api, '/auth/token', { username, code });
      return withToken(house(), body.token);
    };
    const session = await byCode();
    clock.moveOn(14 * 60);
    const later = await byCode();
    clock.moveOn(2 * 60);
    assert.equal((await session.post('/auth/password', { newPassword })).status, 401, 'its token has ended');
    assert.equal((await later.post('/auth/password', { newPassword })).status, 200);
    assert.equal((await later.post('/auth/password', { newPassword: `${newPassword}!` })).status, 400);
    assert.equal((await signIn(api, newPassword)).status, 200);
  });

  test('and the address are replaced by who may; sessions, codes and what was before are good for nothing', async () => {
    const { api, userId } = await anAgent();
    const me = await signedIn(house(), api, username);
    assert.equal((await me.get('/auth/user')).body.data.userName, username);
    const code = await codeFor(api, userId, 'password');
    const authType = { email: 'ada@new.example' };
    const path = `/users/${userId}/auth`;
    assert.equal((await api.put(path, { authType, password: 'weak' })).status, 400);
    // A reset by the code that went to the address until now, at the same moment.
    const [replaced] = await Promise.all([
      api.put(path, { authType }),
      post(api, '/auth/password', { username, code, newPassword }),
    ]);
    assert.equal(replaced.status, 200);
    assert.equal((await post(api, '/auth/password', { username: authType.email, code, newPassword })).status, 401);
    clock.moveOn(1.1);
    assert.equal((await me.get('/auth/user')).status, 401);
    for (const name of [username, authType.email]) {
      for (const given of [password, newPassword]) assert.equal((await signIn(api, given, name)).status, 401, name);
    }
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    const reader = await signedIn(house(), api, 'reader@example.com');
    assert.equal((await reader.put(path, { authType })).body.data.permission, 'user.auth:update');
  });

  test('is hashed in turn: who invents users for it waits behind everybody else', async () => {
    const [{ api: busy }, { api, userId }] = [await anAgent(), await anAgent()];
    const body = { authType: { email: username }, password: newPassword };
    let done = 0;
    const invented = Array.from({ length: 8 }, async (_, i) => {
      assert.equal((await busy.put(`/users/UR-AAAA-AAA${i}/auth`, body)).status, 404);
      done += 1;
    });
    await sleep(20);
    const before = done;
    assert.equal((await api.put(`/users/${userId}/auth`, body)).status, 200);
    assert.ok(done - before < 5, `${done - before} of the ${8 - before} that waited came first`);
    await Promise.all(invented);
  });

  test('that is weak is refused, and what is missing is said', async () => {
    const { api } = await anAgent();
    const { status, body } = await post(api, '/auth/password', { username, password, newPassword: 'Password1234' });
    assert.deepEqual([status, body.errorType, body.data.path], [400, 'WeakPassword', 'newPassword']);
    assert.deepEqual(body.data.missing, ['it is like one of the passwords that are tried first']);
    assert.equal(
      (await post(api, '/auth/password', { username, password, newPassword: 'ada@example.com1' })).status,
      400,
    );
  });

  test('is none of the names of its user, whichever of them was sent', async () => {
    const { api, userId } = await anAgent();
    const authType = { email: username, username: 'countess.of.l', phone: '+13175550123' };
    assert.equal((await api.put(`/users/${userId}/auth`, { authType, password })).status, 200);
    await api.put(`/users/${userId}`, { employee: { firstName: 'Wolfeschlegel', lastName: 'Steinhausen' } });
    const path = `/users/${userId}/auth`;
    for (const weak of ['countess.of.l1', '+13175550123ab', 'Wolfeschlegel!', 'Steinhausen-x']) {
      const changed = await post(api, '/auth/password', { username, password, newPassword: weak });
      assert.deepEqual([changed.status, changed.body.errorType], [400, 'WeakPassword'], weak);
      const replaced = await api.put(path, { authType, password: weak });
      assert.deepEqual(
        [replaced.status, replaced.body.errorType, replaced.body.data.path],
        [400, 'WeakPassword', 'password'],
      );
    }
    const guess = { username, password: 'a wrong one', newPassword: 'countess.of.l1' };
    assert.equal((await post(api, '/auth/password', guess)).status, 401, 'a stranger learns no name by it');
    clock.moveOn(24 * 3_600 + 1);
    assert.equal((await signIn(api, password)).status, 200, 'nothing has changed');
    const code = await codeFor(api, userId, 'password');
    const reset = (given: string) => post(api, '/auth/password', { username, code, newPassword: given });
    assert.equal((await reset('countess.of.l1')).status, 400);
    assert.equal((await reset(newPassword)).status, 200, 'the code was not used up');
  });

  test('that is guessed makes the guesser wait, longer each time, and tells nothing of the account', async () => {
    const { api } = await anAgent();
    const waits = ({ status, headers }: Answer, most: number) => {
      const seconds = Number(headers['retry-after']);
      assert.ok(status === 429 && seconds > most / 2 - 1 && seconds <= most, `${status}, ${seconds} of ${most}`);
    };
    for (const name of ['nobody@example.com', username]) {
      const statuses = [];
      for (let i = 0; i < 7; i++) statuses.push((await signIn(api, 'a wrong one', name)).status);
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429], name);
    }
    waits(await signIn(api, password), 5);
    clock.moveOn(5);
    assert.equal((await signIn(api, 'a wrong one')).status, 401);
    waits(await signIn(api, password), 10);
    clock.moveOn(10);
    assert.equal((await signIn(api, password)).status, 200, 'the right one passes, and forgets the wrong ones');
    assert.equal((await signIn(api, 'a wrong one')).status, 401);
    assert.equal((await signIn(api, password)).status, 200);
  });

  test('that is guessed in companies that do not exist leaves nothing behind', async () => {
    const { api } = await anAgent();
    const stored = async () =>
      (await house().service.database.pools.test.query('select count(*)::int as n from sign_in_attempts')).rows[0].n;
    const before = await stored();
    const invented = `/auth/token?companyId=CP-AAAA-AAAA&mode=${api.realm.mode}`;
    const answer = await house().call(undefined, 'POST', invented, { body: { username, password } });
    assert.equal(answer.status, 401);
    assert.equal(await stored(), before);
  });

  test('that is right is no failure: an office that signs in from one address is let in, however many they are', async () => {
    const { api } = await anAgent();
    for (let i = 0; i < 55; i++) assert.equal((await signIn(api, password)).status, 200, `the ${i + 1}th`);
    for (let i = 0; i < 5; i++) assert.equal((await signIn(api, 'not it', `nobody-${i}@example.com`)).status, 401);
    assert.equal((await signIn(api, password)).status, 200, 'a few mistakes of others do not matter');
  });

  test('that is guessed many times at once is counted each time', async () => {
    const { api } = await anAgent();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(api, 'a wrong one')));
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    assert.deepEqual([count(401), count(429)], [5, 15]);
  });

  test('that is guessed does not keep out a code', async () => {
    const { api, userId } = await anAgent();
    for (let i = 0; i < 9; i++) await signIn(api, 'a wrong one');
    assert.equal((await signIn(api, password)).status, 429);
    const code = await codeFor(api, userId, 'signIn');
    assert.equal((await post(api, '/auth/token', { username, code })).status, 200);
  });
});

describe('a password behind a proxy', () => {
  const { house, aCompany } = useHouse({ works: false, config: { trustProxy: true } });

  test('that is guessed from one address does not keep its owner out who is elsewhere', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: username });
    const from = (address: string, given: string) =>
      house().call(undefined, 'POST', `/auth/token${signInQuery(api)}`, {
        body: { username, password: given },
        headers: { 'x-forwarded-for': address },
      });
    for (let i = 0; i < 6; i++) await from('203.0.113.1', 'a wrong one');
    assert.equal((await from('203.0.113.1', password)).status, 429);
    assert.equal((await from('203.0.113.2', password)).status, 200);
    for (let i = 0; i < 6; i++) await from(`2001:db8:1:1:${i}::1`, 'a wrong one');
    assert.equal((await from('2001:db8:1:1:ffff::1', password)).status, 429, 'a network of version 6 is one address');
    assert.equal((await from('2001:db8:1:2::1', password)).status, 200);
  });

  test('that is right lets each in, although many of an office sign in at the same moment', async () => {
    const { test: api } = await aCompany();
    const names = Array.from({ length: 12 }, (_, i) => `agent-${i}@example.com`);
    for (const email of names) await aUser(house(), api, { email });
    const path = `/auth/token${signInQuery(api)}`;
    const signIn = (name: string) => house().call(undefined, 'POST', path, { body: { username: name, password } });
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(names.map(signIn));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    }
  });
});
