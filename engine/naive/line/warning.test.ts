// Section 15.4 of line-of-credit-math.md, and section 13.10 of loan-math.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofDecimal } from '../rational.ts';
import { shownMonths, warningOf } from './warning.ts';

const formula = { floor: 3000, roundUpTo: 1, ofBalance: null };
const rate = (text: string) => ofDecimal(text, 12);
const row = (balance: number, first: string, promo: readonly [months: number, later: string] | null = null) => ({
  balance,
  rateIn: (month: number) => rate(promo !== null && month > promo[0] ? promo[1] : first),
  percentage: rate('0.01'),
  least: 0,
  isLineFees: false,
});

test('15.4: two rates', () => {
  const warning = warningOf([row(148_000, '0.1752'), row(62_000, '0.27375')], formula);
  assert.deepEqual(warning, {
    first: 5675,
    months: 136,
    total: 522_631,
    in36: { payment: 7850, total: 282_600, savings: 240_031 },
  });
  assert.equal(shownMonths(136), '11 years');
});

test('15.4: a promo that ends after nine months', () => {
  const warning = warningOf([row(90_000, '0', [9, '0.2190']), row(120_000, '0.2190')], formula);
  assert.deepEqual(warning, {
    first: 4290,
    months: 126,
    total: 453_597,
    in36: { payment: 7757, total: 279_252, savings: 174_345 },
  });
  assert.equal(shownMonths(126), '11 years');
});

test('15.4: a small balance', () => {
  const { first, months, total } = warningOf([row(30_000, '0.2190')], formula);
  assert.deepEqual([first, months, total, shownMonths(12)], [3000, 12, 33_430, '12 months']);
});

test('13.10 and section 18: cents each month', () => {
  const warning = warningOf([row(235_000, '0.229')], { ...formula, floor: 3500 });
  assert.deepEqual(warning, {
    first: 6835,
    months: 124,
    total: 531_104,
    in36: { payment: 9085, total: 327_060, savings: 204_044 },
  });
  assert.equal(shownMonths(124), '10 years');
});

test('15.4: a minimum that never ends it', () => {
  const only = { ...row(100_000, '0.24'), percentage: rate('0') };
  assert.equal(warningOf([only], { ...formula, floor: 1000 }).months, null);
});
