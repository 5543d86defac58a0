// What the parent does for long work: gives it to the process for it, and says how busy requests keep the workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { KeptWorkers } from './keep-workers.ts';
import type { OfParent } from './promises.ts';

/** The process for long work is started again sooner, if it can be started at all. */
const waitMsMax = 10_000;
const lookEveryMs = 250;

export function giveLongWork(kept: Pick<KeptWorkers, 'longWork'>, msMax = waitMsMax): OfParent['handOver'] {
  return async (job) => {
    for (const waited = stopwatch(); ; await sleep(lookEveryMs, undefined, { ref: false })) {
      const asked = kept.longWork?.channel.ask('do', job);
      const isTaken = await asked?.then(
        () => true,
        () => false,
      );
      if (isTaken === true) return true;
      if (waited() > msMax) return false;
    }
  };
}

/** A worker that does not answer within this time is busy. */
const answerMsMax = 50;

export const busiestOf =
  (kept: Pick<KeptWorkers, 'listening'>): OfParent['busiest'] =>
  async () => {
    const tooLate = sleep(answerMsMax, 1, { ref: false });
    const shares = kept.listening.map(({ channel }) =>
      Promise.race([channel.ask('busyShare', null).catch(() => 0), tooLate]),
    );
    return Math.max(0, ...(await Promise.all(shares)));
  };
