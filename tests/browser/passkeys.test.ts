// Passkeys in a real browser, with an authenticator of its own making: an agent who was invited gets in by one, from a
// page on another origin than the service's. Needs Debian's chromium and playwright-core; without either it is skipped.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Answer, type Client, useHouse } from '../support/house.ts';
import { aUser, password, signedIn, signedInBy, signInQuery } from '../support/signed-in.ts';
import { launchChromium, reasonToSkip } from './chromium.ts';

const email = 'grace@acme.example';
const ownWords = 'five words of my own making';

describe('a passkey in a browser', { skip: reasonToSkip() }, () => {
  // Before the house closes, which waits for connections.
  after(async () => {
    await browser?.close();
    for (const page of pages ?? []) await page.close();
  });
  const { house, aCompany } = useHouse({ works: false });
  let browser: Browser;
  let service: string;
  /** The page of the company, and one that somebody else has on the same machine: the browser knows one host. */
  let pages: readonly FastifyInstance[];
  let own: string;
  let strange: string;
  let api: Client;

  before(async () => {
    service = await house().app.listen({ host: '127.0.0.1', port: 0 });
    pages = [aPage(), aPage()];
    [own = '', strange = ''] = await Promise.all(
      pages.map(async (page) => (await page.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')),
    );
    browser = await launchChromium();
    api = (await aCompany()).test;
    assert.equal((await api.put('/companies/current', { allowedOrigins: [own] })).status, 200);
  });

  const call = (method: string, path: string, body: object, headers = {}): Promise<Answer> =>
    house().call(undefined, method, path, { body, headers });

  /** What the page does to call the service: by the browser's own fetch, so that it must be allowed to. */
  const fetched = (page: Page, path: string, body: object, token?: string): Promise<Answer> =>
    page.evaluate(`(async () => {
      const headers = ${JSON.stringify({ 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) })};
      const answer = await fetch(${JSON.stringify(`${service}/api${path}`)}, { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(body))} });
      return { status: answer.status, headers: {}, body: await answer.json() };
    })()`);
  const made = (page: Page, options: object): Promise<object> =>
    page.evaluate(`(async () => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
      return (await navigator.credentials.create({ publicKey })).toJSON();
    })()`);
  const shown = (page: Page, options: object): Promise<object> =>
    page.evaluate(`(async () => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)});
      return (await navigator.credentials.get({ publicKey })).toJSON();
    })()`);

  async function registered(page: Page, token: string, name: string): Promise<Answer> {
    const options = await fetched(page, '/auth/second-factors/passkeys/options', { origin: own }, token);
    assert.equal(options.status, 200, JSON.stringify(options.body));
    const response = await made(page, options.body);
    return fetched(page, '/auth/second-factors/passkeys', { name, response }, token);
  }

  test('lets an invited agent in alone, and from no other origin', async () => {
    await aUser(house(), api, { email: 'owner@acme.example' });
    const owner = await signedIn(house(), api, 'owner@acme.example');
    const roles = (await owner.get('/roles')).body.data as { id: string; defaultRole: string }[];
    const operations = roles.find(({ defaultRole }) => defaultRole === 'operations')?.id;
    const invited = await owner.post('/users', { userType: 'agent', authType: { email }, roles: [operations] });
    assert.equal(invited.status, 201);

    const query = signInQuery(api);
    const path = `/companies/${api.realm.companyId}/auth/send-one-time-code?mode=test`;
    await call('POST', path, { username: email, purpose: 'password' });
    const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(email)}`)).body.data;
    const code = /\d{6}/.exec(text)?.[0];
    const newPassword = ownWords;
    assert.equal((await call('POST', `/auth/password${query}`, { username: email, code, newPassword })).status, 200);

    const { page } = await aBrowserPage(browser, own);
    const { body } = await fetched(page, `/auth/token${query}`, { username: email, password: ownWords });
    const added = await registered(page, body.token, 'This telephone');
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal(added.body.data.host, 'localhost');

    const byPassword = await fetched(page, `/auth/token${query}`, { username: email, password: ownWords });
    assert.deepEqual([byPassword.status, byPassword.body.data.methods], [401, ['passkey']]);

    const options = (await fetched(page, `/auth/passkey/options${query}`, {})).body;
    const passkey = await shown(page, options);
    const agent = signedInBy(house(), await fetched(page, `/auth/token${query}`, { passkey }));
    assert.equal((await agent.get('/auth/user')).body.data.userName, email);
    assert.equal((await agent.get('/people')).status, 200);
    assert.equal((await agent.get('/keys')).status, 403, 'what operations may not');

    // A page of the same host that the company does not know gets an answer of the device, and it is good for nothing.
    await page.goto(strange);
    await assert.rejects(fetched(page, `/auth/passkey/options${query}`, {}), /Failed to fetch/);
    const lured = await shown(page, (await call('POST', `/auth/passkey/options${query}`, {})).body);
    const refused = await call('POST', `/auth/token${query}`, { passkey: lured });
    assert.deepEqual([refused.status, refused.body.errorType], [401, 'SignInFailed']);
    await page.goto(own);
    const again = await shown(page, (await fetched(page, `/auth/passkey/options${query}`, {})).body);
    assert.equal((await fetched(page, `/auth/token${query}`, { passkey: again })).status, 200);
  });

  test('on a key that verifies nobody is a second factor and never the only one', async () => {
    const username = 'key@acme.example';
    const userId = await aUser(house(), api, { email: username });
    const query = signInQuery(api);
    const { page } = await aBrowserPage(browser, own, {
      transport: 'usb',
      hasUserVerification: false,
      hasResidentKey: false,
    });
    const { body } = await fetched(page, `/auth/token${query}`, { username, password });
    assert.equal((await registered(page, body.token, 'The key on my ring')).status, 201);
    const { challenge, passkey: options } = (await fetched(page, `/auth/token${query}`, { username, password })).body
      .data;
    const passkey = await shown(page, options);
    assert.equal((await fetched(page, `/auth/token${query}`, { challenge, passkey })).status, 200);
    const anybodys = (await fetched(page, `/auth/passkey/options${query}`, {})).body;
    const unverified = { ...anybodys, userVerification: 'discouraged', allowCredentials: options.allowCredentials };
    const alone = (await shown(page, unverified)) as { response: object };
    // Whose it is stands beside what is signed, so anybody can say it.
    const response = { ...alone.response, userHandle: Buffer.from(userId).toString('base64url') };
    const refused = await fetched(page, `/auth/token${query}`, { passkey: { ...alone, response } });
    assert.deepEqual([refused.status, refused.body.errorType], [401, 'SignInFailed']);
  });
});

/** Nothing but a page: what it does, the tests tell it. */
function aPage(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', (_, reply) => reply.type('text/html').send('<!doctype html><title>Agents</title>'));
  return app;
}

async function aBrowserPage(browser: Browser, address: string, options = {}): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return { page, cdp };
}
