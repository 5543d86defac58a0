// Passkeys through the interface, by one in software that can lie; a real browser tries them in tests/browser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shownBy, withApp } from '../../../tests/support/app-codes.ts';
import { anAuthenticator } from '../../../tests/support/authenticator.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { hasProved } from '../../../tests/support/proved-domains.ts';
import { aUser, password, type SignedIn, signedIn, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';

const username = 'ada@example.com';
const base = '/auth/second-factors';
let companies = 0;

describe('a passkey', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  /** A domain belongs to one company of a mode, so each has its own. */
  async function aPage() {
    companies += 1;
    const company = await aCompany();
    const host = `agents${companies}.acme.example`;
    for (const api of [company.test, company.live]) {
      const domains = [
        { domain: `${api.realm.mode === 'test' ? '' : 'live-'}${host}`, appDomainType: 'agent' },
        { domain: `desk-${api.realm.mode}-${host}`, appDomainType: 'compliance' },
        { domain: `pay-${api.realm.mode}-${host}`, appDomainType: 'borrower' },
      ];
      if (api.realm.mode === 'live') await hasProved(house(), api, ...domains.map(({ domain }) => domain));
      assert.equal((await api.put('/companies/current', { domains })).status, 200);
    }
    return { api: company.test, live: company.live, host, origin: `https://${host}` };
  }
  const post = (api: Client, body: object, { path = '/auth/token', origin = '' } = {}): Promise<Answer> =>
    house().call(undefined, 'POST', path + signInQuery(api), { body, headers: origin ? { origin } : {} });
  const alone = async (api: Client, origin: string) =>
    (await post(api, {}, { path: '/auth/passkey/options', origin })).body;
  type Authenticator = ReturnType<typeof anAuthenticator>;
  const options = async (agent: SignedIn, body = {}) => (await agent.post(`${base}/passkeys/options`, body)).body;

  async function added(agent: SignedIn, device: Authenticator, name = 'My telephone') {
    const response = device.register(await options(agent));
    const { status, body } = await agent.post(`${base}/passkeys`, { name, response });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }
  async function anAgentWithPasskey() {
    const page = await aPage();
    const userId = await aUser(house(), page.api, { email: username });
    const agent = await signedIn(house(), page.api, username);
    const device = anAuthenticator(page.origin);
    return { ...page, userId, agent, device, passkey: await added(agent, device) };
  }
  function mustFail({ status, body }: Answer, why?: string) {
    assert.deepEqual([status, body.errorType], [401, 'SignInFailed'], `${why} ${JSON.stringify(body)}`);
  }

  test('is registered by name, listed, asked for after the password, and removed', async () => {
    const { api, agent, device, passkey, host, origin } = await anAgentWithPasskey();
    assert.deepEqual([passkey.name, passkey.host], ['My telephone', host]);
    const { body } = await post(api, { username, password }, { origin });
    assert.deepEqual([body.errorType, body.data.methods], ['SecondFactorNeeded', ['passkey']]);
    const { challenge, passkey: asked } = body.data;
    assert.deepEqual([asked.rpId, asked.userVerification], [host, 'preferred']);
    assert.deepEqual(
      asked.allowCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    );
    mustFail(await post(api, { challenge, passkey: device.answer({ challenge: 'another' }) }));
    const answer = device.answer(asked, { isVerified: false, userHandle: undefined });
    const session = await post(api, { challenge, passkey: answer });
    assert.equal(session.status, 200, 'the password was the first factor, so nobody else must be verified');
    const { passkeys } = (await agent.get(base)).body.data;
    assert.deepEqual([passkeys.length, passkeys[0].id], [1, passkey.id]);
    assert.ok(passkeys[0].lastUsedAt);
    assert.equal((await agent.delete(`${base}/passkeys/PK-AAAA-AAAA`)).status, 404);
    assert.equal((await agent.delete(`${base}/passkeys/${passkey.id}`)).status, 200);
    assert.equal((await post(api, { username, password })).status, 200);
    mustFail(await post(api, { passkey: device.answer(await alone(api, origin)) }));
  });

  test('alone is enough, when its device has verified who holds it', async () => {
    const { api, device, host, origin } = await anAgentWithPasskey();
    const asked = await alone(api, origin);
    assert.deepEqual([asked.rpId, asked.userVerification, asked.allowCredentials], [host, 'required', []]);
    const me = signedInBy(house(), await post(api, { passkey: device.answer(asked) }));
    assert.equal((await me.get('/people')).status, 200);
    assert.equal((await me.get('/auth/sessions')).body.data[0].method, 'passkey');
    mustFail(await post(api, { passkey: device.answer(asked, { counter: 1 }) }), 'a challenge is answered once');
    const [passkey] = (await me.get(base)).body.data.passkeys;
    assert.equal(passkey.counterWentBackAt, null, 'a repeat is no copy');
    mustFail(await post(api, { passkey: device.answer(await alone(api, origin), { isVerified: false }) }));
    const compliance = { path: '/compliance/auth/token', origin };
    assert.equal((await post(api, { passkey: device.answer(await alone(api, origin)) }, compliance)).status, 200);
    const late = await alone(api, origin);
    clock.moveOn(301);
    mustFail(await post(api, { passkey: device.answer(late) }), 'too late');
  });

  test('alone is refused for whatever is not right', async () => {
    const { api, live, userId, device, origin, host } = await anAgentWithPasskey();
    const stranger = await anAgentWithPasskey();
    await aUser(house(), live, { email: username });
    const ask = () => alone(api, origin);
    const handle = (id: string) => Buffer.from(id).toString('base64url');
    const evil = 'https://agents.acme.example.evil.example';
    const lies = {
      'a page elsewhere': { origin: evil },
      'a page elsewhere, and its host': { origin: evil, rpId: new URL(evil).hostname },
      'a page of the company on another host': { origin: `https://desk-test-${host}` },
      'the page of borrowers': { origin: `https://pay-test-${host}` },
      'a page that is not secure': { origin: origin.replace('https', 'http') },
      'another port': { origin: `${origin}:8443` },
      'another host': { rpId: 'acme.example' },
      'a registration': { type: 'webauthn.create' },
      'nobody’s': { userHandle: undefined },
      'an unknown user’s': { userHandle: handle('UR-AAAA-AAAA') },
      'another user’s': { userHandle: handle(stranger.userId) },
      'another signature': { signature: Buffer.from('3006020101020101', 'hex') },
      'no signature': { signature: Buffer.alloc(1) },
    };
    for (const [why, lie] of Object.entries(lies)) {
      mustFail(await post(api, { passkey: device.answer(await ask(), lie) }), why);
    }
    const other = anAuthenticator(origin, Buffer.from(device.id, 'base64url'));
    other.register({ ...(await ask()), user: { id: handle(userId) } });
    mustFail(await post(api, { passkey: other.answer(await ask()) }), 'the id of one, the key of another');
    mustFail(await post(live, { passkey: device.answer(await ask()) }), 'the other mode');
    mustFail(await post(stranger.api, { passkey: device.answer(await ask()) }), 'another company');
    mustFail(await post(api, { passkey: device.answer(await alone(stranger.api, stranger.origin)) }), 'its challenge');
    mustFail(await post(api, { passkey: device.answer({ challenge: 'AAAA' }) }), 'no challenge of ours');
    const { response } = device.answer(await ask());
    const garbled = { ...response, clientDataJSON: 'bm90IGpzb24', authenticatorData: '!!', signature: '~' };
    const broken = { ...device.answer(await ask()), response: garbled };
    mustFail(await post(api, { passkey: broken }), 'what cannot be read');
    assert.equal((await post(api, { passkey: device.answer(await ask()) })).status, 200, 'and the right one is right');
    await aUser(house(), api, { email: 'owner@example.com' });
    await api.put(`/users/${userId}`, { status: 'inactive' });
    mustFail(await post(api, { passkey: device.answer(await ask()) }), 'who is disabled');
  });

  test('whose counter goes back is refused and seen, and goes on with a higher one', async () => {
    const { api, agent, device, origin } = await anAgentWithPasskey();
    const use = async (counter: number) => post(api, { passkey: device.answer(await alone(api, origin), { counter }) });
    const seen = async () => (await agent.get(base)).body.data.passkeys[0].counterWentBackAt;
    assert.equal((await use(7)).status, 200);
    assert.equal(await seen(), null);
    for (const counter of [7, 3, 0]) mustFail(await use(counter), String(counter));
    assert.ok(await seen());
    assert.equal((await use(8)).status, 200);
  });

  test('that never counts is taken each time', async () => {
    const { api, device, origin } = await anAgentWithPasskey();
    for (let i = 0; i < 3; i++) {
      assert.equal((await post(api, { passkey: device.answer(await alone(api, origin), { counter: 0 }) })).status, 200);
    }
  });

  test('is registered on a page of the company, by who was asked, once, within five minutes', async () => {
    const { api, agent, device, origin, host } = await anAgentWithPasskey();
    const refusedAt = ({ status, body }: Answer, path: string, why: string) =>
      assert.deepEqual([status, body.data.path], [400, path], `${why} ${JSON.stringify(body)}`);
    for (const elsewhere of ['https://evil.example', `https://pay-test-${host}`, 'nonsense']) {
      refusedAt(await agent.post(`${base}/passkeys/options`, { origin: elsewhere }), 'origin', elsewhere);
    }
    const create = (client: SignedIn, response: object) =>
      client.post(`${base}/passkeys`, { name: 'Another', response });
    const another = anAuthenticator(origin);
    const asked = await options(agent, { origin });
    assert.deepEqual(
      asked.excludeCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    );
    await aUser(house(), api, { email: 'bob@example.com' });
    const bob = await signedIn(house(), api, 'bob@example.com');
    refusedAt(await create(bob, another.register(asked)), 'response', 'by another user');
    refusedAt(
      await create(agent, another.register({ ...asked, challenge: 'AAAA' })),
      'response',
      'a challenge of nobody',
    );
    const made = another.register(asked);
    assert.equal((await create(agent, made)).status, 201);
    refusedAt(await create(agent, anAuthenticator(origin).register(asked)), 'response', 'the options a second time');
    refusedAt(await create(agent, another.register(await options(agent))), 'response', 'one that is there');
    for (const lie of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { type: 'webauthn.get' }]) {
      const wrong = anAuthenticator(origin).register(await options(agent), lie);
      refusedAt(await create(agent, wrong), 'response', JSON.stringify(lie));
    }
    const late = await options(agent);
    clock.moveOn(301);
    refusedAt(await create(agent, anAuthenticator(origin).register(late)), 'response', 'too late');
    assert.equal((await agent.get(base)).body.data.passkeys.length, 2);
  });

  test('that is the first factor ends other sessions; the last one stays where it is required', async () => {
    const { api, origin } = await aPage();
    await aUser(house(), api, { email: username });
    const [agent, other] = [await signedIn(house(), api, username), await signedIn(house(), api, username)];
    const passkey = await added(agent, anAuthenticator(origin));
    clock.moveOn(2);
    assert.equal((await other.get('/people')).status, 401);
    await api.put('/companies/current', { requireSecondFactor: true });
    const removed = await agent.delete(`${base}/passkeys/${passkey.id}`);
    assert.deepEqual([removed.status, removed.body.errorType], [409, 'SecondFactorRequired']);
    const secret = await withApp(agent, clock);
    assert.equal((await agent.delete(`${base}/passkeys/${passkey.id}`)).status, 200);
    const { challenge, methods } = (await post(api, { username, password }, { origin })).body.data;
    assert.deepEqual(methods, ['totp']);
    assert.equal((await post(api, { challenge, totp: shownBy(secret, clock) })).status, 200);
  });

  test('is offered on pages of its host alone, and no more where the company has given up the domain', async () => {
    const { api, agent, device, origin } = await anAgentWithPasskey();
    const methods = async (from: string) =>
      (await post(api, { username, password }, { origin: from })).body.data.methods;
    assert.deepEqual(await methods(origin), ['passkey']);
    assert.deepEqual(await methods('https://evil.example'), []);
    const { status, body } = await post(api, {}, { path: '/auth/passkey/options', origin: 'https://evil.example' });
    assert.deepEqual([status, body.data.path], [400, 'Origin']);
    const asked = await alone(api, origin);
    await api.put('/companies/current', { domains: [], allowedOrigins: ['http://localhost:5173'] });
    mustFail(await post(api, { passkey: device.answer(asked) }));
    assert.deepEqual(await methods(''), []);
    const local = anAuthenticator('http://localhost:5173');
    assert.equal((await added(agent, local)).host, 'localhost');
    assert.deepEqual(await methods('http://localhost:5173'), ['passkey']);
  });

  test('alone is asked for by the same answer for everybody, of a company that has pages', async () => {
    const { api, host } = await aPage();
    const ask = (query: string) => house().call(undefined, 'POST', `/auth/passkey/options?${query}`);
    const byDomain = await ask(`domain=${host}`);
    const bare = await ask(signInQuery(api).slice(1));
    const without = ({ challenge: _, ...rest }: Record<string, unknown>) => rest;
    assert.deepEqual(without(byDomain.body), without(bare.body));
    assert.notEqual(byDomain.body.challenge, bare.body.challenge);
    assert.equal((await ask('domain=nobody.example')).status, 404);
    assert.equal((await ask('')).body.data.path, 'companyId');
    const { test: bald } = await aCompany();
    const none = await ask(signInQuery(bald).slice(1));
    assert.deepEqual([none.status, none.body.errorType], [409, 'NoPageForPasskeys']);
  });

  test('alone is no way in where only the provider of the company lets in', async () => {
    const { api, device, origin } = await anAgentWithPasskey();
    const asked = await alone(api, origin);
    await api.put('/companies/current', { agentAuthType: 'SAML' });
    for (const { status, body } of [
      await post(api, { passkey: device.answer(asked) }),
      await post(api, {}, { path: '/auth/passkey/options', origin }),
    ]) {
      assert.deepEqual([status, body.data.path], [400, 'passkey']);
    }
  });
});
