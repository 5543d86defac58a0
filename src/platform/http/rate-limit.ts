// Requests a minute for each key, counted in this process. Fixed windows: simple to say, simple to show in headers.
import type { MachineClock } from '#platform/clock.ts';
import { errors, Refusal } from '#platform/errors.ts';

const windowMicros = 60_000_000;

export type RateLimit = (who: string) => Record<string, string>;

/** Counts one request and gives the headers that tell the caller where it stands. */
export function rateLimit(perMinute: number, clock: MachineClock): RateLimit {
  if (perMinute === 0) return () => ({});
  let windowEnds = 0;
  let counts = new Map<string, number>();
  return (who) => {
    const now = clock.micros();
    if (now >= windowEnds) {
      windowEnds = now + windowMicros;
      counts = new Map();
    }
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    const resetSeconds = String(Math.ceil((windowEnds - now) / 1_000_000));
    const headers = {
      'ratelimit-limit': String(perMinute),
      'ratelimit-remaining': String(Math.max(0, perMinute - count)),
      'ratelimit-reset': resetSeconds,
    };
    if (count <= perMinute) return headers;
    throw new Refusal(errors.TooManyRequests, `More than ${perMinute} requests in a minute.`, {
      headers: { ...headers, 'retry-after': resetSeconds },
    });
  };
}
