// When work that was in vain is tried again: seconds by the number of tries. Undefined: it is given up.
import { randomFraction } from '#platform/random.ts';

const hour = 3_600;

/** These waits, one after the other; then hourly, without end. */
export const thenHourly =
  (seconds: readonly number[]) =>
  (tries: number): number =>
    seconds[tries - 1] ?? hour;

/** Twice as long after each try, up to an hour, without end. */
export const doubling =
  (firstSeconds: number) =>
  (tries: number): number =>
    Math.min(firstSeconds * 2 ** Math.min(tries - 1, 20), hour);

/** These mean waits, spread from zero to twice as long: what has failed together is not tried together. Then an end. */
export const spread =
  (meanSeconds: readonly number[]) =>
  (tries: number): number | undefined => {
    const mean = meanSeconds[tries - 1];
    return mean === undefined ? undefined : 2 * randomFraction() * mean;
  };
