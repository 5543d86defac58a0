import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeAsking } from './fetch.ts';
import { PostFailed } from './post-failed.ts';
import { ok, testReceiver } from './test-receiver.ts';

function asking(t: TestContext, ...devHosts: string[]) {
  const made = makeAsking({ devHosts: new Set(devHosts) });
  t.after(() => made.close());
  return (url: string, body?: string) =>
    made.fetch(url, { method: body === undefined ? 'GET' : 'POST', headers: {}, body });
}

const fails = (attempt: Promise<unknown>, reason: string) =>
  assert.rejects(attempt, (error) => error instanceof PostFailed && error.reason === reason);

describe('asking a server that a customer names', () => {
  test('reaches nothing inside, and nothing without https, unless it is a dev host', async (t) => {
    const receiver = await testReceiver(t, (socket) => socket.write(ok('inside')));
    const ask = asking(t);
    for (const host of [receiver.host, `localhost:${receiver.port}`, '169.254.169.254', '[::1]']) {
      await fails(ask(`https://${host}/`), 'refused-address');
      await fails(ask(`http://${host}/`), 'refused-address');
    }
    assert.equal(receiver.connections(), 0);
    assert.equal(await (await asking(t, receiver.host)(`http://${receiver.host}/a?b`)).text(), 'inside');
    assert.match(receiver.requests[0] ?? '', /^GET \/a\?b HTTP/);
  });

  test('follows no redirect, opens nothing compressed, and reads half a megabyte at the most', async (t) => {
    const packed = gzipSync('x'.repeat(1_000_000));
    const receiver = await testReceiver(t, (socket, request) => {
      if (request.startsWith('GET /away'))
        socket.write('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n');
      else if (request.startsWith('GET /packed')) {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
        socket.write(packed);
      } else socket.write(ok('x'.repeat(request.startsWith('GET /long') ? 600_000 : 500_000)));
    });
    const ask = asking(t, receiver.host);
    const away = await ask(`http://${receiver.host}/away`);
    assert.deepEqual([away.status, receiver.requests.length], [302, 1]);
    assert.ok((await (await ask(`http://${receiver.host}/packed`)).text()).length < 10_000);
    assert.equal((await (await ask(`http://${receiver.host}/fits`)).text()).length, 500_000);
    await fails(ask(`http://${receiver.host}/long`), 'reset');
  });

  test('posts a body, and says what kind of answer came', async (t) => {
    const receiver = await testReceiver(t, (socket) =>
      socket.write('HTTP/1.1 400 Bad\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
    );
    const answer = await asking(t, receiver.host)(`http://${receiver.host}/token`, 'code=1');
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [400, 'application/json']);
    assert.match(receiver.requests[0] ?? '', /^POST \/token [\s\S]*code=1$/);
  });
});
