// The one waiter of the tests: it asks until something is so, instead of sleeping for as long as that usually takes.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';

/** Only for what never comes, and the same for all: a loaded machine may take its time, wherever it runs. */
const patienceMs = 120_000;

/** Gives what `look` gives once that is true. `seen` says what was there instead. */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  seen: () => string = () => '',
): Promise<Exclude<T, false | undefined | null>> {
  const waited = stopwatch();
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.5, 50)) {
    const found = await look();
    if (found !== false && found !== undefined && found !== null) return found as Exclude<T, false | undefined | null>;
    if (waited() > patienceMs) assert.fail(`not within ${patienceMs} ms: ${what}. ${seen()}`);
    await sleep(pauseMs);
  }
}
