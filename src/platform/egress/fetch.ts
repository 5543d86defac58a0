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

interface Asking {
  /** Like fetch, as far as libraries need it. Errors: PostFailed. */
  fetch(url: string, asked: Asked): Promise<Response>;
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
        if (error instanceof PostFailed) throw error;
        throw new PostFailed('reset', 'The server did not answer as a server of its kind does.', error);
      }
    },
    async close() {
      await agent.destroy();
      await connections.close();
    },
  };
}
