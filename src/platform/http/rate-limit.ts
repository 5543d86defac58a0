// Limits the requests a minute of each key, company or address.
import { type Caller, keptAs } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { CommonCounts, Taken } from './common-counts.ts';

const minuteMicros = 60_000_000;
/** For requests without a known key a minute has twelve windows, so that a burst ends before other callers notice. */
const strangersParts = 12;

/** What is left in the window, for the headers of the answer. */
interface Allowance {
  readonly limit: number;
  readonly left: number;
  readonly resetSeconds: number;
}

/** Counts one request. Errors: TooManyRequests. */
type RateLimit = (who: string) => Allowance | undefined | Promise<Allowance>;

interface RateLimitOptions {
  readonly name: string;
  /** Zero turns the limit off. */
  readonly perMinute: number;
  readonly counts: CommonCounts;
  /** What is counted, in words: `requests of this API key`. */
  readonly what: string;
  /** The number of windows in a minute; one by default. */
  readonly parts?: number;
}

function rateLimit({ name, perMinute, counts, what, parts = 1 }: RateLimitOptions): RateLimit {
  if (perMinute === 0) return () => undefined;
  const limit = Math.ceil(perMinute / parts);
  const take = counts.window({ name, limit, windowMicros: minuteMicros / parts });
  const allowed = ({ granted, left, resetMicros }: Taken): Allowance => {
    const allowance = { limit, left, resetSeconds: Math.ceil(resetMicros / 1_000_000) };
    if (granted > 0) return allowance;
    throw new Refusal(errors.TooManyRequests, `More than ${limit} ${what} in ${60 / parts} seconds.`, {
      headers: { ...allowanceHeaders(allowance), 'retry-after': String(allowance.resetSeconds) },
    });
  };
  return (who) => {
    const taken = take(who);
    return taken instanceof Promise ? taken.then(allowed) : allowed(taken);
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

type Headers = Record<string, string>;

export interface Limits {
  /** Counts a request with a known key. Returns the headers that say what is left. */
  ofCaller(caller: Caller): Headers | Promise<Headers>;
  /** Counts a request without a known key. Returns the same headers. */
  ofStranger(address: string, connectedFrom: string): Headers | Promise<Headers>;
}

/** Many clients may use one proxy; a client that invents addresses uses one connection too. */
const addressesOfProxy = 20;

export function limits({ key, company, address }: LimitsPerMinute, counts: CommonCounts): Limits {
  const byKey = rateLimit({ name: 'key', perMinute: key, counts, what: 'requests of this API key' });
  const byCompany = rateLimit({
    name: 'company',
    perMinute: company,
    counts,
    what: 'requests of this company by all its API keys',
  });
  const ofStrangers = (name: string, perMinute: number, whence: string) =>
    rateLimit({ name, perMinute, counts, what: `requests without a known API key ${whence}`, parts: strangersParts });
  const byAddress = ofStrangers('address', address, 'from this address');
  const byProxy = ofStrangers('proxy', address * addressesOfProxy, 'through this proxy');
  return {
    ofCaller: (caller) => both(byKey(keptAs(caller)), () => byCompany(caller.realm.companyId)),
    ofStranger: (ip, connectedFrom) =>
      both(byAddress(networkOf(ip)), () => (ip === connectedFrom ? undefined : byProxy(networkOf(connectedFrom)))),
  };
}

/** The second is counted only when the first has room. */
function both(first: ReturnType<RateLimit>, second: () => ReturnType<RateLimit>): Headers | Promise<Headers> {
  if (first instanceof Promise) return first.then((allowance) => both(allowance, second));
  const then = second();
  return then instanceof Promise
    ? then.then((allowance) => allowanceHeaders(first, allowance))
    : allowanceHeaders(first, then);
}

/** A home or a server has 2^64 addresses of version 6 with the same beginning: they count as one. */
export function networkOf(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 4).join(':');
}

/** Smaller ones first. Of version 6 one customer often has 48 bits, and so 65,536 networks of 64. */
export function networksOf(address: string): readonly string[] {
  const network = networkOf(address);
  return network.includes(':') ? [network, `${network.split(':').slice(0, 3).join(':')}::/48`] : [network];
}

export type CountGuess = (caller: Caller) => Promise<void>;

/** A company may have many keys and can make more of them. */
const keysCounted = 5;

/** Limits questions that confirm a hidden value: for each key, and for all keys of a company in a mode together. */
export function guessLimit(perMinute: number, counts: CommonCounts): CountGuess {
  const ofKey = rateLimit({
    name: 'guesses of a key',
    perMinute,
    counts,
    what: 'searches for an identity number by this API key',
  });
  const ofCompany = rateLimit({
    name: 'guesses of a company',
    perMinute: perMinute * keysCounted,
    counts,
    what: 'searches for an identity number by this company',
  });
  return async (caller) => {
    const { mode, companyId } = caller.realm;
    await ofKey(keptAs(caller));
    await ofCompany(`${mode} ${companyId}`);
  };
}
