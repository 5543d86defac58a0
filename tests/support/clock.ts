// A machine clock that a test moves forward.
import { machineClock } from '#platform/clock.ts';

export function movableClock() {
  let ahead = 0;
  return {
    micros: () => machineClock.micros() + ahead,
    moveOn(seconds: number): void {
      ahead += seconds * 1_000_000;
    },
  };
}
