// Setting single sign-on: who may, what is refused, and what others are shown of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { agentsDomain, authPath, saml, settingsPath, withSettings } from '../../../tests/support/single-sign-on.ts';

const clientSecret = 'a-secret-of-the-client';
const openIdConnect = { issuer: 'https://accounts.google.com', clientId: 'acme', clientSecret };
const byOpenId = { kind: 'openIdConnect', openIdConnect };
const bySaml = { kind: 'saml', saml };

describe('the single sign-on of a company', () => {
  const { house, aCompany } = useHouse({ works: false });
  const put = (api: Client, body: object) => api.put(settingsPath(api), body);
  const bootstrap = async (query: string) => (await house().call(undefined, 'GET', `/bootstrap?${query}`)).body;

  test('is read as it was set, replaced whole, and ended; it belongs to a mode', async () => {
    const { test: api, live } = await aCompany();
    assert.equal((await api.get(settingsPath(api))).body.errorType, 'NoSingleSignOn');
    const made = (await put(api, { ...bySaml, emailDomains: ['ACME.example'], attributes: { groups: 'roles' } })).body
      .data;
    assert.deepEqual((await api.get(settingsPath(api))).body.data, made);
    assert.deepEqual(
      [made.emailDomains, made.attributes, made.matchBy],
      [['acme.example'], { groups: 'roles' }, 'email'],
    );
    assert.equal((await live.get(settingsPath(live))).status, 404);
    const second = (await put(api, bySaml)).body.data;
    assert.deepEqual([second.emailDomains, second.attributes, second.createdAt], [[], {}, made.createdAt]);
    assert.equal((await api.delete(settingsPath(api))).status, 200);
    assert.equal((await api.delete(settingsPath(api))).status, 404);
    await house().service.orderEvents('test');
    const { data } = (await api.get('/events?events=company.updated')).body;
    assert.deepEqual(
      data.map(({ changed }: { changed: string[] }) => changed),
      Array(3).fill(['singleSignOn']),
    );
  });

  test('is told to the pages for these people, which it leads back, and to no others', async () => {
    const { id, test: api } = await aCompany();
    const pay = `pay-${agentsDomain(api)}`;
    await withSettings(api, bySaml);
    const domains = [
      { domain: agentsDomain(api), appDomainType: 'agent' },
      { domain: `c-${agentsDomain(api)}`, appDomainType: 'compliance' },
      { domain: pay, appDomainType: 'borrower' },
    ];
    await api.put(`/companies/${id}`, { domains, allowsDevelopment: true });
    for (const { domain } of domains.slice(0, 2)) {
      const { ssoLoginUrl, company } = await bootstrap(`domain=${domain}`);
      const url = new URL(ssoLoginUrl);
      assert.equal(url.origin + url.pathname, `http://tenor.test/api/companies/${id}/auth/saml/login`);
      assert.deepEqual(
        [...url.searchParams],
        [
          ['mode', 'test'],
          ['returnTo', `https://${domain}/`],
        ],
      );
      assert.equal(company.singleSignOn, undefined);
      const begun = await house().call(undefined, 'GET', ssoLoginUrl.replace('http://tenor.test/api', ''));
      assert.equal(begun.status, 303, 'it works as it stands');
    }
    assert.equal((await bootstrap(`domain=${pay}`)).ssoLoginUrl, null);
    const inDevelopment = await bootstrap(`companyId=${id}&appDomainType=agent`);
    assert.equal(inDevelopment.ssoLoginUrl, `http://tenor.test/api/companies/${id}/auth/saml/login?mode=test`);
    await put(api, { ...byOpenId, userType: 'borrower' });
    assert.equal((await bootstrap(`domain=${agentsDomain(api)}`)).ssoLoginUrl, null);
    assert.match((await bootstrap(`domain=${pay}`)).ssoLoginUrl, /openid-connect\/login\?mode=test&returnTo=/);
    await api.put(`/companies/${id}`, { brandName: 'Acme' });
    assert.match((await bootstrap(`domain=${pay}`)).ssoLoginUrl, /openid-connect/, 'other settings leave it');
    await api.delete(settingsPath(api));
    assert.equal((await bootstrap(`domain=${pay}`)).ssoLoginUrl, null);
  });

  test('is set only by who has every right of those whom it lets in', async () => {
    const { id, test: api } = await aCompany();
    const all = (await api.get('/permissions?limit=100')).body.data.map(({ name }: { name: string }) => name);
    const some = ['single.sign.on:update', 'single.sign.on:read', 'company:read'];
    const key = await api.made('/keys', { name: 'for settings', permissions: some });
    const few = house().client(key.key, api.realm);
    const answer = await put(few, bySaml);
    assert.deepEqual([answer.status, answer.body.errorType], [403, 'Forbidden']);
    assert.ok(all.length > 0 && !some.includes(answer.body.data.permission), answer.body.message);
    const forBorrowers = await put(few, { ...bySaml, userType: 'borrower' });
    assert.equal(forBorrowers.status, 403, 'borrowers read their loans');
    const role = await api.made('/roles', { name: 'Giver', permissions: ['person:read'] });
    assert.equal((await put(few, { ...bySaml, roles: [role.id] })).status, 403);
    await aUser(house(), api, { email: 'operations@acme.example', role: 'operations' });
    const agent = await signedIn(house(), api, 'operations@acme.example');
    assert.equal((await agent.put(settingsPath(api), bySaml)).body.data.permission, 'single.sign.on:update');
    await aUser(house(), api, { email: 'owner@acme.example' });
    const owner = await signedIn(house(), api, 'owner@acme.example');
    assert.equal((await owner.put(settingsPath(api), bySaml)).status, 200);
    assert.equal((await owner.get(`/companies/${id}/single-sign-on`)).status, 200);
  });

  test('names every wrong field', async () => {
    const { test: api } = await aCompany();
    const wrongSaml = (change: object) => put(api, { kind: 'saml', saml: { ...saml, ...change } });
    refusedAt(await put(api, { kind: 'saml' }), 'saml');
    refusedAt(await put(api, { kind: 'oauth', saml }), 'kind');
    refusedAt(await put(api, { ...bySaml, openIdConnect }), 'openIdConnect');
    refusedAt(await wrongSaml({ loginUrl: 'http://login.acme.example/' }), 'saml.loginUrl');
    refusedAt(await wrongSaml({ loginUrl: 'javascript:alert(1)' }), 'saml.loginUrl');
    refusedAt(await wrongSaml({ certificates: [] }), 'saml.certificates');
    refusedAt(await wrongSaml({ certificates: [saml.certificates[0], 'no certificate'] }), 'saml.certificates[1]');
    refusedAt(await wrongSaml({ certificates: [ellipticCertificate] }), 'saml.certificates[0]');
    const wrongIssuer = (issuer: string) => put(api, { ...byOpenId, openIdConnect: { ...openIdConnect, issuer } });
    for (const issuer of [
      'http://accounts.google.com',
      'https://127.0.0.1',
      'https://localhost',
      'https://a:b@c.example',
      'x',
    ]) {
      refusedAt(await wrongIssuer(issuer), 'openIdConnect.issuer');
    }
    refusedAt(await put(api, { ...byOpenId, createsUsers: true }), 'emailDomains');
    for (const [field, value] of [
      ['createsUsers', true],
      ['updatesRoles', true],
      ['roles', ['RL-AAAA-AAAA']],
      ['rolesByGroup', [{ group: 'x', roles: [] }]],
    ] as const) {
      refusedAt(await put(api, { ...bySaml, userType: 'borrower', [field]: value }), field);
    }
    const unknown = await put(api, { ...bySaml, rolesByGroup: [{ group: 'x', roles: ['RL-AAAA-AAAA'] }] });
    assert.deepEqual([unknown.status, unknown.body.data.path], [404, 'rolesByGroup[0].roles[0]']);
    refusedAt(await put(api, { ...bySaml, returnUrl: 'https://evil.example/' }), 'returnUrl');
    refusedAt(await put(api, { ...bySaml, matchBy: 'phone' }), 'matchBy');
  });

  test('never shows the client secret, keeps it for the same provider, and takes it to no other', async () => {
    const { test: api } = await aCompany();
    const { clientSecret: _, ...without } = openIdConnect;
    refusedAt(await put(api, { ...byOpenId, openIdConnect: without }), 'openIdConnect.clientSecret');
    const made = await put(api, byOpenId);
    const read = await api.get(settingsPath(api));
    for (const { body } of [made, read]) {
      assert.ok(!JSON.stringify(body).includes(clientSecret));
      assert.deepEqual(body.data.openIdConnect, { ...without, hasClientSecret: true });
    }
    assert.equal((await put(api, { ...byOpenId, openIdConnect: without })).status, 200);
    for (const other of [{ issuer: 'https://evil.example' }, { clientId: 'other' }]) {
      refusedAt(await put(api, { ...byOpenId, openIdConnect: { ...without, ...other } }), 'openIdConnect.clientSecret');
    }
    const { rows } = await house().service.database.pools.test.query(
      'select settings::text, client_secret_sealed from single_sign_on_connections where company_id = $1',
      [api.realm.companyId],
    );
    assert.ok(!rows[0].settings.includes(clientSecret) && !rows[0].client_secret_sealed.includes(clientSecret));
  });

  test('is one kind: the addresses of the other have none', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, byOpenId);
    const { status, body } = await house().call(undefined, 'GET', authPath(api, 'saml/login'));
    assert.deepEqual([status, body.errorType], [404, 'NoSingleSignOn']);
    const google = await house().call(
      undefined,
      'POST',
      `/auth/token?companyId=${api.realm.companyId}&authType=google`,
      {
        body: { username: 'ada@acme.example', password: 'whatever it is' },
      },
    );
    refusedAt(google, 'authType');
  });

  test('has a help page and metadata before anything is set, which load nothing and cannot be written into', async () => {
    const { id, test: api, live } = await aCompany();
    await api.put(`/companies/${id}`, { name: '<script>alert(1)</script>' });
    const help = await house().call(undefined, 'GET', authPath(api, 'saml/help'));
    assert.equal(help.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(help.headers['content-security-policy'] ?? '', /^default-src 'none';.*frame-ancestors 'none'/);
    assert.equal(help.headers['x-content-type-options'], 'nosniff');
    assert.ok(!help.body.includes('<script') && help.body.includes('&#60;script&#62;'));
    assert.ok(help.body.includes(`/api/companies/${id}/auth/saml/callback?mode=test`));
    const metadata = await house().call(undefined, 'GET', authPath(live, 'saml/metadata.xml'));
    assert.equal(metadata.headers['content-type'], 'application/samlmetadata+xml; charset=utf-8');
    assert.ok(metadata.body.includes(`entityID="http://tenor.test/api/companies/${id}/auth/saml/metadata.xml"`));
    assert.ok(metadata.body.includes('WantAssertionsSigned="true"'));
    for (const page of ['help', 'metadata.xml', 'login']) {
      assert.equal((await house().call(undefined, 'GET', `/companies/CP-AAAA-AAAA/auth/saml/${page}`)).status, 404);
    }
  });
});

/** Whose signatures the library cannot check. */
const ellipticCertificate =
  'MIIBkjCCATegAwIBAgIUXFi7aIlorVOhhTB4tVlX5iYxcfIwCgYIKoZIzj0EAwIwHTEbMBkGA1UEAwwSbG9naW4uYWNtZS5leGFtcGxlMCAXDTI2MTEyMzEzNTM0NFoYDzIxMjYxMDMwMTM1MzQ0WjAdMRswGQYDVQQDDBJsb2dpbi5hY21lLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARhILle+DQwt1BQNUpK1TKUpbI8/uDGhnLNJTWsjtxUa26CcQMa66iaBB3OZFa6X0Msl5MKCL08jMlg/QICzk5Do1MwUTAdBgNVHQ4EFgQUms811MnotPymOEeoaXmad5dcWmAwHwYDVR0jBBgwFoAUms811MnotPymOEeoaXmad5dcWmAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA1LuBHL38WVcLN45YalxTle4UdKKsEdnC5PU7zqfF5MMCIQCPSPKVWEc4JklJBtkorVBUWvdYWrRSF4sPbbLlDvxfEQ==';
