// Workers that ask for grants never get more than the limit together, and one that is asked alone gets all of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CommonCounts, ownCounts } from '#platform/http/common-counts.ts';
import { ChannelClosed } from './channel.ts';
import { askedCounts, granting, HoldsOfWorkers } from './counts.ts';
import type { OfParent } from './promises.ts';

const kind = (limit: number) => ({ name: 'key', limit, windowMicros: 60_000_000 });

class Clock {
  now = 1_000_000_000;
  micros(): number {
    return ++this.now;
  }
}

function crew(workers: number, clock: Clock): { all: CommonCounts[]; asked: () => number } {
  const grant = granting(clock, workers);
  let asked = 0;
  const ask = async (_: string, given: unknown) => {
    asked += 1;
    return grant(given as Parameters<OfParent['grant']>[0]);
  };
  const channel = { ask } as unknown as Parameters<typeof askedCounts>[0];
  return { all: Array.from({ length: workers }, () => askedCounts(channel, clock)), asked: () => asked };
}

describe('counts of several workers', () => {
  test('grant no more than the limit, whoever is asked in which order, and little less', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 500 }),
        async (workers, limit, order) => {
          const takes = crew(workers, new Clock()).all.map((counts) => counts.window(kind(limit)));
          const taken = await Promise.all(order.map((n) => takes[n % workers]?.('AK-1')));
          const granted = taken.filter((one) => one?.granted === 1).length;
          assert.ok(granted <= limit);
          assert.ok(
            granted >= Math.min(order.length, limit - limit / 8),
            `${granted} of ${order.length}, at most ${limit}`,
          );
        },
      ),
    );
  });

  test('grant all of it to one that is asked alone, by few questions, and again in the next window', async () => {
    const clock = new Clock();
    const { all, asked } = crew(2, clock);
    const take = all[0]?.window(kind(1_000));
    for (let window = 0; window < 2; window++) {
      for (let n = 1; n <= 1_000; n++) {
        const { granted, left } = (await take?.('AK-1')) ?? {};
        assert.deepEqual([granted, left], [1, 1_000 - n]);
      }
      for (let n = 0; n < 50; n++) assert.equal((await take?.('AK-1'))?.granted, 0);
      assert.equal((await take?.('AK-2'))?.granted, 1, 'another name has its own');
      clock.now += 60_000_000;
    }
    assert.ok(asked() < 300, `${asked()} questions for 2,000 requests`);
  });

  test('let a worker finish when its parent has ended', async () => {
    const ask = async () => Promise.reject(new ChannelClosed());
    const counts = askedCounts({ ask } as Parameters<typeof askedCounts>[0], new Clock());
    assert.equal((await counts.window(kind(1))('AK-1')).granted, 1);
    assert.notEqual(await counts.hold('streams', 'AK-1', 1), undefined);
  });

  test('what is held is bounded for all, and ends with its worker', () => {
    const holds = new HoldsOfWorkers();
    assert.deepEqual([holds.begin(1, 'x', 2), holds.begin(2, 'x', 2), holds.begin(2, 'x', 2)], [true, true, false]);
    holds.end(1, 'x');
    holds.end(1, 'x');
    assert.deepEqual([holds.begin(2, 'x', 2), holds.begin(1, 'x', 2)], [true, false]);
    holds.endAll(2);
    assert.deepEqual([holds.begin(1, 'x', 2), holds.begin(1, 'x', 2), holds.begin(1, 'x', 2)], [true, true, false]);
  });

  test('of one process are exact, and a hold given back twice is given back once', async () => {
    const counts = ownCounts(new Clock());
    const take = counts.window(kind(3));
    const granted = await Promise.all([1, 2, 3, 4].map(async () => (await take('AK-1')).granted));
    assert.deepEqual(granted, [1, 1, 1, 0]);
    const [one, two] = [await counts.hold('streams', 'x', 2), await counts.hold('streams', 'x', 2)];
    assert.equal(await counts.hold('streams', 'x', 2), undefined);
    one?.();
    one?.();
    assert.notEqual(await counts.hold('streams', 'x', 2), undefined);
    assert.equal(await counts.hold('streams', 'x', 2), undefined);
    two?.();
  });
});
