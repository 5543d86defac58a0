// Guessing at one account from many addresses, as strangers do who have a botnet: how much is taken in a day, and how the
// owner gets in meanwhile.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { signInCodeByHand } from '#app/cli-users.ts';
import { stopwatch } from '#platform/clock.ts';
import { shownBy, withApp } from '../../../tests/support/app-codes.ts';
import { anAuthenticator } from '../../../tests/support/authenticator.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { twoMore } from '../../../tests/support/more-processes.ts';
import { aUser, password, signedIn, signedInBy, signInQuery, withToken } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
const username = 'ada.of.acme';
const phone = '+13175550123';
const newPassword = 'four other words of mine';
/** The most guesses of each kind for one name, from all addresses. */
const mostInADay = 25;
const day = 24 * 3_600;

describe('guessing from many addresses', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false, lockWaitMs: 20_000, config: { trustProxy: true } });
  // A day is one of UTC: no test begins at its end.
  beforeEach(() => clock.moveOn(day + 60 - (Math.floor(clock.micros() / 1e6) % day)));
  let addresses = 0;
  /** One that nobody has used. */
  const elsewhere = (): string => {
    addresses += 1;
    return `198.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  };
  const post = (api: Client, path: string, body: object, address = elsewhere()) =>
    house().call(undefined, 'POST', path + signInQuery(api), { body, headers: { 'x-forwarded-for': address } });
  const askFor = (api: Client, body: object, address?: string) =>
    post(api, `/companies/${api.realm.companyId}/auth/send-one-time-code`, body, address);
  const mailbox = async (api: Client, to = email): Promise<{ text: string; purpose: string }[]> =>
    (await api.get(`/test-mailbox?limit=100&to=${encodeURIComponent(to)}`)).body.data;
  const codesIn = async (api: Client): Promise<string[]> =>
    (await mailbox(api)).flatMap(({ text }) => /\d{6}/.exec(text) ?? []);
  const notices = async (api: Client): Promise<string[]> =>
    (await mailbox(api)).map(({ text }) => text).filter((text) => text.startsWith('Somebody'));

  async function anAgent() {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email });
    await api.put(`/users/${userId}/auth`, { authType: { email, username, phone }, password });
    return { api, userId };
  }
  /** On a device that is known from then on. */
  async function signIn(api: Client, body: object = {}) {
    const answer = await post(api, '/auth/token', { username: email, password, ...body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as { token: string; deviceToken: string };
  }
  /** Some at once, as a botnet does; sorted, so that two rounds compare. */
  const statuses = async (count: number, one: () => Promise<Answer>): Promise<number[]> => {
    const seen: number[] = [];
    while (seen.length < count) {
      const wave = Array.from({ length: Math.min(12, count - seen.length) }, one);
      seen.push(...(await Promise.all(wave)).map(({ status }) => status));
    }
    return seen.sort();
  };
  const taken = (all: readonly number[]): number => all.filter((status) => status !== 429).length;

  const kinds = {
    password: (api: Client, name: string) => post(api, '/auth/token', { username: name, password: 'a wrong one' }),
    'a code': (api: Client, name: string) => post(api, '/auth/token', { username: name, code: 'abcdef' }),
    'a code for a password': (api: Client, name: string) =>
      post(api, '/auth/password', { username: name, code: 'abcdef', newPassword }),
  } as const;

  for (const [kind, guess] of Object.entries(kinds)) {
    test(`${kind}: a name takes ${mostInADay} tries a day, and answers the same whether somebody has it`, async () => {
      const { api } = await anAgent();
      const known = await statuses(mostInADay + 2, () => guess(api, email));
      const unknown = await statuses(mostInADay + 2, () => guess(api, 'nobody@example.com'));
      assert.equal(taken(known), mostInADay);
      assert.deepEqual(known, unknown);
      const asked = stopwatch();
      const [one, other] = [await guess(api, email), await guess(api, 'nobody@example.com')];
      assert.ok(asked() > 290, 'each is held back as long as a wrong one');
      const shown = ({ status, headers, body }: Answer) => {
        const { date: _, 'x-request-id': __, 'retry-after': seconds, ...others } = headers;
        return { status, names: Object.keys(others), isADay: Number(seconds) > 900, kind: body.errorType };
      };
      assert.deepEqual(shown(one), shown(other));
      const { retryAfterSeconds } = one.body.data;
      assert.ok(retryAfterSeconds <= day && retryAfterSeconds > 0);
      clock.moveOn(day);
      assert.equal((await guess(api, email)).status, 401, 'the next day has its own');
    });
  }

  test('by three names of one user is one bound of about a hundred, and the names are not told apart from others', async () => {
    const { api } = await anAgent();
    const guess = (name: string) => kinds['a code'](api, name);
    const all = [];
    for (const name of [email, username, phone]) {
      const seen = await statuses(mostInADay + 3, () => guess(name));
      const ofNobody = await statuses(mostInADay + 3, () =>
        guess(`x${name.replace('+1317', '+1463')}`.replace('x+', '+')),
      );
      assert.deepEqual(seen, ofNobody, `${name} answers like one that nobody has, whatever was tried at the others`);
      all.push(...seen);
    }
    assert.ok(taken(all) <= 100, `${taken(all)} were taken`);
  });

  test('counts all ways to write a name as one, whether somebody has it or not', async () => {
    const { api } = await anAgent();
    for (const [one, other] of [
      [phone, '(317) 555-0123'],
      ['+13175550999', '(317) 555-0999'],
      [email, ' ADA@Example.com'],
      ['nobody@example.com', ' NOBODY@Example.com'],
    ] as const) {
      const seen = await statuses(mostInADay, () => kinds['a code'](api, one));
      assert.equal(taken(seen), mostInADay);
      assert.equal((await kinds['a code'](api, other)).status, 429, other);
    }
  });

  test('many at once, at several processes, are counted each', async () => {
    const { api } = await anAgent();
    const apps = [house().app, ...(await twoMore(house()))];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        apps[i % 3]!.inject({
          method: 'POST',
          url: `/api/auth/token${signInQuery(api)}`,
          payload: { username: email, code: 'abcdef' },
          remoteAddress: elsewhere(),
        }),
      ),
    );
    assert.equal(taken(answers.map(({ statusCode }) => statusCode)), mostInADay);
    for (const app of apps.slice(1)) await app.close();
  });

  test('is not begun anew by the owner who signs in meanwhile', async () => {
    const { api } = await anAgent();
    const seen = [];
    for (let i = 0; i < mostInADay - 1; i++) {
      seen.push((await kinds.password(api, email)).status);
      if (i % 12 === 0) await signIn(api);
    }
    assert.equal(taken(seen), mostInADay - 1, 'what was right is no failure');
    await kinds.password(api, email);
    assert.equal((await kinds.password(api, email)).status, 429);
  });

  test('closes nothing to the owner on a device that is known', async () => {
    const { api, userId } = await anAgent();
    const { deviceToken } = await signIn(api);
    await aUser(house(), api, { email: 'eve@example.com' });
    const ofEve = (await signIn(api, { username: 'eve@example.com' })).deviceToken;
    for (const guess of Object.values(kinds)) await statuses(mostInADay, () => guess(api, email));
    await statuses(8, () => askFor(api, { username: email }));
    await statuses(8, () => askFor(api, { username: email, purpose: 'password' }));
    for (const shown of [undefined, ofEve, `${deviceToken.slice(0, -3)}AAA`, ofEve.replace(/UR-\w{4}-\w{4}/, userId)]) {
      const tried = { username: email, password, ...(shown && { deviceToken: shown }) };
      assert.equal((await post(api, '/auth/token', tried)).status, 429, String(shown));
    }
    assert.equal((await signIn(api, { deviceToken })).deviceToken, deviceToken, 'it stays the same');
    assert.equal((await signIn(api, { deviceToken, username: phone })).deviceToken, deviceToken, 'by any name');
    const codeFor = async (purpose: string): Promise<string> => {
      const before = (await codesIn(api)).length;
      assert.equal((await askFor(api, { username: email, purpose, deviceToken })).status, 200);
      const codes = await codesIn(api);
      assert.equal(codes.length, before + 1);
      return codes[0] as string;
    };
    await signIn(api, { deviceToken, password: undefined, code: await codeFor('signIn') });
    const reset = { username: email, deviceToken, newPassword, code: await codeFor('password') };
    assert.equal((await post(api, '/auth/password', reset)).status, 200);
    assert.equal((await post(api, '/auth/token', { username: email, password: newPassword, deviceToken })).status, 200);
  });

  test('from a known device has a bound of its own, for all names of its user', async () => {
    const { api, userId } = await anAgent();
    const { deviceToken } = await signIn(api);
    const guess = (name: string) => post(api, '/auth/token', { username: name, code: 'abcdef', deviceToken });
    const seen = [];
    for (let i = 0; i < 3 * mostInADay; i++) {
      seen.push((await guess([email, username, phone][i % 3] as string)).status);
      clock.moveOn(16 * 60);
      if (seen.at(-1) === 429) break;
    }
    assert.ok(taken(seen) <= 2 * mostInADay, 'the day may have changed meanwhile');
    clock.moveOn(day);
    const paced = [];
    for (let i = 0; i < 7; i++) paced.push((await guess(email)).status);
    assert.deepEqual(paced, [401, 401, 401, 401, 401, 429, 429], 'and it waits as an address does');
    await api.put(`/users/${userId}/auth`, { authType: { email }, password });
    await statuses(mostInADay, () => kinds.password(api, email));
    const after = await post(api, '/auth/token', { username: email, password, deviceToken });
    assert.equal(after.status, 429, 'what a user signs in with was replaced from scratch: no device is known');
  });

  test('from the ten devices that were used last, and no more, is told apart from that of strangers', async () => {
    const { api, userId } = await anAgent();
    const first = (await signIn(api)).deviceToken;
    const second = (await signIn(api)).deviceToken;
    for (let i = 0; i < 8; i++) {
      clock.moveOn(1);
      await signIn(api);
    }
    await signIn(api, { deviceToken: first });
    clock.moveOn(1);
    await signIn(api);
    const { rows } = await house().service.database.pools.test.query(
      'select id from known_devices where user_id = $1',
      [userId],
    );
    assert.equal(rows.length, 10);
    assert.equal((await signIn(api, { deviceToken: first })).deviceToken, first);
    assert.notEqual((await signIn(api, { deviceToken: second })).deviceToken, second);
  });

  test('by asking for codes ends none that was sent: the first of six counts for its ten minutes', async () => {
    const { api } = await anAgent();
    const seen = [];
    for (let i = 0; i < 12; i++) {
      seen.push((await askFor(api, { username: email })).status);
      clock.moveOn(1);
    }
    assert.equal(taken(seen), 6);
    const ofNobody = await statuses(12, () => askFor(api, { username: 'nobody@example.com' }));
    assert.deepEqual(seen, ofNobody);
    const codes = await codesIn(api);
    assert.equal(codes.length, 6);
    assert.equal((await statuses(3, () => kinds['a code'](api, email))).at(-1), 401);
    await signIn(api, { password: undefined, code: codes.at(-1) });
    assert.equal((await askFor(api, { username: email })).status, 200, 'whoever uses a code gets the next one');
    clock.moveOn(601);
    for (const code of codes) assert.equal((await post(api, '/auth/token', { username: email, code })).status, 401);
  });

  test('at a code takes five tries of strangers, and none of the owner’s device', async () => {
    const { api } = await anAgent();
    const { deviceToken } = await signIn(api);
    await askFor(api, { username: email });
    const [code] = await codesIn(api);
    await statuses(5, () => kinds['a code'](api, email));
    assert.equal((await post(api, '/auth/token', { username: email, code })).status, 401);
    await signIn(api, { password: undefined, code, deviceToken });
  });

  test('never closes the way from the machine', async () => {
    const { api } = await anAgent();
    await statuses(mostInADay + 1, () => kinds['a code'](api, email));
    const said = await signInCodeByHand(house().service, api.realm, email);
    await signIn(api, { password: undefined, code: /^code {2}(\d{6})$/m.exec(said)?.[1] });
  });

  test('tells the owner once a day, whatever is tried, and nobody else', async () => {
    const { api } = await anAgent();
    await statuses(mostInADay - 1, () => kinds['a code'](api, email));
    assert.deepEqual(await notices(api), []);
    await statuses(4, () => kinds['a code'](api, email));
    assert.match((await notices(api)).join(), /^Somebody has tried many times today to sign in as you\./);
    await statuses(mostInADay, () => kinds['a code for a password'](api, email));
    await statuses(mostInADay, () => kinds['a code'](api, phone));
    assert.equal((await notices(api)).length, 1);
    clock.moveOn(day);
    await statuses(mostInADay, () => kinds['a code'](api, username));
    assert.equal((await notices(api)).length, 2);
    await statuses(mostInADay, () => kinds['a code'](api, 'nobody@example.com'));
    assert.deepEqual(await mailbox(api, 'nobody@example.com'), []);
  });

  test('from a network of 48 bits of version 6 counts as one address does', async () => {
    const { api } = await anAgent();
    const from = (network: string) => post(api, '/auth/token', { username: email, code: 'abcdef' }, `${network}::1`);
    const seen = [];
    for (let i = 1; i <= 15; i++) seen.push((await from(`2001:db8:7:${i.toString(16)}`)).status);
    assert.equal(taken(seen), 10);
    assert.equal((await from('2001:db8:8:1')).status, 401, 'another one does not wait');
  });

  describe('with the password known', () => {
    const base = '/auth/second-factors';
    const origin = 'https://agents.guesses.example';

    async function anAgentWithFactors() {
      const { api, userId } = await anAgent();
      const domains = [{ domain: new URL(origin).hostname, appDomainType: 'agent' }];
      await api.put('/companies/current', { domains });
      const { token, deviceToken } = await signIn(api);
      const agent = { ...withToken(house(), token), token, refreshToken: '', sessionId: '' };
      const secret = await withApp(agent, clock);
      const passkey = anAuthenticator(origin);
      const response = passkey.register((await agent.post(`${base}/passkeys/options`, {})).body);
      assert.equal((await agent.post(`${base}/passkeys`, { name: 'My telephone', response })).status, 201);
      const { recoveryCodes } = (await agent.post(`${base}/recovery-codes`)).body.data;
      return { api, userId, secret, deviceToken, passkey, recoveryCodes: recoveryCodes as string[] };
    }
    const asked = async (api: Client, more = {}) => {
      const { status, body } = await post(api, '/auth/token', { username: email, password, ...more });
      assert.equal(body.errorType, 'SecondFactorNeeded', `${status} ${JSON.stringify(body)}`);
      return body.data as { challenge: string; passkey: { challenge: string } };
    };
    const answers = async (api: Client, body: object, more = {}) => {
      const { challenge } = await asked(api, more);
      return post(api, '/auth/token', { challenge, ...more, ...body });
    };

    test('second factors take so many tries a day, each kind its own, and strangers close no passkey and no device', async () => {
      const { api, secret, deviceToken, passkey, recoveryCodes } = await anAgentWithFactors();
      const wrong = shownBy(secret, clock) === '000000' ? '111111' : '000000';
      /** A challenge takes five wrong answers. */
      const wrongly = async (count: number, body: object): Promise<number[]> => {
        const seen: number[] = [];
        while (seen.length < count) {
          const { challenge } = await asked(api);
          seen.push(...(await statuses(5, () => post(api, '/auth/token', { challenge, ...body }))));
        }
        return seen;
      };
      assert.equal(taken(await wrongly(mostInADay + 5, { totp: wrong })), mostInADay);
      assert.match((await notices(api)).join(), /^Somebody knows your password/);
      assert.equal((await answers(api, { totp: shownBy(secret, clock) })).status, 429);
      assert.equal((await answers(api, { recoveryCode: recoveryCodes[0] as string })).status, 200, 'another kind');
      assert.equal(taken(await wrongly(mostInADay + 5, { recoveryCode: 'aaaaa-aaaaa' })), mostInADay);
      await wrongly(mostInADay + 5, { passkey: passkey.answer({ challenge: 'another' }) });
      const second = await asked(api);
      const shown = passkey.answer(second.passkey);
      assert.equal((await post(api, '/auth/token', { challenge: second.challenge, passkey: shown })).status, 200);
      const options = await house().call(undefined, 'POST', `/auth/passkey/options${signInQuery(api)}`, {
        body: {},
        headers: { origin },
      });
      const alone = await post(api, '/auth/token', { passkey: passkey.answer(options.body) });
      assert.equal(alone.status, 200, JSON.stringify(alone.body));
      assert.equal((await answers(api, { totp: shownBy(secret, clock) }, { deviceToken })).status, 200);
    });
  });

  test('by a session that was stolen is counted apart: the password until now, by user', async () => {
    const { api } = await anAgent();
    const me = await signedIn(house(), api, email);
    const guess = () =>
      me.call('POST', '/auth/password', {
        body: { password: 'a wrong one', newPassword },
        headers: { 'x-forwarded-for': elsewhere() },
      });
    assert.equal(taken(await statuses(mostInADay + 3, guess)), mostInADay);
    signedInBy(house(), await post(api, '/auth/token', { username: email, password }));
  });
});
