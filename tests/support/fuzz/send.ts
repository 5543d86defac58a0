// Sends a request: injected, or byte for byte over a socket, without a client that would correct malformed parts.
import { connect } from 'node:net';
import { decompressed } from '../decompressed.ts';
import type { House } from '../house.ts';
import type { FuzzRequest } from './request.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: unknown;
}

export async function send(house: House, port: number, key: string, request: FuzzRequest): Promise<Answered> {
  if (request.raw) return bySocket(port, key, request);
  const { method, path, headers, body } = request;
  const options = { headers: { ...headers }, ...(body === undefined ? {} : { body }) };
  return house.call(key, method, path, options);
}

/** The head of the request, with all its headers. */
export const headOf = (key: string, { method, path, headers, body }: FuzzRequest): string =>
  [
    `${method} /api${path} HTTP/1.1`,
    'host: tenor.test',
    `x-api-key: ${key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    'connection: close',
    '\r\n',
  ].join('\r\n');

const waitMsMax = 60_000;

function bySocket(port: number, key: string, request: FuzzRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const answer = (): Buffer => Buffer.concat(parts);
    const done = (): void => {
      socket.destroy();
      const answered = parsed(answer());
      if (answered === undefined)
        reject(new Error(`no answer that is HTTP: ${JSON.stringify(answer().toString('utf8', 0, 200))}`));
      else resolve(answered);
    };
    socket.setTimeout(waitMsMax, () => socket.destroy(new Error(`no answer within ${waitMsMax} ms`)));
    socket.on('data', (part) => {
      parts.push(part);
      // A stream does not end, so nothing waits for that.
      if (answer().includes('content-type: text/event-stream')) done();
    });
    socket.on('end', done);
    // The service may have answered and closed the connection while a large body was still being sent.
    socket.on('error', (error) => (parts.length > 0 ? done() : reject(error)));
    socket.write(Buffer.from(headOf(key, request), 'latin1'));
    if (request.body !== undefined) socket.write(request.body);
  });
}

function parsed(answer: Buffer): Answered | undefined {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.toString('utf8', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = answer.subarray(end + 4);
  const whole = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  const body = decompressed(whole, headers['content-encoding']);
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return { status, headers, body: isJson && body !== '' ? JSON.parse(body) : body };
}

/** Chunk lengths count bytes. */
function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(length > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts);
}
