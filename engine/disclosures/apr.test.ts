import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { dayOfParts, monthsLater, yearMonthDay } from '../time/calendar.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { type Day, dayOf } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { amountFinanced, apr, type CashFlow, type Credit, financeCharge, mapr, NoRate, presentValues } from './apr.ts';

const day = (date: string): Day => dayOf(date as CivilDate);
const flow = (on: string | Day, amount: number): CashFlow => ({
  on: typeof on === 'string' ? day(on) : on,
  amount: cents(Math.round(amount * 100)),
});

function everyMonths(months: number, first: string, count: number, amount: number): CashFlow[] {
  const start = yearMonthDay(day(first));
  const dueDate = (k: number): Day => monthsLater(start.year, start.month, k * months, start.day);
  return Array.from({ length: count }, (_, k) => flow(dueDate(k), amount));
}

const everyDays = (days: number, first: string, count: number, amount: number): CashFlow[] =>
  Array.from({ length: count }, (_, k) => flow(day(first) + k * days, amount));

const monthly = (first: string, count: number, amount: number): CashFlow[] => everyMonths(1, first, count, amount);

/** In percent with four decimals, as the examples of the field give it. */
const percent = (rate: string): string => (Number(rate) * 100).toFixed(4);

// 7,500.00 at 11.49 %, with an origination fee of 150.00.
const instalments = [...monthly('2027-04-15', 11, 666.05), flow('2028-03-15', 666)];
const exampleA: Credit = {
  advances: [flow('2027-03-09', 7500)],
  payments: [flow('2027-03-09', 150), ...instalments],
};

describe('example A, with a prepaid finance charge', () => {
  test('finances 7,350.00 at a charge of 642.55', () => {
    assert.equal(amountFinanced(exampleA), 7350_00);
    assert.equal(financeCharge(exampleA), 642_55);
  });

  test('costs 15.2756 %, disclosed as 15.28 %, effective 16.3918 %', () => {
    const rate = apr(exampleA);
    assert.equal(percent(rate.nominal), '15.2756');
    assert.equal(percent(rate.effective), '16.3918');
    assert.equal(rate.disclosed, '15.28');
    assert.equal(rate.unitPeriodRate.slice(0, 14), '0.012729641625');
  });

  test('costs the same if the lender pays out less', () => {
    assert.deepEqual(apr({ advances: [flow('2027-03-09', 7350)], payments: instalments }), apr(exampleA));
  });

  test('costs 11.5440 % without the fee', () => {
    assert.equal(percent(apr({ ...exampleA, payments: instalments }).nominal), '11.5440');
  });

  const presentValueTable = [
    [1, 656.007846],
    [2, 647.762067],
    [11, 578.061197],
    [12, 570.75233],
  ] as const;
  for (const [number, value] of presentValueTable) {
    test(`payment ${number} is worth ${value} at the start`, () => {
      const others = instalments.filter((_, k) => k !== number - 1);
      const { unitPeriodRate } = apr(exampleA);
      const [all, without] = [instalments, others].map((payments) =>
        Number(presentValues({ advances: exampleA.advances, payments }, unitPeriodRate).payments),
      );
      assert.equal(((all! - without!) / 100).toFixed(6), value.toFixed(6));
    });
  }

  test('is worth what is financed at this rate only', () => {
    const credit = { advances: [flow('2027-03-09', 7350)], payments: instalments };
    const worthAt = (rate: string): string => (Number(presentValues(credit, rate).payments) / 100).toFixed(4);
    assert.equal(worthAt(apr(credit).unitPeriodRate), '7350.0000');
    assert.equal(worthAt('0.012733333333333333333333'), '7349.8245');
    assert.equal(worthAt('0.012729666666666666666667'), '7349.9988');
  });

  test('has a military rate of 18.0291 %, with an application fee and insurance in every payment', () => {
    const premiums = instalments.map(({ on }) => ({ on, amount: cents(6_25) }));
    assert.equal(percent(mapr(exampleA, [flow('2027-03-09', 40), ...premiums]).nominal), '18.0291');
  });
});

