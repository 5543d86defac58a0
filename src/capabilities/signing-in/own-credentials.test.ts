// What somebody who has stolen a session can change of what its user signs in with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedIn, signedInBy, signInQuery, withToken } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
const authType = { email: 'mallory@example.com' };

describe('what the caller signs in with', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  async function anOwner({ withPassword = true } = {}) {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email, withPassword });
    return { api, userId, path: `/users/${userId}/auth` };
  }
  const post = (api: Client, path: string, body: object) =>
    house().call(undefined, 'POST', path + signInQuery(api), { body });
  async function aCode(api: Client): Promise<string> {
    await post(api, `/companies/${api.realm.companyId}/auth/send-one-time-code`, { username: email });
    const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(email)}`)).body.data;
    return /\d{6}/.exec(text)?.[0] as string;
  }
  const refused = ({ status, body }: Answer): unknown[] => [status, body.errorType, body.data?.path].filter(Boolean);

  test('is replaced with the present password alone, in a session that has just begun', async () => {
    const { api, path } = await anOwner();
    const stolen = await signedIn(house(), api, email);
    assert.deepEqual(refused(await stolen.put(path, { authType })), [400, 'InvalidRequest', 'presentPassword']);
    const code = await aCode(api);
    assert.deepEqual(refused(await stolen.put(path, { authType, presentCode: code })), [
      400,
      'InvalidRequest',
      'presentPassword',
    ]);
    const wrong = await stolen.put(path, { authType, presentPassword: 'a wrong one' });
    assert.deepEqual(refused(wrong), [401, 'SignInFailed']);
    const short = (await stolen.post('/auth/token/short-lived', { permissions: ['user.auth:update'] })).body.token;
    const byShort = await withToken(house(), short).put(path, { authType, presentPassword: password });
    assert.equal(byShort.status, 403);
    clock.moveOn(14 * 60);
    const renewed = signedInBy(
      house(),
      await house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken: stolen.refreshToken } }),
    );
    clock.moveOn(2 * 60);
    const late = await renewed.put(path, { authType, presentPassword: password });
    assert.deepEqual(refused(late), [403, 'SignInAgain']);
    const own = await signedIn(house(), api, email);
    assert.equal((await own.put(path, { authType, presentPassword: password, password })).status, 200);
    clock.moveOn(1.1);
    assert.equal((await own.get('/auth/user')).status, 401);
    await signedIn(house(), api, authType.email);
  });

  test('is replaced with a code by who has no password', async () => {
    const { api, path } = await anOwner({ withPassword: false });
    const me = signedInBy(house(), await post(api, '/auth/token', { username: email, code: await aCode(api) }));
    assert.deepEqual(refused(await me.put(path, { authType })), [400, 'InvalidRequest', 'presentCode']);
    assert.deepEqual(refused(await me.put(path, { authType, presentPassword: password })), [401, 'SignInFailed']);
    assert.deepEqual(refused(await me.put(path, { authType, presentCode: 'abcdef' })), [401, 'SignInFailed']);
    assert.equal((await me.put(path, { authType, presentCode: await aCode(api) })).status, 200);
  });

  test('is guessed in a stolen session no faster than elsewhere, and without closing the door to its owner', async () => {
    const { api, path } = await anOwner();
    const stolen = await signedIn(house(), api, email);
    const seen = [];
    for (let i = 0; i < 7; i++) {
      seen.push((await stolen.put(path, { authType, presentPassword: 'a wrong one' })).status);
    }
    assert.deepEqual(seen, [401, 401, 401, 401, 401, 429, 429]);
    await signedIn(house(), api, email);
  });

  test('is replaced by another who may, without any of it', async () => {
    const { api, userId, path } = await anOwner();
    await aUser(house(), api, { email: 'bob@example.com' });
    const bob = await signedIn(house(), api, 'bob@example.com');
    assert.equal((await bob.put(path, { authType: { email }, password })).status, 200);
    assert.equal((await api.put(`/users/${userId}/auth`, { authType: { email }, password })).status, 200);
  });
});
