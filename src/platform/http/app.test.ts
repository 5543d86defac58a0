// What happens to every request before and after its endpoint.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Authentication } from '#platform/command/authentication.ts';
import { makeLog } from '#platform/log.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';

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

/** Six requests without a known key in five seconds. The clock stands: no window ends in the middle of a test. */
const limited = { key: 5, company: 8, address: 72 };

describe('the rate limit', () => {
  const { aCompany, house } = useHouse({ clock: standingClock(), works: false, config: { limitsPerMinute: limited } });
  const rest = (api: Client) => api.get('/companies/current');

  test('is for each key, tells where it stands, and then says 429 and when to come again', async () => {
    const { test: api, live } = await aCompany();
    for (let left = 4; left >= 0; left--) {
      const answer = await rest(api);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['ratelimit-limit'], '5');
      assert.equal(answer.headers['ratelimit-remaining'], String(left));
    }
    const refused = await rest(api);
    assert.equal(refused.status, 429);
    assert.equal(refused.body.errorType, 'TooManyRequests');
    assert.ok(Number(refused.headers['retry-after']) <= 60);
    const another = await rest(live);
    assert.equal(another.status, 200, 'another key goes on');
    assert.equal(another.headers['ratelimit-remaining'], '2', 'of the eight that its company has');
  });

  test('is for each company too: more keys are no more requests', async () => {
    const { live } = await aCompany();
    const second = await live.made('/keys', { name: 'Second' });
    const statuses = [];
    for (const key of [live.key, second.key, live.key, second.key, live.key, second.key, live.key, second.key]) {
      statuses.push((await house().call(key, 'GET', '/companies/current')).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 429]);
  });
});

describe('who shows no key that is known', () => {
  const { aCompany, house } = useHouse({
    clock: standingClock(),
    works: false,
    config: { limitsPerMinute: limited, trustProxy: true },
  });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const guess = (n: number, address: string) =>
    house().call(`guess_${n}`.padEnd(40, 'x'), 'GET', '/people', from(address));
  const lookUps = async (work: () => Promise<unknown>): Promise<number> => {
    const { live } = house().service.database.pools;
    let count = 0;
    const query = live.query.bind(live);
    live.query = ((...args: unknown[]) => {
      if (JSON.stringify(args[0])?.includes('key_hash')) count += 1;
      return Reflect.apply(query, live, args);
    }) as typeof live.query;
    try {
      await work();
    } finally {
      live.query = query;
    }
    return count;
  };

  test('is bounded by address before any key is looked up, and others go on', async () => {
    const { live } = await aCompany();
    assert.equal((await live.call('GET', '/people', from('192.0.2.1'))).status, 200);
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await guess(i, '192.0.2.1')).status);
    // The key before them was drawn here: it cost its address nothing.
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429]);
    assert.equal(await lookUps(() => guess(9, '192.0.2.1')), 0);
    assert.equal((await live.call('GET', '/people', from('192.0.2.1'))).status, 200, 'a known key, from there too');
    assert.equal((await guess(1, '192.0.2.2')).status, 401, 'another address');
    for (const path of ['openapi.json', 'metrics', 'health/live', 'docs', 'nowhere']) {
      const answer = await house().call(undefined, 'GET', `http://tenor.test/${path}`, from('192.0.2.1'));
      assert.equal(answer.status, 429, path);
    }
  });

  test('does not drive out the keys of others, however many are guessed', async () => {
    const { live } = await aCompany();
    const authentication = house().service.door.of('key') as Authentication;
    assert.equal((await live.call('GET', '/people', from('203.0.113.1'))).status, 200);
    for (let i = 0; i < 2_000; i++) await authentication.authenticate(`guess_${i}`.padEnd(40, 'y'));
    assert.ok(authentication.recognizes(live.key));
  });

  test('with a key longer than any of ours is refused unread', async () => {
    const long = `tenor_live_${'x'.repeat(600)}`;
    const count = await lookUps(async () => {
      const { status } = await house().call(long, 'GET', '/people', from('203.0.113.2'));
      assert.equal(status, 401);
    });
    assert.equal(count, 0);
  });

  test('cannot make up addresses: one connection, or one network of version 6, is bounded too', async () => {
    const inNetwork = await Promise.all(Array.from({ length: 8 }, (_, i) => guess(i, `2001:db8:1:2::${i}`)));
    assert.equal(inNetwork.filter(({ status }) => status === 429).length, 2);
    await Promise.all(Array.from({ length: 7 }, (_, i) => guess(i, '192.0.2.9')));
    const claimed = await guess(1, '198.51.100.7, 192.0.2.9');
    assert.equal(claimed.status, 429, 'the nearest proxy is believed, and nobody whom it only repeats');
    const madeUp = await Promise.all(Array.from({ length: 130 }, (_, i) => guess(i, `198.51.100.${i}`)));
    assert.ok(madeUp.some(({ status }) => status === 429));
  });
});

describe('the line of a request', () => {
  for (const [logAddresses, address] of [
    ['none', undefined],
    ['network', '192.0.2.0/24'],
    ['whole', '192.0.2.7'],
  ] as const) {
    const lines: Record<string, unknown>[] = [];
    const log = makeLog('info', undefined, { write: (line) => void lines.push(JSON.parse(line)) });
    const { house } = useHouse({ works: false, log, config: { trustProxy: true, logAddresses } });

    test(`names of the client's address what LOG_ADDRESSES=${logAddresses} says`, async () => {
      await house().call(undefined, 'GET', 'http://t/health/live', { headers: { 'x-forwarded-for': '192.0.2.7' } });
      const { time: _, requestId: __, ms: ___, ...line } = lines.find(({ msg }) => msg === 'request') ?? {};
      assert.deepEqual(line, {
        level: 'info',
        msg: 'request',
        method: 'GET',
        route: '/health/live',
        status: 200,
        ...(address && { address }),
      });
    });
  }
});
