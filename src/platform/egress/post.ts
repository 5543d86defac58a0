// Posts to a URL that a customer gave: only outside (connect.ts), with limits of time and size (exchange.ts), over
// connections that are kept open. Redirects are answers like any other; we keep no cookie and ask for no compression.
import { lookup as systemLookup } from 'node:dns';
import { Agent } from 'undici';
import { type Lookup, outerConnections } from './connect.ts';
import { type Answer, Exchange } from './exchange.ts';
import { receiverLines } from './lines.ts';

export type { Lookup } from './connect.ts';
export type { Answer } from './exchange.ts';
export { PostFailed } from './post-failed.ts';

export interface PosterOptions {
  readonly devHosts: ReadonlySet<string>;
  readonly lookup?: Lookup;
  readonly connectMs?: number;
  /** The time until the status has arrived; the total time if not given. */
  readonly headersMs?: number;
  readonly totalMs?: number;
  readonly connectionsPerOrigin?: number;
  readonly userAgent?: string;
}

export interface Poster {
  /** Fails with PostFailed, or with the signal's reason. Once the status has arrived it no longer fails. */
  post(url: string, headers: Record<string, string>, body: Buffer | string, signal?: AbortSignal): Promise<Answer>;
  /** Accepts no more posts, waits for those under way, and ends all connections. */
  close(): Promise<void>;
}

export function makePoster(options: PosterOptions): Poster {
  const { devHosts, lookup = systemLookup, connectMs = 5_000, totalMs = 15_000, connectionsPerOrigin = 16 } = options;
  const { userAgent = 'Tenor-Webhooks' } = options;
  const limits = { headersMs: Math.min(options.headersMs ?? totalMs, totalMs), totalMs };
  const connections = outerConnections({ devHosts, lookup, connectMs });
  const agent = new Agent({
    connect: connections.connect,
    connections: connectionsPerOrigin,
    pipelining: 1,
    // The exchange has its own limits for the whole post.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveMaxTimeout: 60_000,
  });
  const lines = receiverLines(agent, connectionsPerOrigin);
  let isClosed = false;
  return {
    post: (url, headers, body, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('This poster is closed.');
        signal?.throwIfAborted();
        const { origin, pathname, search } = new URL(url);
        const place = lines.of(origin);
        const exchange = new Exchange({ limits, signal, place, resolve, reject });
        place.enter(exchange, {
          origin,
          path: pathname + search,
          method: 'POST',
          headers: { ...headers, 'user-agent': userAgent },
          body,
        });
      }),
    async close() {
      isClosed = true;
      await lines.empty();
      await agent.destroy();
      await connections.close();
    },
  };
}
