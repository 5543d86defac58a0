// One look for all streams: after a hint, every half second, and not at all once nobody waits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Listener, Signals } from '#platform/signals/signals.ts';
import { watchPlaces } from './stream-places.ts';

/** A database whose last place is set by hand, and signals that count their listeners. */
function aStage() {
  const stage = { place: 0, looks: 0, isAway: false, listeners: new Set<Listener>(), leaving: new AbortController() };
  const database = {
    unscoped: () => ({
      db: { selectFrom: () => ({ select: () => ({ orderBy: () => ({ limit: () => undefined }) }) }) },
      async rows() {
        stage.looks += 1;
        if (stage.isAway) throw new Error('away');
        return [{ sequence: stage.place }];
      },
    }),
  } as unknown as RealmDatabase;
  const signals = {
    on(_: string, listener: Listener) {
      stage.listeners.add(listener);
      return () => void stage.listeners.delete(listener);
    },
  } as unknown as Signals;
  const places = watchPlaces(database, signals);
  const hint = (mode: Mode = 'test'): void => {
    for (const listener of stage.listeners) listener(mode);
  };
  return { stage, hint, watch: (until = stage.leaving.signal) => places.watch('test', until) };
}

describe('the watch over places', () => {
  test('tells of a place at once after a hint, and to all that wait by one look', async () => {
    const { stage, hint, watch } = aStage();
    const watched = Array.from({ length: 20 }, () => watch());
    await sleep(100);
    const waited = stopwatch();
    const told = watched.map((one) => one.beyond(0));
    const before = stage.looks;
    stage.place = 7;
    hint();
    assert.deepEqual(new Set(await Promise.all(told)), new Set([7]));
    assert.ok(waited() < 100, `${waited()} ms`);
    assert.equal(stage.looks - before, 1);
    assert.equal(await watched[0]?.beyond(6), 7, 'what is known is not asked for');
    assert.equal(stage.looks - before, 1);
    stage.leaving.abort();
  });

  test('tells of it within half a second without one', async () => {
    const { stage, hint, watch } = aStage();
    const one = watch();
    await sleep(50);
    stage.place = 3;
    hint('live');
    const waited = stopwatch();
    while ((await one.beyond(0)) === 0);
    assert.ok(waited() < 600, `${waited()} ms`);
    stage.leaving.abort();
  });

  test('asks again in a storm of hints, but not for each of them, and less often for many streams', async () => {
    for (const [watchers, looksMax] of [
      [1, 26],
      [40, 5],
    ] as const) {
      const { stage, hint, watch } = aStage();
      for (let i = 0; i < watchers; i++) watch();
      await sleep(100);
      const before = stage.looks;
      for (const storm = stopwatch(); storm() < 200; await sleep(1)) hint();
      const looks = stage.looks - before;
      assert.ok(looks >= 2 && looks <= looksMax, `${looks} looks for ${watchers}`);
      stage.leaving.abort();
    }
  });

  test('goes on as before when the database was away', async () => {
    const { stage, hint, watch } = aStage();
    stage.isAway = true;
    const one = watch();
    assert.equal(await one.beyond(0), -1);
    stage.isAway = false;
    stage.place = 2;
    await sleep(50);
    hint();
    assert.equal(await one.beyond(0), 2);
    stage.leaving.abort();
  });

  test('rests once all have left, and lets go of whoever waits', async () => {
    const { stage, hint, watch } = aStage();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = watch(first.signal).beyond(5);
    watch(second.signal);
    await sleep(30);
    first.abort();
    assert.equal(await waiting, 0);
    assert.equal(stage.listeners.size, 1, 'the second goes on');
    second.abort();
    assert.equal(stage.listeners.size, 0);
    const before = stage.looks;
    hint();
    await sleep(600);
    assert.equal(stage.looks, before);
    assert.equal(await watch(first.signal).beyond(9), 0, 'one that has left already waits for nothing');
    assert.equal(stage.listeners.size, 0);
  });
});
