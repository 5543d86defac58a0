import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InterestTerms } from '../installment/terms.ts';
import type { Rate } from '../values/rate.ts';
import type { RateEntry } from './rates.ts';
import { type RateFact, rateSteps, stepIndexOn } from './rates.ts';

const percent = (amount: number): Rate => String(amount / 100) as Rate;
const entry = (amount: number, days: number | null = null, type: RateEntry['type'] = 'absolute'): RateEntry => ({
  rate: percent(amount),
  days,
  type,
});

const plain: InterestTerms = {
  rates: [entry(10)],
  promos: [],
  floor: null,
  cap: null,
  stepCap: null,
  dayCount: 'actual/365',
  accrual: 'simple',
  rounding: 'cut',
  totalCap: null,
  overdueRate: null,
  afterRateChange: 'solveAgain',
};

const start = 100;
const base = { id: 'F', replaces: false, until: null, type: 'absolute' } as const;
const rate = (on: number, amount: number, more: object = {}): RateFact => ({
  ...base,
  kind: 'rate',
  on,
  rate: percent(amount),
  ...more,
});
const promo = (on: number, amount: number, until: number | null = null): RateFact => ({
  ...base,
  kind: 'promo',
  on,
  rate: percent(amount),
  until,
});
const ceiling = (on: number, amount: number, until: number | null = null): RateFact => ({
  ...base,
  kind: 'ceiling',
  on,
  rate: percent(amount),
  until,
});
const index = (on: number, amount: number): RateFact => ({ ...base, kind: 'index', on, rate: percent(amount) });

/** `from: rate`, and the reductions by promos and ceilings if there are any. */
function steps(terms: Partial<InterestTerms>, ...facts: RateFact[]): string[] {
  return rateSteps({ ...plain, ...terms }, start, facts, 100).map((step) =>
    [`${step.from}: ${step.rate}`, step.beforeDiscount, step.withoutCeiling]
      .filter((part) => part !== step.rate)
      .join(' '),
  );
}

describe('the list of the terms', () => {
  test('one after the other, the last for good even if it has days', () => {
    assert.deepEqual(steps({ rates: [entry(10, 30), entry(5, 20), entry(7, 10)] }), ['100: 10', '130: 5', '150: 7']);
    assert.deepEqual(steps({ rates: [entry(10, 30)] }), ['100: 10']);
  });

  test('one for good ends the list', () => {
    assert.deepEqual(steps({ rates: [entry(10), entry(5)] }), ['100: 10']);
  });

  test('a rate that goes on unchanged is one step', () => {
    assert.deepEqual(steps({ rates: [entry(10, 30), entry(10)] }), ['100: 10']);
  });
});

describe('rates', () => {
  test('the lowest of those that run, both its first and its last day included', () => {
    assert.deepEqual(steps({}, rate(110, 5, { until: 119 })), ['100: 10', '110: 5', '120: 10']);
    assert.deepEqual(steps({}, rate(110, 15)), ['100: 10']);
    assert.deepEqual(steps({}, rate(110, 5, { until: 110 })), ['100: 10', '110: 5', '111: 10']);
  });

  test('one that replaces ends all others the day before, also what the list would bring', () => {
    assert.deepEqual(steps({ rates: [entry(10, 30), entry(5)] }, rate(110, 20, { replaces: true })), [
      '100: 10',
      '110: 20',
    ]);
    assert.deepEqual(steps({}, rate(109, 5), rate(110, 20, { replaces: true })), ['100: 10', '109: 5', '110: 20']);
    assert.deepEqual(steps({}, rate(110, 20, { replaces: true, until: 119 })), ['100: 10', '110: 20', '120: 0']);
  });

  test('without any the rate is zero, and it is never less', () => {
    assert.deepEqual(steps({ rates: [] }), ['100: 0']);
    assert.deepEqual(steps({ rates: [entry(-2, null, 'spread')] }), ['100: 0']);
  });
});

