// What is counted over all processes of a service: requests in a window of time, and things that are held for a while.
// A service of one process counts by itself; a worker asks its parent, which counts for all of them.
import type { MachineClock } from '#platform/clock.ts';

export interface WindowKind {
  readonly name: string;
  /** The most in one window. */
  readonly limit: number;
  readonly windowMicros: number;
}

export interface Taken {
  readonly granted: number;
  readonly left: number;
  /** How long it takes until the window ends. */
  readonly resetMicros: number;
  /** The name of the window that counted it. */
  readonly window: number;
}

/** Takes one for `who`; nothing is granted when the limit is reached. */
type TakeOne = (who: string) => Taken | Promise<Taken>;

/** Gives back what was held; a second call does nothing. */
type EndHold = () => void;

export interface CommonCounts {
  window(kind: WindowKind): TakeOne;
  /** Holds one more of `what`, or returns undefined when `who` holds the most already. */
  hold(what: string, who: string, most: number): Promise<EndHold | undefined>;
}

/**
 * When there are more names than this in a window, the others share a count: invented addresses must not fill the
 * memory.
 */
export const countedMax = 20_000;
export const allOthers = 'all others';

type Take = (who: string, wanted: number) => Taken;

/** The windows are fixed, which is simple to explain and to show in headers. All names share one beginning. */
export function fixedWindow({ limit, windowMicros }: WindowKind, clock: MachineClock): Take {
  let ends = 0;
  let used = new Map<string, number>();
  return (who, wanted) => {
    const now = clock.micros();
    if (now >= ends) {
      ends = now + windowMicros;
      used = new Map();
    }
    const name = used.size < countedMax || used.has(who) ? who : allOthers;
    const before = used.get(name) ?? 0;
    const granted = Math.min(wanted, limit - before);
    used.set(name, before + granted);
    return { granted, left: limit - before - granted, resetMicros: ends - now, window: ends };
  };
}

/** How many each name holds. */
export class Holds {
  readonly #held = new Map<string, number>();

  /** Returns false when `name` holds the most already. */
  begin(name: string, most: number): boolean {
    const count = this.#held.get(name) ?? 0;
    if (count >= most) return false;
    this.#held.set(name, count + 1);
    return true;
  }

  end(name: string): void {
    const left = (this.#held.get(name) ?? 0) - 1;
    if (left > 0) this.#held.set(name, left);
    else this.#held.delete(name);
  }
}

export const nameOfHold = (what: string, who: string): string => `${what} ${who}`;

/** Counts for a service that is one process. */
export function ownCounts(clock: MachineClock): CommonCounts {
  const holds = new Holds();
  return {
    window(kind) {
      const take = fixedWindow(kind, clock);
      return (who) => take(who, 1);
    },
    async hold(what, who, most) {
      const name = nameOfHold(what, who);
      return holds.begin(name, most) ? once(() => holds.end(name)) : undefined;
    },
  };
}

export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
