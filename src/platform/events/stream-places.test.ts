// One look for all streams: after a hint, every half second, and not at all once nobody waits.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { Listener, Signals } from '#platform/signals/signals.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type PlacesWatched, watchPlaces } from './stream-places.ts';

/** A database whose last places are set by hand, and signals that count their listeners. */
function aStage() {
  const stage = {
    places: {} as Record<string, number>,
    looks: 0,
    isAway: false,
    listeners: new Set<Listener>(),
    leaving: new AbortController(),
  };
  const database = {
    unscoped: () => ({ db: aBuilder(), rows: async (query: Asked) => found(query) }),
  } as unknown as RealmDatabase;
  function found({ after }: Asked): { company_id: string; place: number }[] {
    stage.looks += 1;
    if (stage.isAway) throw new Error('away');
    const all = Object.entries(stage.places).map(([company_id, place]) => ({ company_id, place }));
    if (after !== undefined) return all.filter(({ place }) => place > after);
    return all.sort((a, b) => b.place - a.place).slice(0, 1);
  }
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
  const watch = (until = stage.leaving.signal, companyId = 'ours') => places.watch({ mode: 'test', companyId }, until);
  return { stage, hint, watch };
}

interface Asked {
  readonly after?: number;
}

/** Keeps only after which place is asked. */
function aBuilder(after?: number) {
  const query = {
    after,
    selectFrom: () => query,
    select: () => query,
    orderBy: () => query,
    groupBy: () => query,
    limit: () => query,
    where: (_column: string, _operator: string, place: number) => aBuilder(place),
  };
  return query;
}

/** Reads on until there is news. */
async function newsOf(watched: PlacesWatched, seen = 0): Promise<number> {
  const { last, hasNews } = await watched.beyond(seen);
  return hasNews ? last : newsOf(watched, Math.max(seen, last));
}

describe('the watch over places', () => {
  test('tells of a place at once after a hint, and to all that wait by one look', async (t) => {
    // Nobody looks without a hint.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { stage, hint, watch } = aStage();
    const watched = Array.from({ length: 5 }, () => watch());
    await sleep(100);
    const told = watched.map((one) => newsOf(one));
    const before = stage.looks;
    stage.places.ours = 7;
    hint();
    assert.deepEqual(new Set(await Promise.all(told)), new Set([7]));
    assert.equal(stage.looks - before, 1);
    assert.deepEqual(await watched[0]?.beyond(6), { last: 7, hasNews: true }, 'what is known is not asked for');
    assert.equal(stage.looks - before, 1);
    stage.leaving.abort();
  });

  test('tells of it within half a second without one', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { stage, hint, watch } = aStage();
    const one = watch();
    await sleep(50);
    stage.places.ours = 3;
    hint('live');
    const told = newsOf(one);
    t.mock.timers.tick(500);
    assert.equal(await told, 3);
    stage.leaving.abort();
  });

  test('has nothing to read for the streams of other companies, which go on from there', async () => {
    const { stage, hint, watch } = aStage();
    stage.places = { ours: 5, theirs: 4 };
    const [ours, theirs] = [watch(), watch(undefined, 'theirs')];
    assert.equal(await newsOf(ours, 2), 5);
    assert.equal(await newsOf(theirs, 2), 5, 'before the first look everybody may have missed something');
    const [weWait, theyWait] = [ours.beyond(5), theirs.beyond(5)];
    stage.places.ours = 9;
    hint();
    assert.deepEqual(await theyWait, { last: 9, hasNews: false });
    assert.deepEqual(await weWait, { last: 9, hasNews: true });
    stage.places.theirs = 12;
    hint();
    assert.deepEqual(await theirs.beyond(9), { last: 12, hasNews: true });
    stage.leaving.abort();
  });

  test('five hundred streams of one company do not delay the news of another', async () => {
    const { stage, hint, watch } = aStage();
    stage.places = { ours: 1 };
    const many = Array.from({ length: 500 }, () => watch(undefined, 'crowd'));
    const ours = watch();
    await newsOf(ours);
    let told = 0;
    for (const one of many) void newsOf(one, 1).then(() => told++);
    stage.places.crowd = 2;
    hint();
    await sleep(50);
    stage.places.ours = 3;
    hint();
    assert.equal(await newsOf(ours, 2), 3);
    assert.ok(told < 400, `${told} of the others before it`);
    await eventually('all are told', () => told === 500);
    stage.leaving.abort();
  });

  test('a company with many events does not wake the streams of the others with each of them', async () => {
    const { stage, hint, watch } = aStage();
    stage.places = { ours: 1 };
    const theirs = watch(undefined, 'theirs');
    let woken = 0;
    let seen = 1;
    const waits = async (): Promise<void> => {
      seen = (await theirs.beyond(seen)).last;
      woken += 1;
      if (!stage.leaving.signal.aborted) await waits();
    };
    const waiting = waits();
    await sleep(50);
    const before = woken;
    for (const storm = stopwatch(); storm() < 300; await sleep(5)) {
      stage.places.ours = (stage.places.ours ?? 0) + 1;
      hint();
    }
    assert.ok(woken - before <= 2, `${woken - before} times`);
    await eventually('it knows up to where there is nothing', () => seen === stage.places.ours);
    stage.leaving.abort();
    await waiting;
  });

  test('streams that have left keep no turn from those that wait', async () => {
    const { stage, hint, watch } = aStage();
    stage.places = { ours: 1 };
    const leaving = new AbortController();
    const many = Array.from({ length: 2_500 }, () => watch(leaving.signal, 'ours'));
    const stays = watch();
    await newsOf(stays);
    for (const one of many) void one.beyond(1);
    const told = newsOf(stays, 1);
    stage.places.ours = 2;
    hint();
    await sleep(30);
    leaving.abort();
    const waited = stopwatch();
    assert.equal(await told, 2);
    assert.ok(waited() < 2_500, `${waited()} ms, and 2,500 turns take five seconds`);
    stage.leaving.abort();
  });

  test('asks again in a storm of hints, but not for each of them', async () => {
    const { stage, hint, watch } = aStage();
    watch();
    await sleep(100);
    const before = stage.looks;
    for (const storm = stopwatch(); storm() < 200; await sleep(1)) hint();
    const looks = stage.looks - before;
    assert.ok(looks <= 26, `${looks} looks`);
    // A busy machine may have kept it from a second one during the storm.
    await eventually('it has asked again', () => stage.looks - before >= 2);
    stage.leaving.abort();
  });

  test('goes on as before when the database was away, and passes over nothing', async () => {
    const { stage, hint, watch } = aStage();
    stage.places = { ours: 8 };
    await newsOf(watch());
    stage.leaving.abort();
    stage.isAway = true;
    const until = new AbortController();
    const one = watch(until.signal);
    assert.deepEqual(await one.beyond(3), { last: 0, hasNews: false });
    stage.isAway = false;
    hint();
    assert.equal(await newsOf(one, 3), 8);
    until.abort();
  });

  test('rests once all have left, and lets go of whoever waits', async () => {
    const { stage, hint, watch } = aStage();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = watch(first.signal).beyond(5);
    watch(second.signal);
    first.abort();
    assert.deepEqual(await waiting, { last: 0, hasNews: false });
    assert.equal(stage.listeners.size, 1, 'the second goes on');
    second.abort();
    assert.equal(stage.listeners.size, 0);
    const before = stage.looks;
    hint();
    await sleep(600);
    assert.equal(stage.looks, before);
    assert.equal((await watch(first.signal).beyond(9)).hasNews, false, 'one that has left already waits for nothing');
    assert.equal(stage.listeners.size, 0);
  });
});
