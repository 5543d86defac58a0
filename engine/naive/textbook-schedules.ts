// Sections 3 to 5 of loan-math.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OriginationFee } from '../account/terms.ts';
import type { DayCount } from '../time/day-count.ts';
import { following, isOpen, partsOf, weekdayOf } from './civil.ts';
import { days360, fractionOfDay } from './counts.ts';
import { cents } from './loan.ts';
import { plus, rational, textOf, zero } from './rational.ts';
import { nextInSeries } from './series.ts';
import {
  activated,
  brief,
  dollars,
  exampleA,
  fact,
  on,
  owedPrincipal,
  paid,
  payments,
  rate,
  read,
  schedule,
  startsWith,
  sumOf,
  termsOf,
} from './textbook.ts';

const firstA = activated('2027-03-09');

test('2: due series', () => {
  const series = (frequency: 'weekly' | 'everyTwoWeeks' | 'twiceMonthly' | 'monthly', days: number[], from: string) => {
    const found: string[] = [];
    let day = on(from);
    const startDate = frequency === 'everyTwoWeeks' ? on('2027-03-12') : null;
    while (found.length < 4) {
      day = nextInSeries({ frequency, days, startDate }, day) ?? day;
      const { month, day: ofMonth } = partsOf(day);
      found.push(`${month}-${ofMonth}`);
    }
    return found.join(' ');
  };
  assert.equal(series('weekly', [1], '2027-03-09'), '3-15 3-22 3-29 4-5');
  assert.equal(series('everyTwoWeeks', [5], '2027-03-10'), '3-12 3-26 4-9 4-23');
  assert.equal(series('twiceMonthly', [15, 31], '2027-01-20'), '1-31 2-15 2-28 3-15');
  assert.equal(series('twiceMonthly', [14, 30], '2027-01-20'), '1-30 2-14 2-28 3-14');
  assert.equal(series('monthly', [31], '2027-12-30'), '12-31 1-31 2-29 3-31');
});

test('2: bank holidays', () => {
  const closed = (year: number) => {
    const days: string[] = [];
    for (let day = on(`${year}-01-01`); day <= on(`${year}-12-31`); day += 1) {
      const { month, day: ofMonth } = partsOf(day);
      const name = `${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`;
      if (!isOpen(day) && weekdayOf(day) < 6) days.push(name);
    }
    return days.join(', ');
  };
  assert.equal(closed(2026), '01-01, 01-19, 02-16, 05-25, 06-19, 09-07, 10-12, 11-11, 11-26, 12-25');
  assert.equal(closed(2027), '01-01, 01-18, 02-15, 05-31, 07-05, 09-06, 10-11, 11-11, 11-25');
  assert.equal(closed(2028), '01-17, 02-21, 05-29, 06-19, 07-04, 09-04, 10-09, 11-23, 12-25');
  const shifts = { '2027-01-31': '2027-02-01', '2027-07-04': '2027-07-06', '2028-01-01': '2028-01-03' };
  for (const [from, to] of Object.entries(shifts)) assert.equal(following(on(from)), on(to));
});

const pairs: readonly [from: string, to: string, us: number, european: number, isda: number][] = [
  ['2027-01-30', '2027-02-28', 28, 28, 30],
  ['2027-01-31', '2027-02-28', 28, 28, 30],
  ['2027-02-27', '2027-03-31', 34, 33, 33],
  ['2027-02-28', '2027-03-31', 30, 32, 30],
  ['2028-02-28', '2028-03-31', 33, 32, 32],
  ['2028-02-29', '2028-03-31', 30, 31, 30],
  ['2028-02-28', '2028-02-29', 1, 1, 2],
  ['2027-02-28', '2028-02-28', 358, 360, 358],
  ['2027-02-28', '2028-02-29', 360, 361, 360],
  ['2028-02-29', '2029-02-28', 360, 359, 360],
  ['2027-08-30', '2027-08-31', 0, 0, 0],
  ['2027-10-15', '2027-10-31', 16, 15, 15],
  ['2027-12-15', '2028-03-15', 90, 90, 90],
];

test('3: counts of 30/360', () => {
  for (const [from, to, us, european, isda] of pairs) {
    const stretch = { start: on(from), end: on(to), termination: 0 };
    assert.deepEqual(
      [days360('30/360', stretch), days360('30E/360', stretch), days360('30E/360 ISDA', stretch)],
      [us, european, isda],
      `${from} to ${to}`,
    );
  }
  const last = on('2028-02-29');
  assert.equal(days360('30E/360 ISDA', { start: on('2027-08-31'), end: last, termination: last }), 179);
});

