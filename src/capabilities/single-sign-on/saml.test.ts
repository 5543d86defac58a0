// Signing in by SAML, against an identity provider of another library: how it goes, and what of it is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { Refusal } from '#platform/errors.ts';
import { deletingExpired } from '#platform/expired-rows.ts';
import { movableClock } from '../../../tests/support/clock.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { providerKeys, strangerKeys } from '../../../tests/support/provider-keys.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { assertionOf, entityId } from '../../../tests/support/saml-provider.ts';
import { aUser, signedInBy } from '../../../tests/support/signed-in.ts';
import {
  agentsDomain,
  authPath,
  behindHash,
  cookieOf,
  exchanged,
  refusedFor,
  saml,
  settingsPath,
  withSaml,
} from '../../../tests/support/single-sign-on.ts';
import { received } from './saml.ts';

const config = { publicUrl: 'https://tenor.test' };
const roleOf = async (api: Client, name: string): Promise<string> =>
  (await api.get('/roles')).body.data.find((role: { name: string }) => role.name === name).id;

describe('who comes from a SAML provider', () => {
  const { house, aCompany } = useHouse({ works: false, config });

  test('appears with the roles of their groups, reads what these may read, and comes back as the same user', async () => {
    const { test: api } = await aCompany();
    const [reading, operations] = [await roleOf(api, 'Read only'), await roleOf(api, 'Operations')];
    const sso = await withSaml(house(), api, {
      createsUsers: true,
      roles: [reading],
      rolesByGroup: [{ group: 'lending', roles: [operations] }],
    });
    const attributes = {
      email: ['Grace@acme.example'],
      firstName: ['Grace'],
      lastName: ['Hopper'],
      groups: ['x', 'lending'],
    };
    const grace = await sso.signedIn({ nameId: 'g-1', attributes });
    const me = (await grace.get('/auth/user')).body.data;
    assert.deepEqual(
      [me.type, me.employee.fullName, me.roleIds.sort()],
      ['agent', 'Grace Hopper', [operations, reading].sort()],
    );
    assert.equal((await grace.get('/people')).status, 200);
    assert.equal((await grace.post('/people', { name: { firstName: 'A', lastName: 'B' } })).status, 201);
    assert.equal((await grace.get('/keys')).status, 403);
    const [session] = (await grace.get('/auth/sessions')).body.data;
    assert.equal(session.method, 'singleSignOn');
    const again = await sso.signedIn({ nameId: 'g-1', attributes });
    assert.equal((await again.get('/auth/user')).body.data.id, me.id);
    await house().service.orderEvents('test');
    const { data } = (await api.get('/events?events=user.created')).body;
    assert.deepEqual([data.length, data[0].userId], [1, me.id]);
  });

  test('is taken as the provider itself writes its answer, signed in whole, in part, or twice', async () => {
    const { test: api } = await aCompany();
    const sso = await withSaml(house(), api, { createsUsers: true });
    const begun = await sso.begin();
    const xml = await sso.provider.answerTo(await sso.provider.requestIn(begun), 'ada@acme.example');
    const ada = signedInBy(house(), await exchanged(house(), await sso.post(xml, { cookie: cookieOf(begun) })));
    assert.equal((await ada.get('/auth/user')).body.data.userName, 'ada@acme.example');
    for (const what of ['response', 'assertion', 'both'] as const) behindHash(await sso.answered({}, { what }));
  });

  test('comes back to the page that asked, with its state, and with a code that works once', async () => {
    const { test: api } = await aCompany();
    const sso = await withSaml(house(), api, { createsUsers: true });
    const page = `https://${agentsDomain(api)}/signed-in?from=menu`;
    const begun = await sso.begin(`?returnTo=${encodeURIComponent(page)}&state=of-the-page`);
    const inResponseTo = await sso.provider.requestIn(begun);
    const answer = await sso.post(await sso.provider.xmlOf({ inResponseTo }), { cookie: cookieOf(begun) });
    assert.equal(answer.headers.location?.split('#')[0], page);
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { exchangeToken, state } = behindHash(answer);
    assert.deepEqual([state, exchangeToken?.startsWith('tenor_exchange_test_')], ['of-the-page', true]);
    assert.equal((await exchanged(house(), answer)).status, 200);
    assert.equal((await exchanged(house(), answer)).status, 401, 'once');
  });

  test('is found by the name that the rules say, however it is written, and by no other', async () => {
    const { test: api } = await aCompany();
    const id = await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    const byMail = await withSaml(house(), api);
    const ada = await byMail.signedIn({ nameId: 'ADA@acme.example' });
    assert.equal((await ada.get('/auth/user')).body.data.id, id);
    refusedFor(await byMail.answered({ nameId: 'bob@acme.example' }), 'unknown');
    const bySubject = await withSaml(house(), api, { matchBy: 'samlSubjectNameId' });
    refusedFor(await bySubject.answered({ nameId: 'ada@acme.example' }), 'unknown');
    await api.put(`/users/${id}/auth`, { authType: { samlSubjectNameId: 'S-1' } });
    assert.equal((await (await bySubject.signedIn({ nameId: 'S-1' })).get('/auth/user')).body.data.id, id);
    refusedFor(await bySubject.answered({ nameId: 's-1' }), 'unknown');
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    refusedFor(await bySubject.answered({ nameId: 'S-1', nameIdFormat }), 'subject');
  });

  test('stays out while inactive, of another domain, or without an address', async () => {
    const { test: api } = await aCompany();
    const id = await aUser(house(), api, { email: 'ada@acme.example', role: 'operations', withPassword: false });
    const sso = await withSaml(house(), api, { emailDomains: ['acme.example'], createsUsers: true });
    behindHash(await sso.answered());
    await api.put(`/users/${id}`, { status: 'inactive' });
    refusedFor(await sso.answered(), 'inactive');
    refusedFor(await sso.answered({ nameId: 'ada@acme.example.evil.example' }), 'email');
    refusedFor(await sso.answered({ nameId: 'just-an-id' }), 'email');
    await api.put(`/users/${id}`, { status: 'active' });
    const answer = await sso.answered();
    await api.put(`/users/${id}`, { status: 'inactive' });
    assert.equal((await exchanged(house(), answer)).status, 401, 'disabled on the way');
  });

  test('is the agent of two users with one e-mail, and is not made over another', async () => {
    const { test: api } = await aCompany();
    const email = 'ada@acme.example';
    const person = await api.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const borrower = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId: person.id });
    const agent = await aUser(house(), api, { email, role: 'operations', withPassword: false });
    const sso = await withSaml(house(), api);
    assert.equal((await (await sso.signedIn()).get('/auth/user')).body.data.id, agent);
    const others = await withSaml(house(), api, { matchBy: 'samlSubjectNameId', createsUsers: true });
    refusedFor(await others.answered({ nameId: 'S-2', attributes: { email: [email] } }), 'taken');
    const domains = [{ domain: `pay-${agentsDomain(api)}`, appDomainType: 'borrower' }];
    const forBorrowers = await withSaml(house(), api, { userType: 'borrower' });
    await api.put(`/companies/${api.realm.companyId}`, { domains });
    const ada = await forBorrowers.signedIn();
    assert.equal((await ada.get('/auth/user')).body.data.id, borrower);
    assert.equal((await ada.get(`/people/${person.id}`)).status, 200);
    assert.equal((await ada.get('/users')).status, 403);
  });

  test('who comes twice at once is made once', async () => {
    const { test: api } = await aCompany();
    const sso = await withSaml(house(), api, { createsUsers: true });
    const begun = await Promise.all(Array.from({ length: 4 }, () => sso.begin()));
    const posts = await Promise.all(
      begun.map(async (one) => {
        const inResponseTo = await sso.provider.requestIn(one);
        return { xml: await sso.provider.xmlOf({ inResponseTo }), cookie: cookieOf(one) };
      }),
    );
    for (const answer of await Promise.all(posts.map(({ xml, cookie }) => sso.post(xml, { cookie }))))
      behindHash(answer);
    assert.equal((await api.get('/users')).body.total, 1);
  });

  test('has the roles of the groups at each sign-in where the rules say so; the last owner stays one', async () => {
    const { test: api } = await aCompany();
    const [owner, reading] = [await roleOf(api, 'Owner'), await roleOf(api, 'Read only')];
    const id = await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    const rolesByGroup = [{ group: 'owners', roles: [owner] }];
    const sso = await withSaml(house(), api, { updatesRoles: true, roles: [reading], rolesByGroup });
    const rolesNow = async () => (await api.get(`/users/${id}`)).body.data.roleIds.sort();
    await sso.signedIn({ attributes: { groups: [] } });
    assert.deepEqual(await rolesNow(), [owner, reading].sort(), 'nobody else owns the company');
    const second = await sso.answered({ nameId: 'bob@acme.example' });
    refusedFor(second, 'unknown');
    await aUser(house(), api, { email: 'bob@acme.example', withPassword: false });
    await sso.signedIn({ attributes: { groups: [] } });
    assert.deepEqual(await rolesNow(), [reading]);
    await sso.signedIn({ attributes: { groups: ['owners'] } });
    assert.deepEqual(await rolesNow(), [owner, reading].sort());
    const role = await api.made('/roles', { name: 'Short', permissions: ['person:read'] });
    await api.put(settingsPath(api), { kind: 'saml', saml, updatesRoles: true, roles: [role.id] });
    await api.delete(`/roles/${role.id}`);
    await sso.signedIn();
    assert.deepEqual(await rolesNow(), [], 'a role that is gone gives nothing');
  });

  test('may come without being asked where the rules say so, and goes to a page of the company alone', async () => {
    const { test: api } = await aCompany();
    const closed = await withSaml(house(), api, { createsUsers: true });
    refusedFor(await closed.post(await closed.provider.xmlOf()), 'notAsked');
    const sso = await withSaml(house(), api, { createsUsers: true, allowsProviderStart: true });
    const from = async (relayState: string) => sso.post(await sso.provider.xmlOf(), { relayState });
    const own = `https://${agentsDomain(api)}/`;
    for (const page of ['', `${own}loans`]) {
      assert.equal((await from(page)).headers.location?.split('#')[0], page || own);
    }
    const elsewhere = [
      'https://evil.example/',
      `https://${agentsDomain(api)}.evil.example/`,
      `https://${agentsDomain(api)}@evil.example/`,
      `https://evil.example\\@${agentsDomain(api)}/`,
      `http://${agentsDomain(api)}/`,
      `//${agentsDomain(api)}/`,
      'javascript:alert(1)',
      `${own}#exchangeToken=mine`,
    ];
    for (const page of elsewhere) refusedAt(await from(page), 'RelayState');
    for (const page of elsewhere) refusedAt(await sso.begin(`?returnTo=${encodeURIComponent(page)}`), 'returnTo');
    await api.put(`/companies/${api.realm.companyId}`, { allowedOrigins: ['http://localhost:3000'] });
    assert.match((await from('http://localhost:3000/in')).headers.location ?? '', /^http:\/\/localhost:3000\/in#/);
    await api.put(`/companies/${api.realm.companyId}`, { allowedOrigins: null, domains: [] });
    const { status, body } = await from('');
    assert.deepEqual([status, body.errorType], [409, 'NoPageToReturnTo']);
  });
});

