// Sections 9, 11, 14 and 15.1 of loan-math.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import { cents } from './loan.ts';
import {
  activated,
  dollars,
  exampleA,
  fact,
  lateFee,
  on,
  openFees,
  openInstalments,
  owedPrincipal,
  paid,
  rate,
  read,
  schedule,
  startsWith,
  termsOf,
  undone,
} from './textbook.ts';

function worked() {
  const terms = termsOf({
    principal: '6000.00',
    interest: {
      rates: [{ days: null, rate: rate('0'), type: 'spread' }],
      afterRateChange: 'keepPayment',
    },
    payments: { days: [1], count: 12 },
    fees: { late: lateFee({ flat: cents(1500) }) },
  });
  const facts = [
    fact('index', '2027-01-01', { rate: rate('0.12') }),
    fact('index', '2027-06-10', { rate: rate('0.105') }),
    activated('2027-03-01'),
    paid('2027-04-01', '533.29'),
    paid('2027-05-01', '533.29'),
    paid('2027-07-01', '533.29'),
  ];
  const late = [...facts, paid('2027-06-18', '533.29')];
  const inTime = [...facts, paid('2027-05-29', '533.29')];
  return { terms, late, inTime };
}

type Line = readonly [day: string, owed: string, accrued: string, openFeeAndDue: string];

function checkLines(terms: Parameters<typeof read>[0], facts: readonly Fact[], lines: readonly Line[]): void {
  for (const [day, owed, accrued, open] of lines) {
    const reading = read(terms, facts, day);
    assert.equal(dollars(owedPrincipal(reading)), owed, day);
    startsWith(reading.accrued, accrued);
    assert.equal(dollars(openFees(reading) + openInstalments(reading)), open, day);
  }
}

test('9: as first known', () => {
  const { terms, late } = worked();
  assert.equal(read(terms, late, '2027-03-01').payment, 53329);
  checkLines(terms, late.slice(0, 5), [
    ['2027-06-01', '5049.09', '0', '533.29'],
    ['2027-06-12', '5049.09', '1784.4729', '548.29'],
  ]);
  checkLines(terms, late, [
    ['2027-06-18', '4567.25', '2655.9596', '15.00'],
    ['2027-07-01', '4092.59', '0', '15.00'],
  ]);
  const reading = read(terms, late, '2027-07-02');
  assert.deepEqual(reading.paid, { fees: 1500, interest: 21075, principal: 190741 });
  assert.equal(reading.interestBooked, 21075);
  startsWith(reading.forgoneRounding, '2.112287');
});

test('9: as if in time', () => {
  const { terms, inTime } = worked();
  checkLines(terms, inTime, [
    ['2027-05-29', '4562.27', '0.9294', '0.00'],
    ['2027-06-01', '4562.27', '450.9067', '0.00'],
  ]);
  const before = inTime.filter((each) => each.on < on('2027-07-01'));
  checkLines(terms, before, [['2027-07-01', '4562.27', '0', '533.29']]);
  const reading = read(terms, inTime, '2027-07-02');
  assert.equal(dollars(owedPrincipal(reading)), '4074.54');
  assert.deepEqual(reading.paid, { fees: 0, interest: 20770, principal: 192546 });
  startsWith(reading.forgoneRounding, '1.154123');
});

test('9: a notified late fee survives', () => {
  const { terms, inTime } = worked();
  const told = [...inTime, fact('lateFeeNotified', '2027-06-12', { obligation: 3, amount: cents(1500) })];
  const reading = read(terms, told, '2027-07-02');
  assert.equal(dollars(owedPrincipal(reading)), '4089.54');
  assert.equal(dollars(openInstalments(reading)), '15.00');
  assert.equal(read(terms, told, '2027-07-31').feesBooked.length, 1);
});

test('11.1: days past due', () => {
  const terms = termsOf({ principal: '2400.00', payments: { days: [1], count: 12 } });
  const facts = [activated('2027-01-01'), paid('2027-03-20', '200.00'), paid('2027-04-20', '150.00')];
  for (const [day, overdue, days] of [
    ['2027-03-15', '400.00', 42],
    ['2027-03-20', '200.00', 19],
    ['2027-04-15', '400.00', 45],
    ['2027-04-20', '250.00', 50],
    ['2027-05-15', '450.00', 75],
  ] as const) {
    const reading = read(terms, facts, day);
    assert.deepEqual([dollars(reading.overdueAmount), reading.daysPastDue], [overdue, days], day);
  }
});

