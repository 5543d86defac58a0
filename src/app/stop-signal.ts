// The signals that end the service.
import { stopwatch } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

/** A terminal and npm both pass on Ctrl-C, so a second signal within a second is the same one. */
const doubledMs = 1_000;

/** A start that waits, for a lock or for a silent database, does not notice a signal. It is ended after this time. */
const stopMsMax = 9_500;

export interface Stopping {
  readonly signal: Promise<void>;
  /** The same as a signal. */
  stop(): void;
}

export function stopSignal(log: Log, msMax = stopMsMax): Stopping {
  let sinceFirst: (() => number) | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => {
    if (sinceFirst !== undefined) return;
    sinceFirst = stopwatch();
    setTimeout(() => {
      log.error('it did not stop in time, and is ended where it stands');
      process.exit(1);
    }, msMax).unref();
    resolve();
  };
  const heard = (): void => {
    if (sinceFirst !== undefined && sinceFirst() > doubledMs) process.exit(1);
    stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, heard);
  return { signal: promise, stop };
}
