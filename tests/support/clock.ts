// Machine clocks that a test moves forward.
import { machineClock } from '#platform/clock.ts';

/** It runs on between the moves: for a house whose workers must look again and again. */
export function movableClock() {
  return clockThat(() => machineClock.micros());
}

/** It stands between the moves: what a window of seconds holds does not depend on how busy the machine is. */
export function standingClock() {
  const standsAt = machineClock.micros();
  return clockThat(() => standsAt);
}

function clockThat(micros: () => number) {
  let ahead = 0;
  return {
    micros: () => micros() + ahead,
    moveOn(seconds: number): void {
      ahead += seconds * 1_000_000;
    },
  };
}
