// The terms of lines and draws: what nobody says is that of the loan type, and what cannot be is refused by its field.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import type { LineSettings } from '#capabilities/products/index.ts';
import { defaultLine, lineAfter } from '#capabilities/products/settings/line/settings.ts';
import { Refusal } from '#platform/errors.ts';
import { type DrawAgreement, type LineAgreement, wholeAgreement } from './agreement.ts';
import { termsOfDraw } from './terms-of-draw.ts';
import { termsOfLine } from './terms-of-line.ts';

const rate = (text: string) => parseRate(text)!;
const settings = lineAfter(defaultLine('Credit card'), { regulation: 'card' }) as LineSettings;
const withParts = (parts: object): LineSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const part = (parts as Record<string, unknown>)[name];
      return [name, typeof part === 'object' ? { ...(value as object), ...part } : (part ?? value)];
    }),
  ) as LineSettings;

const least: LineAgreement = wholeAgreement({
  creditLimitAmount: cents(250_000),
  interestRates: [{ rate: rate('0.1825') }],
});
const line = (agreed: object = {}, of = settings): LineTerms => termsOfLine(of, { ...least, ...agreed });
const draw = (agreed: DrawAgreement = {}, { of = settings, on = {} }: { of?: LineSettings; on?: object } = {}) =>
  termsOfDraw(of, { agreed: { ...least, ...on }, terms: line(on, of) }, agreed);

function refused(path: string, work: () => unknown, kind = 'InvalidRequest'): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.name, error.data?.path], [kind, `atOrigination.${path}`]);
    assert.ok(typeof error.data?.expected === 'string');
    return true;
  });
}

