// What could not be done and is tried again, less and less often: it must never keep the rest from being done.
import type { MachineClock } from '#platform/clock.ts';

export interface Troubles {
  /** Whether the thing is worth a try now. */
  mayTry(id: string): boolean;
  failed(id: string): void;
  succeeded(id: string): void;
  /** How many there are. */
  count(): number;
}

const firstWaitMicros = 2_000_000;
const longestWaitMicros = 3_600_000_000;

/** Kept in this process alone: after a start everything is tried anew. */
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
