// What any client that connects can do: how a connection may be used, and what it costs others. Over real sockets.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { processorMs } from '#platform/clock.ts';
import { eventually } from './support/eventually.ts';
import { aPerson, type Company, useHouse } from './support/house.ts';
import { type Talk, talkTo } from './support/talk.ts';

describe('a connection', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let port: number;
  before(async () => {
    company = await aCompany();
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = house().app.server.address() as AddressInfo);
  });

  const talk = (): Talk => talkTo(port);
  const asked = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.live.key}\r\n${more}\r\n`;
  const metric = async (name: string): Promise<number> => {
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
  };
  const answersIn = (text: string): number => text.split('HTTP/1.1 ').length - 1;

  test('has one request under way at a time, however many are sent at once, and answers them in order', async () => {
    const { socket, heard, closed } = talk();
    const holder = await house().service.database.pools.live.connect();
    const { id } = await company.live.made('/people', aPerson());
    await holder.query('begin');
    await holder.query('select 1 from people where person_id = $1 for update', [id]);
    const put = (status: string) => {
      const body = JSON.stringify({ status });
      return `PUT /api/people/${id} HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.live.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    socket.write(put('inactive') + put('unheard of') + put('active') + asked('/api/people/BO-AAAA-AAAA'));
    await sleep(300);
    assert.equal(await metric('requests_under_way'), 1);
    await holder.query('rollback');
    holder.release();
    await eventually('all four are answered', async () => answersIn(heard()) === 4);
    assert.deepEqual(
      [...heard().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '400', '200', '404'],
    );
    socket.end();
    await closed;
  });

  test('is ended when more requests are sent ahead than anybody needs', async () => {
    const { socket, heard, closed } = talk();
    socket.write(asked('/api/companies/current').repeat(200));
    await closed;
    assert.ok(answersIn(heard()) < 20, `${answersIn(heard())} were answered`);
  });

  test('holds its place until its answer has been read', async () => {
    const people = Array.from({ length: 60 }, () => ({
      ...aPerson(),
      metaData: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v'.repeat(400)])),
    }));
    for (const person of people) await company.live.made('/people', person);
    const { socket, closed } = talk();
    socket.pause();
    // More than the buffers of both sides can contain.
    socket.write(asked('/api/people?limit=100').repeat(14));
    await eventually('an answer lies unread', async () => (await metric('requests_under_way')) === 1);
    await sleep(500);
    assert.equal(await metric('requests_under_way'), 1, 'and is not done with');
    socket.destroy();
    await closed;
    await eventually('the place is free', async () => (await metric('requests_under_way')) === 0);
  });

  test('gets pages of a bounded size, which go on where they end', async () => {
    const ids = new Set<string>();
    let url: string | null = '/people?limit=100';
    let pages = 0;
    while (url !== null) {
      const { body } = await company.live.get(url);
      assert.ok(JSON.stringify(body).length < 1_200_000);
      for (const { id } of body.data) {
        assert.ok(!ids.has(id));
        ids.add(id);
      }
      assert.equal(body.count, body.data.length);
      url = body.nextUrl?.replace('http://tenor.test/api', '') ?? null;
      pages += 1;
    }
    assert.ok(pages > 1);
    assert.equal(ids.size, (await company.live.get('/people?limit=1&total=exact')).body.total);
    const last = [...ids].at(-1);
    const { body } = await company.live.get(`/people?limit=100&endingBefore=${last}`);
    assert.deepEqual(
      body.data.map((person: { id: string }) => person.id),
      [...ids].slice(-body.count - 1, -1),
      'backwards it is the nearest that are shown',
    );
    assert.match(body.previousUrl, new RegExp(`endingBefore=${body.data[0].id}`));
  });

  test('whose body is over the limit can read so, though it sends on', async () => {
    for (const close of ['', 'connection: close\r\n']) {
      const { socket, heard } = talk();
      socket.write(
        `POST /api/people HTTP/1.1\r\nhost: a\r\nx-api-key: ${company.live.key}\r\ncontent-type: application/json\r\n${close}content-length: 3000000\r\n\r\n`,
      );
      for (let i = 0; i < 30; i++) {
        socket.write(Buffer.alloc(100_000, 'x'));
        await sleep(5);
      }
      await eventually('the refusal is there', async () => heard().includes('BodyTooLarge'));
      assert.match(heard(), /^HTTP\/1\.1 413 /);
      socket.destroy();
    }
  });

  test('whose body is refused may not send without end', async () => {
    const { socket, heard, closed } = talk();
    socket.write('POST /api/people HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const sending = setInterval(() => socket.writable && socket.write(chunk.repeat(8)), 10);
    await closed;
    clearInterval(sending);
    assert.match(heard(), /^HTTP\/1\.1 401 /);
  });

  test('that asks to be closed is closed with its answer, also where that is refused before routing', async () => {
    for (const path of ['/api/people', '/api/people/%ff', '/nowhere']) {
      const { socket, heard, closed } = talk();
      socket.write(asked(path, 'connection: close\r\n'));
      // Where it is not, its end is the end of every connection that is silent for 72 seconds.
      assert.ok(await Promise.race([closed.then(() => true), sleep(30_000, false, { ref: false })]), path);
      assert.equal(answersIn(heard()), 1, path);
    }
  });

  test('that names two hosts is refused', async () => {
    const { socket, heard } = talk();
    socket.write(asked('/api/people', 'Host: b\r\n'));
    await eventually('it is answered', async () => heard().includes('"path":"Host"'));
    assert.match(heard(), /^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  test('gets no answer that a browser may take for something else', async () => {
    for (const path of ['/api/people', '/people', '/openapi.json', '/metrics', '/health/live', '/', '/%']) {
      const { headers } = await house().call(undefined, 'GET', `http://tenor.test${path}`);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
    const { socket, heard } = talk();
    socket.write('nonsense\r\n\r\n');
    await eventually('it is answered', async () => heard().includes('InvalidRequest'));
    assert.match(heard(), /\r\nx-content-type-options: nosniff\r\n/);
  });

  test('asks for the description as often as it likes: it is made once, compressed, and has an ETag', async () => {
    const { app } = house();
    const first = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(first.headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(first.rawPayload).toString()).openapi, '3.1.0');
    const headers = { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'gzip' };
    assert.equal((await app.inject({ url: '/openapi.json', headers })).statusCode, 304);
    const before = processorMs();
    for (let i = 0; i < 100; i++) {
      await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    }
    const tookMs = processorMs() - before;
    assert.ok(tookMs < 3_000, `${tookMs} ms of the processor for a hundred`);
  });
});
