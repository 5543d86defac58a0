// A provider that hangs, or says what none should, and what is kept of one that answers.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, describe, test } from 'node:test';
import { movableClock } from '../../../tests/support/clock.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aPlace, clientId, clientSecret, sayingProvider } from '../../../tests/support/openid-provider.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { authPath, cookieOf, saml, withSettings } from '../../../tests/support/single-sign-on.ts';

const place = await aPlace();
const settings = { kind: 'openIdConnect', openIdConnect: { issuer: place.issuer, clientId, clientSecret } };
/** A half of 128. */
const shareOfProvider = 64;

describe('a provider of OpenID Connect', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock, works: false, webhookDevHosts: [place.host] });
  after(() => place.close());
  const begin = (api: Client) => house().call(undefined, 'GET', authPath(api, 'openid-connect/login'));

  test('that hangs keeps nobody else out, and takes no more than its share', async () => {
    const [{ test: hanging }, { test: other }, { test: bySaml }] = [
      await aCompany(),
      await aCompany(),
      await aCompany(),
    ];
    await withSettings(hanging, settings);
    await withSettings(bySaml, { kind: 'saml', saml });
    await aUser(house(), other, { email: 'ada@acme.example' });
    const held: ServerResponse[] = [];
    place.answersBy((_, response) => void held.push(response));
    const waiting = Array.from({ length: shareOfProvider }, () => begin(hanging));
    await eventually('all are asked of the provider', async () => held.length === shareOfProvider);
    const beyond = await begin(hanging);
    assert.deepEqual([beyond.status, beyond.headers['retry-after']], [429, '1'], JSON.stringify(beyond.body));
    await signedIn(house(), other, 'ada@acme.example');
    assert.equal((await house().call(undefined, 'GET', authPath(bySaml, 'saml/login'))).status, 303);
    assert.equal(held.length, shareOfProvider, 'it has hung all the while');
    for (const response of held) response.writeHead(500).end();
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 424);
    await sayingProvider(place);
    assert.equal((await begin(hanging)).status, 303, 'its share is free again');
  });

  test('is asked about itself once in five minutes, and after each change of the settings', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, settings);
    const { asked } = await sayingProvider(place);
    const begunAfter = async (seconds: number) => {
      clock.moveOn(seconds);
      assert.equal((await begin(api)).status, 303);
      return asked.length;
    };
    assert.equal(await begunAfter(0), 1);
    assert.equal(await begunAfter(299), 1);
    assert.equal(await begunAfter(2), 2);
    await withSettings(api, settings);
    assert.equal(await begunAfter(0), 3);
    const { test: another } = await aCompany();
    await withSettings(another, settings);
    await begin(another);
    assert.equal(asked.length, 4, 'what one company heard is not told to another');
  });

  test('that says something else than it should is a 424, and is asked again', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, settings);
    const { issuer } = place;
    const right = { issuer, authorization_endpoint: `${issuer}/authorize` };
    const wrong = [
      {},
      [],
      5,
      { ...right, issuer: 'https://other.example' },
      { issuer },
      ...['x', 5, null, 'javascript:alert(1)', 'file:///etc/passwd'].map((one) => ({
        issuer,
        authorization_endpoint: one,
      })),
    ];
    for (const says of wrong) {
      const text = JSON.stringify(says);
      place.answersBy((_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text));
      const { status, body } = await begin(api);
      assert.deepEqual([status, body.errorType], [424, 'ProviderNotReached'], `${text} ${JSON.stringify(body)}`);
      await withSettings(api, settings);
    }
    await sayingProvider(place);
    assert.equal((await begin(api)).status, 303);
  });

  test('whose tokens, keys and claims are of other forms is refused, and never a failure of ours', async () => {
    const { test: api } = await aCompany();
    await withSettings(api, settings);
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    const saying = await sayingProvider(place);
    const status = async (says: Parameters<typeof saying.answersTo>[1]) => {
      const begun = await begin(api);
      const query = saying.answersTo(begun.headers.location as string, says);
      await withSettings(api, settings);
      const path = `/companies/${api.realm.companyId}/auth/openid-connect/callback${query}`;
      return (await house().call(undefined, 'GET', path, { headers: { cookie: cookieOf(begun) } })).status;
    };
    for (const token_endpoint of ['x', 5, null, 'javascript:alert(1)']) {
      assert.equal(await status({ discovery: { token_endpoint } }), 424, String(token_endpoint));
    }
    for (const jwks_uri of ['x', 5]) assert.ok([401, 424].includes(await status({ discovery: { jwks_uri } })));
    for (const idToken of ['', 'x', 'x.y.z', '..'])
      assert.equal(await status({ idToken: () => idToken }), 401, idToken);
    for (const email of [5, {}, [], ['a', 'b'], `${'x'.repeat(400)}@acme.example`, '\u0000@acme.example']) {
      assert.equal(await status({ claims: { email } }), 401, JSON.stringify(email));
    }
  });
});
