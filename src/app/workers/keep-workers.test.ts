// A worker that ends is started again, after a growing pause when it ends again and again; none is started while the
// service stops.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate, type setTimeout as sleep } from 'node:timers/promises';
import { makeLog } from '#platform/log.ts';
import { keepWorkers } from './keep-workers.ts';
import type { HowItEnded, RunningWorker } from './running-worker.ts';

function fakes({ isReady = true, endsWith = 0 } = {}) {
  const begun: { number: number; port: number | undefined; end(how: Partial<HowItEnded>): void }[] = [];
  const pausesMs: number[] = [];
  const launch = (number: number, port?: number): RunningWorker => {
    const { promise: ended, resolve } = Promise.withResolvers<HowItEnded>();
    const end = (how: Partial<HowItEnded>) => resolve({ code: 1, signal: null, afterMs: 5, ...how });
    begun.push({ number, port, end });
    let isStarted = isReady;
    const ask = async (what: string) => {
      if (what !== 'stop') return;
      isStarted = true;
      end({ code: endsWith });
    };
    const channel = { ask } as unknown as RunningWorker['channel'];
    return {
      number,
      pid: undefined,
      channel,
      port: 4_000,
      failure: undefined,
      ready: Promise.resolve(),
      get isReady() {
        return isStarted;
      },
      takesLongWork: () => {},
      isStopped: false,
      stopped: () => {},
      ended,
      failed: () => {},
      kill: () => {},
    };
  };
  const pause: typeof sleep = async (ms, value) => {
    pausesMs.push(ms ?? 0);
    return value as never;
  };
  const kept = keepWorkers({ count: 2, launch, log: makeLog('silent'), ended: () => {}, pause });
  /** Ends the newest one, and resolves when whatever follows from it has happened. */
  async function endNewest(how: Partial<HowItEnded> = {}) {
    begun.at(-1)?.end(how);
    await setImmediate();
  }
  return { begun, kept, pausesMs, endNewest };
}

describe('keeping workers', () => {
  test('starts one that ends at once again after a growing pause, at the port of the first, and leaves the other', async () => {
    const { begun, kept, pausesMs, endNewest } = fakes();
    kept.first();
    kept.begin();
    assert.equal(begun.length, 2, 'that for long work comes when the others are ready');
    await setImmediate();
    assert.deepEqual(
      begun.map(({ number, port }) => [number, port]),
      [
        [1, undefined],
        [2, 4_000],
        [3, 4_000],
      ],
    );
    for (let i = 0; i < 9; i++) await endNewest();
    assert.deepEqual(pausesMs, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    assert.deepEqual(
      begun.map(({ number }) => number),
      [1, 2, ...Array(10).fill(3)],
    );
    assert.equal(begun.at(-1)?.port, 4_000);
    assert.equal(kept.startedAgain, 9);
    assert.equal(await kept.stop(), true);
    await setImmediate();
    assert.equal(begun.length, 12, 'what ends because it is told to is not started again');
  });

  test('starts one that had lived for a while without a long pause', async () => {
    const { begun, kept, pausesMs, endNewest } = fakes();
    kept.first();
    kept.begin();
    await setImmediate();
    for (let i = 0; i < 2; i++) await endNewest();
    for (let i = 0; i < 2; i++) await endNewest({ afterMs: 3_600_000, code: null, signal: 'SIGKILL' });
    assert.equal(begun.length, 7);
    assert.deepEqual(pausesMs.slice(-2), [250, 250]);
    assert.equal(await kept.stop(), true);
  });

  test('stops out of order when a worker that was ready fails, and not when it was still starting as it was told', async () => {
    for (const isReady of [true, false]) {
      const { kept } = fakes({ isReady, endsWith: 1 });
      kept.first();
      kept.begin();
      assert.equal(await kept.stop(), !isReady);
    }
  });
});