describe('a response of a SAML provider is refused', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ works: false, clock, config });
  const withAda = async (rules: object = {}) => {
    const company = await aCompany();
    await aUser(house(), company.test, { email: 'ada@acme.example', withPassword: false });
    await aUser(house(), company.test, { email: 'victim@acme.example', withPassword: false });
    return { ...company, sso: await withSaml(house(), company.test, { allowsProviderStart: true, ...rules }) };
  };

  test('unsigned, signed by another, or altered after signing', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    behindHash(await sso.post(await xmlOf()));
    refusedFor(await sso.post(await xmlOf({}, { what: 'nothing' })), 'signature');
    for (const what of ['assertion', 'response', 'both'] as const) {
      refusedFor(await sso.post(await xmlOf({}, { what, keys: strangerKeys })), 'signature');
      const altered = (await xmlOf({}, { what })).replace('>ada@', '>victim@');
      refusedFor(await sso.post(altered), 'signature');
    }
    const stripped = (await xmlOf()).replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>');
    refusedFor(await sso.post(stripped), 'signature');
  });

  test('with a signature by a key that it brings itself, or by a secret that everybody knows', async () => {
    const { sso } = await withAda();
    const byStranger = await sso.provider.xmlOf({}, { keys: strangerKeys });
    assert.ok(byStranger.includes('<ds:X509Certificate>'), 'the stranger is named in it');
    refusedFor(await sso.post(byStranger), 'signature');
    const asHmac = (await sso.provider.xmlOf()).replace(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    );
    refusedFor(await sso.post(asHmac), 'algorithm');
    const weak = await sso.provider.xmlOf({}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' });
    refusedFor(await sso.post(weak), 'algorithm');
    refusedFor(await sso.post(weak.replaceAll('#rsa-sha1', '#rsa-sha&#49;')), 'algorithm');
    const strong = { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' };
    behindHash(await sso.post(await sso.provider.xmlOf({}, strong)));
  });

  test('with what was signed wrapped into something else', async () => {
    const { sso } = await withAda();
    const xml = await sso.provider.xmlOf();
    const [signed] = /<saml:Assertion .*<\/saml:Assertion>/.exec(xml) as unknown as [string];
    const [signature] = /<ds:Signature .*<\/ds:Signature>/.exec(signed) as unknown as [string];
    const evil = (id: string) =>
      assertionOf({ ...sso.provider.usual(), nameId: 'victim@acme.example', assertionId: id });
    const [, ownId] = / ID="(_a[^"]*)"/.exec(signed) as unknown as [string, string];
    const bare = signed.replace(signature, '');
    const intoEvil = (id: string, what: string) => evil(id).replace('</saml:Issuer>', `</saml:Issuer>${what}`);
    const object = (what: string) =>
      signature.replace('</ds:Signature>', `<ds:Object>${what}</ds:Object></ds:Signature>`);
    const response = await sso.provider.xmlOf({}, { what: 'response' });
    const inner = response.replace(/^<\?xml[^>]*>/, '');
    const responseSignature = (/<ds:Signature .*?<\/ds:Signature>/.exec(response) as unknown as [string])[0];
    const evilResponse = (what: string) =>
      response
        .replace(responseSignature, what)
        .replace('ID="_r', 'ID="_other')
        .replace('>ada@acme.example<', '>victim@acme.example<');
    const wrapped = {
      'an evil assertion before it': xml.replace(signed, evil('_evil') + signed),
      'an evil assertion after it': xml.replace(signed, signed + evil('_evil')),
      'an evil assertion of the same id before it': xml.replace(signed, evil(ownId) + signed),
      'within an evil assertion': xml.replace(signed, intoEvil('_evil', signed)),
      'within an evil assertion of the same id': xml.replace(signed, intoEvil(ownId, signed)),
      'within the signature of an evil assertion': xml.replace(signed, intoEvil('_evil', object(bare))),
      'within the signature of an evil assertion of the same id': xml.replace(signed, intoEvil(ownId, object(bare))),
      'within extensions of the response': xml.replace(
        signed,
        `<samlp:Extensions>${signed}</samlp:Extensions>${evil('_evil')}`,
      ),
      'within an evil response': evilResponse(inner),
      'within the signature of an evil response': evilResponse(
        responseSignature.replace(
          '</ds:Signature>',
          `<ds:Object>${inner.replace(responseSignature, '')}</ds:Object></ds:Signature>`,
        ),
      ),
      'two signatures': xml.replace(signature, signature + signature),
    };
    for (const [how, text] of Object.entries(wrapped)) {
      assert.notEqual(text, xml, how);
      const answer = await sso.post(text);
      assert.equal(answer.status, 401, `${how}: ${answer.headers.location}`);
      assert.ok(['signature', 'unreadable'].includes(answer.body.data.reason), `${how}: ${answer.body.data.reason}`);
    }
  });

  test('that was taken before, also when it comes twice at once or in another wrapping', async () => {
    const { sso } = await withAda();
    const xml = await sso.provider.xmlOf();
    behindHash(await sso.post(xml));
    refusedFor(await sso.post(xml), 'replayed');
    refusedFor(await sso.post(xml.replace(/ID="_r/, 'ID="_rr')), 'replayed');
    const other = await sso.provider.xmlOf();
    const both = await Promise.all([sso.post(other), sso.post(other)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 401]);
  });

  test('too late or too early by more than two minutes', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    refusedFor(await sso.post(await xmlOf({ notOnOrAfter: -121 })), 'expired');
    refusedFor(await sso.post(await xmlOf({ notBefore: 125 })), 'notYet');
    behindHash(await sso.post(await xmlOf({ notOnOrAfter: -110 })));
    behindHash(await sso.post(await xmlOf({ notBefore: 110 })));
    const endless = (xml: string) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1');
    refusedFor(await sso.post(await xmlOf({ changed: endless })), 'unreadable');
    const over = (xml: string) =>
      xml.replace('AuthnInstant', 'SessionNotOnOrAfter="2020-01-01T00:00:00Z" AuthnInstant');
    refusedFor(await sso.post(await xmlOf({ changed: over })), 'expired');
    refusedFor(
      await sso.post(await xmlOf({ changed: (xml) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="soon"') })),
      'unreadable',
    );
  });

  test('for another audience, another recipient, or from another provider', async () => {
    const { sso } = await withAda();
    const { xmlOf, audience, acs } = sso.provider;
    refusedFor(await sso.post(await xmlOf({ audience: 'https://other.example/' })), 'audience');
    refusedFor(await sso.post(await xmlOf({ audience: `${audience}.evil` })), 'audience');
    const open = (xml: string) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '');
    refusedFor(await sso.post(await xmlOf({ changed: open })), 'audience');
    const two = (xml: string) =>
      xml.replace(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      );
    refusedFor(await sso.post(await xmlOf({ changed: two })), 'audience');
    refusedFor(await sso.post(await xmlOf({ recipient: 'https://other.example/acs' })), 'recipient');
    refusedFor(await sso.post(await xmlOf({ destination: 'https://other.example/acs' })), 'recipient');
    refusedFor(await sso.post(await xmlOf({ recipient: acs.replace('?mode=test', '') })), 'recipient');
    refusedFor(await sso.post(await xmlOf({ issuer: 'https://other.example/saml' })), 'issuer');
    const holder = (xml: string) => xml.replace('cm:bearer', 'cm:holder-of-key');
    refusedFor(await sso.post(await xmlOf({ changed: holder })), 'recipient');
  });

  test('by another company or the other mode, of the same provider or not', async () => {
    const { sso, live } = await withAda();
    const other = await withAda();
    const livesso = await withSaml(house(), live, { allowsProviderStart: true });
    await aUser(house(), live, { email: 'ada@acme.example', withPassword: false });
    refusedFor(await sso.post(await sso.provider.xmlOf(), { to: other.test }), 'audience');
    refusedFor(await sso.post(await sso.provider.xmlOf(), { to: live }), 'audience');
    refusedFor(await livesso.post(await livesso.provider.xmlOf(), { to: other.test }), 'audience');
    const own = { ...saml, certificates: [strangerKeys.certificate] };
    await other.test.put(settingsPath(other.test), { kind: 'saml', saml: own, allowsProviderStart: true });
    refusedFor(await sso.post(await sso.provider.xmlOf(), { to: other.test }), 'signature');
    const none = await aCompany();
    const answer = await sso.post(await sso.provider.xmlOf(), { to: none.test });
    assert.deepEqual([answer.status, answer.body.errorType], [404, 'NoSingleSignOn']);
  });

  test('to a request that is not ours, of another company, used before, too old, or of another browser', async () => {
    const { sso, test: api } = await withAda();
    const other = await withAda();
    const answerTo = async (inResponseTo: string, cookie = '') =>
      sso.post(await sso.provider.xmlOf({ inResponseTo }), { cookie });
    refusedFor(await answerTo('_never'), 'request');
    const theirs = await other.sso.begin();
    refusedFor(await answerTo(await other.sso.provider.requestIn(theirs), cookieOf(theirs)), 'request');
    const begun = await sso.begin();
    const id = await sso.provider.requestIn(begun);
    behindHash(await answerTo(id, cookieOf(begun)));
    refusedFor(await answerTo(id, cookieOf(begun)), 'request');
    const second = await sso.begin();
    refusedFor(await answerTo(await sso.provider.requestIn(second)), 'browser');
    refusedFor(await answerTo(await sso.provider.requestIn(second), cookieOf(second)), 'request');
    const third = await sso.begin();
    const thirdId = await sso.provider.requestIn(third);
    const past = "update single_sign_on_requests set expires_at = now() - interval '1 second' where company_id = $1";
    await house().service.database.pools.test.query(past, [api.realm.companyId]);
    refusedFor(await answerTo(thirdId, cookieOf(third)), 'request');
  });

  test('with comments, CDATA or a DTD in it, and stays cheap', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    const commented = (xml: string) => xml.replace('>ada@acme.example<', '>ada@acme.example<!-- -->.evil.example<');
    refusedFor(await sso.post(await xmlOf({ changed: commented })), 'unreadable');
    refusedFor(await sso.post(commented(await xmlOf())), 'unreadable');
    const cdata = (xml: string) => xml.replace('>ada@acme.example<', '><![CDATA[ada@acme.example]]><');
    refusedFor(await sso.post(await xmlOf({ changed: cdata })), 'unreadable');
    const bomb = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`;
    refusedFor(await sso.post(bomb + (await xmlOf()).replace('ada@', '&j;ada@')), 'unreadable');
    refusedFor(await sso.post(`<!DOCTYPE r SYSTEM "file:///etc/passwd">${await xmlOf()}`), 'unreadable');
    const deep = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</samlp:Response>`;
    refusedFor(await sso.post(deep), 'unreadable');
    assert.throws(() => received(Buffer.from(deep).toString('base64')), Refusal, 'it was read');
    for (const text of ['', 'no xml', '<a/>', '<samlp:Response', '<Response/>', '{"a":1}', '\u0000']) {
      const { status } = await sso.post(text);
      assert.ok(status === 401 || status === 400, `${text}: ${status}`);
    }
  });

  test('encrypted, about nobody, or when the provider reports a failure', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    const [open, close] = ['<saml:EncryptedAssertion>', '</saml:EncryptedAssertion>'];
    const xml = await xmlOf();
    refusedFor(
      await sso.post(
        xml
          .replace('<saml:Assertion', `${open}<saml:Assertion`)
          .replace('</saml:Assertion>', `</saml:Assertion>${close}`),
      ),
      'encrypted',
    );
    refusedFor(await sso.post(await xmlOf({ nameId: '' })), 'subject');
    const failed = xml
      .replace(/<saml:Assertion .*<\/saml:Assertion>/, '')
      .replace('status:Success', 'status:Responder');
    refusedFor(await sso.post(failed), 'provider');
    const noStatement = (text: string) => text.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '');
    refusedFor(await sso.post(await xmlOf({ changed: noStatement })), 'provider');
  });

  test('by an old certificate only once it is struck: two count while the provider changes its key', async () => {
    const { sso, test: api } = await withAda();
    const set = (certificates: string[]) =>
      api.put(settingsPath(api), { kind: 'saml', allowsProviderStart: true, saml: { ...saml, certificates } });
    await set([providerKeys.certificate, strangerKeys.certificate]);
    for (const keys of [providerKeys, strangerKeys]) behindHash(await sso.post(await sso.provider.xmlOf({}, { keys })));
    await set([strangerKeys.certificate]);
    refusedFor(await sso.post(await sso.provider.xmlOf()), 'signature');
    assert.equal(entityId, saml.entityId);
  });

  test('and the audit tells why, as it tells of who came in', async () => {
    const { sso, test: api } = await withAda();
    refusedFor(await sso.post(await sso.provider.xmlOf({ nameId: 'nobody@acme.example' })), 'unknown');
    await sso.signedIn();
    await house().service.audit.flush();
    await chainAudit(house().service.database, 'test');
    const told = (await api.get('/audit?limit=100')).body.data as Readonly<Record<string, unknown>>[];
    const of = (action: string, outcome: string) =>
      told.find((row) => row.action === action && row.outcome === outcome);
    const refusal = of('singleSignOn.samlCallback', 'refused');
    assert.deepEqual([refusal?.method, refusal?.reason], ['singleSignOn', 'unknown'], JSON.stringify(refusal));
    assert.equal(of('auth.signIn', 'done')?.method, 'singleSignOn');
    assert.ok(!JSON.stringify(told).includes('nobody@'));
  });

  test('what has ended is forgotten, and what has not is still known', async () => {
    const { sso, test: api } = await withAda();
    const xml = await sso.provider.xmlOf();
    behindHash(await sso.post(xml));
    behindHash(await sso.post(await sso.provider.xmlOf({ notOnOrAfter: -60 })));
    await sso.begin();
    const { pools } = house().service.database;
    const left = async () => {
      const count = (table: string) =>
        pools.test.query(`select count(*)::int as n from single_sign_on_${table} where company_id = $1`, [
          api.realm.companyId,
        ]);
      return [(await count('requests')).rows[0].n, (await count('assertions')).rows[0].n];
    };
    const past = "update single_sign_on_requests set expires_at = now() - interval '1 second' where company_id = $1";
    await pools.test.query(past, [api.realm.companyId]);
    assert.deepEqual(await left(), [1, 2]);
    clock.moveOn(61);
    await deletingExpired(house().service.database, house().service.clock, whole.expiring).run('test');
    assert.deepEqual(await left(), [0, 1]);
    refusedFor(await sso.post(xml), 'replayed');
  });

  test('when the company has ended single sign-on meanwhile', async () => {
    const { sso, test: api } = await withAda();
    const begun = await sso.begin();
    const inResponseTo = await sso.provider.requestIn(begun);
    assert.equal((await api.delete(settingsPath(api))).status, 200);
    const answer = await sso.post(await sso.provider.xmlOf({ inResponseTo }), { cookie: cookieOf(begun) });
    assert.equal(answer.body.errorType, 'NoSingleSignOn');
    assert.equal((await house().call(undefined, 'GET', authPath(api, 'saml/login'))).status, 404);
  });
});