describe('the terms of a line', () => {
  test('of a limit and a rate alone are those of the loan type', () => {
    const terms = line();
    assert.deepEqual(terms.cycle, {
      frequency: 'monthly',
      fixed: 'dueDay',
      days: [1],
      startDate: null,
      dueAfterDays: 25,
    });
    assert.deepEqual(terms.minimum, {
      floor: 2500,
      roundUpTo: 1,
      isOverLimitDue: false,
      overLimitBeyond: 'nothing',
      ofBalance: null,
    });
    assert.deepEqual([terms.regulation, terms.creditLimit, terms.bufferDays], ['card', 250_000, null]);
    assert.deepEqual(terms.fees, { late: null, nsf: null, periodic: [], firstYearCap: '0.25' });
  });

  test('take one day as the loan type means it, and two as the day of the statement and the due day', () => {
    assert.deepEqual(
      [line({ specificDays: [10] }).cycle.fixed, line({ specificDays: ['10'] }).cycle.days],
      ['dueDay', [10]],
    );
    const both = line({ specificDays: [1, 22] }).cycle;
    assert.deepEqual([both.fixed, both.days, both.dueAfterDays], ['both', [1, 22], null]);
    const byStatement = withParts({ regulation: 'openEnd', payments: { dueDateMode: 'fixedStatementDate' } });
    assert.equal(line({ specificDays: [30] }, byStatement).cycle.fixed, 'statementDay');
  });

  test('of another frequency take its own days', () => {
    const free = withParts({
      regulation: 'none',
      payments: { dueAfterDays: 4 },
      gracePeriod: { isGracePeriodApplicable: false },
    });
    const { cycle } = line({ paymentFrequency: 'everyTwoWeeks', specificDays: [5, '2027-01-01'] }, free);
    assert.deepEqual([cycle.days, cycle.startDate], [[5], dayOf('2027-01-01' as CivilDate)]);
    const wrong = (agreed: object) => refused('specificDays', () => line(agreed, free), 'InvalidSpecificDays');
    wrong({ paymentFrequency: 'weekly' });
    wrong({ paymentFrequency: 'weekly', specificDays: [8] });
    wrong({ paymentFrequency: 'everyTwoWeeks', specificDays: [5, '2027-01-02'] });
  });

  test('are refused with days that cannot be', () => {
    for (const specificDays of [[32], [0], [29], [1, 21], [12, 12], [7, 30], ['first'], [5, 'x']]) {
      refused('specificDays', () => line({ specificDays }), 'InvalidSpecificDays');
    }
    refused(
      'specificDays',
      () => line({ specificDays: [10] }, withParts({ payments: { dueDateMode: 'bothFixed' } })),
      'InvalidSpecificDays',
    );
    for (const paymentFrequency of ['singleTerm', 'weekly'])
      refused('paymentFrequency', () => line({ paymentFrequency }));
  });

  test('have the minimum and the service fee that the line agrees', () => {
    const { minimum, fees } = line(
      {
        minPaymentCalculation: { minAmount: cents(4000), includesOverLimitAmount: true },
        fees: { serviceFeeAmount: cents(300), serviceFeeCapAmount: cents(3000) },
      },
      withParts({
        fees: { membership: { amount: cents(200), capAmount: null }, service: { amount: cents(1), capAmount: null } },
      }),
    );
    assert.deepEqual(minimum, {
      floor: 4000,
      roundUpTo: 1,
      isOverLimitDue: true,
      overLimitBeyond: 'nothing',
      ofBalance: null,
    });
    assert.deepEqual(fees.periodic, [
      { type: 'service', amount: 300, cap: 3000 },
      { type: 'membership', amount: 200, cap: null },
    ]);
  });

  test('ask for what the loan type, or the line itself, says by the balance', () => {
    const ofBalance = (minAmount: number) => ({
      tiers: [{ upToAmount: null, percentageOfBalance: rate('0.02'), minAmount: cents(minAmount) }],
      plus: 'interest',
    });
    const of = withParts({ minPaymentCalculation: { ofBalance: ofBalance(1000), overLimitBeyond: 'pastDue' } });
    const terms = (amount: number) => ({ tiers: [{ upTo: null, percent: '0.02', amount }], plus: 'interest' });
    assert.deepEqual(line({}, of).minimum.ofBalance, terms(1000));
    assert.equal(line({}, of).minimum.overLimitBeyond, 'pastDue');
    const own = { ofBalance: ofBalance(1500), overLimitBeyond: 'minimum' };
    const { minimum } = line({ minPaymentCalculation: own }, of);
    assert.deepEqual([minimum.ofBalance, minimum.overLimitBeyond], [terms(1500), 'minimum']);
    const tiers = [{ upToAmount: cents(100), percentageOfBalance: rate('0'), minAmount: cents(1) }];
    refused('minPaymentCalculation.ofBalance.tiers[0].upToAmount', () =>
      line({ minPaymentCalculation: { ofBalance: { tiers, plus: 'nothing' } } }),
    );
    for (const field of ['ofBalance', 'overLimitBeyond'] as const) {
      const minPaymentCalculation = { [field]: own[field] } as NonNullable<DrawAgreement['minPaymentCalculation']>;
      refused(`minPaymentCalculation.${field}`, () => draw({ minPaymentCalculation }));
    }
  });

  test('are refused with amounts and rates that cannot be', () => {
    refused('creditLimitAmount', () => line({ creditLimitAmount: 0 }));
    refused('fees.originationFeeAmount', () => line({ fees: { originationFeeAmount: 1 } }));
    refused('fees.serviceFeeAmount', () => line({ fees: { serviceFeeAmount: -1 } }));
    refused('interestRates[0].rate', () => line({ interestRates: [{ rate: '18.25' }] }));
    refused('interestRates[0].rate', () => line({ interestRates: [{ rate: '-0.01' }] }));
    refused('promoRates[0].rate', () => line({ promoRates: [{ rate: '-0.01' }] }));
    refused('minPaymentCalculation.percentageOfPrincipal', () =>
      line({ minPaymentCalculation: { percentageOfPrincipal: '2' } }),
    );
    refused('minPaymentCalculation.minAmount', () => line({ minPaymentCalculation: { minAmount: -1 } }));
    refused('autoAmortization.duration', () => line({ autoAmortization: {} }));
  });
});

