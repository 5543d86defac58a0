// Who gets long work, and how busy the workers are said to be.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { busiestOf, giveLongWork } from './long-work.ts';
import type { RunningWorker } from './running-worker.ts';

const answering = (ask: (what: string) => Promise<unknown>) => ({ channel: { ask } }) as unknown as RunningWorker;
const job = { mode: 'live', companyId: 'c', payload: { operationId: 'OP-1' } } as const;

describe('long work', () => {
  test('waits for its process, which may just be starting, and goes to the asker when none comes', async () => {
    const kept: { longWork: RunningWorker | undefined } = { longWork: undefined };
    assert.equal(await giveLongWork(kept, 300)(job), false);
    const waiting = giveLongWork(kept, 20_000)(job);
    await sleep(50);
    kept.longWork = answering(async () => assert.fail('not ready yet'));
    await sleep(300);
    const taken: unknown[] = [];
    kept.longWork = answering(async (what) => taken.push(what));
    assert.equal(await waiting, true);
    assert.deepEqual(taken, ['do']);
  });

  test('is told the share of the busiest worker; one that does not answer is busy, one that has gone is not', async () => {
    const share = (value: number) => answering(async () => value);
    assert.equal(await busiestOf({ listening: [] })(null), 0);
    assert.equal(await busiestOf({ listening: [share(0.2), share(0.6), share(0.1)] })(null), 0.6);
    assert.equal(await busiestOf({ listening: [share(0.2), answering(() => Promise.reject(new Error()))] })(null), 0.2);
    assert.equal(await busiestOf({ listening: [share(0.2), answering(() => new Promise(() => {}))] })(null), 1);
  });
});
