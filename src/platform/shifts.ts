// Background work has shifts while this process has requests: some of it works, and then all of it rests together, so that
// most requests find the process and its database free. Without requests nothing rests.
import { setTimeout as sleepFor } from 'node:timers/promises';
import { steadyMs } from './clock.ts';

/** It rests for so many times as long as it has worked. */
const restsTimes = 2;
/** What took long may have waited for somebody else. */
const restMsMax = 300;

interface Times {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const ofMachine: Times = { now: steadyMs, sleep: (ms) => sleepFor(ms) };

export class Shifts {
  readonly #isServing: () => boolean;
  readonly #times: Times;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #rest: Promise<void> | undefined;

  constructor(isServing: () => boolean, times = ofMachine) {
    this.#isServing = isServing;
    this.#times = times;
  }

  /** To be waited for before a piece of work, while nothing is locked. All who wait begin together. */
  async begin(): Promise<void> {
    for (let left = this.#leftMs(); left > 0; left = this.#leftMs()) {
      this.#rest ??= this.#times.sleep(left).then(() => {
        this.#rest = undefined;
      });
      await this.#rest;
    }
  }

  /** A piece of work took so long. */
  worked(ms: number): void {
    if (!this.#isServing()) return;
    this.#restsUntil = Math.max(this.#restsUntil, this.#times.now() + Math.min(ms * restsTimes, restMsMax));
  }

  /** A piece of work took so long: the next one begins when this has been waited for. */
  async restAfter(ms: number): Promise<void> {
    this.worked(ms);
    await this.begin();
  }

  #leftMs(): number {
    return this.#isServing() ? this.#restsUntil - this.#times.now() : 0;
  }
}
