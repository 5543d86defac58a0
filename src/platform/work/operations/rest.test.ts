// Long work rests in proportion to what requests take.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import { restFor } from './rest.ts';

const workMs = 60;

async function restedMs(share: number): Promise<number> {
  const rest = restFor({ busiest: async () => share });
  await rest();
  await sleep(workMs);
  const rested = stopwatch();
  await rest();
  return rested();
}

/** A busy machine makes a rest longer, and never shorter. */
async function leastOf(tries: number, share: number): Promise<number> {
  const all: number[] = [];
  while (all.length < tries) all.push(await restedMs(share));
  return Math.min(...all);
}

describe('long work', () => {
  test('rests as long as it worked while requests take half of the time, three times as long at three quarters', async () => {
    const [none, half, threeQuarters] = [await leastOf(3, 0), await restedMs(0.5), await restedMs(0.75)];
    assert.ok(half >= workMs * 0.9, `${half} ms`);
    assert.ok(threeQuarters >= workMs * 2.7, `${threeQuarters} ms`);
    assert.ok(none < half / 2, `${none} ms without requests`);
  });

  test('never rests for ever, and its pieces rest together', async () => {
    let asked = 0;
    const busiest = async () => {
      asked += 1;
      return 1;
    };
    const rest = restFor({ busiest });
    await sleep(workMs);
    const rested = stopwatch();
    await Promise.all([rest(), rest(), rest()]);
    assert.equal(asked, 1);
    const ms = rested();
    assert.ok(ms >= workMs * 8, `${ms} ms`);
  });
});
