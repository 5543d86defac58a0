// Logs when the wall clock jumped, and how far our clock still is from it.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import { type ClockJump, FollowingClock, type MachineClock } from './clock.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Returns the function that stops the logging. A clock that a test controls jumps only when the test makes it. */
export function logJumps(clock: MachineClock, log: Log): () => void {
  return clock instanceof FollowingClock
    ? clock.onJump((jump) => log.warn(figuresOf(jump), sentenceOf(jump)))
    : () => {};
}

const atMs = (ms: number): string => instantOfMicros(BigInt(Math.round(ms * 1000)));

const figuresOf = ({ fromMs, toMs }: ClockJump) => ({
  from: atMs(fromMs),
  to: atMs(toMs),
  seconds: Math.round(toMs - fromMs) / 1000,
});

const sentenceOf = ({ fromMs, toMs }: ClockJump): string =>
  toMs > fromMs
    ? 'the clock of the machine jumped forward: it was set, or the machine slept; the service follows at once'
    : 'the clock of the machine was set back: time passes at half speed here until it has caught up; restart the service to follow at once';

/** The doctor reads these metrics too. */
export const clockMetricNames = { jumps: 'clock_jumps_total', offset: 'clock_offset_seconds' };

export function clockMetrics(metrics: Metrics, clock: MachineClock): void {
  if (!(clock instanceof FollowingClock)) return;
  metrics.counter(
    clockMetricNames.jumps,
    'How often the clock of the machine jumped by more than a second.',
    () => clock.jumps,
    'max',
  );
  metrics.gauge(
    clockMetricNames.offset,
    'How far the clock of the machine is ahead of that of the service.',
    () => clock.offsetSeconds(),
    'max',
  );
}