describe('the terms of a draw', () => {
  test('that agrees nothing are those of the line, then of the loan type', () => {
    const { rates, ...terms } = draw(
      {},
      { on: { minPaymentCalculation: { percentageOfPrincipal: rate('0.03'), minAmount: cents(1) } } },
    );
    assert.deepEqual(rates.rates, [{ days: null, rate: '0.1825', type: 'absolute' }]);
    assert.deepEqual(terms, {
      purpose: 'regular',
      creditLimit: null,
      // The least amount of the line is that of the line alone.
      minimum: { percentOfPrincipal: '0.03', amount: 0 },
      grace: { periodsToRestore: 1, periodsToEvaluate: 1, minimumOverride: null },
      amortization: null,
      deferredInterest: null,
      fees: { draw: { amount: 0, percentOfPurchase: '0', charged: 'firstPayment' }, periodic: [] },
      endDate: null,
    });
  });

  test('are its own where it agrees some', () => {
    const terms = draw(
      {
        purpose: 'cashAdvance',
        creditLimitAmount: cents(50_000),
        interestRates: [
          { days: 30, rate: rate('0.2') },
          { rate: rate('0.05'), interestType: 'spread' },
        ],
        promoRates: [{ days: 200, rate: rate('0.01') }],
        minPaymentCalculation: { minAmount: cents(1000) },
        fees: { drawFeePercentageOfPrincipal: rate('0.04'), serviceFeeAmount: cents(0) },
        enforcedEndDate: '2028-03-01' as CivilDate,
      },
      { of: withParts({ fees: { service: { amount: cents(150), capAmount: null } } }) },
    );
    assert.deepEqual(terms.rates.rates, [
      { days: 30, rate: '0.2', type: 'absolute' },
      { days: null, rate: '0.05', type: 'spread' },
    ]);
    assert.deepEqual(terms.rates.promos, [{ days: 200, rate: '0.01', disqualifyOverdueDays: null }]);
    assert.deepEqual([terms.purpose, terms.creditLimit, terms.grace], ['cashAdvance', 50_000, null]);
    assert.deepEqual(terms.minimum, { percentOfPrincipal: '0.01', amount: 1000 });
    assert.deepEqual([terms.fees.draw.percentOfPurchase, terms.fees.periodic], ['0.04', []]);
    assert.equal(terms.endDate, dayOf('2028-03-01' as CivilDate));
  });

  test('have grace by the draw, then the line, then the loan type; spread purchases have none', () => {
    const override = { percentageOfPrincipal: rate('0') };
    const own = draw({ gracePeriod: { numPeriodsToEvaluateGrace: 3, minPaymentCalculationOverride: override } });
    assert.deepEqual(own.grace, {
      periodsToRestore: 1,
      periodsToEvaluate: 3,
      minimumOverride: { percentOfPrincipal: '0', amount: 0 },
    });
    assert.equal(draw({}, { on: { gracePeriod: { isGracePeriodApplicable: false } } }).grace, null);
    assert.notEqual(draw({ purpose: 'balanceTransfer', gracePeriod: { isGracePeriodApplicable: true } }).grace, null);
    const spread = draw({ autoAmortization: { duration: 6 } });
    assert.deepEqual([spread.amortization, spread.grace], [{ duration: 6, amount: null }, null]);
    const on = { autoAmortization: { periodicPaymentAmount: cents(5000) } };
    assert.deepEqual(draw({}, { on }).amortization, { duration: null, amount: 5000 });
    assert.equal(draw({ gracePeriod: { isGracePeriodApplicable: true } }, { on }).amortization, null);
    refused('autoAmortization', () =>
      draw({ autoAmortization: { duration: 6 }, gracePeriod: { isGracePeriodApplicable: true } }),
    );
  });

  test('spread a draw fee only over instalments', () => {
    const of = withParts({ fees: { draw: { ...settings.fees.draw, charged: 'spread' } } });
    assert.equal(draw({}, { of }).fees.draw.charged, 'firstPayment');
    assert.equal(draw({ autoAmortization: { duration: 6 } }, { of }).fees.draw.charged, 'spread');
  });

  test('are refused where they cannot be', () => {
    refused('interestRates', () => draw({}, { on: { interestRates: null } }));
    assert.equal(draw({ purpose: 'static' }, { on: { interestRates: null } }).rates.rates[0]?.rate, '0');
    refused('interestRates[0].days', () => draw({ interestRates: [{ rate: rate('0.1') }, { rate: rate('0.2') }] }));
    refused('purpose', () => draw({ purpose: 'cashAdvance' }, { of: withParts({ draws: { purposes: ['regular'] } }) }));
    refused('creditLimitAmount', () => draw({ creditLimitAmount: cents(0) }));
    refused('fees.drawFeeAmount', () => draw({ fees: { drawFeeAmount: cents(-1) } }));
    refused('autoAmortization.periodicPaymentAmount', () =>
      draw({ autoAmortization: { duration: 2, periodicPaymentAmount: cents(5) } }),
    );
    const short = withParts({
      regulation: 'openEnd',
      payments: { dueAfterDays: 14 },
      gracePeriod: { isGracePeriodApplicable: false },
    });
    assert.equal(draw({}, { of: short }).grace, null);
    refused('gracePeriod.isGracePeriodApplicable', () =>
      draw({ gracePeriod: { isGracePeriodApplicable: true } }, { of: short }),
    );
  });
});
