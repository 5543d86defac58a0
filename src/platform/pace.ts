// Requests come first: while they keep this process busy, work in the background takes a part of its time and no more.
// What waits meanwhile is caught up with afterwards, or by a worker of its own (`tenor worker`), which has no requests.
import { stopwatch } from './clock.ts';

/** How much of the time there are requests under way. */
export interface Load {
  begin(): void;
  end(): void;
  isBusy(): boolean;
}

const windowMs = 100;
/** Below it there is time between requests, which anybody may have. */
const busyShare = 0.8;

export function requestLoad(): Load {
  let underWay = 0;
  let busyMs = 0;
  let lastShare = 0;
  let sinceWindow = stopwatch();
  let sinceFirst = stopwatch();
  const settle = (): void => {
    if (underWay > 0) busyMs += sinceFirst();
    sinceFirst = stopwatch();
    if (sinceWindow() < windowMs) return;
    lastShare = busyMs / sinceWindow();
    busyMs = 0;
    sinceWindow = stopwatch();
  };
  return {
    begin() {
      if (underWay === 0) settle();
      underWay += 1;
    },
    end() {
      settle();
      underWay -= 1;
    },
    isBusy() {
      settle();
      return lastShare > busyShare;
    },
  };
}

export interface Pace {
  /** How long to rest before the next piece of work. */
  restMs(): number;
  /** A piece of work took this long. */
  worked(ms: number): void;
}

/** One part in so many of a busy process. */
const parts = 6;

export function pace(load: Load): Pace {
  let restLeft = 0;
  let sinceThen = stopwatch();
  const settle = (): void => {
    restLeft = load.isBusy() ? Math.max(0, restLeft - sinceThen()) : 0;
    sinceThen = stopwatch();
  };
  return {
    restMs() {
      settle();
      return restLeft;
    },
    worked(ms) {
      settle();
      restLeft += ms * (parts - 1);
    },
  };
}
