// Numbers: line-of-credit-math 15.4 and loan-math 13.10, unless a comment has the working.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fineScale, scaled } from '../interest/exact.ts';
import type { Rate } from '../values/rate.ts';
import type { LineFact } from './facts.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dollars, draw, drawTerms, fact, lineTerms, pay } from './test-lines.ts';
import { minimumWarning, warningOf } from './warning.ts';

const units = (rate: string): number => scaled(rate as Rate, fineScale);
const minimum = { floor: 3_000, roundUpTo: 1, ofBalance: null, due: 0 };

const row = (balance: number, rate: string, later: [number, string] | null = null) => ({
  balance: dollars(balance),
  rates: [
    { afterMonths: 0, rate: units(rate) },
    ...(later === null ? [] : [{ afterMonths: later[0], rate: units(later[1]) }]),
  ],
  percent: units('0.01'),
  least: 0,
});

describe('the loop', () => {
  test('two rates', () => {
    assert.deepEqual(minimumWarning([row(1480, '0.1752'), row(620, '0.27375')], minimum), {
      atMinimum: { months: 136, shown: { count: 11, unit: 'years' }, total: 522_631 },
      in36: { payment: 7_850, total: 282_600, savings: 240_031 },
    });
  });
  test('a promo that ends', () => {
    assert.deepEqual(minimumWarning([row(900, '0', [9, '0.219']), row(1200, '0.219')], minimum), {
      atMinimum: { months: 126, shown: { count: 11, unit: 'years' }, total: 453_597 },
      in36: { payment: 7_757, total: 279_252, savings: 174_345 },
    });
  });
  test('cents each month', () => {
    assert.deepEqual(minimumWarning([row(2350, '0.229')], { ...minimum, floor: 3_500 }), {
      atMinimum: { months: 124, shown: { count: 10, unit: 'years' }, total: 531_104 },
      in36: { payment: 9_085, total: 327_060, savings: 204_044 },
    });
  });
  test('a small balance: in months, without the 36', () => {
    assert.deepEqual(minimumWarning([row(300, '0.219')], minimum), {
      atMinimum: { months: 12, shown: { count: 12, unit: 'months' }, total: 33_430 },
      in36: null,
    });
  });
  test('without interest it is a 36th', () => {
    // 3,600.00: 36.00 the first month, 30.00 from the balance of 3,000.00 on.
    const { atMinimum, in36 } = minimumWarning([row(3600, '0')], minimum);
    assert.deepEqual([atMinimum?.total, in36?.payment, in36?.savings], [360_000, 10_000, 0]);
  });
  test('payments that only pay interest never end; the 36 months are shown all the same', () => {
    const nothing = { ...row(300, '0'), rates: [{ afterMonths: 0, rate: units('0.12') }], percent: 0 };
    // r = 1 %: 300.00 × 0.01 ÷ (1 − 1.01^−36) = 9.9642…
    assert.deepEqual(minimumWarning([nothing], { ...minimum, floor: 0 }), {
      atMinimum: null,
      in36: { payment: 996, total: 35_856, savings: null },
    });
  });
  test('the 36 months are left out below what is due now', () => {
    const of = (due: number) =>
      minimumWarning([row(2350, '0.229')], { floor: 3_500, roundUpTo: 1, ofBalance: null, due }).in36;
    assert.equal(of(9_085)?.payment, 9_085);
    assert.equal(of(9_086), null);
  });
  test('36 months at the minimum are as fast, 37 are not', () => {
    // Without interest, so much a month by the floor.
    const at = (balance: number) =>
      minimumWarning([row(balance, '0')], { floor: 10_000, roundUpTo: 1, ofBalance: null, due: 0 });
    assert.deepEqual([at(3600).atMinimum?.months, at(3600).in36], [36, null]);
    assert.deepEqual([at(3601).atMinimum?.months, at(3601).in36?.payment], [37, 10_003]);
  });
  test('months below two years, then years, halves up', () => {
    const shown = (months: number) =>
      minimumWarning([row(months, '0')], { floor: 100, roundUpTo: 1, ofBalance: null, due: 0 }).atMinimum?.shown;
    assert.deepEqual(shown(23), { count: 23, unit: 'months' });
    assert.deepEqual(shown(24), { count: 2, unit: 'years' });
    assert.deepEqual(shown(29), { count: 2, unit: 'years' });
    assert.deepEqual(shown(30), { count: 3, unit: 'years' });
  });
  test('each balance by its own percentage and least amount, the sum rounded up to the multiple', () => {
    // Without interest. First month: 1 % of 200.00 and 15.00, up to 17.00; then 1.83, 15.00: 16.83 and so on to 17.00.
    const two = [row(200, '0'), { ...row(30, '0'), percent: 0, least: 1_500 }];
    const { atMinimum } = minimumWarning(two, { floor: 0, roundUpTo: 1_700, ofBalance: null, due: 0 });
    // 230.00 in payments of 17.00: thirteen full ones (221.00) and 9.00.
    assert.deepEqual([atMinimum?.months, atMinimum?.total], [14, 23_000]);
  });
  const byBalance = (tiers: readonly object[], plus = 'nothing') =>
    ({ floor: 0, roundUpTo: 1, due: 0, ofBalance: { tiers, plus } }) as unknown as Parameters<typeof minimumWarning>[1];
  const ended = (balances: readonly ReturnType<typeof row>[], minimum: Parameters<typeof minimumWarning>[1]) => {
    const { atMinimum } = minimumWarning(balances, minimum);
    return [atMinimum?.months, atMinimum?.total];
  };
  const plain = (balance: number, rate: string) => ({ ...row(balance, rate), percent: 0 });

  test('by tiers of the balance: 10 % above 200.00, else 20.00', () => {
    const tiers = [
      { upTo: 20_000, percent: '0', amount: 2_000 },
      { upTo: null, percent: '0.1', amount: 0 },
    ];
    // 30.00, 27.00, 24.30, 21.87 leave 196.83: nine payments of 20.00 and one of 16.83.
    assert.deepEqual(ended([plain(300, '0')], byBalance(tiers)), [14, 30_000]);
  });
  test('by a flat amount and the interest of the month', () => {
    // 1.00, 0.90 … 0.10 of interest at 1 % a month, and ten times 10.00.
    const tiers = [{ upTo: null, percent: '0', amount: 1_000 }];
    assert.deepEqual(ended([plain(100, '0.12')], byBalance(tiers, 'interest')), [10, 10_550]);
    // With fees of 20.00 besides, which the first payment has on top.
    const fees = { ...row(20, '0'), percent: fineScale, isFees: true };
    assert.deepEqual(ended([plain(100, '0.12'), fees], byBalance(tiers, 'interestAndFees')), [10, 12_550]);
    // Without them the payment of 11.00 is raised to the fees alone: 20.00, and the balance is 101.00 then.
    assert.deepEqual(ended([plain(100, '0.12'), fees], byBalance(tiers, 'interest'))[0], 11);
  });
  test('the balance of a month has its interest', () => {
    // 99.50 and 1.00 of interest are above 100.00: half of it at once, then 25.00 and the rest.
    const tiers = [
      { upTo: 10_000, percent: '0', amount: 2_500 },
      { upTo: null, percent: '0.5', amount: 0 },
    ];
    // 100.50 × 0.5 = 50.25 leave 50.25; 0.50: 25.00 leave 25.75; 0.26: 25.00 leave 1.01; 0.01: 1.02.
    assert.deepEqual(ended([plain(99.5, '0.12')], byBalance(tiers)), [4, 10_127]);
  });
});

