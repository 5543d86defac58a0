// Limits the requests a minute of each key, company or address, counted in this process. The windows are fixed, which
// is simple to explain and to show in headers.
import type { MachineClock } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';

const minuteMicros = 60_000_000;
/** For requests without a known key a minute has twelve windows, so that a burst ends before other callers notice. */
const strangersParts = 12;
/**
 * When there are more names than this in a window, the others share a count: invented addresses must not fill the
 * memory.
 */
const countedMax = 20_000;
const allOthers = 'all others';

/** What is left in the window, for the headers of the answer. */
interface Allowance {
  readonly limit: number;
  readonly left: number;
  readonly resetSeconds: number;
}

/** Counts one request. Errors: TooManyRequests. */
type RateLimit = (who: string) => Allowance | undefined;

interface RateLimitOptions {
  /** Zero turns the limit off. */
  readonly perMinute: number;
  readonly clock: MachineClock;
  /** What is counted, in words: `requests of this API key`. */
  readonly what: string;
  /** The number of windows in a minute; one by default. */
  readonly parts?: number;
}

function rateLimit({ perMinute, clock, what, parts = 1 }: RateLimitOptions): RateLimit {
  if (perMinute === 0) return () => undefined;
  const [windowMicros, limit] = [minuteMicros / parts, Math.ceil(perMinute / parts)];
  let windowEnds = 0;
  let counts = new Map<string, number>();
  return (who) => {
    const now = clock.micros();
    if (now >= windowEnds) {
      windowEnds = now + windowMicros;
      counts = new Map();
    }
    const name = counts.size < countedMax || counts.has(who) ? who : allOthers;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const resetSeconds = Math.ceil((windowEnds - now) / 1_000_000);
    const allowance = { limit, left: Math.max(0, limit - count), resetSeconds };
    if (count <= limit) return allowance;
    throw new Refusal(errors.TooManyRequests, `More than ${limit} ${what} in ${60 / parts} seconds.`, {
      headers: { ...allowanceHeaders(allowance), 'retry-after': String(resetSeconds) },
    });
  };
}

/** The headers of the allowance with the least left. */
function allowanceHeaders(...allowances: readonly (Allowance | undefined)[]): Record<string, string> {
  const [narrowest] = allowances.filter((one) => one !== undefined).sort((a, b) => a.left - b.left);
  if (narrowest === undefined) return {};
  return {
    'ratelimit-limit': String(narrowest.limit),
    'ratelimit-remaining': String(narrowest.left),
    'ratelimit-reset': String(narrowest.resetSeconds),
  };
}

export interface LimitsPerMinute {
  readonly key: number;
  readonly company: number;
  /** For requests without a key that we know. */
  readonly address: number;
}

export interface Limits {
  /** Counts a request with a known key. Returns the headers that say what is left. */
  ofCaller(caller: Caller): Record<string, string>;
  /** Counts a request without a known key. Returns the same headers. */
  ofStranger(address: string, connectedFrom: string): Record<string, string>;
}

/** Many clients may use one proxy; a client that invents addresses uses one connection too. */
const addressesOfProxy = 20;

export function limits({ key, company, address }: LimitsPerMinute, clock: MachineClock): Limits {
  const byKey = rateLimit({ perMinute: key, clock, what: 'requests of this API key' });
  const byCompany = rateLimit({ perMinute: company, clock, what: 'requests of this company by all its API keys' });
  const ofStrangers = (perMinute: number, whence: string) =>
    rateLimit({ perMinute, clock, what: `requests without a known API key ${whence}`, parts: strangersParts });
  const byAddress = ofStrangers(address, 'from this address');
  const byProxy = ofStrangers(address * addressesOfProxy, 'through this proxy');
  return {
    ofCaller: ({ actor, realm }) => allowanceHeaders(byKey(actor.id), byCompany(realm.companyId)),
    ofStranger(ip, connectedFrom) {
      const allowance = byAddress(networkOf(ip));
      return allowanceHeaders(allowance, ip === connectedFrom ? undefined : byProxy(networkOf(connectedFrom)));
    },
  };
}

/** A home or a server has 2^64 addresses of version 6 with the same beginning: they count as one. */
function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}

export type CountGuess = (caller: Caller) => void;

/** A company may have many keys and can make more of them. */
const keysCounted = 5;

/** Limits questions that confirm a hidden value: for each key, and for all keys of a company in a mode together. */
export function guessLimit(perMinute: number, clock: MachineClock): CountGuess {
  const ofKey = rateLimit({ perMinute, clock, what: 'searches for an identity number by this API key' });
  const ofCompany = rateLimit({
    perMinute: perMinute * keysCounted,
    clock,
    what: 'searches for an identity number by this company',
  });
  return ({ actor, realm: { mode, companyId } }) => {
    ofKey(actor.id);
    ofCompany(`${mode} ${companyId}`);
  };
}