test('11.2 and 11.3: by itself, and undone', () => {
  const terms = termsOf({
    principal: '2400.00',
    rate: '0.12',
    payments: { days: [1], count: 24 },
    delinquency: { accelerationDueWithin: 90, chargeOffDueWithin: 120 },
  });
  const start = activated('2027-01-01');
  const status = (day: string, ...more: Fact[]) => read(terms, [start, ...more], day).status;
  assert.deepEqual(
    ['2027-05-01', '2027-05-02', '2027-05-31', '2027-06-01'].map((day) => status(day)),
    ['active', 'accelerated', 'accelerated', 'chargedOff'],
  );
  const kept = { ...undone('acceleration', '2027-05-10'), on: on('2027-05-02') };
  assert.deepEqual([status('2027-05-10', kept), status('2027-05-11', kept)], ['active', 'accelerated']);
  const reading = read(terms, [start], '2027-06-01');
  assert.equal(reading.chargedOff.principal, 240000);
  assert.equal(reading.chargedOff.interest, reading.interestBooked);
  assert.deepEqual([reading.accrued, reading.open.length], ['0/1', 0]);
  const recovered = read(terms, [start, paid('2027-06-10', '2410.00')], '2027-06-10');
  assert.deepEqual([recovered.chargedOff.principal, recovered.paid.interest], [0, 1000]);
});

function frozenA() {
  const start = activated('2027-03-09');
  const rows = schedule(exampleA(), [start]).slice(0, 2);
  return [start, ...rows.map((row) => paid(row.due, row.payment)), fact('freeze', '2027-05-20', {})];
}

test('11.4: a freeze of example A', () => {
  for (const [accrueFrozenDays, interest] of [
    [false, '59.69'],
    [true, '121.37'],
  ] as const) {
    const unfreeze = fact('unfreeze', '2027-06-20', { accrueFrozenDays, shiftDueDates: true });
    const facts = [...frozenA(), unfreeze];
    const during = read(exampleA(), facts, '2027-06-15');
    assert.deepEqual([during.status, during.open.length], ['frozen', 0]);
    const reading = read(exampleA(), facts, '2027-07-15');
    assert.equal(dollars(reading.open[0]?.interest ?? 0), interest);
    assert.equal(reading.open.length, 1);
    assert.equal(reading.dueDates.length, 9);
    assert.equal(reading.dueDates.at(-1), on('2028-04-15'));
  }
});

test('11.4: without the shift the instalment turns due at the unfreeze', () => {
  const unfreeze = fact('unfreeze', '2027-06-20', { accrueFrozenDays: false, shiftDueDates: false });
  const reading = read(exampleA(), [...frozenA(), unfreeze], '2027-06-20');
  assert.deepEqual([reading.open[0]?.dueDate, reading.open[0]?.interest], [on('2027-06-20'), 994]);
  assert.equal(reading.dueDates[0], on('2027-07-15'));
});

test('11.4: frozen days do not age an obligation', () => {
  const terms = termsOf({
    principal: '2400.00',
    payments: { days: [1], count: 12 },
    fees: { late: lateFee({ flat: cents(100) }) },
  });
  const facts = [
    ...[activated('2027-01-01'), fact('freeze', '2027-02-05', {})],
    fact('unfreeze', '2027-02-25', { accrueFrozenDays: false, shiftDueDates: true }),
  ];
  assert.deepEqual(
    ['2027-02-05', '2027-02-20', '2027-02-25', '2027-02-26'].map((day) => read(terms, facts, day).daysPastDue),
    [4, 4, 4, 5],
  );
  assert.equal(read(terms, facts, '2027-03-03').feesBooked.length, 0);
  assert.deepEqual(read(terms, facts, '2027-03-04').feesBooked, [{ key: 'late:1', on: on('2027-03-04'), amount: 100 }]);
});

function migrated() {
  return fact('migration', '2027-06-01', {
    principal: cents(0),
    accruedInterest: '1123.4567',
    payment: cents(1),
    dueDates: [],
    ordinal: 2,
    periodStart: on('2027-05-01'),
    originatedOn: on('2027-01-01'),
    paid: { principal: cents(0), interest: cents(0), fees: cents(0) },
    obligations: [
      {
        ordinal: 1,
        dueDate: on('2027-05-01'),
        interest: cents(9641),
        principal: cents(320000),
        lateFees: cents(3661),
        lateFeeTested: true,
      },
    ],
  });
}

test('14: charge-off and recovery', () => {
  const terms = termsOf({ principal: '3200.00', payments: { days: [1], count: 1 } });
  const facts = [migrated(), fact('chargeOff', '2027-06-01', { reason: 'test' })];
  const off = read(terms, facts, '2027-06-01');
  assert.deepEqual(off.chargedOff, { principal: 320000, interest: 10764, fees: 3661 });
  startsWith(off.forgoneRounding, '0.4567');
  const recovered = read(terms, [...facts, paid('2027-07-01', '500.00')], '2027-07-01');
  assert.deepEqual(recovered.chargedOff, { principal: 270000, interest: 10764, fees: 3661 });
});