describe('of a bill', () => {
  const terms = lineTerms([12, 8], { regulation: 'card', floor: 30, creditLimit: dollars(9_000) });
  const own = (rate: string, more = {}) => drawTerms(rate, { percent: '0.01', ...more });
  const begun = [
    activation('2027-05-13'),
    draw('2027-05-13', 'P', own('0.1752')),
    draw('2027-05-13', 'C', own('0.27375')),
  ];
  const billOn = (on: string, facts: readonly LineFact[], of = terms) =>
    replayLine(of, facts, { through: day(on) }).records.bills.at(-1)!;
  const warned = (on: string, facts: readonly LineFact[], of = terms) => warningOf(of, billOn(on, facts, of));
  /** Bought on the last day of the period: no interest has accrued in whole cents. */
  const bought = [buy('2027-06-11', 'P', 1_479.29), buy('2027-06-11', 'C', 619.54)];

  test('with the interest of the day it is the worked example', () => {
    // One day: 1,479.29 at 0.048 % = 0.71, 619.54 at 0.075 % = 0.46; so 1,480.00 and 620.00.
    assert.deepEqual(warned('2027-06-12', [...begun, ...bought])?.in36, {
      payment: 7_850,
      total: 282_600,
      savings: 240_031,
    });
  });
  test('only on cards', () => assert.equal(warned('2027-06-12', [...begun, ...bought], lineTerms([12, 8])), null));
  test('not where the minimum pays it all', () => {
    // A day on 30.00 is a cent.
    assert.equal(warned('2027-06-12', [...begun, buy('2027-06-11', 'P', 29.99)]), null);
    assert.notEqual(warned('2027-06-12', [...begun, buy('2027-06-11', 'P', 30)]), null);
  });
  test('not after two statements that were paid in full; the third is warned of again if one was not', () => {
    // Grace: the balances are what was bought.
    const graced = [activation('2027-05-13'), draw('2027-05-13', 'P', own('0.1752', { grace: 1 }))];
    const months = ['2027-06-01', '2027-07-01', '2027-08-01'].map((on) => buy(on, 'P', 500));
    const paid = [pay('2027-07-02', 500), pay('2027-08-02', 500)];
    assert.notEqual(warned('2027-07-12', [...graced, ...months, ...paid]), null);
    assert.equal(warned('2027-08-12', [...graced, ...months, ...paid]), null);
    assert.notEqual(warned('2027-08-12', [...graced, ...months, pay('2027-07-02', 500), pay('2027-08-02', 499)]), null);
  });
  test('a rate that ends in full months; what customer credit paid is out', () => {
    const promos = [{ days: 274 + 30, rate: '0.1752' as Rate, disqualifyOverdueDays: null }];
    const base = own('0.1752');
    const cheap = { ...base, rates: { ...base.rates, promos } };
    // From 2027-05-13 for 304 days: 274 days, nine months (9.008), after the statement of 06-12.
    const facts = [activation('2027-05-13'), draw('2027-05-13', 'P', cheap), buy('2027-06-11', 'P', 900)];
    const [bill] = [billOn('2027-06-12', facts)];
    assert.deepEqual(
      bill.draws[0]!.rates.map(({ from, rate }) => [from - bill.statementOn, rate]),
      [
        [-30, 0],
        [274, 175_200],
      ],
    );
    const loop = minimumWarning([row(900, '0', [9, '0.1752'])], { ...minimum, due: bill.minimumShown });
    assert.deepEqual(warningOf(terms, bill), loop);
  });
  test('what customer credit paid of a draw in a programme is out', () => {
    const programme = { endsOn: day('2027-12-31'), graceDays: 0, disqualifyOverdueDays: null };
    const deferred = { ...own('0.1752'), deferredInterest: programme };
    const fees = { ...deferred.fees, periodic: [{ type: 'service', amount: dollars(8), cap: null }] } as const;
    const charged = billOn('2027-06-12', [
      begun[0]!,
      pay('2027-05-14', 500),
      draw('2027-05-13', 'P', { ...deferred, fees }),
    ]);
    assert.deepEqual([charged.draws[0]!.fullBalance, charged.draws[0]!.owed], [dollars(8), 0]);
    assert.equal(warningOf(terms, charged), null);
  });
  test('fees of the line are paid with the next payment', () => {
    const fee = fact('fee', '2027-06-11', { type: 'adHoc', amount: dollars(20), draw: null });
    const graced = [activation('2027-05-13'), draw('2027-05-13', 'P', own('0.1825', { grace: 1 }))];
    const bill = billOn('2027-06-12', [...graced, buy('2027-06-11', 'P', 1_000), fee]);
    const ofLine = { ...row(20, '0'), percent: fineScale };
    assert.deepEqual(
      warningOf(terms, bill),
      minimumWarning([row(1_000, '0.1825'), ofLine], { ...minimum, due: bill.minimumShown }),
    );
    // 1 % of 1,000.00, and the fee.
    assert.equal(bill.minimumShown, 3_000);
  });
});
