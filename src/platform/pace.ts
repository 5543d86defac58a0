// Requests come first: while they keep this process busy, background work gets only a part of its time. Delayed work is
// done afterwards, or by a worker process (`tenor worker`), which has no requests.
import { performance } from 'node:perf_hooks';
import { steadyMs, stopwatch } from './clock.ts';
import { Asked } from './loop/asked.ts';
import { requestsUsedMs } from './loop/work.ts';

/** Shows whether requests leave this process time for other work. A request that only waits leaves all of it. */
export interface Load {
  begin(): void;
  end(): void;
  /** The share of the last window in which requests were under way and the process was at work. */
  share(): number;
  isBusy(): boolean;
  /** Whether there are so many requests, or such long ones, that others would feel the work beside them. */
  isServing(): boolean;
}

const windowMs = 100;
/** Below this share there is time for other work. */
const busyShare = 0.5;
/** Whoever looks ten times a second how far some work has come uses less than this share of the process. */
const servingShare = 0.03;
export const isServing = (share: number): boolean => share > servingShare;

export function requestLoad(): Load {
  let underWay = 0;
  let busyMs = 0;
  let last = 0;
  let sinceWindow = stopwatch();
  let atWindow = performance.eventLoopUtilization();
  let sinceFirst = stopwatch();
  const asked = new Asked(requestsUsedMs());
  const settle = (): void => {
    if (underWay > 0) busyMs += sinceFirst();
    sinceFirst = stopwatch();
    if (sinceWindow() < windowMs) return;
    const { utilization } = performance.eventLoopUtilization(atWindow);
    last = Math.min(busyMs / sinceWindow(), utilization);
    busyMs = 0;
    sinceWindow = stopwatch();
    atWindow = performance.eventLoopUtilization();
  };
  return {
    begin() {
      if (underWay === 0) settle();
      underWay += 1;
      asked.begins(steadyMs(), requestsUsedMs());
    },
    end() {
      settle();
      underWay -= 1;
      asked.ends(steadyMs(), requestsUsedMs());
    },
    share() {
      settle();
      return last;
    },
    isBusy() {
      settle();
      return last > busyShare;
    },
    isServing: () => isServing(asked.share(steadyMs(), requestsUsedMs())),
  };
}

export interface Pace {
  /** How long to rest before the next piece of work. */
  restMs(): number;
  /** Reports that a piece of work used the process for this long; waiting for others does not count. */
  worked(ms: number): void;
}

/** Background work gets one of this many parts of a busy process. */
const parts = 10;
/** The longest rest, because some work should be done soon. */
const restMsMax = 50;

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
      restLeft = Math.min(restMsMax, restLeft + ms * (parts - 1));
    },
  };
}
