// The calls of docs/single-sign-on.md, as they stand there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { cookieOf, exchanged, settingsPath, withSaml } from '../../../tests/support/single-sign-on.ts';
import { saml } from './examples.ts';

const guide = readFileSync(new URL('../../../docs/single-sign-on.md', import.meta.url), 'utf8');

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** What a shell would make of them. */
function callsIn(variables: Readonly<Record<string, string>>): Call[] {
  const filled = guide.replace(/'?"?\$([A-Z_]+)"?'?/g, (all, name: string) => variables[name] ?? all);
  return [...filled.matchAll(/curl (?:-X (\w+) )?"?\$TENOR\/api([^\s"]+)"?[^\n]*?(?: -d '([^']*)')?\n```/g)].map(
    ([, method = 'GET', path, body]) => ({ method, path: path as string, body }),
  );
}

describe('the guide to single sign-on', () => {
  const { house, aCompany } = useHouse({ works: false, config: { publicUrl: 'https://tenor.test' } });

  test('has calls that work in their order, and names every setting', async () => {
    const { test: api } = await aCompany();
    const roles = (await api.get('/roles')).body.data as { id: string; name: string }[];
    const idOf = (name: string) => roles.find((role) => role.name === name)?.id as string;
    const variables = {
      CERTIFICATE: saml.saml.certificates[0] as string,
      READ_ONLY: idOf('Read only'),
      OPERATIONS: idOf('Operations'),
    };
    const calls = callsIn(variables);
    assert.deepEqual(
      calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`),
      [
        'PUT /companies/current',
        'PUT /companies/current/single-sign-on',
        'PUT /companies/current/single-sign-on',
        'GET /bootstrap',
        'POST /auth/token',
      ],
    );
    for (const { method, path, body } of calls.slice(0, 4)) {
      const headers = { 'content-type': 'application/json' };
      const answer = await api.call(method, path, body === undefined ? {} : { body, headers });
      assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
      if (path.startsWith('/bootstrap')) assert.match(answer.body.ssoLoginUrl, /openid-connect\/login\?mode=test/);
    }
    const { kind, saml: _, openIdConnect: __, ...rules } = (await api.get(settingsPath(api))).body.data;
    const stamps = ['object', 'companyId', 'createdAt', 'updatedAt'];
    const named = Object.keys(rules).filter((name) => !stamps.includes(name));
    assert.deepEqual(
      named.filter((name) => !guide.includes(`\`${name}\``)),
      [],
      kind,
    );
  });

  test('ends in a session by the call that it gives', async () => {
    const { test: api } = await aCompany();
    const sso = await withSaml(house(), api, { createsUsers: true });
    const begun = await sso.begin();
    const xml = await sso.provider.xmlOf({ inResponseTo: await sso.provider.requestIn(begun) });
    const answer = await sso.post(xml, { cookie: cookieOf(begun) });
    const EXCHANGE_TOKEN = new URLSearchParams(new URL(answer.headers.location as string).hash.slice(1)).get(
      'exchangeToken',
    );
    const last = callsIn({ EXCHANGE_TOKEN: EXCHANGE_TOKEN as string }).at(-1) as Call;
    const { status, body } = await house().call(undefined, last.method, last.path, {
      body: last.body,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await exchanged(house(), answer)).status, 401);
  });
});
