// A server that hangs, or a network that loses packets, sends neither an answer nor an end, so its callers would wait
// for ever. Connections with a pending answer are checked from time to time, and one that was silent for too long is
// closed, so that its callers get an error. The check costs the statements nothing.
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { stopwatch } from '#platform/clock.ts';

/** Fields that the driver has but does not declare. */
interface Driven {
  readonly connection?: { readonly stream?: Socket };
  readonly _activeQuery?: unknown;
  readonly _sentQueryQueue?: readonly unknown[];
  readonly _ending?: boolean;
}

interface Seen {
  bytesRead: number;
  silent: () => number;
}

const looksInTime = 10;
const lookEveryMsMax = 1_000;

export function endWhenSilent(pool: Pool, silentMsMax: number): void {
  const seen = new Map<PoolClient, Seen>();
  pool.on('connect', (client) => seen.set(client, { bytesRead: 0, silent: stopwatch() }));
  pool.on('remove', (client) => seen.delete(client));
  const look = (): void => {
    if (pool.ended) clearInterval(timer);
    for (const [client, last] of seen) {
      const {
        connection,
        _activeQuery: active,
        _sentQueryQueue: sent = [],
        _ending: ends,
      } = client as unknown as Driven;
      const bytesRead = connection?.stream?.bytesRead ?? 0;
      const owesAnswer = (active ?? null) !== null || sent.length > 0 || ends;
      if (!owesAnswer || bytesRead !== last.bytesRead) seen.set(client, { bytesRead, silent: stopwatch() });
      else if (last.silent() > silentMsMax) connection?.stream?.destroy(new Silent(silentMsMax));
    }
  };
  const timer = setInterval(look, Math.min(lookEveryMsMax, silentMsMax / looksInTime));
  timer.unref();
}

class Silent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`The database said nothing for ${ms} ms.`);
  }
}
