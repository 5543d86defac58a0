// Turns for work that takes much of the machine, in threads beside the event loop: one at a time in each process, and each
// is followed by a rest as long as it took, and longer while requests keep the process busy. So requests keep at least
// half of the machine, however many ask for it.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Holder } from './supply.ts';
import { fairTurns } from './turns.ts';

/** In a process that is busy all the time the rest is longer by this many times the work, but not by more than this. */
const busyTimes = 3;
const busyMsMax = 500;

type InTurn = <T>(who: Holder, work: () => Promise<T>) => Promise<T>;

/** No more wait than requests are worked on at once, so there is no bound here. */
export function costlyTurns(): InTurn {
  const turns = fairTurns(1);
  return async (who, work) => {
    const giveBack = await turns.take(who);
    const passedMs = stopwatch();
    const before = performance.eventLoopUtilization();
    try {
      return await work();
    } finally {
      const { utilization } = performance.eventLoopUtilization(before);
      const tookMs = passedMs();
      const restMs = tookMs + Math.min(busyMsMax, busyTimes * utilization * tookMs);
      void sleep(restMs, undefined, { ref: false }).then(giveBack);
    }
  };
}
