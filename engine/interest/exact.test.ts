import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rate } from '../values/rate.ts';
import type { Rounding } from './exact.ts';
import {
  add,
  addFactors,
  addProduct,
  compare,
  dollarText,
  type Exact,
  factorOf,
  nothing,
  rounded,
  scaled,
  scaleFor,
  share,
  subtract,
} from './exact.ts';

const rate = (text: string): Rate => text as Rate;
const largest = Number.MAX_SAFE_INTEGER; // 2^53 - 1

test('parts carry and borrow: a part is never negative, and never a whole', () => {
  const sum: Exact = { whole: 1, part: 3 };
  add(sum, 2, 4, 7);
  assert.deepEqual(sum, { whole: 4, part: 0 });
  add(sum, 0, 6, 7);
  assert.deepEqual(sum, { whole: 4, part: 6 });
  subtract(sum, 1, 6, 7);
  assert.deepEqual(sum, { whole: 3, part: 0 });
  subtract(sum, 3, 1, 7);
  assert.deepEqual(sum, { whole: -1, part: 6 });
});

test('of two amounts the whole cents decide, and then the part', () => {
  const sign = (a: Exact, b: Exact): number => Math.sign(compare(a, b));
  assert.equal(sign({ whole: 1, part: 6 }, { whole: 2, part: 0 }), -1);
  assert.equal(sign({ whole: 2, part: 0 }, { whole: 1, part: 6 }), 1);
  assert.equal(sign({ whole: 2, part: 1 }, { whole: 2, part: 3 }), -1);
  assert.equal(sign({ whole: 2, part: 3 }, { whole: 2, part: 1 }), 1);
  assert.equal(sign({ whole: 2, part: 3 }, { whole: 2, part: 3 }), 0);
});

describe('beyond 2^53 nothing is lost', () => {
  test('a rate times a weight', () => {
    assert.equal(factorOf(3, 5), 15);
    assert.equal(factorOf(largest, 1), largest);
    // 2^53, and 3 x (2^53 - 1), which no double represents.
    assert.equal(factorOf(2 ** 52, 2), 9_007_199_254_740_992n);
    assert.equal(factorOf(largest, 3), 27_021_597_764_222_973n);
  });

  test('a sum of two', () => {
    assert.equal(addFactors(largest - 4, 4), largest);
    assert.equal(addFactors(largest, 2), 9_007_199_254_740_993n);
    assert.equal(addFactors(5n, 4), 9n);
    assert.equal(addFactors(4, 5n), 9n);
    assert.equal(addFactors(4n, 5n), 9n);
  });

  test('an amount times a factor over a denominator', () => {
    const product = (amount: number, factor: number | bigint, denominator: number): Exact => {
      const result = nothing();
      addProduct(result, amount, factor, denominator);
      return result;
    };
    assert.deepEqual(product(7, 3, 10), { whole: 2, part: 1 });
    assert.deepEqual(product(7, 3n, 10), { whole: 2, part: 1 });
    assert.deepEqual(product(1, largest, 10), { whole: 900_719_925_474_099, part: 1 });
    // 3 x (2^53 - 1) = 27,021,597,764,222,973
    assert.deepEqual(product(3, largest, 10), { whole: 2_702_159_776_422_297, part: 3 });
    assert.deepEqual(product(3, BigInt(largest), 10), { whole: 2_702_159_776_422_297, part: 3 });
  });
});

describe('rounding, of tenths', () => {
  // An amount in tenths; cut, half to even, half up.
  const table = [
    [10, 1, 1, 1],
    [11, 1, 1, 1],
    [14, 1, 1, 1],
    [15, 1, 2, 2],
    [16, 1, 2, 2],
    [25, 2, 2, 3],
    [5, 0, 0, 1],
    [0, 0, 0, 0],
    [-1, 0, 0, 0],
    [-5, 0, 0, -1],
    [-6, 0, -1, -1],
    [-10, -1, -1, -1],
    [-15, -1, -2, -2],
    [-16, -1, -2, -2],
    [-25, -2, -2, -3],
  ] as const;
  const tenths = (amount: number): Exact => ({ whole: Math.floor(amount / 10), part: ((amount % 10) + 10) % 10 });
  const round = (amount: number, rounding: Rounding): number => rounded(tenths(amount), 10, rounding) + 0;
  for (const [amount, cut, halfEven, halfUp] of table) {
    test(`${amount}`, () => {
      assert.deepEqual(
        [round(amount, 'cut'), round(amount, 'halfEven'), round(amount, 'halfUp')],
        [cut, halfEven, halfUp],
      );
    });
  }

  test('an odd denominator has no half', () => {
    assert.deepEqual(
      [rounded({ whole: 1, part: 3 }, 7, 'halfUp'), rounded({ whole: 1, part: 4 }, 7, 'halfUp')],
      [1, 2],
    );
  });

  test('a share is rounded once', () => {
    assert.deepEqual([share(100, 2, 3, 'cut'), share(100, 2, 3, 'halfUp')], [66, 67]);
  });
});

test('rates of up to six decimals need the coarse scale, of up to ten the fine one, and finer ones are refused', () => {
  assert.equal(scaleFor(rate('0.123456')), 1_000_000);
  assert.equal(scaleFor(rate('0.1234567')), 10_000_000_000);
  assert.equal(scaleFor(rate('0.1234567891')), 10_000_000_000);
  assert.equal(scaleFor(rate('1')), 1_000_000);
  assert.throws(() => scaleFor(rate('0.12345678912')), RangeError);
  assert.equal(scaled(rate('0.0825'), 1_000_000), 82_500);
  assert.equal(scaled(rate('-0.01'), 1_000_000), -10_000);
  assert.equal(scaled(rate('1'), 1_000_000), 1_000_000);
  assert.equal(scaled(rate('0.1234567891'), 10_000_000_000), 1_234_567_891);
  // A decimal may begin with the point; a rate never does.
  assert.equal(scaled(rate('.5'), 1_000_000), 500_000);
});

test('as text in dollars the rest is cut, and nothing has no sign', () => {
  assert.equal(dollarText({ whole: 41, part: 35 }, 365, 4), '0.4109');
  assert.equal(dollarText({ whole: 0, part: 1 }, 4, 4), '0.0025');
  assert.equal(dollarText({ whole: 0, part: 1 }, 100, 1), '0.0');
  assert.equal(dollarText({ whole: 399, part: 9 }, 10, 0), '3');
  assert.equal(dollarText({ whole: -1, part: 3 }, 4, 4), '-0.0025');
  assert.equal(dollarText({ whole: -1, part: 99 }, 100, 1), '0.0');
  assert.equal(dollarText({ whole: -200, part: 0 }, 4, 1), '-2.0');
});

test('and with every number of decimals as one division of large integers gives them', () => {
  const denominators = [1, 7, 365, 365_000_000, Math.floor(largest / 10_000), largest];
  for (const denominator of denominators) {
    for (const part of new Set([0, 1, Math.floor(denominator / 3), denominator - 1])) {
      for (const whole of [0, 5, 41, 100, 123_456, largest, 2 ** 60]) {
        if (part >= denominator) continue;
        for (const places of [2, 3, 4, 6, 7, 10, 12]) {
          const scaledUp = (BigInt(whole) * BigInt(denominator) + BigInt(part)) * 10n ** BigInt(places);
          const digits = String(scaledUp / (BigInt(denominator) * 100n)).padStart(places + 1, '0');
          const expected = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
          assert.equal(dollarText({ whole, part }, denominator, places), expected);
        }
      }
    }
  }
});
