// Sections 6.4, 15.1, 15.2 and 17 of line-of-credit-math.md, over the golden cases of lines.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { billOf } from '../../naive/line/bill.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { parseGolden } from '../golden-file.ts';
import { dayNumber } from './keys.ts';
import { readLineCase } from './read-case.ts';

function billOn(file: string, through: string, ordinal: number) {
  const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
  const { loan } = parseGolden(text).cases[0]!;
  const { terms, facts } = readLineCase(loan);
  return billOf(simulateLine(terms, facts, { through: dayNumber(through) }).line, ordinal);
}

const none = { cashAdvances: 0, balanceTransfers: 0, reimbursements: 0 };

test('17: statement 5 as data', () => {
  const { summary, rates, yearToDate } = billOn('six-cycles.txt', '2028-06-08', 5);
  const moved = { payments: 0, credits: 0, purchases: 3999, fees: 3000, interest: 672 };
  assert.deepEqual(summary, { ...none, previous: 35_338, ...moved, balance: 43_009 });
  assert.deepEqual(rates, [
    { draw: 'A', rate: 182_500, days: 31, average: 29_136, interest: 451 },
    { draw: 'B', rate: 292_000, days: 31, average: 8932, interest: 221 },
  ]);
  assert.deepEqual(yearToDate, { fees: 4200, interest: 2890 });
});

test('17: statement 3 as data', () => {
  const { summary } = billOn('six-cycles.txt', '2028-04-08', 3);
  const moved = { payments: 9000, credits: 4500, purchases: 6420, fees: 0, interest: 1057 };
  assert.deepEqual(summary, { ...none, previous: 57_608, ...moved, balance: 51_585 });
});

test('6.4 and 15.2: two rates in one period', () => {
  const { rates } = billOn('interest-of-a-period.txt', '2027-04-03', 1);
  assert.deepEqual(
    rates.map(({ rate, days, average }) => [rate, days, average]),
    [
      [211_700, 20, 82_615],
      [284_700, 11, 80_175],
    ],
  );
  assert.equal(
    rates.reduce((sum, { interest }) => sum + interest, 0),
    1646,
  );
});
