// One part is brought while the one before is used, and no more.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readAhead } from './read-ahead.ts';

describe('reading ahead', () => {
  async function* numbers(until: number, seen: string[]): AsyncGenerator<number> {
    try {
      for (let i = 0; i < until; i++) {
        seen.push(`brought ${i}`);
        yield i;
      }
    } finally {
      seen.push('ended');
    }
  }

  test('brings one part while the one before is used, in their order', async () => {
    const seen: string[] = [];
    for await (const part of readAhead(numbers(3, seen))) {
      await turn();
      seen.push(`used ${part}`);
    }
    assert.deepEqual(seen, ['brought 0', 'brought 1', 'used 0', 'brought 2', 'used 1', 'ended', 'used 2']);
    assert.deepEqual(await Array.fromAsync(readAhead(numbers(0, []))), []);
  });

  test('ends the source where nobody wants the rest', async () => {
    const seen: string[] = [];
    for await (const part of readAhead(numbers(9, seen))) if (part === 1) break;
    await turn();
    assert.deepEqual(seen, ['brought 0', 'brought 1', 'brought 2', 'ended']);
  });

  test('hands on what was brought before the source failed, then its error', async () => {
    async function* failing(): AsyncGenerator<number> {
      yield 1;
      throw new Error('cut off');
    }
    const used: number[] = [];
    const reading = async () => {
      for await (const part of readAhead(failing())) {
        await turn();
        used.push(part);
      }
    };
    await assert.rejects(reading(), /cut off/);
    assert.deepEqual(used, [1]);
  });
});