describe('further examples of the field', () => {
  test('a single payment is measured in days, or in months if they are whole', () => {
    const advances = [flow('2027-09-10', 500)];
    const after28Days: Credit = { advances, payments: [flow('2027-10-08', 560)] };
    const afterAMonth: Credit = { advances, payments: [flow('2027-10-10', 560)] };
    assert.equal(percent(apr(after28Days).nominal), '156.4286');
    assert.equal(apr(afterAMonth).disclosed, '144.00');
    assert.equal(apr({ ...afterAMonth, singlePaymentUnit: 'days' }).disclosed, '146.00');
  });

  test('every two weeks after 17 days: 41.1350 %', () => {
    const rate = apr({ advances: [flow('2027-03-01', 1000)], payments: everyDays(14, '2027-03-18', 13, 86) });
    assert.equal(percent(rate.nominal), '41.1350');
    assert.equal(rate.unitPeriodRate.slice(0, 14), '0.015821149389');
  });

  test('twice a month: 23.2921 %', () => {
    const payments = ['2027-02-15', '2027-03-01', '2027-03-15', '2027-04-01'].map((on) => flow(on, 258));
    assert.equal(percent(apr({ advances: [flow('2027-01-20', 1000)], payments }).nominal), '23.2921');
  });

  test('two advances: 14.7750 %, both sides worth 3,463.7336', () => {
    const advances = [flow('2027-01-10', 2000), flow('2027-03-10', 1500)];
    const credit = { advances, payments: monthly('2027-04-10', 12, 320) };
    const rate = apr(credit);
    assert.equal(percent(rate.nominal), '14.7750');
    const worth = presentValues(credit, rate.unitPeriodRate);
    assert.equal(worth.advances.slice(0, 9), '346373.35');
    assert.equal((Number(worth.advances) / 100).toFixed(4), '3463.7336');
    assert.equal((Number(worth.payments) / 100).toFixed(4), '3463.7336');
  });
});

/** Payments on this day of the month, and 15 days later. */
const twiceAMonth = (first: string, count: number, amount: number): CashFlow[] =>
  monthly(first, count / 2, amount).flatMap((payment) => [payment, { ...payment, on: payment.on + 15 }]);

/** Payments every four weeks; a second one in the same month is paid two weeks later. */
function everyFourWeeksOnceAMonth(first: string, count: number, amount: number): CashFlow[] {
  const payments = [flow(first, amount)];
  while (payments.length < count) {
    const last = payments.at(-1)!.on;
    const isSecond = yearMonthDay(last + 28).month === yearMonthDay(last).month;
    payments.push(flow(last + (isSecond ? 42 : 28), amount));
  }
  return payments;
}

describe('examples of Regulation Z, Appendix J (c)', () => {
  const examples: readonly [name: string, advances: CashFlow[], payments: CashFlow[], disclosed: string][] = [
    ['monthly', [flow('1978-01-10', 5000)], monthly('1978-02-10', 24, 230), '9.69'],
    ['monthly, long first period', [flow('1978-02-10', 6000)], monthly('1978-04-01', 36, 200), '11.82'],
    ['twice a month, short first period', [flow('1978-02-23', 5000)], twiceAMonth('1978-03-01', 24, 219.17), '10.34'],
    ['quarterly, long first period', [flow('1978-05-23', 10000)], everyMonths(3, '1978-10-01', 40, 385), '8.97'],
    ['weekly, long first period', [flow('1978-03-20', 500)], everyDays(7, '1978-04-21', 30, 17.6), '14.96'],
    [
      'monthly, odd first payment',
      [flow('1978-01-10', 5000)],
      [flow('1978-02-10', 250), ...monthly('1978-03-10', 23, 230)],
      '10.08',
    ],
    [
      'every four weeks, long first period, odd first payment',
      [flow('1978-03-18', 400)],
      [flow('1978-04-20', 39.5), ...everyDays(28, '1978-05-18', 11, 38.31)],
      '28.50',
    ],
    [
      'monthly, odd last payment',
      [flow('1978-01-10', 5000)],
      [...monthly('1978-02-10', 23, 230), flow('1980-01-10', 280)],
      '10.50',
    ],
    [
      'every two weeks, short first period, odd last payment',
      [flow('1978-04-03', 200)],
      [...everyDays(14, '1978-04-11', 19, 9.5), flow('1979-01-02', 30)],
      '12.22',
    ],
    [
      'monthly, odd first and last payment',
      [flow('1978-01-10', 5000)],
      [flow('1978-02-10', 250), ...monthly('1978-03-10', 22, 230), flow('1980-01-10', 280)],
      '10.90',
    ],
    [
      'every two months, short first period, odd first and last payment',
      [flow('1978-01-10', 8000)],
      [flow('1978-03-01', 449.36), ...everyMonths(2, '1978-05-01', 18, 465), flow('1981-05-01', 200)],
      '7.30',
    ],
    ['single payment, in days', [flow('1978-01-03', 1000)], [flow('1978-09-15', 1080)], '11.45'],
    ['single payment, in months', [flow('1978-07-15', 1000)], [flow('1979-01-15', 1044)], '8.80'],
    ['single payment after a year and a half', [flow('1978-01-17', 1000)], [flow('1979-07-17', 1135.19)], '8.76'],
    ['single payment after two years', [flow('1978-01-03', 1000)], [flow('1980-01-03', 1240)], '11.36'],
    [
      'every four weeks, never twice in a month',
      [flow('1978-01-25', 2135)],
      everyFourWeeksOnceAMonth('1978-02-20', 24, 100),
      '12.00',
    ],
    [
      'three advances',
      ['1979-04-10', '1979-06-12', '1979-09-18'].map((on) => flow(on, 20000)),
      monthly('1979-12-10', 240, 612.36),
      '10.25',
    ],
  ];
  for (const [name, advances, payments, disclosed] of examples) {
    test(`${name}: ${disclosed} %`, () => assert.equal(apr({ advances, payments }).disclosed, disclosed));
  }
});