test('3: fractions of a year, day by day', () => {
  const sum = (dayCount: DayCount, from: string, to: string) => {
    let years = zero;
    for (let day = on(from); day < on(to); day += 1) {
      years = plus(years, fractionOfDay({ dayCount, day, periodStart: on(from), termination: 0 }));
    }
    return textOf(years);
  };
  assert.equal(sum('actual/365', '2027-12-15', '2028-03-15'), '91/365');
  assert.equal(sum('actual/360', '2027-12-15', '2028-03-15'), '91/360');
  assert.equal(sum('actual/365.25', '2027-12-15', '2028-03-15'), textOf(rational(364, 1461)));
  assert.equal(sum('noLeap/365', '2027-12-15', '2028-03-15'), textOf(rational(90, 365)));
  assert.equal(sum('actual/actual', '2027-12-15', '2028-03-15'), '16616/66795');
  assert.equal(sum('30/360', '2027-12-15', '2028-03-15'), '1/4');
  assert.equal(sum('30E/360', '2027-12-15', '2028-03-15'), '1/4');
});

test('4: index and spread between floor and cap', () => {
  const terms = termsOf({
    principal: '10000.00',
    interest: {
      rates: [{ days: null, rate: rate('0.0849'), type: 'spread' }],
      floor: rate('0.15'),
      cap: rate('0.159'),
    },
    payments: { count: 60, days: [1] },
  });
  const index = [
    fact('index', '2026-12-01', { rate: rate('0.075') }),
    fact('index', '2027-03-15', { rate: rate('0.0725') }),
    fact('index', '2027-06-01', { rate: rate('0.0625') }),
  ];
  const loan = [activated('2027-01-01'), ...index];
  const perDay = (day: string, next: string) =>
    rationalOf(read(terms, loan, next).accruedTotal) - rationalOf(read(terms, loan, day).accruedTotal);
  for (const [day, next, annual] of [
    ['2027-01-01', '2027-01-02', 0.159],
    ['2027-03-14', '2027-03-15', 0.159],
    ['2027-03-15', '2027-03-16', 0.1574],
    ['2027-05-31', '2027-06-01', 0.1574],
    ['2027-06-01', '2027-06-02', 0.15],
  ] as const) {
    assert.ok(Math.abs(perDay(day, next) - (1_000_000 * annual) / 365) < 1e-6, day);
  }
});

function rationalOf(text: string): number {
  const [above = 0, below = 1] = text.split('/').map(Number);
  return above / below;
}

test('4: rate list and promos', () => {
  const terms = termsOf({
    principal: '5000.00',
    interest: {
      rates: [
        { days: 60, rate: rate('0.0999'), type: 'absolute' },
        { days: null, rate: rate('0.2199'), type: 'absolute' },
      ],
      promos: [{ days: 90, rate: rate('0.05') }],
    },
    payments: { frequency: 'singleTerm', days: [], endDate: on('2028-01-10') },
  });
  const until = on('2027-02-20') + 44;
  const facts = [activated('2027-01-10'), fact('promo', '2027-02-20', { rate: rate('0.08'), until })];
  for (const [day, sum] of [
    ['2027-02-20', '2802.6027'],
    ['2027-03-11', '2802.6027'],
    ['2027-04-06', '6004.5205'],
    ['2027-04-10', '6935.4794'],
    ['2027-05-10', '15972.4657'],
  ] as const) {
    startsWith(read(terms, facts, day).accrued, sum);
  }
});

test('4: a ceiling lowers the instalment', () => {
  const terms = termsOf({
    principal: '4000.00',
    rate: '0.2199',
    payments: { days: [1], count: 24, amount: cents(25000) },
  });
  const facts = [activated('2027-01-01'), fact('ceiling', '2027-01-01', { rate: rate('0.06'), until: null })];
  const reading = read(terms, facts, '2027-02-01');
  assert.deepEqual(reading.open, [
    { kind: 'instalment', dueDate: on('2027-02-01'), interest: 2038, principal: 17530, fees: 0, isOverdue: false },
  ]);
});

