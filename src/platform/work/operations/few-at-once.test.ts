import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fewAtOnce } from './few-at-once.ts';

test('how many are at work at once may change meanwhile, and none is left waiting', async () => {
  let max = 3;
  const inTurn = fewAtOnce(() => max);
  const ends: (() => void)[] = [];
  const begin = (n: number) => inTurn('a', String(n), () => new Promise((end) => ends.push(end)));
  const all = Promise.all([1, 2, 3, 4, 5, 6].map(begin));
  const finish = async (): Promise<void> => {
    ends.shift()?.();
    await turn();
  };
  assert.equal(ends.length, 3);
  max = 1;
  await finish();
  await finish();
  assert.equal(ends.length, 1, 'the fourth waits for the third');
  await finish();
  assert.equal(ends.length, 1, 'one goes on');
  max = 3;
  await finish();
  assert.equal(ends.length, 2, 'those that are left begin together');
  await finish();
  await finish();
  await all;
});

test('those who share a line have turns, and the work of one does not keep out that of another', async () => {
  const inTurn = fewAtOnce(() => 1, 2);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (whose: string, n: number) =>
    inTurn(
      'line',
      `${whose}${n}`,
      () =>
        new Promise((end) => {
          began.push(`${whose}${n}`);
          ends.push(end);
        }),
      whose,
    );
  const all = [1, 2, 3, 4, 5].map((n) => begin('a', n)).concat(begin('b', 1));
  for (let i = 0; i < 4; i++) {
    ends.shift()?.();
    await turn();
  }
  await Promise.all(all);
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'a3'], 'two of them wait at most, and b has its turn');
});