describe('the rate', () => {
  const loan: Credit = { advances: [flow('2027-01-10', 1000)], payments: monthly('2027-02-10', 12, 90) };

  test('is negative if less is paid than was advanced', () => {
    const credit = { advances: [flow('2027-01-10', 1000)], payments: [flow('2027-07-10', 900)] };
    assert.equal(apr(credit).nominal, '-0.200000000000');
    assert.equal(apr(credit).effective, '-0.190000000000');
    assert.equal(apr(credit).disclosed, '-20.00');
    const { nominal } = apr({ ...loan, payments: monthly('2027-02-10', 12, 80) });
    assert.ok(Number(nominal) < 0, nominal);
  });

  test('is disclosed with halves rounded up, also when its digits do not end', () => {
    const after = (on: string, amount: number) =>
      apr({ advances: [flow('2027-01-10', 1800)], payments: [flow(on, amount)] });
    assert.equal(after('2028-01-10', 2022.21).nominal, '0.123450000000');
    assert.equal(after('2028-01-10', 2022.21).disclosed, '12.35');
    assert.equal(after('2028-01-10', 1577.79).disclosed, '-12.35');
  });

  test('may be far above a hundred percent', () => {
    const nextDay = { advances: [flow('2027-01-10', 100)], payments: [flow('2027-01-11', 500)] };
    assert.equal(apr(nextDay).disclosed, '146000.00');
  });

  test('is not changed by rows of zero', () => {
    const payments = monthly('2027-02-15', 3, 350);
    const credit = { ...loan, payments };
    const zeros = everyDays(1, '2027-02-16', 5, 0);
    assert.deepEqual(apr({ ...credit, payments: [...payments, ...zeros] }), apr(credit));
    assert.deepEqual(apr({ ...credit, advances: [flow('2026-12-20', 0), ...loan.advances] }), apr(credit));
  });

  test('counts a fee paid before the advance as paid with it', () => {
    const paidOn = (on: string) => apr({ ...loan, payments: [flow(on, 30), ...loan.payments] });
    assert.deepEqual(paidOn('2026-12-20'), paidOn('2027-01-10'));
  });

  test('runs from the day the finance charge is earned', () => {
    const later: Credit = { ...loan, advances: [flow('2026-11-25', 1000)], startsOn: day('2027-01-10') };
    assert.deepEqual(apr(later), apr(loan));
    const earlier: Credit = { ...loan, startsOn: day('2026-12-10') };
    assert.equal(apr(earlier).nominal, apr(loan).nominal);
  });

  test('makes payments that begin before the advances worth as much as these', () => {
    const advances = [1978, 1979, 1980, 1981].flatMap((year) => [
      flow(`${year}-09-05`, 1800),
      flow(`${year + 1}-01-05`, 1000),
    ]);
    const credit: Credit = { advances, payments: monthly('1978-07-01', 50, 240), startsOn: day('1978-07-01') };
    const i = Number(apr(credit).unitPeriodRate);
    const inFloats = (amount: number, months: number, days: number) =>
      amount / ((1 + (days / 30) * i) * (1 + i) ** months);
    let difference = 0;
    for (let month = 0; month < 50; month += 1) difference += inFloats(240, month, 0);
    for (const year of [0, 12, 24, 36]) difference -= inFloats(1800, year + 2, 4) + inFloats(1000, year + 6, 4);
    assert.ok(i > 0.001 && Math.abs(difference) < 1e-9, `${difference} at ${i}`);
  });
});

