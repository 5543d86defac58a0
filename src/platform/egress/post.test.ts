// The answers of receivers, also the worst ones.

import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { makePoster } from './post.ts';
import { answering, fails, json, ok, posting, testReceiver } from './test-receiver.ts';

describe('a post', () => {
  test('sends the body and the headers, and nothing that would make the answer depend on the past', async (t) => {
    const { receiver, poster, url } = await posting(t, answering(ok('fine')));
    const body = Buffer.from('{"name":"Zoë"}');
    const answer = await poster.post(url, { ...json, 'webhook-id': 'EV-1' }, body);
    assert.deepEqual(answer, { status: 200, body: 'fine', wasCut: false });
    const [head, sent] = receiver.requests[0]?.split('\r\n\r\n') ?? [];
    assert.deepEqual(head?.split('\r\n').sort(), [
      'POST /hook?for=tenor HTTP/1.1',
      'connection: keep-alive',
      'content-length: 15',
      'content-type: application/json',
      `host: ${receiver.host}`,
      'user-agent: Tenor-Webhooks',
      'webhook-id: EV-1',
    ]);
    assert.deepEqual(Buffer.from(sent ?? '', 'latin1'), body);
    await poster.post(url, json, '{"name":"Zoë"}');
    assert.equal(receiver.requests[1]?.split('\r\n\r\n')[1], sent, 'a string is sent as UTF-8');
  });

  test('has an answer in every status, with or without a body', async (t) => {
    let next = '';
    const { post } = await posting(t, (socket) => socket.write(next));
    for (const status of [200, 201, 202, 400, 401, 404, 410, 429, 500, 503]) {
      next = `HTTP/1.1 ${status} Whatever\r\ncontent-length: 2\r\n\r\n:)`;
      assert.deepEqual(await post(), { status, body: ':)', wasCut: false });
    }
    next = 'HTTP/1.1 204 No Content\r\n\r\n';
    assert.deepEqual(await post(), { status: 204, body: '', wasCut: false });
    next = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n';
    assert.deepEqual(await post(), { status: 200, body: 'yes', wasCut: false });
  });

  test('does not follow a redirect, and keeps no cookie', async (t) => {
    const elsewhere = await testReceiver(t, answering(ok()));
    const location = `location: http://${elsewhere.host}/\r\nset-cookie: a=b\r\ncontent-length: 0`;
    let status = 0;
    const { post, receiver } = await posting(t, (socket) => {
      socket.write(`HTTP/1.1 ${status} Elsewhere\r\n${location}\r\n\r\n`);
    });
    for (status of [301, 302, 303, 307, 308]) assert.equal((await post()).status, status);
    assert.equal(elsewhere.connections(), 0);
    assert.ok(receiver.requests.every((request) => !/cookie/i.test(request)));
  });

  test('uses the connection again', async (t) => {
    const { receiver, post } = await posting(t, answering(ok('again')));
    for (let i = 0; i < 20; i++) await post();
    // Two, because the client checks a connection that has just answered before it uses it again.
    assert.ok(receiver.connections() <= 2, String(receiver.connections()));
  });

  test('has a limited number of connections to one receiver, in which all find their turn', async (t) => {
    const answerLater = (socket: Socket) => void setTimeout(() => socket.write(ok()), 2);
    const { receiver, post } = await posting(t, answerLater, { connectionsPerOrigin: 3 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => post()));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal(receiver.requests.length, 60);
    assert.equal(receiver.connections(), 3);
  });
});

