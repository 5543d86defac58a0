// Section 15.4 of line-of-credit-math.md, and section 13.10 of loan-math.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownMonths, warningOf } from './warning.ts';

const formula = { percentage: '0.01', addsInterest: true, floor: 3000 };

test('15.4: two rates', () => {
  const warning = warningOf(
    [
      { balance: 148_000, rate: '0.1752', promo: null },
      { balance: 62_000, rate: '0.27375', promo: null },
    ],
    formula,
  );
  assert.deepEqual(warning, {
    first: 5675,
    months: 136,
    total: 522_631,
    in36: { payment: 7850, total: 282_600, savings: 240_031 },
  });
  assert.equal(shownMonths(136), '11 years');
});

test('15.4: a promo that ends after nine months', () => {
  const warning = warningOf(
    [
      { balance: 90_000, rate: '0', promo: { months: 9, laterRate: '0.2190' } },
      { balance: 120_000, rate: '0.2190', promo: null },
    ],
    formula,
  );
  assert.deepEqual(warning, {
    first: 4290,
    months: 126,
    total: 453_597,
    in36: { payment: 7757, total: 279_252, savings: 174_345 },
  });
  assert.equal(shownMonths(126), '11 years');
});

test('15.4: a small balance', () => {
  const { first, months, total } = warningOf([{ balance: 30_000, rate: '0.2190', promo: null }], formula);
  assert.deepEqual([first, months, total, shownMonths(12)], [3000, 12, 33_430, '12 months']);
});

test('13.10 and section 18: cents each month', () => {
  const warning = warningOf([{ balance: 235_000, rate: '0.229', promo: null }], { ...formula, floor: 3500 });
  assert.deepEqual(warning, {
    first: 6835,
    months: 124,
    total: 531_104,
    in36: { payment: 9085, total: 327_060, savings: 204_044 },
  });
  assert.equal(shownMonths(124), '10 years');
});

test('15.4: a minimum that never ends it', () => {
  const warning = warningOf([{ balance: 100_000, rate: '0.24', promo: null }], {
    ...formula,
    addsInterest: false,
    floor: 1000,
  });
  assert.equal(warning.months, null);
});
