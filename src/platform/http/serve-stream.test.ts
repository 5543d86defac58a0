// The text format of a stream, and how many there may be.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineClock } from '#platform/clock.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { ownCounts } from './common-counts.ts';
import type { ServerSentEvent } from './endpoint.ts';
import type { Call } from './serve.ts';
import { openStreams, streamText } from './serve-stream.ts';

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

describe('the streams that are open', () => {
  const realm = { mode: 'test', companyId: 'CP-1' } as const;
  const streams = openStreams(ownCounts(machineClock));
  const begin = async (key: number, companyId: string = realm.companyId) => {
    const caller = { ...aCaller({ ...realm, companyId }), actor: { type: 'key', id: `${companyId} ${key}` } as const };
    const response = new EventEmitter() as ServerResponse;
    await streams.begin({ caller } as Call, response, async () => true);
    return response;
  };
  const many = (key: number) => Promise.all(Array.from({ length: 50 }, () => begin(key)));

  test('are fifty of a key and five hundred of a company, however many keys it has', async () => {
    const open = (await Promise.all(Array.from({ length: 10 }, (_, key) => many(key)))).flat();
    await assert.rejects(begin(0), /This API key has 50 streams open/);
    await assert.rejects(begin(10), /This company has 500 streams open/);
    open.push(await begin(0, 'CP-2'));
    open.shift()?.emit('close');
    open.push(await begin(10));
    await assert.rejects(begin(11), /This company has 500 streams open/);
    for (const one of open) one.emit('close');
    assert.equal(streams.count(), 0);
    (await begin(12)).emit('close');
  });
});