describe('a receiver that is slow', () => {
  test('and hangs has its time, and no more', async (t) => {
    const { post, receiver } = await posting(t, () => {}, { totalMs: 150 });
    await fails(post(), 'timeout');
    await eventually('the connection is ended', () => receiver.open.size === 0);
  });

  test('and drips its headers has no more than the whole time', async (t) => {
    const drip = (socket: Socket) => dripping(socket, `HTTP/1.1 200 OK\r\nx-drip: ${'a'.repeat(500)}`);
    const { post } = await posting(t, drip, { totalMs: 150 });
    await fails(post(), 'timeout');
  });

  test('and sends early hints for ever has no more than the whole time', async (t) => {
    const hints = (socket: Socket) => dripping(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500), 28);
    const { post } = await posting(t, hints, { totalMs: 150 });
    await fails(post(), 'timeout');
  });

  test('and drips its body has answered, with what came in time', async (t) => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 10000\r\n\r\n');
      dripping(socket, 'drip'.repeat(500));
    };
    const { post, receiver } = await posting(t, drip, { totalMs: 500 });
    const { status, body, wasCut } = await post();
    assert.deepEqual([status, wasCut], [202, true]);
    assert.match(body, /^drip.{0,400}$/);
    await eventually('the connection is ended', () => receiver.open.size === 0);
  });

  test('has less time for its status than for the whole, when that is asked for', async (t) => {
    let delayMs = 4_000;
    const slow = (socket: Socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n'), delayMs).unref();
      setTimeout(() => socket.write('ok'), delayMs + 800).unref();
    };
    const { post } = await posting(t, slow, { headersMs: 600, totalMs: 10_000 });
    await fails(post(), 'timeout');
    delayMs = 0;
    assert.deepEqual(await post(), { status: 200, body: 'ok', wasCut: false }, 'after the time for the status');
    const endless = await posting(t, (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), {
      headersMs: 600,
      totalMs: 900,
    });
    assert.deepEqual(await endless.post(), { status: 200, body: '', wasCut: true }, 'after the whole time');
  });
});