describe('with several advances there may be several rates', () => {
  // -1000 + 3350 v - 3735 v² + 1386 v³ = -1000 (1 - 1.05 v) (1 - 1.10 v) (1 - 1.20 v); the payment of one cent makes
  // the month the common period.
  const credit: Credit = {
    advances: [flow('2027-01-10', 1000), flow('2027-03-10', 3735.01)],
    payments: [flow('2027-02-10', 3350), flow('2027-03-10', 0.01), flow('2027-04-10', 1386)],
  };
  const found: readonly [near: string | undefined, nominal: string][] = [
    [undefined, '0.600000000000'],
    ['0.12', '0.600000000000'],
    ['1', '0.600000000000'],
    ['1.44', '2.400000000000'],
    ['3', '2.400000000000'],
  ];
  for (const [near, nominal] of found) {
    test(`and from ${near ?? 'zero'} it is ${nominal}`, () => {
      assert.equal(apr(credit, near as Rate | undefined).nominal, nominal);
    });
  }

  test('but zero without a finance charge, from anywhere', () => {
    // -1000 (1 - v) (1 - 1.1 v) (1 - 1.2 v)
    const free: Credit = {
      advances: [flow('2027-01-10', 1000), flow('2027-03-10', 3620.01)],
      payments: [flow('2027-02-10', 3300), flow('2027-03-10', 0.01), flow('2027-04-10', 1320)],
    };
    assert.equal(apr(free, '3' as Rate).nominal, '0.000000000000');
  });

  test('but with one advance it is the same from anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (near) => {
        assert.deepEqual(apr(exampleA, `${near / 1000}` as Rate), apr(exampleA));
      }),
    );
  });
});

describe('there is no rate', () => {
  const advances = [flow('2027-01-10', 1000)];
  const payments = monthly('2027-02-10', 3, 400);
  const paidBefore = (amount: number): Credit => ({
    advances: [flow('2027-05-10', 1000)],
    payments: monthly('2027-02-10', 3, amount),
    startsOn: day('2027-01-10'),
  });
  const refused: readonly [why: string, credit: Credit, message: RegExp][] = [
    ['without an advance', { advances: [], payments }, /nothing is advanced/],
    ['without a payment', { advances, payments: [] }, /nothing is paid/],
    ['if all is paid at the start', { advances, payments: [flow('2027-01-10', 999)] }, /nothing is paid/],
    ['if fees eat the advance', { advances, payments: [flow('2027-01-10', 1000), ...payments] }, /nothing is advanced/],
    ['if more is paid, all before the advance', paidBefore(400), /no rate/],
    ['if less is paid, all before the advance', paidBefore(300), /no rate/],
  ];
  for (const [why, credit, message] of refused) {
    test(why, () =>
      assert.throws(
        () => apr(credit),
        (error) => error instanceof NoRate && message.test(error.message),
      ),
    );
  }

  test('for an amount below zero, which is a mistake', () => {
    const credit = { advances, payments: [...payments, flow('2027-05-10', -1)] };
    assert.throws(() => apr(credit), /-100 cents/);
  });
});

// --- Laws ---

/** A loan with one advance and payments on one day of the month, which is not before that of the advance. */
interface MonthlyLoan {
  readonly credit: Credit;
  readonly principal: number;
  readonly amounts: readonly number[];
  readonly monthsToFirst: number;
  readonly daysToFirst: number;
}

