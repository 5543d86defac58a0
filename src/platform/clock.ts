// The only file that reads time. The machine clock serves what is not business: tokens, idempotency, limits, leases,
// retries, order of arrival. Business time comes to a command as ctx.now; see test-clock/.
import { performance } from 'node:perf_hooks';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';

export interface MachineClock {
  /** Microseconds since 1970, never fewer than before. A double holds them exactly until the year 2255. */
  micros(): number;
}

/** Both in milliseconds since 1970. */
interface TimeSources {
  /** The clock of the machine, in whole milliseconds. It may be set, back as well. */
  wall(): number;
  /** It runs evenly, in fractions of a millisecond. It is never set, and does not run while the machine sleeps. */
  steady(): number;
}

/** Milliseconds since 1970: what our clock said, and what the wall clock says. */
export interface ClockJump {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The wall clock is read at most once in this time: most readings cost no more than the steady clock does. */
const lookEveryMs = 1;
/** A larger difference is a jump: the wall clock was set, or the machine slept. */
const jumpMs = 1_000;
/** How much faster or slower this clock runs to make up for a small difference: a second takes 100 seconds. */
const slewRate = 0.01;
/** After the wall clock was set far back, this clock runs at half speed until the wall clock has caught up. */
const waitingRate = 0.5;

/**
 * Follows the wall clock and never goes back. A small difference is made up for slowly, so that no lease is cut short;
 * a jump forward is followed at once.
 */
export class FollowingClock implements MachineClock {
  readonly #sources: TimeSources;
  readonly #listeners = new Set<(jump: ClockJump) => void>();
  #jumps = 0;
  /** What is added to the steady clock. */
  #addedMs = 0;
  /** How far the wall clock was ahead of this one after the last look. */
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

  /** How often the wall clock was found to have jumped. */
  get jumps(): number {
    return this.#jumps;
  }

  /** How far the wall clock is ahead of this one; less than zero after it was set back. */
  offsetSeconds(): number {
    this.micros();
    return this.#differenceMs / 1000;
  }

  /** Gives the function that ends the listening. */
  onJump(listener: (jump: ClockJump) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #look(steadyMs: number): void {
    const wallMs = this.#sources.wall();
    // The process was paused between the two readings, so that they cannot be compared.
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

/** The wall clock tells whole milliseconds: any time within the one that it tells agrees with it. */
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
