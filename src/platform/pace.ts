// Requests come first: while they keep this process busy, work in the background takes a part of its time and no more.
// What waits meanwhile is caught up with afterwards, or by a worker of its own (`tenor worker`), which has no requests.
import { performance } from 'node:perf_hooks';
import { stopwatch } from './clock.ts';

/** Whether requests leave this process time for anything else. A request that only waits does. */
export interface Load {
  begin(): void;
  end(): void;
  isBusy(): boolean;
}

const windowMs = 100;
/** Of a window, with requests under way and with the process at work. Below it there is time for others. */
const busyShare = 0.5;

export function requestLoad(): Load {
  let underWay = 0;
  let busyMs = 0;
  let wasBusy = false;
  let sinceWindow = stopwatch();
  let atWindow = performance.eventLoopUtilization();
  let sinceFirst = stopwatch();
  const settle = (): void => {
    if (underWay > 0) busyMs += sinceFirst();
    sinceFirst = stopwatch();
    if (sinceWindow() < windowMs) return;
    const { utilization } = performance.eventLoopUtilization(atWindow);
    wasBusy = Math.min(busyMs / sinceWindow(), utilization) > busyShare;
    busyMs = 0;
    sinceWindow = stopwatch();
    atWindow = performance.eventLoopUtilization();
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
      return wasBusy;
    },
  };
}

export interface Pace {
  /** How long to rest before the next piece of work. */
  restMs(): number;
  /** A piece of work took about so much of the process; waiting for others is not counted. */
  worked(ms: number): void;
}

/** One part in so many of a busy process. */
const parts = 10;
/** What is to be done soon does not wait longer than this for its turn. */
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
