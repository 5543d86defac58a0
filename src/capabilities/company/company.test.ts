// What a company sets, and what anybody may see of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { hasProved } from '../../../tests/support/proved-domains.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { settingsFields } from './schemas.ts';

const own = '/companies/current';

function unknown({ status, body }: Answer, path: string): void {
  assert.deepEqual([status, body.errorType, body.data?.path], [404, 'UnknownDomain', path]);
}

describe('a company', () => {
  const { house, aCompany } = useHouse({ works: false });
  const bootstrap = (query: string) => house().call(undefined, 'GET', `/bootstrap?${query}`);
  const domainOf = (api: Client) => `pay-${api.realm.companyId.toLowerCase()}-${api.realm.mode}.example`;
  const withDomain = (api: Client, domain = domainOf(api), more = {}) =>
    api.put(`/companies/${api.realm.companyId}`, { domains: [{ domain, appDomainType: 'borrower' }], ...more });

  test('keeps what is not sent, replaces a section, and clears by null', async () => {
    const { id, test: api } = await aCompany();
    const path = `/companies/${id}`;
    const support = { email: 'help@acme.example', phone: '+1 317 555 0100' };
    assert.equal((await api.put(path, { brandName: 'Acme', support })).body.data.brandName, 'Acme');
    const { data } = (await api.put(path, { support: { email: 'new@acme.example' } })).body;
    assert.deepEqual([data.brandName, data.support], ['Acme', { email: 'new@acme.example' }]);
    assert.equal((await api.put(path, { brandName: null })).body.data.brandName, null);
    assert.deepEqual((await api.get(path)).body.data, (await api.put(path, {})).body.data);
    assert.equal((await api.get(own)).body.data.name, 'A company');
  });

  test('belongs to a mode: the other one is as it was', async () => {
    const { id, test: api, live } = await aCompany();
    await api.put(`/companies/${id}`, { legalName: 'Only in test' });
    assert.equal((await live.get(`/companies/${id}`)).body.data.legalName, null);
  });

  test('tells which fields differ, and nothing when none does', async () => {
    const { id, test: api } = await aCompany();
    await api.put(`/companies/${id}`, { brandName: 'Acme', ui: { theme: 'dark' } });
    await api.put(`/companies/${id}`, { brandName: 'Acme' });
    await house().service.orderEvents('test');
    const { data } = (await api.get('/events?events=company.updated')).body;
    assert.deepEqual(
      data.map(({ changed }: { changed: string[] }) => changed),
      [['brandName', 'ui']],
    );
  });

  test('is found by a domain of its own, which names the mode', async () => {
    const { id, test: api, live } = await aCompany();
    await withDomain(api, domainOf(api), { borrowerAuthType: 'oneTimeCodeText', borrowerAuthValueType: 'phone' });
    await hasProved(house(), live, domainOf(live));
    await withDomain(live);
    const { status, body } = await bootstrap(`domain=${domainOf(api).toUpperCase()}`);
    assert.equal(status, 200);
    const { company, ...rest } = body;
    assert.deepEqual(rest, {
      appDomainType: 'borrower',
      authType: 'oneTimeCodeText',
      authValueType: 'phone',
      userType: 'borrower',
      ssoLoginUrl: null,
    });
    assert.deepEqual([company.id, company.name, company.showPoweredByPeach], [id, 'A company', true]);
    assert.equal((await bootstrap(`domain=${domainOf(live)}`)).body.authType, 'basic', 'of the live mode');
    unknown(await bootstrap('domain=nobody.example'), 'domain');
    refusedAt(await bootstrap(''), 'domain');
  });

  test('is found by its id only where it allows development', async () => {
    const { id, test: api } = await aCompany();
    const asked = `companyId=${id}&appDomainType=agent`;
    unknown(await bootstrap(asked), 'companyId');
    await api.put(`/companies/${id}`, { allowsDevelopment: true });
    assert.equal((await bootstrap(asked)).body.userType, 'agent');
    refusedAt(await bootstrap(`companyId=${id}`), 'appDomainType');
    await api.put(`/companies/${id}`, { allowsDevelopment: null });
    assert.equal((await bootstrap(asked)).status, 404);
  });

  test('shows to all exactly the members of the interface, whatever else is set', async () => {
    const { id, test: api } = await aCompany();
    const secret = 'https://internal.acme.example';
    await withDomain(api, domainOf(api), { allowedOrigins: [secret], sessions: { tokenMinutes: 7 } });
    // A setting that a later release may have stored.
    const { pools } = house().service.database;
    for (const wrong of [{ fromName: 'Eve\r\nBcc: eve@evil.example' }, { replyToEmail: 'x@y.example\r\nBcc: z' }]) {
      const { status, body } = await api.put('/companies/current', { communication: wrong });
      assert.deepEqual([status, body.data.path], [400, `communication.${Object.keys(wrong)[0]}`]);
    }
    const communication = { fromName: 'Acme', publishBySecondPerson: true, allowsRemoteImages: true };
    assert.equal((await api.put('/companies/current', { communication })).status, 200);
    assert.deepEqual((await bootstrap(`domain=${domainOf(api)}`)).body.company.communication, { fromName: 'Acme' });
    const later = JSON.stringify({ laterSetting: secret });
    await pools.test.query('update company_settings set settings = settings || $2 where company_id = $1', [id, later]);
    const { body } = await bootstrap(`domain=${domainOf(api)}`);
    assert.ok(!JSON.stringify(body).includes(secret));
    const ofTheInterface = [
      ...[
        'agentAuthType',
        'agentAuthValueType',
        'borrowerAuthType',
        'borrowerAuthValueType',
        'brandAssets',
        'brandName',
      ],
      ...['communication', 'defaultVerificationTypeId', 'domainName', 'evidence', 'forceCaseIdOnAgentActions', 'id'],
      ...[
        'legalName',
        'links',
        'name',
        'openHours',
        'paymentTypes',
        'shortDomainName',
        'showPoweredByPeach',
        'statements',
      ],
      ...['support', 'tasks', 'timezone', 'ui'],
    ];
    assert.deepEqual(Object.keys(body.company).sort(), ofTheInterface.sort());
    const hidden = Object.keys(settingsFields).filter((name) => !(name in body.company));
    assert.deepEqual(hidden.sort(), [
      'allowedOrigins',
      'allowsDevelopment',
      'balanceChecks',
      'campaigns',
      'closedDays',
      'collections',
      'compliance',
      'creditApprovals',
      'defaultAuthorizationChannel',
      'noticesAreSentByUs',
      'papers',
      'paymentApprovals',
      'paymentLimits',
      'payoutLimits',
      'refundsCreditsUnasked',
      'requireSecondFactor',
      'sessions',
      'settlementApprovals',
    ]);
  });

  test('has a domain that no other company of the mode has', async () => {
    const [first, second] = [await aCompany(), await aCompany()];
    // Nobody is asked there.
    const domain = '127.0.0.1:81';
    assert.equal((await withDomain(first.test, domain)).status, 200);
    const answer = await withDomain(second.test, domain, { brandName: 'Second' });
    assert.deepEqual([answer.status, answer.body.errorType], [409, 'DomainNotProven']);
    assert.equal((await second.test.get(`/companies/${second.id}`)).body.data.brandName, null, 'nothing was changed');
    const more = [...(await first.test.get(`/companies/${first.id}`)).body.data.domains];
    more.push({ domain: domainOf(first.test), appDomainType: 'agent' });
    assert.equal((await first.test.put(`/companies/${first.id}`, { domains: more })).status, 200);
    assert.equal((await bootstrap(`domain=${domain}`)).body.company.id, first.id, 'it is theirs as long as before');
    refusedAt(await first.test.put(`/companies/${first.id}`, { domains: [more[0], more[0]] }), 'domains[1].domain');
    await first.test.put(`/companies/${first.id}`, { domains: [] });
    assert.equal((await withDomain(second.test, domain)).status, 200, 'it was given up');
    assert.equal((await bootstrap(`domain=${domain}`)).body.company.id, second.id);
  });

  test('refuses by field what is no domain, origin, address or time', async () => {
    const { id, test: api } = await aCompany();
    const put = (body: object) => api.put(`/companies/${id}`, body);
    refusedAt(await put({ domains: [{ domain: 'Not A Host', appDomainType: 'agent' }] }), 'domains[0].domain');
    refusedAt(await put({ domains: [{ domain: 'a.example', appDomainType: 'all' }] }), 'domains[0].appDomainType');
    refusedAt(await put({ allowedOrigins: ['https://a.example/path'] }), 'allowedOrigins[0]');
    refusedAt(await put({ allowedOrigins: ['https://a.example', 'http://a.example'] }), 'allowedOrigins[1]');
    refusedAt(await put({ allowedOrigins: ['http://localhost.a.example'] }), 'allowedOrigins[0]');
    const near = ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'https://a.example:8443'];
    assert.equal((await put({ allowedOrigins: near })).status, 200);
    refusedAt(await put({ timezone: 'Europe/Paris' }), 'timezone');
    const { timezone } = (await api.get(`/companies/${id}`)).body.data;
    assert.equal((await put({ timezone })).status, 200, 'whoever sends back what was read may');
    refusedAt(await put({ links: { website: 'javascript:alert(1)' } }), 'links.website');
    refusedAt(await put({ openHours: { monday: { from: '9', to: '17:00' } } }), 'openHours.monday.from');
    refusedAt(await put({ borrowerAuthType: 'magic' }), 'borrowerAuthType');
    refusedAt(await put({ sessions: { tokenMinutes: 0 } }), 'sessions.tokenMinutes');
  });
});
