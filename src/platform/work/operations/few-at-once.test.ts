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
