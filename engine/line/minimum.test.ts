import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rate } from '../values/rate.ts';
import { percentOf } from './fees.ts';
import { askMinimum, type Unbilled } from './minimum.ts';
import { dollars } from './test-lines.ts';

type Row = readonly [principal: number, interest: number, fees?: number];

/** Draws A (2 %) and B (3 %), in this order. */
function asked(
  [a, b]: readonly [Row, Row],
  { floor = 35, lineFees = 0, least = [0, 0], limit = null as number | null, roundUpTo = 0.01, overridden = '' } = {},
) {
  const rates = ['0.02', '0.03'] as Rate[];
  const draws = [a, b].map(([principal, interest, fees = 0], i): Unbilled => {
    const [p, due] = [dollars(principal), dollars(interest) + dollars(fees)];
    const isOver = overridden === 'AB'[i];
    const wanted = isOver ? 0 : Math.max(dollars(least[i]!), percentOf(p, rates[i]!) + due);
    const byTerms = Math.max(0, Math.min(p + due, wanted) - due);
    const made = { principal: p, interest: dollars(interest), fees: dollars(fees), asked: byTerms, isLifted: !isOver };
    return { ...made, draw: undefined as never };
  });
  const owed = draws.reduce<number>((sum, one) => sum + one.principal + one.interest + one.fees, dollars(lineFees));
  const overLimit = limit === null ? 0 : Math.max(0, owed - dollars(limit));
  const over = askMinimum(draws, {
    lineFees: dollars(lineFees),
    floor: dollars(floor),
    roundUpTo: dollars(roundUpTo),
    overLimit: () => overLimit,
  });
  const obligation = draws.reduce<number>((sum, one) => sum + one.asked + one.interest + one.fees, dollars(lineFees));
  return [...draws.map((one) => one.asked / 100), obligation / 100, over / 100];
}

describe('the minimum', () => {
  const usual: Row[] = [
    [840, 11.2],
    [410.37, 8.85, 10],
  ];
  const ab = usual as unknown as [Row, Row];
  test('percentage, interest and fees', () => assert.deepEqual(asked(ab), [16.8, 12.31, 59.16, 0]));
  test('lifted to the floor', () => {
    assert.deepEqual(
      asked([
        [420, 3.1],
        [95, 1.77],
      ]),
      [27.28, 2.85, 35, 0],
    );
  });
  test('never above the balance', () => {
    assert.deepEqual(
      asked([
        [12.4, 0.31],
        [6.05, 0],
      ]),
      [12.4, 6.05, 18.76, 0],
    );
  });
  test('amounts of the draws', () => {
    assert.deepEqual(
      asked(
        [
          [420, 3.1],
          [300, 4.44],
        ],
        { floor: 25, least: [15, 20] },
      ),
      [11.9, 15.56, 35, 0],
    );
  });
  test('a late fee', () => {
    assert.deepEqual(
      asked(
        [
          [812.6, 12.05],
          [398.06, 8.6],
        ],
        { lineFees: 30 },
      ),
      [16.25, 11.94, 78.84, 0],
    );
  });
  test('what is over the limit', () => {
    const over = asked(
      [
        [1620, 21.15],
        [410.37, 8.85],
      ],
      { limit: 2000 },
    );
    assert.deepEqual(over, [92.77, 12.31, 135.08, 60.37]);
  });
  // 110.00 are owed, 90.00 of it over the limit; 0.20 of principal is asked, so no more than 9.80 of it is left.
  test('what is over the limit, as far as there is principal', () => {
    const over = asked(
      [
        [10, 100],
        [0, 0],
      ],
      { limit: 20 },
    );
    assert.deepEqual(over, [10, 0, 110, 9.8]);
  });
  test('rounded up', () => assert.deepEqual(asked(ab, { roundUpTo: 1 }), [17.64, 12.31, 60, 0]));
  test('a draw under override is not lifted, but asked for what is over the limit', () => {
    assert.deepEqual(
      asked(
        [
          [420, 3.1],
          [95, 1.77],
        ],
        { overridden: 'A' },
      ),
      [0, 30.13, 35, 0],
    );
    assert.deepEqual(
      asked(
        [
          [420, 0],
          [0, 0],
        ],
        { overridden: 'A', limit: 400 },
      ),
      [20, 0, 20, 20],
    );
    assert.deepEqual(
      asked(
        [
          [420, 0],
          [0, 0],
        ],
        { overridden: 'A' },
      ),
      [0, 0, 0, 0],
    );
  });
});
