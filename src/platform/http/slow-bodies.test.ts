// An import of a large file was cut off after a minute, like any request that drips in: here a minute is a tenth of a
// second.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { boundBody, takeYourTime } from './slow-bodies.ts';

const limitMs = 200;

describe('a body that comes slowly', () => {
  let app: FastifyInstance;
  before(async () => {
    app = fastify();
    app.addHook('onRequest', (request, _, done) => {
      boundBody(request.raw, limitMs, (socket) =>
        socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'),
      );
      done();
    });
    app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    app.post('/body', async ({ body }) => String(body).length);
    app.post('/lines', { onRequest: async (request) => takeYourTime(request.raw, limitMs) }, async ({ body }) => {
      return String(body).length;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => app.close());

  /** The first line of the answer, or nothing where the connection is only closed. */
  async function sent(path: string, parts: number, everyMs: number): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: a/b\r\nconnection: close\r\ncontent-length: 8\r\n\r\n`,
    );
    for (let i = 0; i < parts; i++) {
      await sleep(everyMs);
      if (socket.writable) socket.write('x');
    }
    await closed;
    return answer.split('\r\n')[0] as string;
  }

  test('is refused when it takes too long, however much of it comes', async () => {
    assert.equal(await sent('/body', 8, 60), 'HTTP/1.1 408 Request Timeout');
    assert.equal(await sent('/body', 8, 0), 'HTTP/1.1 200 OK');
  });

  test('may take its time where it is a file of lines, but for silence', async () => {
    assert.equal(await sent('/lines', 8, 60), 'HTTP/1.1 200 OK');
    assert.equal(await sent('/lines', 3, 0), '', 'it falls silent');
  });
});
