// The rules for connections, with short limits and real sockets.
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Talk, talkTo } from '../../../tests/support/talk.ts';
import { type ConnectionServer, connectionServer, usualLimits } from './connections.ts';

const limits = {
  ...usualLimits,
  connectionsMax: 20,
  bodyBytesPerSecond: 1_000,
  patienceMs: 300,
  unreadMsMax: 300,
  restBytesMax: 1_000_000,
  restMsMax: 300,
  silentMs: 200,
  lookEveryMs: 50,
};

/** Reads the whole body, slowly on request; refuses before reading it on `/refuse`; sends much on `/much`. */
const handle: RequestListener = (request, response) => void answer(request, response).catch(() => {});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/refuse') return void response.writeHead(413).end('too large');
  if (request.url === '/much') return void response.end(Buffer.alloc(50_000_000));
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (request.url === '/slowly') await sleep(20);
  }
  response.end(String(bytes));
}

describe('a connection', () => {
  let opened: ConnectionServer;
  let port: number;
  before(async () => {
    const tooSlow = (socket: Socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
    opened = connectionServer({ handle, tooSlow, limits });
    await new Promise<void>((resolve) => opened.server.listen(0, '127.0.0.1', resolve));
    ({ port } = opened.server.address() as AddressInfo);
  });
  after(() => void opened.server.close());

  const talk = (): Talk => talkTo(port);
  const post = (path: string, bytes: number) => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`;

  /** Sends `bytes` bytes `times` times, or until the connection is closed. */
  async function drip(socket: Socket, times: number, bytes: number, everyMs: number): Promise<void> {
    for (let i = 0; i < times && socket.writable; i++) {
      await sleep(everyMs);
      if (socket.writable) socket.write('x'.repeat(bytes));
    }
  }

  test('whose body drips is refused, however long it would go on', async () => {
    const { socket, status, closed } = talk();
    socket.write(post('/', 1_000));
    await drip(socket, 100, 1, 20);
    await closed;
    assert.equal(status(), 'HTTP/1.1 408 Request Timeout');
  });

  test('whose body was quick at first has not bought an hour of dripping with it', async () => {
    const { socket, status, closed } = talk();
    socket.write(post('/', 500_000) + 'x'.repeat(400_000));
    await drip(socket, 200, 1, 20);
    await closed;
    assert.equal(status(), 'HTTP/1.1 408 Request Timeout');
  });

  test('whose body keeps the pace is read to its end, and so is one for which we are too slow', async () => {
    const { socket, heard } = talk();
    socket.write(post('/', 2_000));
    await drip(socket, 20, 100, 50);
    const slow = talk();
    slow.socket.write(post('/slowly', 2_000_000) + 'x'.repeat(2_000_000));
    await eventually('the one that keeps the pace is read', () => /\r\n\r\n2000$/.test(heard()), heard);
    await eventually('the one for which we are too slow is', () => /\r\n\r\n2000000$/.test(slow.heard()), slow.heard);
    socket.destroy();
    slow.socket.destroy();
  });

  test('that does not read its answer is closed', async () => {
    const { socket, closed } = talk();
    socket.pause();
    socket.write('GET /much HTTP/1.1\r\nhost: a\r\n\r\n');
    await sleep(1_500);
    socket.resume();
    await closed;
  });

  test('may send the rest of a refused body, up to a bound, and then ask again', async () => {
    const { socket, heard, closed } = talk();
    socket.write(post('/refuse', 500_000));
    await sleep(50);
    socket.write(`${'x'.repeat(500_000)}GET / HTTP/1.1\r\nhost: a\r\n\r\n`);
    await eventually('both are answered', () => /^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /.test(heard()), heard);
    socket.write(post('/refuse', 50_000_000));
    const sending = setInterval(() => socket.writable && socket.write('x'.repeat(200_000)), 10);
    await closed;
    clearInterval(sending);
  });

  test('is one of a bounded number from one address', async () => {
    const talks = Array.from({ length: 15 }, talk);
    for (const { socket } of talks) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const areAnswered = () => talks.filter(({ status }) => status() === 'HTTP/1.1 200 OK').length;
    await eventually('ten are answered', () => areAnswered() === 10);
    await sleep(200);
    assert.equal(areAnswered(), 10);
    for (const { socket } of talks) socket.destroy();
    await Promise.all(talks.map(({ closed }) => closed));
    await eventually('there is room again', async () => {
      const late = talk();
      late.socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      await late.closed;
      return late.status() === 'HTTP/1.1 200 OK';
    });
  });

  test('is answered while the service stops, and closed when it has fallen silent', async () => {
    const { socket, heard, closed } = talk();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const answers = (): number => heard().split('HTTP/1.1 200').length - 1;
    await eventually('it is answered', () => answers() === 1);
    opened.beginStopping();
    opened.server.close();
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await closed;
    assert.equal(answers(), 2);
  });
});
