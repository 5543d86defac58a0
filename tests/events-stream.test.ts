// GET /events/stream: events as they happen, over a real socket.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventIds } from '#platform/events/event-ids.ts';
import { orderEvents } from '#platform/events/order-events.ts';
import { movableClock } from './support/clock.ts';
import { eventually } from './support/eventually.ts';
import { type Follower, type FollowOptions, follow } from './support/follower.ts';
import { aHouse, aPerson, aPhone, type Client, type House, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';
import { dice } from './support/seed.ts';
import { testServer } from './support/server.ts';

const listening = async (house: House): Promise<string> => {
  await house.app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`;
};

interface Listed {
  readonly id: string;
  readonly personId: string | null;
}

/** Every event of the company, oldest first, as listed once all have their places. */
async function listed(house: House, api: Client): Promise<Listed[]> {
  await house.service.orderEvents(api.realm.mode);
  const found: Listed[] = [];
  for (let path = '/events?limit=100'; ; ) {
    const { body } = await api.get(path);
    found.push(...body.data);
    if (body.nextUrl === null) return found.reverse();
    path = body.nextUrl;
  }
}

const openStreams = async (house: House): Promise<number> => {
  const { body } = await house.call(undefined, 'GET', 'http://tenor.test/metrics');
  return Number(/^event_streams (\d+)$/m.exec(body)?.[1]);
};

/** Inserts events without commands, each with a place after all others. */
async function putEvents(house: House, { realm: { mode, companyId } }: Client, count: number): Promise<void> {
  await house.service.orderEvents(mode);
  const client = new pg.Client({ ...testServer().owner, database: house.database });
  await client.connect();
  try {
    await client.query(`begin; set local search_path to ${mode}`);
    const { rows } = await client.query(
      "update event_places set last_sequence = last_sequence + $1 where name = 'events' returning last_sequence",
      [count],
    );
    await client.query(
      `insert into event_shapes (shape, company_id, types) select max(shape) + 1, $1, '{payment.made}' from event_shapes`,
      [companyId],
    );
    const given = [companyId, Number(rows[0].last_sequence) - count, count];
    await client.query(
      `insert into event_commits
         (subject_id, company_id, position, types, created_at, effective_at, message_id, actor_type, events)
       select $1::text, $1::text, $2::bigint + n, '{payment.made}'::text[], now(), now(), 'm'::text, 'system'::text,
         '[{"amount": 7550}]'::jsonb
       from generate_series(1, $3::int) n`,
      given,
    );
    await client.query(
      `insert into placed_commits (company_id, place, subject_id, position, shape, created_at, effective_at, message_id)
       select $1::text, $2::bigint + n, $1::text, $2::bigint + n, (select max(shape) from event_shapes), now(), now(), 'm'
       from generate_series(1, $3::int) n`,
      given,
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A client whose stream does not move any more, and the service's end of its connection. */
async function aReaderThatDoesNot(house: House, { key }: Client, last: string | undefined) {
  const accepted = once(house.app.server, 'connection');
  const socket = connect((house.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write(`GET /api/events/stream?lastEventId=${last} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
  socket.pause();
  const [served] = (await accepted) as [Socket];
  let sent = -1;
  await eventually('nothing more is sent', async () => {
    const before = sent;
    await sleep(200);
    sent = served.bytesWritten;
    return sent > 0 && sent === before;
  });
  return { socket, served };
}

describe('the stream of events', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ clock });
  let url = '';
  before(async () => {
    url = await listening(house());
  });
  const opened: Follower[] = [];
  const following = async (api: Pick<Client, 'key'>, options?: FollowOptions): Promise<Follower> => {
    const stream = await follow(url, api.key, options);
    opened.push(stream);
    return stream;
  };
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.leave();
    await eventually('no stream is open', async () => (await openStreams(house())) === 0);
  });

  test('shows what happens, each event once it is there, and nothing of before', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    const stream = await following(api);
    const came = new Set<string>();
    await following(api, { seen: ({ data }) => came.add(JSON.parse(data ?? '').personId) });
    for (let i = 0; i < 20; i++) {
      const { id } = await api.made('/people', aPerson());
      await eventually('the event has come', () => came.has(id));
      await sleep(5);
    }
    await stream.until(20);
    assert.deepEqual([...new Set(stream.types())], ['person.created']);
    assert.equal(stream.events.length, 20);
  });

  test('tells what the list tells, in the same words and the version that was asked for', async () => {
    const { test: api } = await aCompany();
    for (const version of ['2018-01-01', '2026-08-04']) {
      const headers = { 'api-version': version };
      const stream = await following(api, { headers });
      assert.equal(stream.headers.get('api-version'), version);
      assert.match(stream.headers.get('request-id') ?? '', /^[a-z0-9]{20}$/);
      assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.equal(stream.headers.get('x-accel-buffering'), 'no');
      await api.made('/people', aPerson());
      await putEvents(house(), api, 1);
      const [first, second] = (await stream.until(2)) as [Follower['events'][0], Follower['events'][0]];
      const list = await api.call('GET', '/events?limit=2', { headers });
      assert.deepEqual([first, second].map(({ data }) => JSON.parse(data ?? '')).reverse(), list.body.data);
      assert.deepEqual([first.lastEventId, first.type], [list.body.data[1].id, 'person.created']);
      assert.match(second.data ?? '', /"amount":75\.50,/, 'amounts have two decimals');
    }
  });

  test('begins with how to come back: after how long, and where to resume before anything has come', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    const newest = (await listed(house(), api)).at(-1)?.id as string;
    const answer = await fetch(`${url}/api/events/stream`, { headers: { 'x-api-key': api.key } });
    let begun = '';
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
      begun += Buffer.from(chunk).toString();
      if (begun.split('\n\n').length > 2) break;
    }
    assert.equal(begun, `retry: 1000\n\nid: ${newest}\n\n`);
    const made = await api.made('/people', aPerson());
    const resumed = await following(api, { headers: { 'last-event-id': newest } });
    const [event] = await resumed.until(1);
    assert.equal(JSON.parse(event?.data ?? '').personId, made.id);
  });

  test('shows what passes the filters of the list', async () => {
    const { test: api } = await aCompany();
    const ada = await api.made('/people', aPerson({ externalId: 'ada' }));
    const [ofAda, contacts, others, none] = await Promise.all(
      ['personId=ext-ada', 'events=contact.*', 'excludeEvents=contact.*', 'webhookId=WH-AAAA-AAAA'].map((query) =>
        following(api, { query }),
      ),
    );
    await api.made(`/people/${ada.id}/contacts`, aPhone());
    const bob = await api.made('/people', aPerson());
    await api.made(`/people/${bob.id}/contacts`, aPhone());
    await contacts?.until(2);
    await others?.until(1);
    await ofAda?.until(1);
    assert.deepEqual(contacts?.types(), ['contact.created', 'contact.created']);
    assert.deepEqual(others?.types(), ['person.created']);
    assert.deepEqual(ofAda?.types(), ['contact.created']);
    assert.deepEqual(none?.types(), []);
  });

  test('comes through a long past of which its filter lets nothing pass', async () => {
    const { test: api } = await aCompany();
    const last = (await listed(house(), api)).at(-1)?.id;
    await putEvents(house(), api, 50_000);
    const { id } = await api.made('/people', aPerson());
    const stream = await following(api, { query: `events=person.*&lastEventId=${last}` });
    const [event] = await stream.until(1);
    assert.equal(JSON.parse(event?.data ?? '').personId, id);
  });

  test('shows what a webhook would be sent to whoever may make one', async () => {
    const { test: api } = await aCompany();
    const stream = await following(api, { query: 'include=payload' });
    const made = await api.made('/people', aPerson());
    const [event] = await stream.until(1);
    const { borrowerId, borrower } = JSON.parse(event?.data ?? '');
    assert.equal(borrowerId, made.id);
    assert.deepEqual(borrower, (await api.call('GET', `/people/${made.id}`, { headers: newest })).body.data);
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['event:list'] });
    const refused = await house().client(key, api.realm).get('/events/stream?include=payload');
    assert.equal(refused.status, 403);
    assert.equal(refused.body.data.permission, 'webhook:create');
  });
  const newest = { 'api-version': '2026-08-04' };

  test('is refused before it begins when a filter or a place is wrong', async () => {
    const { test: api } = await aCompany();
    refusedAt(await api.get('/events/stream?events=not%20a%20type'), 'events[0]');
    refusedAt(await api.get('/events/stream?createdAtFrom=yesterday'), 'createdAtFrom');
    refusedAt(await api.get('/events/stream?lastEventId=EV-AAAA-AAAA'), 'lastEventId', 'UnknownCursor');
    const { live } = await aCompany();
    await live.made('/people', aPerson());
    const foreign = (await listed(house(), live)).at(-1)?.id;
    refusedAt(await api.get(`/events/stream?lastEventId=${foreign}`), 'lastEventId', 'UnknownCursor');
    const head = await api.call('HEAD', '/events/stream');
    assert.deepEqual([head.status, head.headers['content-type']], [200, 'text/event-stream; charset=utf-8']);
  });

  test('shows nothing of another company or the other mode', async () => {
    const [mine, other] = await Promise.all([aCompany(), aCompany()]);
    const strangers = await Promise.all([mine.live, other.test, other.live].map((api) => following(api)));
    const own = await following(mine.test);
    for (let i = 0; i < 5; i++) await mine.test.made('/people', aPerson());
    await own.until(5);
    await sleep(50);
    for (const stranger of strangers) assert.deepEqual(stranger.types(), []);
  });

  test('is without gap, repeat or disorder while eight write and the client comes back again and again', async () => {
    const { test: api } = await aCompany();
    const before = (await listed(house(), api)).length;
    const whole = await following(api);
    const seen: string[] = [];
    let writing = true;
    const writers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 25; i++) {
        const { id } = await api.made('/people', aPerson());
        await api.made(`/people/${id}/contacts`, aPhone());
      }
    });
    const written = Promise.all(writers).then(() => {
      writing = false;
    });
    // By header and by query in turn; most connections are cut in the middle of an event.
    let last = (await listed(house(), api))[before - 1]?.id as string;
    for (let turn = 0; writing || seen.length < 400; turn++) {
      const stream = await following(
        api,
        turn % 2 === 0 ? { headers: { 'last-event-id': last } } : { query: `lastEventId=${last}` },
      );
      await sleep(dice.between(10, 50));
      stream.leave();
      await stream.ended.catch(() => {});
      seen.push(...stream.ids());
      last = seen.at(-1) ?? last;
      assert.ok(turn < 5_000, `${seen.length} events after ${turn} connections`);
    }
    await written;
    const all = (await listed(house(), api)).slice(before).map(({ id }) => id);
    assert.equal(all.length, 400);
    assert.deepEqual(seen, all);
    await whole.until(400);
    assert.deepEqual(whole.ids(), all);
  });

  test('is no longer open once its client has gone, and is no duration of a request', async () => {
    const { test: api } = await aCompany();
    const streams = await Promise.all([following(api), following(api), following(api)]);
    assert.equal(await openStreams(house()), 3);
    for (const stream of streams) stream.leave();
    await eventually('no stream is open', async () => (await openStreams(house())) === 0);
    assert.equal((await api.get('/events/stream?events=%20')).status, 400);
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
    assert.ok(!/http_request_duration_seconds_count\{[^}]*stream"[^}]*status="200"/.test(body));
    assert.match(body, /http_request_duration_seconds_count\{[^}]*stream",status="400"/, 'a refusal is one');
  });

  test('is one of fifty of a key at most', async () => {
    const { test: api, live } = await aCompany();
    const streams = await Promise.all(Array.from({ length: 50 }, () => following(api)));
    const refused = await api.get('/events/stream');
    assert.equal(refused.status, 429);
    assert.equal(refused.body.errorType, 'TooManyRequests');
    assert.match(refused.body.message, /50 streams open/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    await following(live);
    await api.made('/people', aPerson());
    await Promise.all(streams.map((stream) => stream.until(1)));
    streams[0]?.leave();
    await eventually('there is room again', async () => (await api.get('/events/stream')).status === 200);
  });

  test('ends when its key is revoked, has expired or may no longer do this', async () => {
    const { test: api } = await aCompany();
    const aKey = async (rest: object = {}) => api.made('/keys', { name: 'follows', ...rest });
    const expiresAt = new Date(clock.micros() / 1_000 + 60_000).toISOString();
    const [revoked, expired, narrowed] = await Promise.all([aKey(), aKey({ expiresAt }), aKey()]);
    const streams = await Promise.all([revoked, expired, narrowed].map((key) => following(key)));
    const stays = await following(api);
    assert.equal((await api.delete(`/keys/${revoked.id}`)).status, 200);
    assert.equal((await api.put(`/keys/${narrowed.id}`, { permissions: ['person:list'] })).status, 200);
    clock.moveOn(61);
    await Promise.all(streams.map(({ ended }) => ended));
    const { id } = await api.made('/people', aPerson());
    await eventually('the others go on', () => stays.events.some(({ data }) => JSON.parse(data ?? '').personId === id));
  });

  test('waits for a slow reader, and holds little for it meanwhile', async () => {
    const { test: api } = await aCompany();
    await api.made('/people', aPerson());
    const last = (await listed(house(), api)).at(-1)?.id;
    await putEvents(house(), api, 30_000);
    const { socket, served } = await aReaderThatDoesNot(house(), api, last);
    const sent = served.bytesWritten;
    assert.ok(served.writableLength < 500_000, `${served.writableLength} bytes wait for the reader`);
    const ids: string[] = [];
    for await (const line of createInterface(socket)) {
      if (line.startsWith('id: ')) ids.push(line.slice(4));
      if (ids.length === 30_000) break;
    }
    const { rows } = await house().service.database.pools.test.query(
      'select key from event_keys where company_id = $1',
      [api.realm.companyId],
    );
    const { placeOf } = eventIds(rows[0].key);
    const places = ids.map((id) => placeOf(id) as number);
    assert.ok(sent < served.bytesWritten / 2, `${sent} of ${served.bytesWritten} bytes before anything was read`);
    assert.ok(places.every((place, i) => i === 0 || place === (places[i - 1] as number) + 1));
    socket.destroy();
  });
});

describe('streams of events without a hint', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('come all the same', async () => {
    const url = await listening(house());
    const { test: api } = await aCompany();
    const stream = await follow(url, api.key);
    for (let i = 0; i < 3; i++) {
      await api.made('/people', aPerson());
      // Like another process whose signal is lost.
      await orderEvents(house().service.database, 'test');
      await stream.until(i + 1);
    }
    stream.leave();
  });
});

describe('streams of events when the service stops', () => {
  test('end cleanly and at once, and a reader that does not read holds nothing up', async (t) => {
    const house = await aHouse();
    t.after(() => house.close());
    const url = await listening(house);
    const { test: api } = await house.aCompany();
    const last = (await listed(house, api)).at(-1)?.id;
    await putEvents(house, api, 30_000);
    const { socket } = await aReaderThatDoesNot(house, api, last);
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(url, api.key)));
    await eventually('the streams are open', async () => (await openStreams(house)) === 6);
    const closed = house.app.close();
    await Promise.all(streams.map(({ ended }) => ended));
    await closed;
    socket.destroy();
  });
});
