import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rate } from '../values/rate.ts';
import { effectiveRate } from './effective-rate.ts';
import { coarseScale, fineScale, scaled } from './exact.ts';

const of = (rate: string, ...count: [Parameters<typeof effectiveRate>[2]?]) =>
  effectiveRate(scaled(rate as Rate, coarseScale), coarseScale, count[0] ?? 'actual/365');

test('what textbooks print: 18 % compounded every day is 19.716 % a year, 12 % is 12.747 %', () => {
  assert.deepEqual([of('0.18'), of('0.12'), of('0')], ['0.197164', '0.127475', '0.000000']);
});

test('by the days of the count', () => {
  // (1 + 0.36 / 360)^365 and ^360: 1.001^365 = 1.440251…, 1.001^360 = 1.433071…; 1.001^365 also at 36.5 % over 365.
  assert.deepEqual([of('0.36', 'actual/360'), of('0.36', '30/360'), of('0.365')], ['0.440251', '0.433072', '0.440251']);
  // A day of a common year weighs 366 of 365 × 366: as over 365.
  assert.equal(of('0.18', 'actual/actual'), of('0.18'));
  // (1 + 0.18 × 4 / 1461)^365.
  assert.equal(of('0.18', 'actual/365.25'), '0.197017');
});

test('at any scale', () =>
  assert.equal(effectiveRate(scaled('0.18' as Rate, fineScale), fineScale, 'actual/365'), '0.197164'));
