// When background work rests for requests, by times that the test says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { Shifts } from './shifts.ts';

/** Shifts by a clock of the test: it stands still until the test moves it to the end of the rest. */
function aDay(isServing: () => boolean = () => true) {
  let now = 1_000;
  const sleeps: { readonly ms: number; readonly wake: () => void }[] = [];
  const shifts = new Shifts(isServing, {
    now: () => now,
    sleep: (ms) => new Promise<void>((wake) => sleeps.push({ ms, wake })),
  });
  const begun: string[] = [];
  return {
    shifts,
    begun,
    rests: () => sleeps.map(({ ms }) => ms),
    begin(name: string) {
      void shifts.begin().then(() => begun.push(name));
      return turnOfLoop();
    },
    async sleepOn() {
      const { ms, wake } = sleeps.at(-1) as (typeof sleeps)[number];
      now += ms;
      wake();
      await turnOfLoop();
    },
  };
}

describe('shifts beside requests', () => {
  test('rest twice as long as they worked, all together, and begin together', async () => {
    const { shifts, begun, rests, begin, sleepOn } = aDay();
    await begin('first');
    assert.deepEqual(begun, ['first']);
    shifts.worked(10);
    await begin('second');
    await begin('third');
    assert.deepEqual([begun, rests()], [['first'], [20]]);
    await sleepOn();
    assert.deepEqual(begun, ['first', 'second', 'third']);
  });

  test('rest longer when more of the work ends meanwhile', async () => {
    const { shifts, begun, rests, begin, sleepOn } = aDay();
    shifts.worked(10);
    await begin('next');
    shifts.worked(30);
    await sleepOn();
    assert.deepEqual([begun, rests()], [[], [20, 40]]);
    await sleepOn();
    assert.deepEqual(begun, ['next']);
  });

  test('are waited for after a piece that says how long it took', async () => {
    const { shifts, rests, sleepOn } = aDay();
    let goesOn = false;
    void shifts.restAfter(10).then(() => {
      goesOn = true;
    });
    assert.deepEqual([goesOn, rests()], [false, [20]]);
    await sleepOn();
    assert.ok(goesOn);
  });

  test('never rest for long, whatever they have waited for', async () => {
    const { shifts, rests, begin } = aDay();
    shifts.worked(3_600_000);
    await begin('next');
    assert.deepEqual(rests(), [300]);
  });

  test('do not rest without requests, and owe nothing of that time', async () => {
    let isServing = false;
    const { shifts, begun, rests, begin, sleepOn } = aDay(() => isServing);
    shifts.worked(100);
    isServing = true;
    await begin('first');
    shifts.worked(10);
    await begin('second');
    isServing = false;
    await begin('third');
    assert.deepEqual([begun, rests()], [['first', 'third'], [20]]);
    await sleepOn();
    assert.deepEqual(begun, ['first', 'third', 'second']);
  });
});
