// Who computes next, and what runs between two slices. Each step takes longer than a slice, so that each is one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { stopwatch } from '#platform/clock.ts';
import { eachInSlices, inSlices } from './slices.ts';
import { asWork, sliceMs, type Work, workOf } from './work.ts';

let named = 0;
/** Nobody has used anything under these names yet. */
const fresh = (): Work => workOf(`key ${++named}`, `company ${named}`);

function holdLoop(ms = 2 * sliceMs): void {
  const spent = stopwatch();
  while (spent() < ms);
}

/** Holds the loop in each step, and writes down whose it was. */
function* steps(name: string, count: number, told: string[]) {
  for (let i = 0; i < count; i++) {
    holdLoop();
    told.push(name);
    yield;
  }
  return name;
}

describe('slices', () => {
  test('give what the computation gives, and its errors', async () => {
    const squares = await asWork(fresh(), () =>
      eachInSlices([1, 2, 3], (one) => {
        holdLoop();
        return one * one;
      }),
    );
    assert.deepEqual(squares, [1, 4, 9]);
    const failing = function* () {
      holdLoop();
      yield;
      throw new RangeError('as it is');
    };
    await assert.rejects(
      asWork(fresh(), () => inSlices(failing())),
      /as it is/,
    );
  });

  test('of what nobody waits for any more end with the next one', async () => {
    const told: string[] = [];
    const work = fresh();
    const abandoned = asWork(work, () => inSlices(steps('one', 40, told)));
    work.isAbandoned = true;
    await assert.rejects(abandoned, /went away/);
    assert.equal(told.length, 1);
    assert.equal(work.key.computing, 0);
  });

  test('leave a turn of the loop to others after each one, however many compute', async () => {
    const told: string[] = [];
    const work = fresh();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const all = Array.from({ length: 4 }, () => asWork(work, () => inSlices(steps('one', 5, told))));
    await Promise.all(all);
    isOver = true;
    // The first slice of each comes at once; the others have a turn each.
    assert.ok(turns >= 4 * 5 - 4, `${turns} turns of the loop for ${told.length} slices`);
  });

  test('go to the company that has used the loop least: one with eight gets no more than one with one', async () => {
    const told: string[] = [];
    const keys = Array.from({ length: 8 }, () => workOf(`key ${++named}`, 'company with eight'));
    const eight = keys.map((work) => asWork(work, () => inSlices(steps('eight', 40, told))));
    const one = asWork(fresh(), () => inSlices(steps('one', 20, told)));
    await one;
    const others = told.filter((name) => name === 'eight').length;
    // 27 at most are right: one more than its twenty, the first of each key, and where the clock has stood between.
    assert.ok(others <= 34, `${others} of the others until the twenty were done`);
    await Promise.all(eight);
  });

  test('go to two computations of a key at once, and the others of the key follow', async () => {
    const work = fresh();
    const begun: number[] = [];
    const ended: number[] = [];
    let atOnce = 0;
    const one = (n: number) =>
      asWork(work, () =>
        inSlices(
          (function* () {
            // The first step is its first slice, after which it waits to be one of the two.
            holdLoop();
            yield;
            begun.push(n);
            atOnce = Math.max(atOnce, begun.length - ended.length);
            for (let i = 0; i < 4; i++) {
              holdLoop();
              yield;
            }
            ended.push(n);
          })(),
        ),
      );
    await Promise.all([0, 1, 2, 3, 4, 5].map(one));
    assert.equal(atOnce, 2);
    assert.equal(ended.length, 6);
  });

  test('leave a page to the next small collection of garbage', async () => {
    setFlagsFromString('--expose-gc');
    const collect: (how: { type: 'minor' | 'major' }) => void = runInNewContext('gc');
    const oldBytes = (): number =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
    const pages = 20;
    const rowsOfPage = 5_000;
    const readPage = () => Array.from({ length: rowsOfPage }, (_, i) => ({ i, of: { some: i, more: [i] } }));
    const leavePages = async (): Promise<void> => {
      for (let n = 0; n < pages; n++) {
        await eachInSlices(readPage(), ({ of }) => of.some);
        // What is still there after the second one is old.
        collect({ type: 'minor' });
        collect({ type: 'minor' });
      }
    };
    await leavePages();
    const grown: number[] = [];
    // Whatever else this process has made may grow old in one of the rounds.
    for (let round = 0; round < 3; round++) {
      collect({ type: 'major' });
      const before = oldBytes();
      await leavePages();
      grown.push(oldBytes() - before);
    }
    const bytesOfRowMin = 100;
    assert.ok(Math.min(...grown) < (pages * rowsOfPage * bytesOfRowMin) / 4);
  });
});
