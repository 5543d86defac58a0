// Asks a server whose address a customer gave, such as an identity provider: only outside (connect.ts), without
// following redirects, with limits of time and size. A compressed answer is not opened.
import { lookup } from 'node:dns';
import { Agent } from 'undici';
import { outerConnections } from './connect.ts';
import { PostFailed } from './post-failed.ts';

interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Until the answer has arrived; ten seconds if not given. */
  readonly totalMs?: number;
}

interface AskedStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface Asking {
  /** Like fetch, as far as libraries need it. Errors: PostFailed. */
  fetch(url: string, asked: Asked): Promise<Response>;
  /** Gets what may be large, as it comes; what is longer breaks off. Errors: PostFailed. */
  stream(url: string, asked: AskedStream): Promise<{ readonly status: number; readonly body: AsyncIterable<Buffer> }>;
  close(): Promise<void>;
}

const connectMs = 5_000;
const usualMs = 10_000;
const bytesMax = 512 * 1024;

export function makeAsking({ devHosts }: { readonly devHosts: ReadonlySet<string> }): Asking {
  const connections = outerConnections({ devHosts, lookup, connectMs });
  const agent = new Agent({
    connect: connections.connect,
    maxResponseSize: bytesMax,
    // The limit for the whole is the one that counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const streams = new Agent({ connect: connections.connect, headersTimeout: 0, bodyTimeout: 0 });
  return {
    async fetch(url, { method, headers, body, totalMs = usualMs }) {
      const { origin, pathname, search } = new URL(url);
      const request = {
        origin,
        path: pathname + search,
        method: method as 'GET',
        signal: AbortSignal.timeout(totalMs),
      };
      try {
        const answer = await agent.request({
          ...request,
          headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Tenor' },
          body: body === undefined || body === null ? null : String(body),
        });
        const text = await answer.body.text();
        const type = String(answer.headers['content-type'] ?? 'text/plain');
        return new Response([204, 304].includes(answer.statusCode) ? null : text, {
          status: answer.statusCode,
          headers: { 'content-type': type },
        });
      } catch (error) {
        return gaveUp(error);
      }
    },
    async stream(url, { headers, bytesMax: max, totalMs, signal }) {
      const { origin, pathname, search } = new URL(url);
      const times = AbortSignal.timeout(totalMs);
      const all = signal === undefined ? times : AbortSignal.any([times, signal]);
      const asked = { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Tenor' };
      const answer = await streams
        .request({ origin, path: pathname + search, method: 'GET', signal: all, headers: asked })
        .catch(gaveUp);
      return { status: answer.statusCode, body: atMost(answer.body, max) };
    },
    async close() {
      await streams.destroy();
      await agent.destroy();
      await connections.close();
    },
  };
}

/** Errors: PostFailed. */
function gaveUp(error: unknown): never {
  if (error instanceof PostFailed) throw error;
  throw new PostFailed('reset', 'The server did not answer as a server of its kind does.', error);
}

async function* atMost(body: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > max) throw new PostFailed('protocol', `The answer is longer than ${max} bytes.`);
      yield part;
    }
  } catch (error) {
    gaveUp(error);
  }
}