describe('a receiver that breaks off', () => {
  test('before it answers has reset', async (t) => {
    for (const end of [(socket: Socket) => socket.resetAndDestroy(), (socket: Socket) => socket.end()]) {
      const { post } = await posting(t, end);
      await fails(post(), 'reset');
    }
    const { post } = await posting(t, (socket) => socket.end('HTTP/1.1 200 O'));
    await fails(post(), 'reset');
  });

  test('when it is connected to has reset', async (t) => {
    const server = createServer((socket) => socket.destroy());
    const receiver = await testReceiver(t, () => {}, server);
    const poster = makePoster({ devHosts: new Set([receiver.host]) });
    await fails(poster.post(`http://${receiver.host}/`, json, '{}'), 'reset');
    await poster.close();
  });

  test('is not there: not connected', async (t) => {
    const poster = makePoster({ devHosts: new Set(['127.0.0.1:1']) });
    t.after(() => poster.close());
    await fails(poster.post('http://127.0.0.1:1/', json, ''), 'connect');
  });

  test('in the middle of its body has answered, with what came', async (t) => {
    const heads = ['content-length: 100', 'transfer-encoding: chunked'];
    const bodies = ['half', '4\r\nhalf\r\n5\r\n'];
    for (const [i, head] of heads.entries()) {
      for (const end of [
        (socket: Socket) => socket.end(),
        (socket: Socket) => void setTimeout(() => socket.resetAndDestroy(), 30),
      ]) {
        const { post } = await posting(t, (socket) => {
          socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${bodies[i]}`);
          end(socket);
        });
        assert.deepEqual(await post(), { status: 200, body: 'half', wasCut: true });
      }
    }
  });

  test('or says nothing of its length, ends its body by closing', async (t) => {
    const { post } = await posting(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    assert.deepEqual(await post(), { status: 200, body: 'all of it', wasCut: false });
  });

  test('after an answer is connected to again', async (t) => {
    const { post, receiver } = await posting(t, (socket) => socket.end(ok('bye')));
    for (let i = 0; i < 3; i++) {
      assert.equal((await post()).body, 'bye');
      await eventually('closed', () => receiver.open.size === 0);
    }
    assert.equal(receiver.connections(), 3);
  });
});

describe('a receiver that talks nonsense', () => {
  test('instead of HTTP has failed the protocol', async (t) => {
    const garbage = [
      'SSH-2.0-OpenSSH_9.9\r\n',
      '\0\x01\x02\x03\r\n\r\n',
      'HTTP/9.9 200 OK\r\n\r\n',
      'HTTP/1.1 abc\r\n\r\n',
      '<html>\r\n',
    ];
    const broken = ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'];
    for (const text of [...garbage, ...broken]) {
      const { post } = await posting(t, answering(text));
      await fails(post(), 'protocol');
    }
  });

  test('in headers without end has failed the protocol', async (t) => {
    const { post } = await posting(t, answering(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}\r\n`));
    await fails(post(), 'protocol');
  });

  test('or hints first, has answered with the final status', async (t) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n';
    const { post, receiver } = await posting(t, answering(hints + ok('late')), { connectionsPerOrigin: 1 });
    for (let i = 0; i < 3; i++) assert.deepEqual(await post(), { status: 200, body: 'late', wasCut: false });
    assert.equal(receiver.connections(), 1);
  });

  test('and says 100 Continue though nobody asked, has answered with what follows, however it is cut', async (t) => {
    const go = 'HTTP/1.1 100 Continue\r\n\r\n';
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const long = `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(5_000)}\r\n\r\n`;
    const answer = ok('HTTP/1.1 100 is only its body\r\n\r\n');
    for (const before of [go, go + go, hint + go, go + hint, long]) {
      const text = before + answer;
      const cuts = [text.length, 8, 9, 12, before.length - 2, before.length, before.length + 9];
      let next = 0;
      const { post, receiver } = await posting(t, (socket) => inTwo(socket, text, cuts[next++] as number), {
        connectionsPerOrigin: 1,
      });
      for (const cut of cuts) {
        const body = 'HTTP/1.1 100 is only its body\r\n\r\n';
        assert.deepEqual(await post(), { status: 200, body, wasCut: false }, `cut at ${cut}`);
      }
      assert.equal(receiver.connections(), 1);
    }
  });

  test('and says 100 Continue without end has no more than the whole time', async (t) => {
    const { post } = await posting(t, (socket) => dripping(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(999), 25), {
      totalMs: 150,
    });
    await fails(post(), 'timeout');
  });

  test('and switches protocols, or continues in a head without end, has failed the protocol', async (t) => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    const endless = `HTTP/1.1 100 Continue\r\n${'x: y\r\n'.repeat(10_000)}\r\n${ok()}`;
    for (const text of [switching + ok(), endless]) {
      const { post } = await posting(t, answering(text));
      await fails(post(), 'protocol');
    }
  });

  test('after its answer has answered, and does not answer the next post with it', async (t) => {
    let count = 0;
    const { post, receiver } = await posting(t, (socket) => {
      count++;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n${count}.HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n`);
    });
    for (let i = 1; i <= 3; i++) assert.deepEqual(await post(), { status: 200, body: `${i}.`, wasCut: false });
    assert.equal(receiver.connections(), 3);
  });
});

describe('a long body', () => {
  const max = 64 * 1024;

  test('is read to 64 kB, and the connection is ended', async (t) => {
    const tenMegabytes = Buffer.alloc(10_000_000, 'x');
    const { post, receiver } = await posting(t, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${tenMegabytes.length}\r\n\r\n`);
      socket.write(tenMegabytes);
    });
    assert.deepEqual(await post(), { status: 200, body: 'x'.repeat(max), wasCut: true });
    await eventually('the connection is ended', () => receiver.open.size === 0);
  });

  test('of exactly 64 kB is whole, and leaves its connection to others', async (t) => {
    const { post, receiver } = await posting(t, answering(ok('y'.repeat(max))), { connectionsPerOrigin: 1 });
    for (let i = 0; i < 2; i++) assert.deepEqual(await post(), { status: 200, body: 'y'.repeat(max), wasCut: false });
    assert.equal(receiver.connections(), 1);
  });

  test('is never cut through a character', async (t) => {
    const { post } = await posting(t, (socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'€'.repeat(30_000)}`));
    const { body, wasCut } = await post();
    assert.equal(wasCut, true);
    assert.equal(body, '€'.repeat(Math.floor(max / 3)));
  });
});

function inTwo(socket: Socket, text: string, at: number): void {
  socket.setNoDelay().write(text.slice(0, at));
  if (at < text.length) setTimeout(() => socket.write(text.slice(at)), 10);
}

function dripping(socket: Socket, text: string, atOnce = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.writable) socket.write(text.slice(at, at + atOnce));
    at += atOnce;
  }, 5);
  socket.once('close', () => clearInterval(timer));
}
