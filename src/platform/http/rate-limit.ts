// Requests a minute for each key, counted in this process. Fixed windows: simple to say, simple to show in headers.
import type { MachineClock } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';

const windowMicros = 60_000_000;

export type RateLimit = (who: string) => Record<string, string>;

/** Counts one request and gives the headers that tell the caller where it stands. */
export function rateLimit(perMinute: number, clock: MachineClock, what = 'requests'): RateLimit {
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
    throw new Refusal(errors.TooManyRequests, `More than ${perMinute} ${what} in a minute.`, {
      headers: { ...headers, 'retry-after': resetSeconds },
    });
  };
}

export type CountGuess = (caller: Caller) => void;

/** A company may have many keys, and make more of them. */
const keysCounted = 5;

/** Of what confirms a hidden value: by each key, and by all keys of a company in a mode together. */
export function guessLimit(perMinute: number, clock: MachineClock): CountGuess {
  const ofKey = rateLimit(perMinute, clock, 'searches for an identity number by one API key');
  const ofCompany = rateLimit(perMinute * keysCounted, clock, 'searches for an identity number by one company');
  return ({ keyId, realm: { mode, companyId } }) => {
    ofKey(keyId);
    ofCompany(`${mode} ${companyId}`);
  };
}
