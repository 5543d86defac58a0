import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { scheduleOf } from '../installment/schedule-of.ts';
import { cents } from '../values/cents.ts';
import type { Rate } from '../values/rate.ts';
import { amountsValidation, ratesValidation } from './validation.ts';

const { terms, facts } = readLoan({
  terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 } },
  facts: [{ kind: 'activation', on: '2027-02-15' }],
});
const start = facts[0]!.on;
const rows = scheduleOf(terms, start);

describe('a supplied schedule against the computed one', () => {
  test('the same rows match', () => {
    assert.deepEqual(amountsValidation(terms, start, rows), {
      principalMatch: true,
      interestMatch: true,
      feesMatch: true,
      totalAdvancesMatch: true,
      recurringAmountsMatch: true,
    });
  });

  test('a cent moved between interest and principal is seen in both, and in the total', () => {
    const moved = rows.map((row, i) =>
      i === 1 ? { ...row, interest: cents(row.interest + 1), principal: cents(row.principal - 1) } : row,
    );
    assert.deepEqual(amountsValidation(terms, start, moved), {
      principalMatch: false,
      interestMatch: false,
      feesMatch: true,
      totalAdvancesMatch: false,
      recurringAmountsMatch: true,
    });
  });

  test('other dates, or a row too few, match nowhere', () => {
    const shifted = rows.map((row) => ({ ...row, on: row.on + 1 }));
    assert.equal(amountsValidation(terms, start, shifted).recurringAmountsMatch, false);
    assert.equal(amountsValidation(terms, start, rows.slice(1)).feesMatch, false);
  });
});

describe('rates against their limits', () => {
  const rate = (text: string) => text as Rate;
  const limits = {
    interestRateMin: rate('0.05'),
    interestRateMax: rate('0.36'),
    aprNominalMax: rate('0.36'),
    aprEffectiveMax: null,
  };

  test('on the limit is within it; the last decimal decides', () => {
    const onLimit = { interestRates: [rate('0.05'), rate('0.36')], aprNominal: '0.360000000000', aprEffective: '9' };
    assert.deepEqual(ratesValidation(limits, onLimit), {
      interestRateExceedsMax: false,
      interestRateBelowMin: false,
      aprEffectiveExceedsMax: false,
      aprNominalExceedsMax: false,
    });
    const beyond = { interestRates: [rate('0.0499'), rate('0.3601')], aprNominal: '0.360000000001', aprEffective: '9' };
    assert.deepEqual(ratesValidation(limits, beyond), {
      interestRateExceedsMax: true,
      interestRateBelowMin: true,
      aprEffectiveExceedsMax: false,
      aprNominalExceedsMax: true,
    });
  });
});