function aMonthlyLoan(leastShare: number, mostShare: number): fc.Arbitrary<MonthlyLoan> {
  const shape = {
    principal: fc.integer({ min: 10_000, max: 10 ** 8 }),
    shares: fc.array(fc.double({ min: leastShare, max: mostShare, noNaN: true }), { minLength: 3, maxLength: 60 }),
    start: fc.record({ year: fc.integer({ min: 2000, max: 2100 }), month: fc.integer({ min: 1, max: 12 }) }),
    days: fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 })),
    monthsToFirst: fc.integer({ min: 1, max: 4 }),
  };
  return fc.record(shape).map(({ principal, shares, start: { year, month }, days, monthsToFirst }) => {
    const [startDay, dueDay] = [Math.min(...days), Math.max(...days)];
    const amounts = shares.map((share) => Math.ceil((principal * share) / shares.length));
    const credit = {
      advances: [{ on: dayOfParts(year, month, startDay), amount: cents(principal) }],
      payments: amounts.map((amount, k) => ({
        on: monthsLater(year, month, monthsToFirst + k, dueDay),
        amount: cents(amount),
      })),
    };
    return { credit, principal, amounts, monthsToFirst, daysToFirst: dueDay - startDay };
  });
}

/**
 * The balance left, in cents as a fraction, when the balance rolls forward at i = rate / scale: the actuarial method of
 * paragraph (a)(2), without any division, so without any rounding.
 */
function balanceAfterAll(loan: MonthlyLoan, rate: bigint, scale: bigint): { numerator: bigint; denominator: bigint } {
  let numerator = BigInt(loan.principal) * (30n * scale + BigInt(loan.daysToFirst) * rate);
  let denominator = 30n * scale;
  for (let month = 1; month < loan.monthsToFirst + loan.amounts.length; month += 1) {
    numerator *= scale + rate;
    denominator *= scale;
    const payment = loan.amounts[month - loan.monthsToFirst] ?? 0;
    numerator -= BigInt(payment) * denominator;
  }
  return { numerator, denominator };
}

const digitsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));
const times = (amount: Cents, factor: number): Cents => cents(amount * factor);
const multiplied = (flows: readonly CashFlow[], factor: number) =>
  flows.map(({ on, amount }) => ({ on, amount: times(amount, factor) }));
const inLaterMonths = (flows: readonly CashFlow[], months: number): CashFlow[] =>
  flows.map(({ on, amount }) => {
    const date = yearMonthDay(on);
    return { on: monthsLater(date.year, date.month, months, date.day), amount };
  });

describe('law: rolled forward at the rate', () => {
  for (const [kind, loans] of [
    ['with a finance charge', aMonthlyLoan(1, 2.5)],
    ['with any payments', aMonthlyLoan(0.05, 2)],
  ] as const) {
    test(`a loan ends at zero, ${kind}`, () => {
      fc.assert(
        fc.property(loans, (loan) => {
          const rate = digitsOf(apr(loan.credit).unitPeriodRate);
          const { numerator, denominator } = balanceAfterAll(loan, rate, 10n ** 36n);
          const size = numerator < 0n ? -numerator : numerator;
          assert.ok(size * 10n ** 9n < denominator);
        }),
      );
    });

    test(`half a unit of the twelfth decimal below and above it ends below and above zero, ${kind}`, () => {
      fc.assert(
        fc.property(loans, (loan) => {
          const halves = 2n * digitsOf(apr(loan.credit).nominal);
          const scale = 12n * 2n * 10n ** 12n;
          assert.ok(balanceAfterAll(loan, halves - 1n, scale).numerator <= 0n);
          assert.ok(balanceAfterAll(loan, halves + 1n, scale).numerator >= 0n);
        }),
      );
    });
  }
});

