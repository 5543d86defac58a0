// Interest that is compounded every day, beside the golden cases: what is read of it on a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payoffOfLine } from './payoff.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dispute, draw, drawTerms, lineTerms, outcome, pay } from './test-lines.ts';

const plain = lineTerms([1, 22]);
const terms = { ...plain, interest: { ...plain.interest, accrual: 'compoundDaily' as const } };
/** 0.1 % a day. */
const bought = [
  activation('2027-01-01'),
  draw('2027-01-01', 'A', drawTerms('0.365')),
  buy('2027-01-01', 'A', 1000, 'tv'),
];
const payoffOn = (on: string, ...more: readonly ReturnType<typeof pay>[]) =>
  payoffOfLine(terms, replayLine(terms, [...bought, ...more], { through: day(on) }));

test('one more day costs the interest on interest too', () => {
  // Three days have made 3.003001: 1.00 and 0.003003001.
  assert.deepEqual([payoffOn('2027-01-04').amount, payoffOn('2027-01-04').perDiem], [100_300, '1.003003']);
  // 31.46 are billed on 02-01: 1.03146 that day; after four days on 1,031.46 with 4.132037… accrued 1.0355920….
  assert.equal(payoffOn('2027-02-01').perDiem, '1.031460');
  assert.equal(payoffOn('2027-02-05').perDiem, '1.035592');
  // What is billed is paid: 1.00 and what has accrued.
  assert.equal(payoffOn('2027-02-05', pay('2027-02-01', 31.46)).perDiem, '1.004006');
});

test('interest that a dispute leaves out earns nothing', () => {
  const tv = bought[2] as ReturnType<typeof buy>;
  const claim = dispute('2027-02-05', tv, 500);
  const through = { through: day('2027-03-01') };
  const [, open] = replayLine(terms, [...bought, claim], through).records.bills;
  // Four days on 1,031.46; then 500.00, and of the 31.46 half is left out: 515.73 for 24 days, and on what accrued.
  // 4.132037… × 1.001^24 + 515.73 × (1.001^24 - 1) = 4.232350… + 12.520910….
  assert.equal(open!.interest, 1675);
  const lost = outcome('2027-02-25', claim, 'lost');
  assert.ok(replayLine(terms, [...bought, claim, lost], through).records.bills[1]!.interest > 1675);
});
