// How a post ends when nobody waits for it any more, and how a poster ends.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Lookup, makePoster } from './post.ts';
import { answering, fails, ok, posting, testReceiver } from './test-receiver.ts';

describe('a signal', () => {
  test('that is aborted ends a post with its reason, and is left without listeners', async (t) => {
    const { post, receiver } = await posting(t, () => {});
    const stopping = new AbortController();
    const attempt = post(stopping.signal);
    await eventually('sent', () => receiver.requests.length === 1);
    const reason = new Error('stopping');
    stopping.abort(reason);
    await assert.rejects(attempt, reason);
    await eventually('the connection is ended', () => receiver.open.size === 0);
    await assert.rejects(post(stopping.signal), reason);
    assert.equal(receiver.requests.length, 1, 'a signal that is already aborted sends nothing');
    assert.equal(getEventListeners(stopping.signal, 'abort').length, 0);
  });

  test('that is not aborted is left without listeners', async (t) => {
    const { post } = await posting(t, answering(ok()));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => post(signal)));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  test('that is aborted while the body comes leaves the answer', async (t) => {
    const { post, receiver } = await posting(t, answering('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbegun'));
    const stopping = new AbortController();
    const attempt = post(stopping.signal);
    await eventually('sent', () => receiver.requests.length === 1);
    await sleep(50);
    stopping.abort();
    assert.deepEqual(await attempt, { status: 200, body: 'begun', wasCut: true });
  });

  test('ends a post that waits its turn, which is then never sent', async (t) => {
    const held: Socket[] = [];
    const { post, receiver } = await posting(t, (socket) => held.push(socket), { connectionsPerOrigin: 1 });
    const first = post();
    const stopping = new AbortController();
    const second = post(stopping.signal);
    const third = post();
    await eventually('the first is sent', () => held.length === 1);
    stopping.abort();
    await assert.rejects(second, { name: 'AbortError' });
    held[0]?.write(ok('first'));
    await eventually('the next is sent', () => held.length === 2);
    held[1]?.write(ok('third'));
    assert.deepEqual([(await first).body, (await third).body], ['first', 'third']);
    assert.equal(receiver.requests.length, 2);
  });
});

describe('a post that is given up before there is a connection', () => {
  const devHosts = new Set(['receiver.test:9999']);
  const url = 'http://receiver.test:9999/';

  test('is never sent, and leaves the connection to the next', async (t) => {
    const receiver = await testReceiver(t, answering(ok()));
    const slow: Lookup = (_name, _options, callback) => {
      setTimeout(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), 100);
    };
    const host = `receiver.test:${receiver.port}`;
    const poster = makePoster({ devHosts: new Set([host]), lookup: slow, connectionsPerOrigin: 1 });
    t.after(() => poster.close());
    const attempt = poster.post(`http://${host}/`, {}, 'given up', AbortSignal.timeout(20));
    await assert.rejects(attempt, { name: 'TimeoutError' });
    assert.equal((await poster.post(`http://${host}/`, {}, 'sent')).status, 200);
    assert.deepEqual([receiver.requests.length, receiver.connections()], [1, 1]);
  });

  test('costs a receiver that cannot be reached no connection any more', async (t) => {
    let asked = 0;
    const lookup = () => void asked++;
    const poster = makePoster({ devHosts, lookup, connectionsPerOrigin: 2, connectMs: 100, totalMs: 50 });
    t.after(() => poster.close());
    await Promise.all(Array.from({ length: 5 }, () => fails(poster.post(url, {}, ''), 'timeout')));
    await sleep(300);
    assert.equal(asked, 2);
  });
});

describe('a poster that is closed', () => {
  test('waits for what is under way, ends its connections, and takes no more', async (t) => {
    const { poster, post, receiver } = await posting(
      t,
      (socket) => void setTimeout(() => socket.write(ok('last')), 50),
    );
    const attempt = post();
    await poster.close();
    assert.equal((await attempt).body, 'last');
    await eventually('no connection is left', () => receiver.open.size === 0);
    await assert.rejects(post(), /closed/);
    await poster.close();
  });

  test('does not wait for connections that nobody waits for', async () => {
    const poster = makePoster({ devHosts: new Set(['receiver.test']), lookup: () => {}, totalMs: 20 });
    await fails(poster.post('http://receiver.test/', {}, ''), 'timeout');
    await poster.close();
  });

  test('leaves no handle open', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', leavingNothing], {
      cwd: import.meta.dirname,
      timeout: 20_000,
    });
    assert.equal(stdout.trim(), '[]');
  });
});

/** Answered, cut, given up, refused, unconnected: after all of these the process has nothing left open. */
const leavingNothing = `
import { createServer } from 'node:http';
import { makePoster } from '${new URL('./post.ts', import.meta.url)}';
const server = createServer((request, response) => {
  if (request.url === '/cut') response.end('x'.repeat(1_000_000));
  if (request.url === '/answered') response.end('yes');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const here = '127.0.0.1:' + server.address().port;
const devHosts = new Set([here, '127.0.0.1:1', 'receiver.test']);
const poster = makePoster({ devHosts, lookup: () => {}, connectMs: 9_000, totalMs: 300 });
const urls = ['http://' + here + '/answered', 'http://' + here + '/cut', 'http://' + here + '/hangs',
  'http://127.0.0.1:1/', 'https://127.0.0.1/', 'http://receiver.test/', 'http://' + here + '/answered'];
await Promise.allSettled(urls.map((url) => poster.post(url, {}, 'body')));
await poster.close();
await new Promise((resolve) => server.close(resolve));
console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLS|Timeout|GetAddr/.test(name))));
`;