describe('promos and ceilings', () => {
  test('promos add up, and take no more than there is', () => {
    assert.deepEqual(steps({ promos: [{ days: 10, rate: percent(3) }] }), ['100: 7 10', '110: 10']);
    assert.deepEqual(steps({ promos: [{ days: 1, rate: percent(3) }] }), ['100: 7 10', '101: 10']);
    assert.deepEqual(steps({ promos: [{ days: null, rate: percent(3) }] }, promo(110, 4, 119)), [
      '100: 7 10',
      '110: 3 10',
      '120: 7 10',
    ]);
    assert.deepEqual(steps({}, promo(110, 12)), ['100: 10', '110: 0 10'], 'not below zero');
  });

  test('the lowest ceiling, if it is below the rate after promos', () => {
    assert.deepEqual(steps({}, ceiling(110, 6, 119), ceiling(115, 4)), ['100: 10', '110: 6 10 10', '115: 4 10 10']);
    assert.deepEqual(steps({}, promo(110, 3), ceiling(115, 8)), ['100: 10', '110: 7 10']);
    assert.deepEqual(steps({}, promo(110, 3), ceiling(120, 5)), ['100: 10', '110: 7 10', '120: 5 10 7']);
  });

  test('a promo that changes nothing but what there was before it is a step', () => {
    assert.deepEqual(steps({}, rate(110, 20, { replaces: true }), promo(110, 10)), ['100: 10', '110: 10 20']);
  });

  test('and one below a ceiling that changes nothing but what there would be without', () => {
    assert.deepEqual(steps({}, ceiling(100, 5), promo(110, 2)), ['100: 5 10 10', '110: 5 10 8']);
  });
});

describe('a spread', () => {
  const spread = (more: Partial<InterestTerms> = {}) => ({ rates: [entry(4, null, 'spread')], ...more });

  test('is added to the index of the day: the last one, zero before the first', () => {
    assert.deepEqual(steps(spread(), index(110, 3), index(120, 5)), ['100: 4', '110: 7', '120: 9']);
    assert.deepEqual(steps(spread(), index(90, 1), index(100, 3)), ['100: 7']);
  });

  test('raised to the floor, then lowered to the cap', () => {
    const bounds = { floor: percent(6), cap: percent(8) };
    assert.deepEqual(steps(spread(bounds), index(110, 3), index(120, 5)), ['100: 6', '110: 7', '120: 8']);
  });

  test('moves by no more than the step cap at each change, up or down, from where it stood', () => {
    const terms = spread({ stepCap: percent(1) });
    assert.deepEqual(steps(terms, index(90, 2), index(110, 8), index(120, 8), index(130, 9), index(140, 0)), [
      '100: 6',
      '110: 7',
      '130: 8',
      '140: 7',
    ]);
    assert.deepEqual(steps(terms, index(100, 2), index(101, 8)), ['100: 6', '101: 7'], 'one day after another');
    assert.deepEqual(steps(terms, index(100, 2), index(110, 2.5)), ['100: 6', '110: 6.5'], 'less than a step');
  });

  test('a value that returns after a day is a change', () => {
    const terms = spread({ stepCap: percent(1) });
    assert.deepEqual(steps(terms, index(100, 2), index(110, 8), index(111, 9), index(112, 8)), [
      '100: 6',
      '110: 7',
      '111: 8',
      '112: 9',
    ]);
  });

  test('two values of the index on one day are one change', () => {
    const terms = spread({ stepCap: percent(1) });
    assert.deepEqual(steps(terms, index(110, 5), index(110, 8)), ['100: 4', '110: 5']);
  });

  test('begins with the index of the day on which it begins, without a step', () => {
    const terms = { stepCap: percent(1) };
    const later = rate(120, 4, { type: 'spread', replaces: true });
    assert.deepEqual(steps(terms, index(110, 8), later), ['100: 10', '120: 12']);
    assert.deepEqual(steps(terms, index(120, 8), later), ['100: 10', '120: 12']);
    assert.deepEqual(steps(terms, index(110, 8), index(121, 2), later), ['100: 10', '120: 12', '121: 11']);
  });
});

test('the place of a day in the steps', () => {
  const all = rateSteps(plain, start, [rate(110, 5), rate(120, 3)], 100);
  assert.deepEqual(
    [99, 100, 109, 110, 119, 120, 999].map((day) => stepIndexOn(all, day)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});
