// The only file that reads time. The machine clock serves what is not business: tokens, idempotency, limits, leases,
// retries, order of arrival. Business time comes to a command as ctx.now; see test-clock/.
import { performance } from 'node:perf_hooks';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';

export interface MachineClock {
  /** Microseconds since 1970. A double holds them exactly until the year 2255. */
  micros(): number;
}

export const machineClock: MachineClock = {
  micros: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
};

export const machineNow = (clock: MachineClock): Instant => instantOfMicros(BigInt(clock.micros()));

/** Milliseconds that only ever grow, for measuring how long something took. */
export const stopwatch = (): (() => number) => {
  const started = performance.now();
  return () => performance.now() - started;
};

/**
 * Positions order rows as they were recorded, whatever the business clock says: machine microseconds, each greater
 * than the last one of this process. Two processes may give the same one; the id then breaks the tie.
 */
export function positions(clock: MachineClock): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock.micros());
    return last;
  };
}
