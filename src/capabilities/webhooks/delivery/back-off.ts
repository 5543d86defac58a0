// When a failed delivery is tried again: full jitter around growing times, for a little more than a day.
const second = 1_000_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Mean waits after the first, second … failure; the last one is used again. */
const waits = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour];

/** A receiver that is back within a day gets everything, the last retry included. */
export const givenUpAfterMicros = 28 * hour;

/** Jitter over the whole range spreads out deliveries that failed together; its mean is the wait itself. */
export const waitMicros = (failedAttempts: number, fraction: number): number =>
  Math.round(2 * fraction * (waits[Math.min(failedAttempts, waits.length) - 1] as number));

/**
 * A receiver that failed this often in a row is only probed, with one delivery at a time: so waiting deliveries are not
 * tried for nothing, and the receiver is not flooded when it comes back.
 */
export const failuresUntilProbing = 8;

export const probeWaitMicros = (fraction: number): number => Math.round(2 * fraction * 15 * second);

/** How long deliveries and their answers can be seen. */
export const keptMicros = 30 * 24 * hour;
