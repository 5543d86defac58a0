// How much of the process requests use by themselves, of late.

/** After this time most of what requests have used is forgotten. */
const rememberedMs = 300;
/** What a request takes of the process besides what it is charged with: to be read, and to be answered. */
const besideChargesMs = 0.5;

/**
 * The share of the process that requests use by themselves. How long they were under way says nothing of it: beside the
 * work that is to rest for them each request is under way for longer.
 */
export class Asked {
  #ms = 0;
  #at = 0;
  #usedMs: number;

  /** `usedMs`: what was used before this began to look. */
  constructor(usedMs = 0) {
    this.#usedMs = usedMs;
  }

  /** A request begins. `usedMs`: what all requests so far were charged with. */
  begins(now: number, usedMs: number): void {
    this.#settle(now, usedMs);
    this.#ms += besideChargesMs;
  }

  /** What it was charged with is as old as its end, however late the next look comes. */
  ends(now: number, usedMs: number): void {
    this.#settle(now, usedMs);
  }

  share(now: number, usedMs: number): number {
    this.#settle(now, usedMs);
    return this.#ms / rememberedMs;
  }

  #settle(now: number, usedMs: number): void {
    this.#ms = this.#ms * Math.exp((this.#at - now) / rememberedMs) + usedMs - this.#usedMs;
    this.#at = now;
    this.#usedMs = usedMs;
  }
}
