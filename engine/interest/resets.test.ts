import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CivilDate, parseCivilDate } from '../values/civil-date.ts';
import { type Day, dayOf } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { type RateFact, rateSteps } from './rates.ts';
import { isCountedOn, nextReset, type RateResets } from './resets.ts';

const day = (text: string): Day => dayOf(parseCivilDate(text) as CivilDate);
const resets: RateResets = {
  first: day('2027-01-31'),
  everyMonths: 6,
  lookbackDays: 0,
  roundTo: null,
  firstCap: null,
  periodicCap: null,
  lifetimeCap: null,
  lifetimeDrop: null,
};

describe('the reset date after a day', () => {
  const everyMonth = { ...resets, everyMonths: 1 };
  const cases: readonly [RateResets, after: string, expected: string][] = [
    [resets, '2026-03-15', '2027-01-31'],
    [resets, '2027-01-30', '2027-01-31'],
    [resets, '2027-01-31', '2027-07-31'],
    [resets, '2027-07-30', '2027-07-31'],
    [resets, '2030-08-15', '2031-01-31'],
    [resets, '2031-01-15', '2031-01-31'],
    [everyMonth, '2027-02-27', '2027-02-28'],
    [everyMonth, '2027-02-28', '2027-03-31'],
    // Number 1,199: 99 years and 11 months after the first one.
    [everyMonth, '2126-12-30', '2126-12-31'],
  ];
  for (const [which, after, expected] of cases) {
    test(`${after}, every ${which.everyMonths} months`, () =>
      assert.equal(nextReset(which, day(after)), day(expected)));
  }
  test('there are 1,200 of them', () =>
    assert.equal(nextReset(everyMonth, day('2126-12-31')), Number.MAX_SAFE_INTEGER));
});

describe('the index of a day counts on the day itself', () => {
  const start = day('2026-12-01');
  const counts = (on: string, lookbackDays = 0): boolean => isCountedOn({ ...resets, lookbackDays }, start, day(on));
  test('on the first day, and on reset dates', () =>
    assert.deepEqual([counts('2026-12-01'), counts('2027-07-31')], [true, true]));
  test('on no other day', () => assert.deepEqual([counts('2027-01-30'), counts('2027-02-01')], [false, false]));
  test('never where that of some days before counts', () =>
    assert.deepEqual([counts('2026-12-01', 1), counts('2027-07-31', 1)], [false, false]));
});

describe('the steps of a rate with resets', () => {
  const start = day('2027-01-01');
  const change = { id: 'F', type: 'spread', until: null, replaces: false } as const;
  const index: RateFact = { ...change, kind: 'index', on: start, rate: '0.06123' as Rate };
  const steps = (more: Partial<RateResets>, rates: readonly Rate[], ...facts: RateFact[]): (string | number)[][] =>
    rateSteps(
      {
        rates: rates.map((rate) => ({ days: null, rate, type: 'spread' })),
        promos: [],
        floor: null,
        cap: null,
        stepCap: null,
        resets: { ...resets, ...more },
      },
      start,
      facts,
      100_000,
    ).map(({ from, rate }) => [from - start, rate]);

  test('a unit of zero rounds nothing', () =>
    assert.deepEqual(steps({ roundTo: '0' as Rate }, ['0.02' as Rate], index), [[0, 8123]]));

  // The index counts from the first day on, so no reset moves anything; a lower rate begins in 2028.
  test('resets that move nothing end no rate that is to come', () => {
    const lower: RateFact = { ...change, kind: 'rate', type: 'absolute', on: start + 400, rate: '0.01' as Rate };
    assert.deepEqual(steps({}, ['0.02' as Rate], index, lower), [
      [0, 8123],
      [400, 1000],
    ]);
  });

  // Nothing runs on 01-01, so the caps of the life count from nowhere; the spread begins on 01-11, after nothing too.
  test('the bounds of the life are none where no rate ran on the first day', () => {
    const begun: RateFact = { ...change, kind: 'rate', on: start + 10, rate: '0.02' as Rate };
    const raised: RateFact = { ...index, on: start + 20, rate: '0.16' as Rate };
    assert.deepEqual(steps({ lifetimeCap: '0.01' as Rate }, [], index, begun, raised), [
      [0, 0],
      [10, 8123],
      [30, 18_000],
    ]);
  });
});
