// How long people stay signed in is the company's to say.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn, signedInBy, withToken } from '../../../tests/support/signed-in.ts';

const minute = 60;

describe('the lifetimes that a company sets', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  const set = (api: Client, sessions: object | null) => api.put('/companies/current', { sessions });
  const renewed = (refreshToken: string) => house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken } });
  const statusOf = async (token: string) => (await withToken(house(), token).get('/auth/permissions')).status;
  const secondsLeft = ({ body }: { body: { expiresAt: string } }) =>
    Math.round(Date.parse(body.expiresAt) / 1000 - clock.micros() / 1_000_000);

  async function anAgent() {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@example.com' });
    return { api, agent: await signedIn(house(), api, 'ada@example.com') };
  }

  test('hold for tokens: those that are made, and those that were made before', async () => {
    const { api, agent } = await anAgent();
    clock.moveOn(4 * minute);
    assert.equal(await statusOf(agent.token), 200);
    await set(api, { tokenMinutes: 3 });
    assert.equal(await statusOf(agent.token), 200, 'it was looked at within this second');
    clock.moveOn(1.1);
    assert.equal(await statusOf(agent.token), 401);
    assert.equal((await agent.put('/auth/token')).status, 401, 'nor does it renew itself');
    const next = await renewed(agent.refreshToken);
    assert.ok(Math.abs(secondsLeft(next) - 3 * minute) <= 1, `${secondsLeft(next)}`);
    clock.moveOn(3 * minute + 1);
    assert.equal(await statusOf(next.body.token), 401);
    await set(api, null);
    const standard = await renewed(next.body.refreshToken);
    assert.ok(Math.abs(secondsLeft(standard) - 15 * minute) <= 1);
  });

  test('hold for a session that is idle, wherever it is asked for', async () => {
    const { api, agent } = await anAgent();
    const me = await signedIn(house(), api, 'ada@example.com');
    await set(api, { idleMinutes: 5 });
    clock.moveOn(4 * minute);
    const next = signedInBy(house(), await renewed(me.refreshToken));
    clock.moveOn(2 * minute);
    const ids = (await next.get('/auth/sessions')).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, [me.sessionId], 'the other one is over');
    assert.equal(await statusOf(agent.token), 401);
    assert.equal((await renewed(agent.refreshToken)).status, 401);
    assert.equal((await next.delete(`/auth/sessions/${agent.sessionId}`)).status, 404);
    const newPassword = 'another four words';
    assert.equal((await withToken(house(), agent.token).post('/auth/password', { newPassword })).status, 401);
  });

  test('hold for a session that is renewed all the time, also where it began under longer ones', async () => {
    const { api, agent } = await anAgent();
    await set(api, { sessionMinutes: 20 });
    clock.moveOn(10 * minute);
    const next = signedInBy(house(), await renewed(agent.refreshToken));
    const [shown] = (await next.get('/auth/sessions')).body.data;
    assert.equal((Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)) / 60_000, 20);
    const short = await next.post('/auth/token/short-lived', { permissions: [] });
    assert.equal(short.status, 200);
    clock.moveOn(7 * minute);
    const last = await renewed(next.refreshToken);
    assert.ok(secondsLeft(last) <= 3 * minute, 'no token outlives its session');
    clock.moveOn(3 * minute);
    assert.equal((await renewed(last.body.refreshToken)).status, 401);
    await set(api, { sessionMinutes: 60 });
    const other = await signedIn(house(), api, 'ada@example.com');
    clock.moveOn(14 * minute);
    assert.equal(await statusOf(other.token), 200);
    assert.equal(await statusOf(last.body.token), 401);
  });

  test('are refused by name where they are too short or too long', async () => {
    const { api } = await anAgent();
    for (const [sessions, path] of [
      [{ tokenMinutes: 0 }, 'sessions.tokenMinutes'],
      [{ idleMinutes: 4 }, 'sessions.idleMinutes'],
      [{ sessionMinutes: 90 * 24 * 60 + 1 }, 'sessions.sessionMinutes'],
    ] as const) {
      const { status, body } = await set(api, sessions);
      assert.deepEqual([status, body.data.path], [400, path]);
    }
  });

  test('of short-lived tokens leave room for five hundred of a session at a time, so that all can be ended', async () => {
    const { api, agent } = await anAgent();
    const another = await signedIn(house(), api, 'ada@example.com');
    const made = async (by = agent) =>
      (await by.post('/auth/token/short-lived', { permissions: ['person:read'] })).status;
    assert.equal(await made(), 200);
    const more = `insert into sessions (id, user_id, company_id, position, kind, parent_id, permissions, method,
        address_sealed, created_at, last_used_at, expires_at)
      select 'SN-X' || i, user_id, company_id, position + i, kind, parent_id, permissions, method, address_sealed,
        created_at, last_used_at, expires_at from sessions, generate_series(1, 498) i
      where company_id = $1 and kind = 'shortLived'`;
    await house().service.database.pools.test.query(more, [api.realm.companyId]);
    assert.deepEqual([await made(), await made(), await made(another)], [200, 429, 200]);
    clock.moveOn(5 * minute + 1);
    assert.equal(await made(), 200);
  });

  test('let nobody have a refresh token looked for over and over that never was one', async () => {
    const { agent } = await anAgent();
    const wrong = `${agent.refreshToken.slice(0, -43)}${'A'.repeat(43)}`;
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await renewed(wrong)).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const next = await renewed(agent.refreshToken);
    assert.equal(next.status, 200, 'the right one goes on');
    assert.equal((await renewed(wrong)).status, 429);
    clock.moveOn(15);
    assert.equal((await renewed(agent.refreshToken)).status, 401, 'an earlier one ends the session');
    assert.equal((await renewed(next.body.refreshToken)).status, 401);
  });
});