describe('law', () => {
  const anyFlows = (daysMax: number, count: number) =>
    fc.array(fc.tuple(fc.integer({ min: 0, max: daysMax }), fc.integer({ min: 1, max: 10 ** 7 })), {
      minLength: 1,
      maxLength: count,
    });
  const flowsFrom = (start: Day, flows: readonly (readonly [number, number])[]): CashFlow[] =>
    flows.map(([after, amount]) => ({ on: start + after, amount: cents(amount) }));

  test('both sides discount to the same, whatever the days and the unit-period', () => {
    const anyCredit = fc.record({
      start: fc.integer({ min: day('2000-01-01'), max: day('2100-12-31') }),
      advance: fc.integer({ min: 100, max: 10 ** 7 }),
      advances: anyFlows(300, 3),
      payments: anyFlows(1500, 30),
    });
    let solved = 0;
    fc.assert(
      fc.property(anyCredit, ({ start, advance, advances, payments }) => {
        const credit = {
          advances: [{ on: start, amount: cents(advance) }, ...flowsFrom(start, advances)],
          payments: flowsFrom(start + 1, payments),
        };
        let rate: string;
        try {
          rate = apr(credit).unitPeriodRate;
        } catch (error) {
          assert.ok(error instanceof NoRate);
          return;
        }
        solved += 1;
        const worth = presentValues(credit, rate);
        const difference = digitsOf(worth.advances) - digitsOf(worth.payments);
        assert.ok(difference < 10n ** 6n && difference > -(10n ** 6n), `${worth.advances} and ${worth.payments}`);
      }),
      { numRuns: 500 },
    );
    assert.ok(solved > 400, `only ${solved} have a rate`);
  });

  test('without a finance charge the rate is zero', () => {
    fc.assert(
      fc.property(anyFlows(300, 3), anyFlows(1500, 30), ([first, ...others], payments) => {
        const start = day('2027-01-10');
        const advanced = flowsFrom(start, [[0, first![1]], ...others]);
        const paid = flowsFrom(start + 1, payments);
        const charge = financeCharge({ advances: advanced, payments: paid });
        const evenedOut =
          charge > 0
            ? { advances: [...advanced, { on: start, amount: cents(charge) }], payments: paid }
            : { advances: advanced, payments: [...paid, { on: start + 2000, amount: cents(-charge) }] };
        const { nominal, effective, disclosed } = apr(evenedOut, '0.2' as Rate);
        assert.deepEqual([nominal, effective, disclosed], ['0.000000000000', '0.000000000000', '0.00']);
      }),
    );
  });

  test('a fee deducted raises the rate, and a higher one raises it more', () => {
    fc.assert(
      fc.property(aMonthlyLoan(0.5, 2), fc.integer({ min: 1, max: 9_000 }), ({ credit }, fee) => {
        const deducted = mapr(credit, [{ on: credit.advances[0]!.on, amount: cents(fee) }]);
        const more = mapr(credit, [{ on: credit.advances[0]!.on, amount: cents(fee + 1) }]);
        assert.ok(digitsOf(deducted.nominal) > digitsOf(apr(credit).nominal));
        assert.ok(digitsOf(more.nominal) > digitsOf(deducted.nominal));
      }),
    );
  });

  test('all amounts so many times as high cost the same', () => {
    fc.assert(
      fc.property(aMonthlyLoan(0.5, 2), fc.integer({ min: 2, max: 1000 }), ({ credit }, factor) => {
        const larger = {
          advances: multiplied(credit.advances, factor),
          payments: multiplied(credit.payments, factor),
        };
        const [rate, rateOfLarger] = [apr(credit), apr(larger)];
        assert.equal(rateOfLarger.nominal, rate.nominal);
        assert.equal(rateOfLarger.effective, rate.effective);
      }),
    );
  });

  test('all dates some months later cost the same, with days that every month has', () => {
    fc.assert(
      fc.property(aMonthlyLoan(0.5, 2), fc.integer({ min: -240, max: 240 }), ({ credit }, months) => {
        const later = {
          advances: inLaterMonths(credit.advances, months),
          payments: inLaterMonths(credit.payments, months),
        };
        assert.deepEqual(apr(later), apr(credit));
      }),
    );
  });

  test('the effective rate is exact to its last decimal, also over a fraction of a year', () => {
    const singlePayment = fc.record({
      advance: fc.integer({ min: 1000, max: 2000 }),
      payment: fc.integer({ min: 500, max: 50_000 }),
      days: fc.integer({ min: 30, max: 364 }),
    });
    fc.assert(
      fc.property(singlePayment, ({ advance, payment, days }) => {
        const start = day('2027-01-01');
        const { effective, unitPeriod } = apr({
          advances: [{ on: start, amount: cents(advance) }],
          payments: [{ on: start + days, amount: cents(payment) }],
        });
        const { numerator, denominator } = unitPeriod.perYear;
        // (1 + effective) ^ denominator against (payment / advance) ^ numerator, in half units of the last decimal.
        const scale = 2n * 10n ** 12n;
        const growth = scale + 2n * digitsOf(effective);
        const compared = (halves: bigint): bigint =>
          (growth + halves) ** BigInt(denominator) * BigInt(advance) ** BigInt(numerator) -
          scale ** BigInt(denominator) * BigInt(payment) ** BigInt(numerator);
        assert.ok(compared(-1n) <= 0n && compared(1n) >= 0n, `${effective} for ${numerator}/${denominator}`);
      }),
    );
  });
});
