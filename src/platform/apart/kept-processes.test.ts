import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TookTooMuch } from './in-own-process.ts';
import { keptProcesses } from './kept-processes.ts';

const pool = (atOnceMax: number, piecesMax: number) =>
  keptProcesses<{ word: string }, string>(new URL('./test/says-its-pid.ts', import.meta.url), { atOnceMax, piecesMax });
const pidIn = (reply: string): string => reply.split(' by ')[1] as string;

test('a process does one piece after the other, and another one comes after so many', async () => {
  const ask = pool(1, 2);
  const replies = await Promise.all(['a', 'b', 'c'].map((word) => ask({ word })));
  assert.deepEqual(
    replies.map((reply) => reply[0]),
    ['a', 'b', 'c'],
  );
  const [first, second, third] = replies.map(pidIn);
  assert.equal(first, second);
  assert.notEqual(second, third);
});

test('two work at once', async () => {
  const ask = pool(2, 10);
  const [one, other] = await Promise.all([ask({ word: 'a' }), ask({ word: 'b' })]);
  assert.notEqual(pidIn(one as string), pidIn(other as string));
});

test('whoever waits hears of the end of a process, and the next one is served', async () => {
  const ask = pool(1, 10);
  await assert.rejects(ask({ word: 'end' }), TookTooMuch);
  assert.match(await ask({ word: 'a' }), /^a by \d+$/);
});
