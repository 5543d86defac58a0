import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { costlyTurns } from './costly-turns.ts';
import type { Holder } from './supply.ts';

const who: Holder = { realm: { mode: 'live', companyId: 'CP-1' }, actor: { type: 'provider', id: 'one' } };

/** How long nobody was at work after this work, in parts of the time it took. */
async function restAfter(work: () => Promise<unknown>): Promise<number> {
  const inTurn = costlyTurns();
  let tookMs = 0;
  let ended = 0;
  const first = inTurn(who, async () => {
    const began = performance.now();
    await work();
    ended = performance.now();
    tookMs = ended - began;
  });
  const second = inTurn(who, async () => performance.now());
  await first;
  return ((await second) - ended) / tookMs;
}

describe('work that costs much', () => {
  test('is followed by a rest as long as it took', async () => {
    assert.ok((await restAfter(() => sleep(40))) > 0.95);
  });

  test('is followed by a longer one where the process was busy meanwhile, but not by one without end', async () => {
    const busyFor = (ms: number) => async () => {
      const until = performance.now() + ms;
      while (performance.now() < until) {}
    };
    assert.ok((await restAfter(busyFor(50))) > 3.5);
    assert.ok((await restAfter(busyFor(1_000))) < 3);
  });

  test('that fails gives its turn on', async () => {
    const inTurn = costlyTurns();
    await assert.rejects(
      inTurn(who, async () => assert.fail('on purpose')),
      /on purpose/,
    );
    assert.equal(await inTurn(who, async () => 'done'), 'done');
  });
});
