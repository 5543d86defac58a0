// Whether this process can do its work: the answer of `/health/ready`.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { modes } from '#platform/db/realm.ts';

/** The answer comes within this time, and metrics wait a little longer: a slower database counts as unreachable. */
const readyMsMax = 900;

const unreachable = 'the database cannot be reached';

/**
 * Returns why the process is not ready, or null. The database gets one such question at a time, however many callers
 * ask.
 */
export function readiness({ pools, writes }: Database): () => Promise<string | null> {
  let asked: { answer: Promise<string | null>; elapsedMs: () => number } | undefined;
  const ask = async (): Promise<string | null> => {
    const reads = modes.map((mode) => pools[mode].query('select 1'));
    const [refusal, ...reached] = await Promise.allSettled([writes.whyRefused(), ...reads]);
    asked = undefined;
    const isReached = reached.every(({ status }) => status === 'fulfilled');
    return isReached && refusal.status === 'fulfilled' ? refusal.value : unreachable;
  };
  return () => {
    asked ??= { answer: ask(), elapsedMs: stopwatch() };
    const tooLate = sleep(Math.max(0, readyMsMax - asked.elapsedMs()), unreachable, { ref: false });
    return Promise.race([asked.answer, tooLate]);
  };
}
