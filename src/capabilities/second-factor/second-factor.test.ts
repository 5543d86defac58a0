// An app that shows codes and codes for recovery, through the interface: set up, asked for, guessed, cleared.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { resetPasswordByHand } from '#app/cli-users.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { makeExchangeToken } from '#capabilities/signing-in/codes.ts';
import { beginSession } from '#capabilities/signing-in/sessions.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { shownBy, withApp } from '../../../tests/support/app-codes.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import {
  aUser,
  password,
  type SignedIn,
  signedIn,
  signedInBy,
  signInQuery,
  withToken,
} from '../../../tests/support/signed-in.ts';
import { askSecondFactor } from './ask.ts';

const username = 'ada@example.com';
const base = '/auth/second-factors';

describe('a second factor', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  const post = (api: Client, body: object, path = '/auth/token') =>
    house().call(undefined, 'POST', path + signInQuery(api), { body });
  const first = (api: Client, name = username) => post(api, { username: name, password });
  const challengeOf = (answer: Answer): string => {
    assert.deepEqual([answer.status, answer.body.errorType], [401, 'SecondFactorNeeded'], JSON.stringify(answer.body));
    return answer.body.data.challenge;
  };
  const asked = async (api: Client, name = username) => challengeOf(await first(api, name));
  const wrongTo = (right: string): string => (right === '000000' ? '111111' : '000000');
  function mustFail({ status, body }: Answer, why?: string) {
    assert.deepEqual([status, body.errorType], [401, 'SignInFailed'], why);
    assert.equal(body.message, 'Name, password, code or token is wrong, or has ended.');
  }

  async function anAgent(more: Partial<Parameters<typeof aUser>[2]> = {}) {
    const { test: api, live } = await aCompany();
    const userId = await aUser(house(), api, { email: username, ...more });
    return { api, live, userId, agent: await signedIn(house(), api, username) };
  }
  async function anAgentWithApp() {
    const made = await anAgent();
    return { ...made, secret: await withApp(made.agent, clock) };
  }
  const totp = (secret: string, away = 0) => shownBy(secret, clock, away);

  test('is set up in a fresh session, shown once, and counts from its first code on', async () => {
    const { api, agent } = await anAgent();
    const other = await signedIn(house(), api, username);
    const { secret, address } = (await agent.post(`${base}/totp`)).body.data;
    assert.match(address, /^otpauth:\/\/totp\/A%20company:ada%40example\.com\?secret=[A-Z2-7]{32}&issuer=A%20company&/);
    assert.equal((await first(api)).status, 200, 'one that is not confirmed is not asked for');
    const wrong = await agent.put(`${base}/totp`, { code: wrongTo(totp(secret)) });
    assert.deepEqual([wrong.status, wrong.body.data.path], [400, 'code']);
    const { status, body } = await agent.put(`${base}/totp`, { code: totp(secret) });
    assert.equal(status, 200);
    assert.ok(body.data.totp.confirmedAt);
    assert.ok(!JSON.stringify((await agent.get(base)).body).includes(secret));
    clock.moveOn(2);
    assert.equal((await other.get('/people')).status, 401, 'sessions that began without it end');
    assert.equal((await agent.get('/people')).status, 200);
    mustFail(await post(api, { challenge: await asked(api), totp: totp(secret, -1) }), 'before the one that confirmed');
    const again = await agent.put(`${base}/totp`, { code: totp(secret, 1) });
    assert.equal(again.status, 400, 'nothing waits to be confirmed');
  });

  test('waits a quarter of an hour for its first code', async () => {
    const { api, agent } = await anAgent();
    const { secret } = (await agent.post(`${base}/totp`)).body.data;
    clock.moveOn(14 * 60);
    const { secret: second } = (await agent.post(`${base}/totp`)).body.data;
    clock.moveOn(2 * 60);
    const fresh = await signedIn(house(), api, username);
    assert.equal((await fresh.put(`${base}/totp`, { code: totp(secret) })).status, 400, 'a later one replaced it');
    clock.moveOn(14 * 60);
    assert.equal((await fresh.put(`${base}/totp`, { code: totp(second) })).status, 400);
  });

  test('is asked for after a password and after a code, with one answer for all that is wrong', async () => {
    const { api, secret } = await anAgentWithApp();
    const { body } = await first(api);
    assert.deepEqual(body.data.methods, ['totp']);
    assert.deepEqual([body.data.passkey, body.token], [undefined, undefined]);
    mustFail(await post(api, { username, password: 'something else' }));
    const { challenge } = body.data;
    mustFail(await post(api, { challenge, totp: wrongTo(totp(secret)) }));
    mustFail(await post(api, { challenge, recoveryCode: 'aaaaa-aaaaa' }));
    mustFail(await post(api, { challenge: `${challenge.slice(0, -4)}AAAA`, totp: totp(secret) }));
    mustFail(await post(api, { challenge: 'nonsense', totp: totp(secret) }));
    const agent = signedInBy(house(), await post(api, { challenge, totp: totp(secret) }));
    assert.equal((await agent.get('/people')).status, 200);
    const [session] = (await agent.get('/auth/sessions')).body.data;
    assert.equal(session.method, 'password');
    mustFail(await post(api, { challenge, totp: totp(secret, 1) }), 'a challenge is answered once');
    await post(api, { username }, `/companies/${api.realm.companyId}/auth/send-one-time-code`);
    const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(username)}`)).body.data;
    const code = /\d{6}/.exec(text)?.[0];
    const next = challengeOf(await post(api, { username, code }));
    mustFail(await post(api, { username, code }), 'the code is used');
    assert.equal((await post(api, { challenge: next, totp: totp(secret, 1) })).status, 200);
  });

  test('is in the audit: asked for, refused and shown', async () => {
    const { api, secret, userId } = await anAgentWithApp();
    mustFail(await post(api, { challenge: await asked(api), totp: wrongTo(totp(secret)) }));
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret) })).status, 200);
    await house().service.audit.flush();
    await chainAudit(house().service.database, 'test');
    const told = (await api.get('/audit?action=auth.signIn&limit=100')).body.data as Record<string, unknown>[];
    assert.deepEqual(
      new Set(told.map((row) => [row.actorId, row.outcome, row.method, row.errorType].join(' '))),
      new Set([
        `${userId} done password `,
        `${userId} refused password SecondFactorNeeded`,
        `${userId} refused totp SignInFailed`,
        `${userId} done password+totp `,
      ]),
    );
  });

  test('is asked for by name: one answer and its challenge', async () => {
    const { api, secret } = await anAgentWithApp();
    const challenge = await asked(api);
    for (const body of [{ challenge }, { challenge, totp: totp(secret), recoveryCode: 'aaaaa-aaaaa' }]) {
      const answer = await post(api, body);
      assert.deepEqual([answer.status, answer.body.data.path], [400, 'totp']);
    }
    assert.equal((await post(api, { totp: totp(secret) })).status, 400);
    const repeated = await post(api, { username, password: 'x', challenge, totp: totp(secret) });
    assert.equal(repeated.status, 200, 'what stands beside a challenge was shown before');
  });

  test('takes a code once, also by two at a time, and one step of difference', async () => {
    const { api, secret } = await anAgentWithApp();
    const code = totp(secret);
    const both = [await asked(api), await asked(api)].map((challenge) => post(api, { challenge, totp: code }));
    assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 401]);
    mustFail(await post(api, { challenge: await asked(api), totp: code }), 'within its step');
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret, 1) })).status, 200, 'one ahead');
    clock.moveOn(90);
    mustFail(await post(api, { challenge: await asked(api), totp: totp(secret, -2) }));
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret, -1) })).status, 200, 'one behind');
  });

  test('has a challenge for its user, kind, company and mode, for five minutes and five tries', async () => {
    const { api, live, secret } = await anAgentWithApp();
    await aUser(house(), api, { email: 'bob@example.com' });
    await withApp(await signedIn(house(), api, 'bob@example.com'), clock);
    const ofBob = await asked(api, 'bob@example.com');
    mustFail(await post(api, { challenge: ofBob, totp: totp(secret) }), 'the code of another user');
    const ofAda = await asked(api);
    const [user, other] = [/UR-\w{4}-\w{4}/.exec(ofAda)?.[0] as string, /UR-\w{4}-\w{4}/.exec(ofBob)?.[0] as string];
    mustFail(await post(api, { challenge: ofAda.replace(user, other), totp: totp(secret) }));
    mustFail(await post(live, { challenge: ofAda, totp: totp(secret) }));
    mustFail(await post(live, { challenge: ofAda.replace('_test_', '_live_'), totp: totp(secret) }));
    mustFail(await post(api, { challenge: ofAda, totp: totp(secret) }, '/compliance/auth/token'), 'another kind');
    clock.moveOn(301);
    mustFail(await post(api, { challenge: ofAda, totp: totp(secret) }), 'too late');
    const compliance = challengeOf(await post(api, { username, password }, '/compliance/auth/token'));
    const session = await post(api, { challenge: compliance, totp: totp(secret) }, '/compliance/auth/token');
    assert.equal(session.status, 200);
    clock.moveOn(24 * 3_600);
    const tried = await asked(api);
    for (let i = 0; i < 5; i++) {
      mustFail(await post(api, { challenge: tried, totp: wrongTo(totp(secret)) }));
    }
    clock.moveOn(60);
    mustFail(await post(api, { challenge: tried, totp: totp(secret) }), 'the tries are gone');
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret) })).status, 200);
  });

  test('that is guessed must wait, however often the password is shown anew', async () => {
    const { api, secret } = await anAgentWithApp();
    const wrong = wrongTo(totp(secret));
    for (let i = 0; i < 5; i++) mustFail(await post(api, { challenge: await asked(api), totp: wrong }));
    const { status, headers } = await post(api, { challenge: await asked(api), totp: totp(secret) });
    assert.equal(status, 429);
    assert.match(headers['retry-after'] ?? '', /^\d+$/);
    clock.moveOn(16 * 60);
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret) })).status, 200);
    for (let i = 0; i < 5; i++)
      mustFail(await post(api, { challenge: await asked(api), totp: wrong }), 'from none anew');
  });

  test('is not asked of who has changed the password meanwhile, is disabled, or has other names', async () => {
    const { api, agent, userId, secret } = await anAgentWithApp();
    const newPassword = 'four other words of mine';
    const before = await asked(api);
    assert.equal((await agent.post('/auth/password', { password, newPassword })).status, 200);
    mustFail(await post(api, { challenge: before, totp: totp(secret) }));
    const open = challengeOf(await post(api, { username, password: newPassword }));
    await api.put(`/users/${userId}/auth`, { authType: { email: username }, password });
    mustFail(await post(api, { challenge: open, totp: totp(secret) }));
    const last = await asked(api);
    await aUser(house(), api, { email: 'owner@example.com' });
    await api.put(`/users/${userId}`, { status: 'inactive' });
    mustFail(await post(api, { challenge: last, totp: totp(secret) }));
  });

  test('changes in a whole session that has begun not long ago, and in no other', async () => {
    const { api, agent, secret } = await anAgentWithApp();
    const short = (await agent.post('/auth/token/short-lived', { permissions: ['person:read'] })).body.token;
    const compliance = challengeOf(await post(api, { username, password }, '/compliance/auth/token'));
    const ofCompliance = await post(api, { challenge: compliance, totp: totp(secret) }, '/compliance/auth/token');
    for (const token of [short, ofCompliance.body.token]) {
      const headers = { authorization: `Bearer ${token}` };
      for (const [method, path] of [
        ['DELETE', `${base}/totp`],
        ['POST', `${base}/totp`],
        ['POST', `${base}/recovery-codes`],
      ] as const) {
        const answer = await house().call(undefined, method, path, { headers });
        assert.deepEqual([answer.status, answer.body.errorType], [403, 'Forbidden'], path);
      }
    }
    assert.equal((await api.delete(`${base}/totp`)).status, 403, 'a key is nobody');
    clock.moveOn(14 * 60);
    const renewed = signedInBy(
      house(),
      await house().call(undefined, 'PUT', '/auth/token', { body: { refreshToken: agent.refreshToken } }),
    );
    clock.moveOn(2 * 60);
    for (const answer of [await renewed.delete(`${base}/totp`), await renewed.post(`${base}/recovery-codes`)]) {
      assert.deepEqual([answer.status, answer.body.errorType], [403, 'SignInAgain']);
    }
    const fresh = signedInBy(house(), await post(api, { challenge: await asked(api), totp: totp(secret) }));
    assert.equal((await fresh.delete(`${base}/totp`)).status, 200);
    assert.equal((await fresh.delete(`${base}/totp`)).status, 404);
    clock.moveOn(2);
    assert.equal((await renewed.get('/people')).status, 401, 'removing one ends the other sessions');
    assert.equal((await fresh.get('/people')).status, 200);
    assert.equal((await first(api)).status, 200);
  });

  test('by a new app counts when it is confirmed; until then the old one goes on', async () => {
    const { api, agent, secret } = await anAgentWithApp();
    const { secret: next } = (await agent.post(`${base}/totp`)).body.data;
    mustFail(await post(api, { challenge: await asked(api), totp: totp(next) }));
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(secret) })).status, 200);
    assert.equal((await agent.put(`${base}/totp`, { code: totp(next) })).status, 200);
    clock.moveOn(30);
    mustFail(await post(api, { challenge: await asked(api), totp: totp(secret) }));
    assert.equal((await post(api, { challenge: await asked(api), totp: totp(next) })).status, 200);
  });

  test('is lost and recovered: ten codes, each once, and new ones replace all', async () => {
    const { api, agent } = await anAgent();
    assert.equal((await agent.post(`${base}/recovery-codes`)).status, 400, 'there is nothing to recover');
    await withApp(agent, clock);
    const codes = async (): Promise<string[]> => (await agent.post(`${base}/recovery-codes`)).body.data.recoveryCodes;
    const old = await codes();
    const [one = '', two = '', ...rest] = await codes();
    assert.equal(new Set([one, two, ...rest]).size, 10);
    const left = async () => (await agent.get(base)).body.data.recoveryCodesLeft;
    assert.equal(await left(), 10);
    assert.deepEqual((await first(api)).body.data.methods, ['totp', 'recoveryCode']);
    mustFail(await post(api, { challenge: await asked(api), recoveryCode: old[0] as string }));
    const use = async (recoveryCode: string) => post(api, { challenge: await asked(api), recoveryCode });
    assert.equal((await use(one.toUpperCase().replace('-', ' '))).status, 200, 'however it is typed');
    mustFail(await use(one));
    const both = [await asked(api), await asked(api)].map((challenge) => post(api, { challenge, recoveryCode: two }));
    assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 401]);
    assert.equal(await left(), 8);
    await agent.delete(`${base}/totp`);
    assert.equal(await left(), 0, 'without a factor they stand for nothing');
  });

  test('that the company requires: an agent without one may only set one up', async () => {
    const { api, agent } = await anAgent();
    await api.put('/companies/current', { requireSecondFactor: true });
    clock.moveOn(4);
    const early = await agent.get('/people');
    assert.equal(early.status, 403, 'also in a session from before');
    assert.match(early.body.message, /Set one up first/);
    const { body } = await first(api);
    assert.equal(body.mustSetUpSecondFactor, true);
    const held = signedInBy(house(), { status: 200, headers: {}, body });
    assert.deepEqual((await held.get('/auth/permissions')).body.data.permissions, []);
    for (const path of ['/people', '/users', '/companies/current']) assert.equal((await held.get(path)).status, 403);
    assert.equal((await held.put('/companies/current', { requireSecondFactor: false })).status, 403);
    const { isRequired, mustSetUp } = (await held.get(base)).body.data;
    assert.deepEqual([isRequired, mustSetUp], [true, true]);
    const secret = await withApp(held, clock);
    assert.equal((await held.get('/people')).status, 200);
    const removed = await held.delete(`${base}/totp`);
    assert.deepEqual([removed.status, removed.body.errorType], [409, 'SecondFactorRequired']);
    const answer = await post(api, { challenge: await asked(api), totp: totp(secret) });
    assert.deepEqual([answer.status, answer.body.mustSetUpSecondFactor], [200, undefined]);
  });

  test('is the provider’s where single sign-on lets in, also where the company requires one', async () => {
    const { api, userId } = await anAgent();
    await api.put('/companies/current', { requireSecondFactor: true });
    clock.moveOn(4);
    const signedOn = async () => {
      const { exchangeToken } = await house().service.database.transact(api.realm, async (tx) =>
        makeExchangeToken(house().service, tx, userId, 'singleSignOn'),
      );
      return house().call(undefined, 'POST', '/auth/token', { body: { exchangeToken } });
    };
    const me = signedInBy(house(), await signedOn());
    assert.equal((await me.get('/people')).status, 200);
    const { isRequired, mustSetUp } = (await me.get(base)).body.data;
    assert.deepEqual([isRequired, mustSetUp], [true, false]);
    await withApp(me, clock);
    assert.equal((await signedOn()).status, 200, 'nor is an own one asked for');
    challengeOf(await first(api));
  });

  test('that the company requires is not asked of borrowers, who may have one', async () => {
    const { test: api } = await aCompany();
    await api.put('/companies/current', { requireSecondFactor: true });
    const { id: personId } = await api.made('/people', aPerson());
    const userId = await aUser(house(), api, { email: username, userType: 'borrower', role: 'borrower', personId });
    const me = await signedIn(house(), api, username, { userType: 'borrower' });
    assert.equal((await me.get(`/people/${personId}/loans`)).status, 200);
    const secret = await withApp(me, clock);
    const path = `/auth/token${signInQuery(api, 'borrower')}`;
    const begin = () => house().call(undefined, 'POST', path, { body: { username, password } });
    const body = { challenge: challengeOf(await begin()), totp: totp(secret) };
    assert.equal((await house().call(undefined, 'POST', path, { body })).status, 200);
    const { exchangeToken } = (await api.post('/auth/exchange-token', { userId })).body;
    const exchanged = await house().call(undefined, 'POST', '/auth/token', { body: { exchangeToken } });
    assert.equal(exchanged.status, 200, "the lender's server has vouched");
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: false });
    await mustBeGone(api);
  });

  test('goes with its user', async () => {
    const { api, agent, userId } = await anAgentWithApp();
    await aUser(house(), api, { email: 'owner@example.com' });
    await agent.post(`${base}/recovery-codes`);
    await asked(api);
    assert.equal((await api.delete(`/users/${userId}`)).status, 200);
    await mustBeGone(api);
  });

  async function mustBeGone(api: Client) {
    const reader = house().service.database.reader(api.realm);
    for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const) {
      assert.deepEqual(await reader.rows(reader.db.selectFrom(table).select('user_id')), [], table);
    }
  }

  test('that is added while somebody signs in leaves no session that began without it', async () => {
    const { api, agent, userId } = await anAgent();
    const { service } = house();
    const { secret } = (await agent.post(`${base}/totp`)).body.data;
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = service.database.transact(api.realm, async (tx) => {
      const first = { userId, kind: 'user', method: 'password', address: '203.0.113.9' } as const;
      assert.equal(await askSecondFactor(service, tx, { ...first, page: {} }), 'none');
      asked.resolve();
      await answered.promise;
      return beginSession(service, tx, first);
    });
    await asked.promise;
    const confirmed = agent.put(`${base}/totp`, { code: totp(secret) });
    await sleep(300);
    answered.resolve();
    const other = withToken(house(), (await begun).token);
    assert.equal((await confirmed).status, 200);
    clock.moveOn(2);
    assert.equal((await other.get('/auth/user')).status, 401);
    assert.equal((await agent.get('/auth/user')).status, 200);
  });

  test('is asked for after a password that was reset by a code, and not instead of one', async () => {
    const { api, secret } = await anAgentWithApp();
    const path = `/companies/${api.realm.companyId}/auth/send-one-time-code`;
    await post(api, { username, purpose: 'password' }, path);
    const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(username)}`)).body.data;
    const newPassword = 'four other words of mine';
    const body = { username, code: /\d{6}/.exec(text)?.[0], newPassword };
    assert.equal((await post(api, body, '/auth/password')).status, 200);
    const challenge = challengeOf(await post(api, { username, password: newPassword }));
    assert.equal((await post(api, { challenge, totp: totp(secret) })).status, 200);
  });

  test('is cleared by who has every right of the user, never by the user or by who has less', async () => {
    const { api, userId, secret } = await anAgentWithApp();
    const role = await api.made('/roles', { name: 'Help desk', permissions: ['user.auth:update', 'user:read'] });
    const helper = await api.made('/users', {
      userType: 'agent',
      authType: { email: 'help@example.com' },
      roles: [role.id],
    });
    await api.put(`/users/${helper.id}/auth`, { authType: { email: 'help@example.com' }, password });
    await aUser(house(), api, { email: 'owner@example.com' });
    const [help, owner] = [
      await signedIn(house(), api, 'help@example.com'),
      await signedIn(house(), api, 'owner@example.com'),
    ];
    const self = signedInBy(house(), await post(api, { challenge: await asked(api), totp: totp(secret) }));
    const path = `/users/${userId}/auth/second-factors`;
    const refused = await help.delete(path);
    assert.deepEqual([refused.status, refused.body.errorType], [403, 'Forbidden']);
    assert.equal((await self.delete(path)).status, 403);
    const { test: stranger } = await aCompany();
    assert.equal((await stranger.delete(path)).status, 404);
    const open = await asked(api);
    assert.equal((await owner.delete(path)).status, 200);
    mustFail(await post(api, { challenge: open, totp: totp(secret, 1) }));
    clock.moveOn(2);
    assert.equal((await self.get('/people')).status, 401, 'all sessions of the user end');
    assert.equal((await first(api)).status, 200);
    const { database } = house().service;
    await chainAudit(database, 'test');
    const told = (await api.get(`/audit?objectId=${userId}`)).body.data as { action: string; actorId: string }[];
    const cleared = told.find(({ action }) => action === 'users.clearSecondFactors');
    assert.match(cleared?.actorId ?? '', /^UR-/);
  });

  test('is cleared from the machine, for who is locked out', async () => {
    const { api, secret } = await anAgentWithApp();
    assert.ok(secret);
    const said = await resetPasswordByHand(house().service, api.realm, username);
    const code = /^code {2}(\d{6})$/m.exec(said)?.[1];
    const newPassword = 'four other words of mine';
    assert.equal((await post(api, { username, code, newPassword }, '/auth/password')).status, 200);
    const answer = await post(api, { username, password: newPassword });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  });

  test('of a user in one mode is nobody’s in the other', async () => {
    const { live, agent } = await anAgentWithApp();
    await aUser(house(), live, { email: username });
    assert.equal((await first(live)).status, 200);
    const other: SignedIn = await signedIn(house(), live, username);
    assert.equal((await other.get(base)).body.data.totp, null);
    assert.equal((await other.delete(`${base}/totp`)).status, 404);
    assert.ok((await agent.get(base)).body.data.totp);
  });
});
