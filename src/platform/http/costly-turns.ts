// Turns for work that takes much of the machine, in threads beside the event loop: one at a time in each process, and each
// is followed by a rest as long as it took. So requests keep at least half of the machine, however many ask for it.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Holder } from './supply.ts';
import { fairTurns } from './turns.ts';

type InTurn = <T>(who: Holder, work: () => Promise<T>) => Promise<T>;

/** No more wait than requests are worked on at once, so there is no bound here. */
export function costlyTurns(): InTurn {
  const turns = fairTurns(1);
  return async (who, work) => {
    const giveBack = await turns.take(who);
    const tookMs = stopwatch();
    try {
      return await work();
    } finally {
      void sleep(tookMs(), undefined, { ref: false }).then(giveBack);
    }
  };
}
