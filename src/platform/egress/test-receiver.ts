// For the tests: a receiver on this machine, plain TCP so that it can misbehave in any way, and posting to it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { makePoster, type PosterOptions, PostFailed } from './post.ts';
import type { FailureReason } from './post-failed.ts';

interface TestReceiver {
  readonly port: number;
  /** Its host and port, in the form of a dev host. */
  readonly host: string;
  /** The number of connections so far. */
  connections(): number;
  /** All requests that arrived, from their first line to the end of their body. */
  readonly requests: readonly string[];
  /** Connections that are open now. */
  readonly open: ReadonlySet<Socket>;
}

export const ok = (body = ''): string => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** onRequest is called once for each request, when all of it has arrived. */
export async function testReceiver(
  t: TestContext,
  onRequest: (socket: Socket, request: string) => void,
  server: Server = createServer(),
): Promise<TestReceiver> {
  const open = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  server.on('connection', () => connections++);
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    readRequests(socket, (request) => {
      requests.push(request);
      onRequest(socket, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, connections: () => connections, requests, open };
}

function readRequests(socket: Socket, onRequest: (request: string) => void): void {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    const bodyAt = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (bodyAt < 4 || text.length < bodyAt + length) return;
    const request = text.slice(0, bodyAt + length);
    text = text.slice(bodyAt + length);
    onRequest(request);
  });
}

export const json = { 'content-type': 'application/json' };

/** A receiver with these answers, and a function that posts to it. */
export async function posting(
  t: TestContext,
  onRequest: (socket: Socket, request: string) => void,
  options: Partial<PosterOptions> = {},
) {
  const receiver = await testReceiver(t, onRequest);
  const poster = makePoster({ devHosts: new Set([receiver.host]), ...options });
  t.after(() => poster.close());
  const url = `http://${receiver.host}/hook?for=tenor`;
  return { receiver, poster, url, post: (signal?: AbortSignal) => poster.post(url, json, '{"a":1}', signal) };
}

/** Sends these bytes as the answer, whatever they are. */
export const answering = (answer: string) => (socket: Socket) => void socket.write(answer, 'latin1');

/** The attempt must fail with that reason, in a sentence for the customer. */
export async function fails(attempt: Promise<unknown>, reason: FailureReason, about = ''): Promise<void> {
  const error = await attempt.then(
    () => assert.fail('an answer came'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof PostFailed, String(error));
  assert.equal(error.reason, reason, `${about} ${error.message}`);
  assert.match(error.message, /^[A-Z][^\n]*\.$/, 'a sentence');
  assert.doesNotMatch(error.message, /\d+\.\d+\.\d+\.\d+|::|receiver\.test/, 'no address and no name');
}
