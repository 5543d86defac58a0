import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { turns } from './turns.ts';

/** Takes turns for these, one after the other; tells in which order they came and who was refused. */
async function order(waitingMax: number, whos: readonly string[]): Promise<{ served: string[]; refused: string[] }> {
  const queue = turns(waitingMax);
  const served: string[] = [];
  const refused: string[] = [];
  await queue.take('first');
  const all = whos.map(async (who) => {
    if (!(await queue.take(who))) return void refused.push(who);
    served.push(who);
    await soon();
    queue.end();
  });
  queue.end();
  await Promise.all(all);
  assert.equal(await Promise.race([queue.take('last'), soon(false)]), true, 'the turn is free again');
  return { served, refused };
}

describe('turns', () => {
  test('go around: who sends many waits for their own', async () => {
    const { served } = await order(10, ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
    assert.deepEqual(served, ['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('are refused where too many wait, to whoever has the most', async () => {
    const { served, refused } = await order(4, ['a', 'a', 'a', 'a', 'a', 'b', 'c']);
    assert.deepEqual(refused, ['a', 'a', 'a']);
    assert.deepEqual(served, ['a', 'b', 'c', 'a']);
  });

  test('are refused to a newcomer where each has one', async () => {
    const { refused } = await order(2, ['a', 'b', 'c']);
    assert.deepEqual(refused, ['c']);
  });
});