test('5.1: example A', () => {
  const rows = schedule(exampleA(), [firstA]);
  assert.deepEqual(brief(rows), [
    '2027-04-15 666.05 87.35 578.70 6921.30',
    '2027-05-15 666.05 65.36 600.69 6320.61',
    '2027-06-15 666.05 61.68 604.37 5716.24',
    '2027-07-15 666.05 53.98 612.07 5104.17',
    '2027-08-15 666.05 49.80 616.25 4487.92',
    '2027-09-15 666.05 43.79 622.26 3865.66',
    '2027-10-15 666.05 36.50 629.55 3236.11',
    '2027-11-15 666.05 31.58 634.47 2601.64',
    '2027-12-15 666.05 24.56 641.49 1960.15',
    '2028-01-15 666.05 19.12 646.93 1313.22',
    '2028-02-15 666.05 12.81 653.24 659.98',
    '2028-03-15 666.00 6.02 659.98 0.00',
  ]);
  assert.equal(sumOf(rows, 'interest'), '492.55');
  assert.equal(sumOf(rows, 'payment'), '7992.55');
});

test('5.1: example A by rounding of interest and of the payment', () => {
  for (const [rounding, payment, last, forgone] of [
    ['cut', '666.05', '666.00', '6.319391'],
    ['halfEven', '666.06', '665.95', '0.01306'],
    ['halfUp', '666.06', '665.95', '0.01306'],
  ] as const) {
    const plain = exampleA();
    const terms = { ...plain, interest: { ...plain.interest, rounding } };
    const rows = schedule(terms, [firstA]);
    assert.deepEqual([rows[0]?.payment, rows.at(-1)?.payment], [payment, last], rounding);
    const paidRows = rows.map((row) => paid(row.due, row.payment));
    const reading = read(terms, [firstA, ...paidRows], '2028-03-15');
    assert.equal(reading.status, 'paidOff');
    assert.ok(Math.abs(rationalOf(reading.forgoneRounding) - Number(forgone)) < 1e-4, reading.forgoneRounding);
  }
  for (const [mode, payment, last] of [
    ['up', '670.00', '619.98'],
    ['nearest', '665.00', '678.25'],
    ['down', '665.00', '678.25'],
  ] as const) {
    const rows = schedule(exampleA({ rounding: { unit: cents(500), mode } }), [firstA]);
    assert.deepEqual([rows[0]?.payment, rows.at(-1)?.payment], [payment, last], mode);
  }
});

test('5.1: example B', () => {
  const terms = termsOf({
    principal: '2400.00',
    rate: '0.18',
    interest: interestBy('0.18', '30/360'),
    payments: { days: [31], count: 6 },
  });
  assert.deepEqual(brief(schedule(terms, [activated('2027-01-31')])), [
    '2027-02-28 420.85 33.60 387.25 2012.75',
    '2027-03-31 420.85 30.19 390.66 1622.09',
    '2027-04-30 420.85 24.33 396.52 1225.57',
    '2027-05-31 420.85 18.38 402.47 823.10',
    '2027-06-30 420.85 12.34 408.51 414.59',
    '2027-07-31 420.80 6.21 414.59 0.00',
  ]);
});

function interestBy(annual: string, dayCount: DayCount) {
  return { dayCount, rates: [{ days: null, rate: rate(annual), type: 'absolute' as const }] };
}

test('5.1: a long first period', () => {
  const terms = termsOf({ principal: '2000.00', rate: '0.36', payments: { days: [15], count: 60, bufferDays: 130 } });
  const rows = schedule(terms, [activated('2027-01-10')]);
  assert.equal(rows[0]?.due, '2027-06-15');
  assert.equal(rows.length, 60);
  assert.ok(rows.slice(0, 12).every((row) => row.payment === '79.70' && row.principal === '0.00'));
  assert.notEqual(rows[12]?.principal, '0.00');
  assert.equal(rows.at(-1)?.payment, '78.30');
});

/** One twelfth a month. */
function evenMonths(principal: string, annual: string, more: Parameters<typeof termsOf>[0]['payments']) {
  const interest = interestBy(annual, '30/360');
  return termsOf({ principal, interest, payments: { days: [10], ...more } });
}

