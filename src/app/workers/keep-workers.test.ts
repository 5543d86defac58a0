// A worker that ends is started again, after a growing pause when it ends again and again; none is started while the
// service stops.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLog } from '#platform/log.ts';
import { keepWorkers } from './keep-workers.ts';
import type { HowItEnded, RunningWorker } from './running-worker.ts';

function fakes({ isReady = true, endsWith = 0 } = {}) {
  const begun: { number: number; port: number | undefined; atMs: number; end(how: Partial<HowItEnded>): void }[] = [];
  const launch = (number: number, port?: number): RunningWorker => {
    const { promise: ended, resolve } = Promise.withResolvers<HowItEnded>();
    const end = (how: Partial<HowItEnded>) => resolve({ code: 1, signal: null, afterMs: 5, ...how });
    begun.push({ number, port, atMs: performance.now(), end });
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
  const kept = keepWorkers({ count: 2, launch, log: makeLog('silent'), ended: () => {} });
  return { begun, kept };
}

describe('keeping workers', () => {
  test('starts one that ends at once again after a growing pause, at the port of the first, and leaves the other', async () => {
    const { begun, kept } = fakes();
    kept.first();
    kept.begin();
    assert.equal(begun.length, 2, 'that for long work comes when the others are ready');
    await sleep(5);
    assert.deepEqual(
      begun.map(({ number, port }) => [number, port]),
      [
        [1, undefined],
        [2, 4_000],
        [3, 4_000],
      ],
    );
    const pausesMs: number[] = [];
    for (let i = 0; i < 3; i++) {
      const count: number = begun.length;
      const before = performance.now();
      begun.at(-1)?.end({});
      while (begun.length === count) await sleep(5);
      pausesMs.push((begun.at(-1)?.atMs ?? 0) - before);
    }
    const [first = 0, second = 0, third = 0] = pausesMs;
    assert.ok(first >= 240 && second >= first * 1.5 && third >= second * 1.5, String(pausesMs));
    assert.deepEqual(
      begun.map(({ number }) => number),
      [1, 2, 3, 3, 3, 3],
    );
    assert.equal(begun.at(-1)?.port, 4_000);
    assert.equal(kept.startedAgain, 3);
    assert.equal(await kept.stop(), true);
    await sleep(2_500);
    assert.equal(begun.length, 6, 'what ends because it is told to is not started again');
  });

  test('starts one that had lived for a while without a long pause', async () => {
    const { begun, kept } = fakes();
    kept.first();
    kept.begin();
    for (let i = 0; i < 4; i++) {
      const count: number = begun.length;
      const before = performance.now();
      begun.at(-1)?.end({ afterMs: 3_600_000, code: null, signal: 'SIGKILL' });
      while (begun.length === count) await sleep(5);
      assert.ok((begun.at(-1)?.atMs ?? 0) - before < 450);
    }
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
