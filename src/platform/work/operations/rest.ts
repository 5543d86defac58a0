// Long work rests in proportion to how busy requests keep the processes that serve them: while they take half of a
// process's time it works half of the time, while they take nine tenths it works a tenth. It never stops altogether.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { WorkingCrew } from './operation-kind.ts';

const shareMax = 0.9;
/** So that a lease is renewed in time, and a change of the load is soon seen. */
const restMsMax = 1_000;

/** `busiest` is asked before each piece of the work. Without other processes the work never rests. */
export function restFor(crew: Pick<WorkingCrew, 'busiest'> | undefined): () => Promise<void> {
  if (crew === undefined) return async () => {};
  let worked = stopwatch();
  let underWay: Promise<void> | undefined;
  const rest = async (): Promise<void> => {
    const workedMs = worked();
    const share = Math.min(shareMax, await crew.busiest());
    const restMs = Math.min(restMsMax, (workedMs * share) / (1 - share));
    if (restMs >= 1) await sleep(restMs);
    worked = stopwatch();
  };
  // Pieces of the same work may be under way together: they rest together.
  return () => {
    underWay ??= rest().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