test('5.2 to 5.5: count from amount, balloon, interest only, zero rate', () => {
  const start = activated('2027-01-10');
  const byAmount = schedule(evenMonths('5000.00', '0.1799', { amount: cents(20000) }), [start]);
  assert.deepEqual([byAmount.length, byAmount[0]?.interest, byAmount.at(-1)?.payment], [32, '74.95', '112.77']);
  assert.equal(sumOf(byAmount, 'payment'), '6312.77');
  const balloon = schedule(evenMonths('18000.00', '0.072', { count: 24, balloon: cents(600000) }), [start]);
  assert.deepEqual([balloon[0]?.payment, balloon.at(-1)?.payment], ['574.36', '6574.23']);
  const plain = schedule(evenMonths('18000.00', '0.072', { count: 24 }), [start]);
  assert.equal(plain[0]?.payment, '807.54');
  const interestOnly = payments(schedule(evenMonths('12000.00', '0.084', { count: 12, interestOnly: 3 }), [start]));
  assert.deepEqual(interestOnly.slice(0, 4), ['84.00', '84.00', '84.00', '1380.43']);
  assert.equal(interestOnly.at(-1), '1380.42');
  const free = payments(schedule(evenMonths('1000.00', '0', { count: 7 }), [start]));
  assert.deepEqual(free, [...Array.from({ length: 6 }, () => '142.86'), '142.84']);
  const tiny = payments(schedule(evenMonths('1.00', '0', { count: 60 }), [start]));
  assert.deepEqual([tiny.length, tiny[0], tiny.at(-1)], [50, '0.02', '0.02']);
});

test('5.6: five ways of an origination fee', () => {
  const feeOf = (charged: OriginationFee['charged']) => ({ amount: cents(7500), charged });
  for (const [charged, first, last, interest] of [
    [null, '377.41', '377.41', '64.46'],
    ['financed', '390.28', '390.26', '66.66'],
    ['deducted', '377.41', '377.41', '64.46'],
    ['firstPayment', '452.41', '377.41', '64.46'],
    ['spread', '389.91', '389.91', '64.46'],
  ] as const) {
    const terms = termsOf({
      principal: '2200.00',
      rate: '0.099',
      payments: { days: [20], count: 6 },
      fees: { origination: charged === null ? null : feeOf(charged) },
    });
    const rows = schedule(terms, [activated('2027-05-20')]);
    assert.deepEqual([rows[0]?.payment, rows.at(-1)?.payment, sumOf(rows, 'interest')], [first, last, interest]);
  }
  const terms = termsOf({
    principal: '2200.00',
    rate: '0.099',
    payments: { days: [20], count: 6 },
    fees: { origination: feeOf('apart') },
  });
  const reading = read(terms, [activated('2027-05-20')], '2027-05-20');
  assert.deepEqual(reading.fees, { origination: { notDue: 0, due: 7500, overdue: 0 } });
});

test('5.8: another advance', () => {
  const terms = termsOf({ principal: '6000.00', rate: '0.12', payments: { days: [10], count: 12 } });
  const advanced = (afterwards: 'keepPayment' | 'extend' | 'reamortize') => {
    const start = activated('2027-01-10');
    return schedule(terms, [start, fact('advance', '2027-04-25', { amount: cents(300000), afterwards })]);
  };
  const kept = advanced('keepPayment');
  assert.deepEqual([kept[0]?.payment, kept[3]?.interest, kept.at(-1)?.payment], ['532.95', '59.81', '3799.29']);
  const longer = advanced('extend');
  assert.deepEqual([longer.length, longer[4]?.payment, longer.at(-1)?.payment], [19, '532.95', '190.11']);
  const again = advanced('reamortize');
  assert.deepEqual([again.length, again[3]?.payment, again.at(-1)?.payment], [12, '881.52', '881.43']);
});

test('5.8: an advance known from the start', () => {
  const plannedAdvances = [{ on: on('2027-04-25'), amount: cents(300000) }];
  const terms = termsOf({ principal: '6000.00', rate: '0.12', payments: { days: [10], count: 12, plannedAdvances } });
  const afterwards = 'keepPayment' as const;
  const rows = schedule(terms, [
    activated('2027-01-10'),
    fact('advance', '2027-04-25', { amount: cents(300000), afterwards }),
  ]);
  const level = rows[0]?.payment ?? '';
  assert.equal(rows.length, 12);
  assert.ok(rows.slice(0, 11).every(({ payment }) => payment === level));
  assert.ok(Number(rows.at(-1)?.payment) <= Number(level) && Number(level) - Number(rows.at(-1)?.payment) < 1);
});

test('6.2 and 6.3: the turn to due, and interest taken before it', () => {
  const terms = termsOf({ principal: '3200.00', rate: '0.1999', payments: { days: [5], count: 12, amount: cents(1) } });
  const facts = [activated('2027-06-05'), paid('2027-06-20', '150.00')];
  const before = read(terms, facts, '2027-06-20');
  assert.equal(dollars(owedPrincipal(before)), '3076.28');
  assert.equal(before.paid.interest, 2628);
  startsWith(before.accrued, '0.821917');
  startsWith(read(terms, facts, '2027-07-05').accruedTotal, '5156.007008');
});
