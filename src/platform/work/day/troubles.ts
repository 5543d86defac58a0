// Things that failed are tried again, less and less often, so that they never keep other things from being done.
import type { MachineClock } from '#platform/clock.ts';

export interface Troubles {
  /** Whether the thing may be tried now. */
  mayTry(id: string): boolean;
  failed(id: string): void;
  succeeded(id: string): void;
  /** How many things have failed and were not done since. */
  count(): number;
}

const firstWaitMicros = 2_000_000;
const longestWaitMicros = 3_600_000_000;

/** Kept in the memory of this process only: after a start every thing is tried again. */
export function makeTroubles(clock: MachineClock): Troubles {
  const known = new Map<string, { readonly failures: number; readonly again: number }>();
  return {
    mayTry: (id) => (known.get(id)?.again ?? 0) <= clock.micros(),
    failed(id) {
      const failures = (known.get(id)?.failures ?? 0) + 1;
      const wait = Math.min(firstWaitMicros * 4 ** (failures - 1), longestWaitMicros);
      known.set(id, { failures, again: clock.micros() + wait });
    },
    succeeded: (id) => void known.delete(id),
    count: () => known.size,
  };
}
