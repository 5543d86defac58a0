// What every request meets before and after its endpoint.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import { aPerson, useHouse } from '../../../tests/support/house.ts';

describe('a request', () => {
  const { house, aCompany } = useHouse();

  test('has an id in its answer, also when it is refused before routing', async () => {
    const { test: api } = await aCompany();
    for (const path of ['/people', '/nothing', '/people/%', `/people/${'a'.repeat(4000)}`]) {
      const answer = await api.get(path);
      assert.match(answer.headers['request-id'] ?? '', /^[a-z0-9]{20}$/, path);
    }
    assert.match((await api.get('/people/%')).body.data.expected, /percent-encoded/);
  });

  test('is counted under its pattern, never under its path', async () => {
    const { test: api } = await aCompany();
    const made = await api.made('/people', aPerson());
    await api.get(`/people/${made.id}`);
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
    assert.match(
      body,
      /http_request_duration_seconds_count\{method="GET",route="\/api\/people\/:personId",status="200"\} [1-9]/,
    );
    assert.ok(!body.includes(made.id));
  });

  test('is not stored by caches', async () => {
    const { test: api } = await aCompany();
    assert.equal((await api.get('/people')).headers['cache-control'], 'no-store');
  });

  test('links start with PUBLIC_URL, whatever the Host header says', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    await api.made('/people', aPerson());
    const answer = await api.call('GET', '/people?limit=1&status=active', { headers: { host: 'evil.example' } });
    assert.match(answer.body.nextUrl, /^http:\/\/tenor\.test\/api\/people\?limit=1&status=active&startingAfter=BO-/);
  });

  test('that is no HTTP, or has endless headers, is refused in the form of all errors', async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = house().app.server.address() as AddressInfo;
    const answerTo = async (text: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.end(text);
      return (await socket.setEncoding('utf8').toArray()).join('');
    };
    const broken = await answerTo('nonsense\r\n\r\n');
    assert.match(broken, /^HTTP\/1\.1 400 Bad Request\r\n/);
    const { errorType, data } = JSON.parse(broken.split('\r\n\r\n')[1] as string);
    assert.equal(errorType, 'InvalidRequest');
    assert.match(data.expected, /HTTP/, 'what would be right, which was once left out');
    const endless = await answerTo(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    assert.match(endless, /^HTTP\/1\.1 431 /);
    assert.equal(JSON.parse(endless.split('\r\n\r\n')[1] as string).errorType, 'HeadersTooLarge');
  });

  test('may end its path with a slash', async () => {
    const { test: api } = await aCompany();
    assert.equal((await api.get('/people/')).status, 200);
    assert.equal((await api.get('http://tenor.test/docs/')).status, 200);
  });

  test('health tells whether the database answers', async () => {
    assert.equal((await house().call(undefined, 'GET', 'http://tenor.test/health/live')).status, 200);
    assert.equal((await house().call(undefined, 'GET', 'http://tenor.test/health/ready')).status, 200);
  });
});

describe('the rate limit', () => {
  const { aCompany, house } = useHouse({ config: { rateLimitPerMinute: 5 } });

  test('is for each key, tells where it stands, and then says 429 and when to come again', async () => {
    const { test: api, live } = await aCompany();
    for (let left = 4; left >= 0; left--) {
      const answer = await api.get('/companies/current');
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['ratelimit-limit'], '5');
      assert.equal(answer.headers['ratelimit-remaining'], String(left));
    }
    const refused = await api.get('/companies/current');
    assert.equal(refused.status, 429);
    assert.equal(refused.body.errorType, 'TooManyRequests');
    assert.ok(Number(refused.headers['retry-after']) <= 60);
    assert.equal((await live.get('/companies/current')).status, 200, 'another key goes on');
  });

  test('holds for whoever guesses keys as well', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await house().call(`guess_${i}`.padEnd(40, 'x'), 'GET', '/people')).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  });
});