function aYear() {
  const terms = termsOf({
    principal: '4800.00',
    rate: '0.1499',
    payments: { days: [15], count: 12 },
    fees: { late: lateFee({ rule: 'greater', flat: cents(1000), percent: rate('0.05') }) },
  });
  const facts = [
    activated('2027-01-20'),
    ...[paid('2027-02-15', '432.20'), paid('2027-03-29', '432.20'), paid('2027-04-15', '432.20')],
    ...[paid('2027-05-15', '453.81'), paid('2027-06-15', '200.00'), paid('2027-06-22', '232.20')],
    ...[paid('2027-08-15', '432.20'), paid('2027-09-15', '432.20'), paid('2027-10-05', '1693.00')],
  ];
  return { terms, facts, found: [...facts, paid('2027-07-14', '432.20')] };
}

test('15.1: the year as planned', () => {
  const { terms, facts } = aYear();
  const rows = schedule(terms, facts.slice(0, 1));
  assert.deepEqual([rows[0]?.payment, rows.at(-1)?.payment], ['432.20', '432.12']);
  const interest = rows.reduce((sum, row) => sum + Number(row.interest), 0);
  assert.equal(interest.toFixed(2), '386.32');
});

test('15.1: until the payment was found', () => {
  const { terms, facts, found } = aYear();
  const before = read(terms, facts, '2027-08-03');
  const after = read(terms, found, '2027-08-03');
  assert.deepEqual([owedPrincipal(before), owedPrincipal(after)], [288164, 248442]);
  assert.deepEqual([before.interestBooked, after.interestBooked], [27881, 27762]);
  assert.deepEqual([before.feesBooked.length, after.feesBooked.length], [2, 1]);
  startsWith(before.accrued, '2248.5476');
  startsWith(after.accrued, '2041.3742');
  assert.equal(dollars(openFees(before) + openInstalments(before)), '453.81');
  assert.equal(openFees(after) + openInstalments(after), 0);
  assert.deepEqual(before.feesBooked[1], { key: 'late:6', on: on('2027-07-26'), amount: 2161 });
});

/** Open fees, open instalments, principal owed, accrued interest. `before`: without the payments of the day. */
const year: readonly [
  day: string,
  when: 'before' | 'after',
  fees: string,
  open: string,
  owed: string,
  accrued: string,
][] = [
  ['2027-02-15', 'before', '0.00', '432.20', '4800.00', '0'],
  ['2027-02-15', 'after', '0.00', '0.00', '4419.05', '0'],
  ['2027-03-15', 'before', '0.00', '432.20', '4419.05', '0'],
  ['2027-03-26', 'after', '21.61', '432.20', '4419.05', '1996.32'],
  ['2027-03-29', 'after', '21.61', '0.00', '4037.66', '2540.77'],
  ['2027-04-15', 'before', '21.61', '432.20', '4037.66', '0'],
  ['2027-04-15', 'after', '0.00', '21.61', '3680.66', '0'],
  ['2027-04-26', 'after', '0.00', '21.61', '3680.66', '1662.75'],
  ['2027-05-15', 'before', '0.00', '453.81', '3680.66', '0'],
  ['2027-05-15', 'after', '0.00', '0.00', '3272.19', '0'],
  ['2027-06-15', 'before', '0.00', '432.20', '3272.19', '0'],
  ['2027-06-15', 'after', '0.00', '232.20', '3113.84', '0'],
  ['2027-06-22', 'after', '0.00', '0.00', '2881.64', '895.16'],
  ['2027-07-14', 'after', '0.00', '0.00', '2484.42', '0.74'],
  ['2027-07-15', 'after', '0.00', '0.00', '2484.42', '102.77'],
  ['2027-08-15', 'before', '0.00', '432.20', '2484.42', '0'],
  ['2027-08-15', 'after', '0.00', '0.00', '2084.87', '0'],
  ['2027-09-15', 'before', '0.00', '432.20', '2084.87', '0'],
  ['2027-09-15', 'after', '0.00', '0.00', '1679.21', '0'],
  ['2027-10-05', 'after', '0.00', '0.00', '0.00', '0'],
];

test('15.1: the year, row by row', () => {
  const { terms, found } = aYear();
  for (const [day, when, fees, open, owed, accrued] of year) {
    const facts = when === 'after' ? found : found.filter((each) => each.on !== on(day));
    const reading = read(terms, facts, day);
    const shown = [openFees(reading), openInstalments(reading), owedPrincipal(reading)].map(dollars);
    assert.deepEqual(shown, [fees, open, owed], `${day} ${when}`);
    startsWith(reading.accrued, accrued);
  }
  const end = read(terms, found, '2027-10-05');
  assert.deepEqual(end.paid, { principal: 480000, interest: 35060, fees: 2161 });
  assert.equal(end.status, 'paidOff');
  startsWith(end.accruedTotal, '35064.590751');
  startsWith(end.forgoneRounding, '4.590751');
});
