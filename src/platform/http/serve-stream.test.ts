// The text format of a stream.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerSentEvent } from './endpoint.ts';
import { streamText } from './serve-stream.ts';

type Batch = readonly ServerSentEvent<unknown>[];

const same = (data: unknown): unknown => data;

describe('the text of a stream', () => {
  test('has a sign of life after a silence, and only then', async () => {
    async function* batches(): AsyncGenerator<Batch> {
      for (const quietMs of [0, 5, 60, 5, 60]) {
        await sleep(quietMs);
        yield [];
      }
      yield [{ id: '1', event: 'a.b', data: { text: 'two\nlines' } }];
      yield [];
    }
    assert.deepEqual(await Array.fromAsync(streamText(batches(), same, (error) => assert.fail(String(error)), 50)), [
      'retry: 1000\n\n',
      ': nothing new\n\n',
      ': nothing new\n\n',
      'id: 1\nevent: a.b\ndata: {"text":"two\\nlines"}\n\n',
    ]);
  });

  test('ends behind a whole event when what makes it fails', async () => {
    const failure = new Error('the database is away');
    async function* batches(): AsyncGenerator<Batch> {
      yield [{ id: '1' }];
      throw failure;
    }
    const failures: unknown[] = [];
    const text = await Array.fromAsync(streamText(batches(), same, (error) => failures.push(error)));
    assert.deepEqual(text, ['retry: 1000\n\n', 'id: 1\n\n']);
    assert.deepEqual(failures, [failure]);
  });
});
