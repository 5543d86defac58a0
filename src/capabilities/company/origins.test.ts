// Which pages may read answers in a browser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';

const page = 'https://pay.acme.example';

describe('a page of another origin', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  const allowing = async (api: Client, allowedOrigins: string[]) => {
    assert.equal((await api.put(`/companies/${api.realm.companyId}`, { allowedOrigins })).status, 200);
    clock.moveOn(4);
  };
  const from = (origin: string) => ({ headers: { origin } });
  const readableBy = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    headers['access-control-allow-origin'];
  const preflight = (origin: string) =>
    house().call(undefined, 'OPTIONS', '/people', { headers: { origin, 'access-control-request-method': 'GET' } });

  test('reads answers of the companies that allow it, and of no others', async () => {
    const [acme, other] = [await aCompany(), await aCompany()];
    await allowing(acme.test, [page]);
    const answer = await acme.test.call('GET', '/people', from(page));
    assert.equal(readableBy(answer), page);
    assert.match(answer.headers['access-control-expose-headers'] ?? '', /request-id/);
    assert.match(answer.headers.vary ?? '', /Origin/);
    for (const client of [other.test, acme.live]) {
      assert.equal(readableBy(await client.call('GET', '/people', from(page))), undefined);
    }
    assert.equal(readableBy(await acme.test.call('GET', '/people', from('https://evil.example'))), undefined);
    assert.equal(readableBy(await acme.test.get('/people')), undefined);
    await allowing(acme.test, []);
    assert.equal(readableBy(await acme.test.call('GET', '/people', from(page))), undefined);
  });

  test('asks before it sends, and is told what it may send', async () => {
    const { test: api } = await aCompany();
    await allowing(api, ['https://asks.acme.example']);
    const allowed = await preflight('https://asks.acme.example');
    assert.equal(allowed.status, 204);
    assert.equal(readableBy(allowed), 'https://asks.acme.example');
    assert.match(allowed.headers['access-control-allow-headers'] ?? '', /authorization/);
    const refused = await preflight('https://evil.example');
    assert.deepEqual([readableBy(refused), refused.headers['access-control-allow-headers']], [undefined, undefined]);
  });

  test('may read why it was refused, never with credentials of the browser', async () => {
    const { test: api } = await aCompany();
    await allowing(api, ['https://refused.acme.example']);
    const refused = await house().call(undefined, 'GET', '/people', from('https://refused.acme.example'));
    assert.deepEqual([refused.status, readableBy(refused)], [401, 'https://refused.acme.example']);
    const answer = await api.call('GET', '/people', from('https://refused.acme.example'));
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.notEqual(readableBy(answer), '*');
  });
});
