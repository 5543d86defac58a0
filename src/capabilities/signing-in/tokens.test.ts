// Tokens and sessions through the interface: what is taken, and all that is refused.

import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, exportJWK, importJWK, jwtVerify, SignJWT } from 'jose';
import { makeServer } from '#app/server.ts';
import { openService } from '#app/service.ts';
import { secondsOf } from '#platform/clock.ts';
import { makeLog } from '#platform/log.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { testKey } from '../../../tests/support/server.ts';
import {
  aUser,
  password,
  type SignedIn,
  signedIn,
  signedInBy,
  signInQuery,
  withToken,
} from '../../../tests/support/signed-in.ts';
import { signingKey } from './signing-keys.ts';

const json = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a token', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  const me = (token: string) => withToken(house(), token).get('/auth/permissions');

  async function anAgent(): Promise<{ api: Client; agent: SignedIn; userId: string }> {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email: 'ada@example.com' });
    return { api, agent: await signedIn(house(), api, 'ada@example.com'), userId };
  }
  const pathOf = (api: Client) => `/auth/token${signInQuery(api)}`;
  const trying = (api: Client, body: unknown) => house().call(undefined, 'POST', pathOf(api), { body });

  test('comes for name and password, and reaches what the user may do', async () => {
    const { api, agent } = await anAgent();
    assert.equal((await agent.get('/people')).status, 200);
    const { id } = (await agent.post('/people', aPerson())).body.data;
    assert.equal((await api.get(`/people/${id}`)).status, 200);
    const { permissions } = (await agent.get('/auth/permissions')).body.data;
    assert.ok(permissions.includes('person:create'));
    const { sub, sid, company, mode, aud } = decodeJwt(agent.token);
    assert.deepEqual([company, mode, aud, sid], [api.realm.companyId, 'test', 'user', agent.sessionId]);
    assert.match(String(sub), /^UR-/);
  });

  test('comes with one 401 for every reason, and without a word about it', async () => {
    const { api } = await anAgent();
    const { live } = await aCompany();
    const right = { username: 'ada@example.com', password };
    const refused = [
      await trying(api, { ...right, password: 'something else' }),
      await trying(api, { ...right, username: 'nobody@example.com' }),
      await trying(live, right),
      await trying({ ...api, realm: { ...api.realm, mode: 'live' } }, right),
      await trying({ ...api, realm: { ...api.realm, companyId: 'CP-AAAA-AAAA' } }, right),
      await trying(api, { username: 'ada@example.com', code: '123456' }),
      await trying(api, { exchangeToken: `tenor_exchange_test_${api.realm.companyId}_x` }),
      await house().call(undefined, 'POST', `/auth/token${signInQuery(api, 'borrower')}`, { body: right }),
      await house().call(undefined, 'POST', '/auth/token', { body: right }),
    ];
    for (const { status, body } of refused) assert.deepEqual([status, body.message], [401, refused[0]?.body.message]);
    assert.deepEqual(new Set(refused.map(({ body }) => body.errorType)), new Set(['SignInFailed']));
  });

  test('is asked for with one proof, and its kind by name', async () => {
    const { api } = await anAgent();
    const wrong = [{ username: 'a' }, { password }, { username: 'a', password, code: '1' }, {}];
    for (const body of wrong) assert.equal((await trying(api, body)).status, 400, JSON.stringify(body));
    const path = `${pathOf(api)}&authType=google`;
    const answer = await house().call(undefined, 'POST', path, { body: { username: 'ada@example.com', password } });
    assert.equal(answer.body.data.path, 'authType');
  });

  test('that is forged or edited is refused', async () => {
    const { api, agent } = await anAgent();
    const [head = '', claims = '', signature = ''] = agent.token.split('.');
    const header = decodeProtectedHeader(agent.token);
    const payload = decodeJwt(agent.token);
    const { key } = signingKey(house().service.vault, 'test', secondsOf(clock));
    const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
    const hmac = (secret: string) => {
      const text = `${json({ ...header, alg: 'HS256' })}.${claims}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const signed = (change: object, signer = key, kid = header.kid as string) =>
      new SignJWT({ ...payload, ...change }).setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' }).sign(signer);
    const other = generateKeyPairSync('ed25519').privateKey;
    const { test: stranger } = await aCompany();
    const now = secondsOf(clock);
    assert.equal((await me(await signed({}))).status, 200, 'what is signed here is taken, so the rest is a test');
    const forged = {
      'alg none': `${json({ ...header, alg: 'none' })}.${claims}.`,
      'alg none, with the signature': `${json({ ...header, alg: 'none' })}.${claims}.${signature}`,
      'the public key as a secret': hmac(publicKey),
      'another key': await signed({}, other),
      'a key that does not exist': await signed({}, other, 'test-1-1'),
      'no kid': await new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' }).sign(key),
      'a key that it brings along': await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'EdDSA', jwk: await exportJWK(createPublicKey(other)) })
        .sign(other),
      'another type': await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'EdDSA', typ: 'at+jwt' })
        .sign(key),
      'an extension that must be understood': await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'EdDSA', crit: ['x'], x: 1 })
        .sign(key, { crit: { x: false } }),
      'a refresh token': agent.refreshToken,
      'edited claims': `${head}.${json({ ...payload, sub: 'UR-AAAA-AAAA' })}.${signature}`,
      'the mode of another key': await signed({ mode: 'live' }),
      'another company': await signed({ company: stranger.realm.companyId }),
      'another user': await signed({ sub: 'UR-AAAA-AAAA' }),
      'another session': await signed({ sid: 'SN-AAAA-AAAA' }),
      'another kind': await signed({ aud: 'compliance' }),
      'two kinds': await signed({ aud: ['user', 'compliance'] }),
      'another issuer': await signed({ iss: 'somebody' }),
      expired: await signed({ exp: now - 1 }),
      'not yet': await signed({ nbf: now + 60 }),
      'no end': await signed({ exp: undefined }),
      'no name of its own': await signed({ jti: undefined }),
    };
    for (const [name, token] of Object.entries(forged)) assert.equal((await me(token)).status, 401, name);
    assert.equal((await me(agent.token)).status, 200);
    assert.equal((await api.get('/people')).status, 200);
  });

  const jwks = async () => (await house().call(undefined, 'GET', 'http://tenor.test/.well-known/jwks.json')).body;

  test('is checked by others with the public keys', async () => {
    const { agent } = await anAgent();
    const { keys } = await jwks();
    const { kid } = decodeProtectedHeader(agent.token);
    const jwk = keys.find((one: { kid: string }) => one.kid === kid);
    assert.deepEqual([jwk.crv, jwk.d], ['Ed25519', undefined]);
    const now = new Date(secondsOf(clock) * 1000);
    const { payload } = await jwtVerify(agent.token, await importJWK(jwk, 'EdDSA'), { currentDate: now });
    assert.equal(payload.sid, agent.sessionId);
  });

  test('and an API key at once are one too many', async () => {
    const { api, agent } = await anAgent();
    const headers = { 'x-api-key': api.key };
    assert.equal((await agent.call('GET', '/people', { headers })).status, 400);
  });

  test('lives a quarter of an hour, and is renewed by its refresh token', async () => {
    const { agent } = await anAgent();
    clock.moveOn(15 * 60 + 1);
    assert.equal((await me(agent.token)).status, 401);
    const next = signedInBy(house(), await house().call(undefined, 'PUT', '/auth/token', { body: agent }));
    assert.equal(next.sessionId, agent.sessionId);
    assert.notEqual(next.refreshToken, agent.refreshToken);
    assert.equal((await next.get('/auth/permissions')).status, 200);
  });

  const renewed = (refreshToken: string) => house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken } });

  test('that is renewed twice within seconds gets the same successor; later the session ends', async () => {
    const { agent } = await anAgent();
    const first = await renewed(agent.refreshToken);
    clock.moveOn(8);
    const again = await renewed(agent.refreshToken);
    assert.equal(again.body.refreshToken, first.body.refreshToken);
    clock.moveOn(5);
    assert.equal((await renewed(agent.refreshToken)).status, 401);
    assert.equal((await renewed(first.body.refreshToken)).status, 401, 'two have it, so it is over');
    clock.moveOn(1.1);
    assert.equal((await me(first.body.token)).status, 401);
  });

  test('whose refresh token comes back after two renewals ends the session too; a guessed one does not', async () => {
    const { agent } = await anAgent();
    const second = (await renewed(agent.refreshToken)).body.refreshToken;
    const third = (await renewed(second)).body.refreshToken;
    const guessed = third.slice(0, -43) + randomBytes(32).toString('base64url');
    assert.equal((await renewed(guessed)).status, 401);
    const fourth = await renewed(third);
    assert.equal(fourth.status, 200, 'a guess has ended nothing');
    assert.equal((await renewed(agent.refreshToken)).status, 401);
    assert.equal((await renewed(fourth.body.refreshToken)).status, 401);
  });

  test('that still counts renews itself, as clients do that know no refresh token', async () => {
    const { agent } = await anAgent();
    const next = await agent.put('/auth/token');
    assert.deepEqual([next.status, next.body.refreshToken], [200, null]);
    assert.equal((await me(next.body.token)).status, 200);
    assert.equal((await renewed(agent.refreshToken)).status, 200, 'the refresh token was not used');
    clock.moveOn(16 * 60);
    assert.equal((await agent.put('/auth/token')).status, 401);
  });

  test('ends when its user signs out, has been idle for long, or a month is over', async () => {
    const { api, agent } = await anAgent();
    assert.deepEqual((await agent.delete('/auth/token')).body, { status: 200, message: 'The session has ended.' });
    clock.moveOn(1.1);
    assert.equal((await me(agent.token)).status, 401);
    assert.equal((await renewed(agent.refreshToken)).status, 401);
    const idle = await signedIn(house(), api, 'ada@example.com');
    clock.moveOn(12 * 3_600);
    assert.equal((await renewed(idle.refreshToken)).status, 401);
    let { refreshToken } = await signedIn(house(), api, 'ada@example.com');
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      clock.moveOn(11 * 3_600);
      const answer = await renewed(refreshToken);
      assert.equal(answer.status, 200, `after ${hours} hours`);
      refreshToken = answer.body.refreshToken;
    }
    clock.moveOn(11 * 3_600);
    assert.equal((await renewed(refreshToken)).status, 401);
  });

  test('is refused once whoever has every permission of its user has ended the sessions', async () => {
    const { api, agent, userId } = await anAgent();
    const path = `/users/${userId}/sessions`;
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    const reader = await signedIn(house(), api, 'reader@example.com');
    assert.equal((await reader.delete(path)).body.data.permission, 'user.auth:update');
    const { key } = await api.made('/keys', { name: 'small', permissions: ['user.auth:update', 'user:read'] });
    assert.equal((await house().client(key, api.realm).delete(path)).status, 403, 'an owner has more');
    assert.equal((await me(agent.token)).status, 200);
    assert.equal((await api.delete(path)).status, 200);
    clock.moveOn(1.1);
    assert.equal((await me(agent.token)).status, 401);
    assert.equal((await me((await signedIn(house(), api, 'ada@example.com')).token)).status, 200);
  });

  test('is refused within a second once its user is disabled or has lost the role', async () => {
    const { api, agent, userId } = await anAgent();
    const other = await signedIn(house(), api, 'ada@example.com');
    const change = (set: string) => house().service.database.pools.test.query(`${set} where user_id = $1`, [userId]);
    assert.equal((await agent.get('/people')).status, 200);
    await change('delete from user_roles');
    clock.moveOn(1.1);
    assert.equal((await agent.get('/people')).status, 403);
    await house().service.database.pools.test.query(`update users set status = 'inactive' where id = $1`, [userId]);
    clock.moveOn(1.1);
    assert.equal((await agent.get('/people')).status, 401);
    assert.equal((await renewed(other.refreshToken)).status, 401);
    assert.equal((await trying(api, { username: 'ada@example.com', password })).status, 401);
  });

  test('of a short life may do what was asked for, and makes or ends no session', async () => {
    const { agent } = await anAgent();
    const ask = (permissions: string[], who: Pick<Client, 'post'> = agent) =>
      who.post('/auth/token/short-lived', { permissions });
    const { body } = await ask(['person:list']);
    const short = withToken(house(), body.token);
    assert.equal((await short.get('/people')).status, 200);
    assert.equal((await short.post('/people', aPerson())).status, 403);
    assert.equal((await ask(['person:list'], short)).status, 403);
    assert.equal((await short.delete('/auth/sessions')).status, 403);
    assert.equal((await short.put('/auth/token')).status, 401);
    assert.equal((await ask(['person:fly'])).status, 400);
    await agent.delete('/auth/token');
    clock.moveOn(1.1);
    assert.equal((await short.get('/people')).status, 401, 'it ends with the session that asked for it');
  });

  test('of a short life gives nothing that its user does not have', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    const reader = await signedIn(house(), api, 'reader@example.com');
    const answer = await reader.post('/auth/token/short-lived', { permissions: ['person:create'] });
    assert.deepEqual([answer.status, answer.body.data.permission], [403, 'person:create']);
  });

  test('of a compliance session is renewed and ended by its own endpoints alone', async () => {
    const { api, agent } = await anAgent();
    const tool = await signedIn(house(), api, 'ada@example.com', { base: '/compliance/auth/token' });
    assert.equal((await tool.get('/people')).status, 200);
    assert.equal((await tool.put('/auth/token')).status, 401);
    assert.equal((await agent.put('/compliance/auth/token')).status, 401);
    assert.equal((await renewed(tool.refreshToken)).status, 401);
    assert.equal((await tool.delete('/auth/token')).status, 401);
    assert.equal((await tool.delete('/compliance/auth/token')).status, 200);
  });

  test('shows and ends the other sessions of its user, and nobody else’s', async () => {
    const { api, agent } = await anAgent();
    const second = await signedIn(house(), api, 'ada@example.com');
    await aUser(house(), api, { email: 'bob@example.com' });
    const bob = await signedIn(house(), api, 'bob@example.com');
    const { data } = (await agent.get('/auth/sessions')).body;
    assert.deepEqual(
      data.map(({ id, isCurrent, address }: Record<string, unknown>) => [id, isCurrent, address]),
      [
        [second.sessionId, false, '127.0.0.1'],
        [agent.sessionId, true, '127.0.0.1'],
      ],
    );
    assert.equal((await agent.delete(`/auth/sessions/${bob.sessionId}`)).status, 404);
    assert.equal((await agent.delete(`/auth/sessions/${second.sessionId}`)).status, 200);
    clock.moveOn(1.1);
    assert.equal((await me(second.token)).status, 401);
    assert.equal((await agent.delete('/auth/sessions')).status, 200);
    clock.moveOn(1.1);
    assert.deepEqual([(await me(agent.token)).status, (await me(bob.token)).status], [401, 200]);
    assert.equal((await api.delete('/auth/sessions')).status, 403, 'a key is nobody');
  });
});

describe('a session that is ended in one process', () => {
  const { house, aCompany } = useHouse({ works: false });

  /** Another process on the same database, which hears no hints. */
  async function another() {
    const { server } = house().service.database;
    const log = makeLog('silent');
    const config = { lockWaitMs: 2_000, webhookDevHosts: new Set<string>() };
    const service = await openService({ config, server, encryptionKey: testKey, log });
    const limitsPerMinute = { key: 0, company: 0, address: 0 };
    const http = { publicUrl: 'http://t', syncTimeoutMs: 5_000, trustProxy: false, limitsPerMinute, host: '::1' };
    return { app: makeServer(service, http, log), service };
  }

  test('is refused in another soon', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@example.com' });
    const agent = await signedIn(house(), api, 'ada@example.com');
    const { app, service } = await another();
    const headers = { authorization: `Bearer ${agent.token}` };
    const there = async () => (await app.inject({ url: '/api/auth/permissions', headers })).statusCode;
    try {
      assert.equal(await there(), 200);
      assert.equal((await agent.delete('/auth/token')).status, 200);
      await eventually('it is refused there too', async () => (await there()) === 401);
    } finally {
      await app.close();
      await service.close();
    }
  });
});
