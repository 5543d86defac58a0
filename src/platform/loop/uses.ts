// For how long each key and each company has used the event loop of late. Who has used it least comes first, and who
// holds it in long stretches pays for them with a rest, as long as there are others.
import { steadyMs } from '#platform/clock.ts';

/** After this time half of what was used is forgotten. */
const halfLifeMs = 1_000;
/** A stretch as short as this delays nobody. */
const shortMs = 2;
/** This much is not counted: a pause of the machine or of the memory may look like a long stretch. */
const freeMs = 50;
/** What is forgotten in less is too little to be worked out. */
const settledEveryMs = 5;
/** Who has worked in this time is one of the others. */
const presentMs = 1_000;

type Level = 'key' | 'company';

/** The requests of one that are worked on at once may be expected to take this long together. */
const aheadMs: Readonly<Record<Level, number>> = { key: 5, company: 10 };
/** What a request takes above this is owed as a long stretch is, also if it was in slices. */
const longRequestMs = 3;
/** One request owes no more than this: a longer one runs in slices, and only two of a key compute at once. */
const owedOfRequestMsMax = 10;
/** When none has begun for this long, the requests under way wait for the database: another one may begin. */
const begunMs = 100;
/** A request that takes this long counts half in what one takes on average, a shorter one less and one that took nothing not. */
const countsHalfMs = 20;

const nobody = (): Worked => ({ use: undefined, at: Number.NEGATIVE_INFINITY });

/** The share of the loop that may go to long stretches of one. */
const shares: Readonly<Record<Level, number>> = { key: 1 / 4, company: 1 / 2 };

interface Worked {
  use: Use | undefined;
  at: number;
}

/** The one that worked last, and the last one before that is another. */
const latest: Record<Level, readonly [Worked, Worked]> = {
  key: [nobody(), nobody()],
  company: [nobody(), nobody()],
};

export class Use {
  /** Computations of it that are in slices now. */
  computing = 0;
  readonly #level: Level;
  /** Work that no request has asked for is not one of the others: no key or company rests because of it. */
  readonly #isBackground: boolean;
  #ms = 0;
  #owedMs = 0;
  #requestMs = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #at: number;

  constructor(level: Level, now: number, isBackground = false) {
    this.#level = level;
    this.#at = now;
    this.#isBackground = isBackground;
  }

  /** One stretch of the loop. */
  add(ms: number, now: number): void {
    this.#settle(now);
    this.#ms += ms;
    if (ms > shortMs) this.#owedMs += ms - shortMs;
    if (this.#isBackground) return;
    const [last, before] = latest[this.#level];
    if (last.use !== this) {
      before.use = last.use;
      before.at = last.at;
      last.use = this;
    }
    last.at = now;
  }

  recentMs(now: number): number {
    this.#settle(now);
    return this.#ms;
  }

  /** Until what it owes is paid; nothing while it is alone. */
  restMs(now: number): number {
    this.#settle(now);
    if (this.#owedMs <= freeMs || !this.#hasOthers(now)) return 0;
    return (this.#owedMs - freeMs) / shares[this.#level];
  }

  /** A request has had its answer, and took so long of the loop. */
  answered(ms: number): void {
    this.#requestMs += (ms - this.#requestMs) * (ms / (ms + countsHalfMs));
    this.#owedMs += Math.min(Math.max(0, ms - longRequestMs), owedOfRequestMsMax);
  }

  /** A request of it is worked on from now on. */
  begins(now: number): void {
    this.#begunAt = now;
  }

  /** How many of its requests may be worked on at once: while there are others, the fewer the more each takes. */
  atOnceMax(now: number): number {
    if (!this.#hasOthers(now) || now - this.#begunAt > begunMs) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(aheadMs[this.#level] / this.#requestMs));
  }

  isForgotten(now: number): boolean {
    return this.computing === 0 && now - this.#at > 10 * halfLifeMs && this.restMs(now) === 0;
  }

  #settle(now: number): void {
    const passedMs = now - this.#at;
    if (passedMs < settledEveryMs) return;
    this.#ms *= 2 ** (-passedMs / halfLifeMs);
    this.#owedMs = Math.max(0, this.#owedMs - passedMs * shares[this.#level]);
    this.#at = now;
  }

  #hasOthers(now: number): boolean {
    const [last, before] = latest[this.#level];
    return now - (last.use === this ? before.at : last.at) < presentMs;
  }
}

const uses = new Map<string, Use>();
/** Beyond it those are forgotten that have long done nothing: addresses of strangers are without number. */
const usesMax = 10_000;

export function useOf(level: Level, name: string): Use {
  const known = uses.get(name);
  if (known !== undefined) return known;
  const now = steadyMs();
  if (uses.size >= usesMax) for (const [other, use] of uses) if (use.isForgotten(now)) uses.delete(other);
  const use = new Use(level, now);
  uses.set(name, use);
  return use;
}

/** How long its next request must wait. */
export function restOf(keyId: string, companyId: string): number {
  const now = steadyMs();
  return Math.max(useOf('key', keyId).restMs(now), useOf('company', companyId).restMs(now));
}
