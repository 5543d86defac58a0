// Two readers of one text: neither gets ahead of the other, and none waits for one that has left off.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inStep } from './in-step.ts';

/** Numbers from 1, of which it is known how many were asked for and whether the rest was given up. */
function counted(until: number, failsAt = Number.POSITIVE_INFINITY) {
  const seen = { pulled: 0, isClosed: false };
  async function* numbers(): AsyncGenerator<number> {
    try {
      for (let n = 1; n <= until; n += 1) {
        seen.pulled = n;
        if (n === failsAt) throw new Error('The source broke off.');
        yield n;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, numbers: numbers() };
}

async function allOf(pieces: AsyncIterable<number>, until = Number.POSITIVE_INFINITY): Promise<number[]> {
  const found: number[] = [];
  for await (const one of pieces) {
    found.push(one);
    if (one === until) break;
  }
  return found;
}

describe('two readers', () => {
  test('get the same, and the quicker one waits: one piece is held', async () => {
    const { seen, numbers } = counted(1_000);
    const [quick, slow] = inStep(numbers);
    const ahead: number[] = [];
    let taken = 0;
    async function slowly(): Promise<number[]> {
      const found: number[] = [];
      for await (const one of slow) {
        // A reader that did not wait for the other one would have read everything by then.
        if (one % 100 === 1) for (let i = 0; i < 3_000; i += 1) await Promise.resolve();
        taken = one;
        ahead.push(seen.pulled - taken);
        found.push(one);
      }
      return found;
    }
    const [one, other] = await Promise.all([allOf(quick), slowly()]);
    assert.deepEqual([one.length, other.length], [1_000, 1_000]);
    assert.deepEqual(one, other);
    assert.equal(Math.max(...ahead), 0);
  });

  test('both hear that the source broke off', async () => {
    const { seen, numbers } = counted(10, 4);
    const [one, other] = inStep(numbers);
    const results = await Promise.allSettled([allOf(one), allOf(other)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(seen.isClosed, true);
  });

  test('one goes on alone when the other leaves off, and the source is given up with the second', async () => {
    const { seen, numbers } = counted(100);
    const [one, other] = inStep(numbers);
    const [few, more] = await Promise.all([allOf(one, 3), allOf(other, 50)]);
    assert.deepEqual([few.length, more.length], [3, 50]);
    assert.deepEqual(seen, { pulled: 50, isClosed: true });
  });
});
