import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rate } from '../values/rate.ts';
import { cycleRateText } from './cycle-rate.ts';
import type { LineFact } from './facts.ts';
import type { CycleRate } from './records.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dollars, draw, drawTerms, fact, lineTerms, pay } from './test-lines.ts';

const terms = lineTerms([1, 22], { cycleRateMax: '0.36' as Rate });
const fee = (on: string, amount: number, of: string | null = null, id = 'one'): LineFact =>
  fact('fee', on, { type: 'adHoc', amount: dollars(amount), draw: of }, id);

/** 300.00 for 21 days of January may cost 0.36 × 6,300.00 / 365 = 6.21; at 0.08 % a day its interest is 5.04. */
const opened = [activation('2027-01-01'), draw('2027-01-01', 'A', drawTerms('0.292')), buy('2027-01-11', 'A', 300)];
const after = (...more: LineFact[]) => replayLine(terms, [...opened, ...more], { through: day('2027-02-01') });
const stepsOf = ({ records }: ReturnType<typeof after>): (string | number)[][] =>
  records.steps
    .filter(({ cause }) => cause.startsWith('cycleRate:'))
    .map(({ kind, cause, amount, fees, over }) => [kind, cause, amount, fees, over]);

/** What is open of the fees of obligations. */
const billedFees = ({ position, records }: ReturnType<typeof after>): number[] =>
  [...records.obligations, ...position.obligations]
    .flatMap(({ fees, parts }) => [...fees, ...parts.flatMap((part) => part.fees)])
    .map(({ open }) => open);

describe('what a cycle cost above its bound', () => {
  test('is waived of a fee that waits: 12.00 and 5.04 less 6.21', () => {
    assert.deepEqual(stepsOf(after(fee('2027-01-20', 12))), [['waiver', 'cycleRate:adHoc:one', 1083, 1083, 0]]);
  });

  test('may be a cent', () =>
    assert.deepEqual(stepsOf(after(fee('2027-01-20', 1.18))), [['waiver', 'cycleRate:adHoc:one', 1, 1, 0]]));

  test('has no step where there is nothing above, though a fee waits', () =>
    assert.deepEqual(stepsOf(after(fee('2027-01-20', 1.17))), []));

  for (const name of [null, 'A']) {
    // 5.04, 1.16 and 3.00 less 6.21: 2.99, of the fee that was booked last.
    test(`leaves a cent of a fee of ${name ?? 'the line'} if there is room for it`, () => {
      const state = after(fee('2027-01-20', 1.16, name), fee('2027-01-21', 3, name, 'two'));
      assert.deepEqual(billedFees(state), [116, 1]);
    });

    // At 0.1 % a day interest alone is 6.30.
    test(`leaves nothing to bill of a fee of ${name ?? 'the line'} that is given up whole`, () => {
      const [first, , bought] = opened;
      const facts = [first!, draw('2027-01-01', 'A', drawTerms('0.365')), bought!, fee('2027-01-20', 1, name)];
      assert.deepEqual(billedFees(replayLine(terms, facts, { through: day('2027-02-01') })), []);
    });
  }
});

describe('what was paid above the bound becomes customer credit', () => {
  /** Four days of 300.00 cost 0.96, paid with the fee; they may cost 1.18. */
  const paid = (amount: number) => [fee('2027-01-12', 12, 'A'), pay('2027-01-15', amount)];
  test('of the day of the statement', () => {
    const state = after(...paid(312.96));
    assert.deepEqual(stepsOf(state), [['serviceCredit', 'cycleRate:1', 1178, 0, 1178]]);
    assert.deepEqual([state.position.customerCredit, state.position.creditSince], [1178, day('2027-02-01')]);
  });

  test('or of the day since which there is some', () => {
    const { position } = after(...paid(320));
    assert.deepEqual([position.customerCredit, position.creditSince], [704 + 1178, day('2027-01-15')]);
  });

  test('and may be a cent', () =>
    assert.deepEqual(stepsOf(after(fee('2027-01-12', 0.23, 'A'), pay('2027-01-15', 301.19))), [
      ['serviceCredit', 'cycleRate:1', 1, 0, 1],
    ]));
});

describe('the rate of a cycle', () => {
  const cycle: CycleRate = {
    charges: 120_000,
    fees: 13_000,
    interest: 5_000,
    givenBack: 2_000,
    max: 0,
    weighted: 3_000_000,
    basis: 365,
  };
  test('is what is left of its charges, by its balance, for a year: 100,000 × 365 / 3,000,000, cut', () =>
    assert.equal(cycleRateText(cycle), '12.166666'));
  test('of the least balance that there is', () =>
    assert.equal(cycleRateText({ ...cycle, charges: 20_000, weighted: 1 }), '0.000000'));
  test('of no balance is none', () => assert.equal(cycleRateText({ ...cycle, weighted: 0 }), null));
});
