// The only file that reads time. The machine clock is for everything that is not business: tokens, idempotency, limits,
// leases, retries, order of arrival. A command gets business time as ctx.now; see test-clock/.
import { performance } from 'node:perf_hooks';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';

export interface MachineClock {
  /** Microseconds since 1970; it never goes back. A double represents them exactly until the year 2255. */
  micros(): number;
}

/** Both clocks count milliseconds since 1970. */
interface TimeSources {
  /** The clock of the machine, in whole milliseconds. It may be set, also back. */
  wall(): number;
  /** A clock that runs evenly, in fractions of a millisecond. It is never set, and stops while the machine sleeps. */
  steady(): number;
}

/** Milliseconds since 1970: what our clock said, and what the wall clock says. */
export interface ClockJump {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The wall clock is read at most once in this time, so that most readings cost only the steady clock. */
const lookEveryMs = 1;
/** A larger difference is a jump: the wall clock was set, or the machine slept. */
const jumpMs = 1_000;
/** How much faster or slower this clock runs to correct a small difference: correcting a second takes 100. */
const slewRate = 0.01;
/** After the wall clock was set far back, this clock runs at half speed until the wall clock has caught up. */
const waitingRate = 0.5;

/**
 * Follows the wall clock and never goes back. A small difference is corrected slowly, so that no lease is cut short; a
 * jump forward is followed at once.
 */
export class FollowingClock implements MachineClock {
  readonly #sources: TimeSources;
  readonly #listeners = new Set<(jump: ClockJump) => void>();
  #jumps = 0;
  /** What is added to the steady clock. */
  #addedMs = 0;
  /** How far the wall clock was ahead of this one at the last look. */
  #differenceMs = 0;
  #lookedAtMs: number;
  #lastMicros = 0;

  constructor(sources: TimeSources) {
    this.#sources = sources;
    this.#lookedAtMs = sources.steady() - lookEveryMs;
  }

  micros(): number {
    const steadyMs = this.#sources.steady();
    if (steadyMs - this.#lookedAtMs >= lookEveryMs) this.#look(steadyMs);
    this.#lastMicros = Math.max(this.#lastMicros, Math.round((steadyMs + this.#addedMs) * 1000));
    return this.#lastMicros;
  }

  /** How many jumps of the wall clock were found. */
  get jumps(): number {
    return this.#jumps;
  }

  /** How far the wall clock is ahead of this one; negative after it was set back. */
  offsetSeconds(): number {
    this.micros();
    return this.#differenceMs / 1000;
  }

  /** Returns the function that stops listening. */
  onJump(listener: (jump: ClockJump) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #look(steadyMs: number): void {
    const wallMs = this.#sources.wall();
    // The process was paused between the two readings, so they cannot be compared.
    if (this.#sources.steady() - steadyMs > lookEveryMs) return;
    const ownMs = steadyMs + this.#addedMs;
    const differenceMs = differenceBetween(wallMs, ownMs);
    const correctionMs = correctionOf(differenceMs, steadyMs - this.#lookedAtMs);
    const isNew = isJump(differenceMs, this.#differenceMs);
    this.#addedMs += correctionMs;
    this.#differenceMs = differenceMs - correctionMs;
    this.#lookedAtMs = steadyMs;
    if (isNew) this.#tell({ fromMs: ownMs, toMs: wallMs });
  }

  #tell(jump: ClockJump): void {
    this.#jumps += 1;
    for (const listener of this.#listeners) listener(jump);
  }
}

/** The wall clock has whole milliseconds: any time within its millisecond agrees with it. */
const differenceBetween = (wallMs: number, ownMs: number): number =>
  wallMs > ownMs ? wallMs - ownMs : Math.min(0, wallMs + 1 - ownMs);

function correctionOf(differenceMs: number, passedMs: number): number {
  if (differenceMs > jumpMs) return differenceMs;
  const mostMs = passedMs * (differenceMs < -jumpMs ? waitingRate : slewRate);
  return Math.max(-mostMs, Math.min(mostMs, differenceMs));
}

/** A large difference is one jump for as long as it only shrinks. */
const isJump = (differenceMs: number, knownMs: number): boolean =>
  Math.abs(differenceMs) > jumpMs && (Math.abs(knownMs) <= jumpMs || Math.abs(differenceMs - knownMs) > jumpMs);

const { timeOrigin } = performance;

export const machineClock = new FollowingClock({
  wall: Date.now,
  steady: () => timeOrigin + performance.now(),
});

export const machineNow = (clock: MachineClock): Instant => instantOfMicros(BigInt(clock.micros()));

/** Whole seconds since 1970. */
export const secondsOf = (clock: MachineClock): number => Math.floor(clock.micros() / 1_000_000);

/** Milliseconds that only grow. */
export const steadyMs = (): number => performance.now();

/** Milliseconds of the processor that this thread has had: it stands still while others have the machine. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** To measure how long something took. */
export const stopwatch = (): (() => number) => {
  const started = performance.now();
  return () => performance.now() - started;
};

/**
 * Positions order rows as they were recorded, whatever the business clock says: machine microseconds, each greater than
 * the last one of this process. Two processes may use the same one; then the id decides.
 */
export function positions(clock: MachineClock): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock.micros());
    return last;
  };
}
