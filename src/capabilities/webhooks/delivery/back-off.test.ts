// The waits that /docs/webhooks promises.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failuresUntilProbing, givenUpAfterMicros, keptMicros, probeWaitMicros, waitMicros } from './back-off.ts';

const [second, minute, hour] = [1e6, 60e6, 3600e6] as const;

describe('the waits after failures', () => {
  test('lie around 1 and 5 and 30 seconds, 2, 10 and 30 minutes, and then an hour', () => {
    const means = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((failed) => waitMicros(failed, 0.5));
    assert.deepEqual(means, [
      second,
      5 * second,
      30 * second,
      2 * minute,
      10 * minute,
      30 * minute,
      hour,
      hour,
      hour,
      hour,
    ]);
  });

  test('are drawn from zero to twice that', () => {
    assert.deepEqual([waitMicros(4, 0), waitMicros(4, 1)], [0, 4 * minute]);
    assert.deepEqual([probeWaitMicros(0), probeWaitMicros(0.5), probeWaitMicros(1)], [0, 15 * second, 30 * second]);
  });

  test('leave room for whoever comes back after a day, and for a look at what was sent', () => {
    assert.ok(givenUpAfterMicros - 2 * hour >= 24 * hour);
    assert.equal(keptMicros, 30 * 24 * hour);
    assert.equal(failuresUntilProbing, 8);
  });
});
