// What rules.md says of rates that are reset, of a re-age, and of interest on overdue interest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RateEntry } from '../interest/rates.ts';
import type { RateResets } from '../interest/resets.ts';
import { cents } from './loan.ts';
import { activated, fact, on, paid, rate, read, termsOf } from './textbook.ts';

const start = activated('2027-01-01');

/** 36,500.00 earns 1.00 a day at 1 %. The rates are reset on the first of every month. */
function resetting(rates: readonly RateEntry[], rest: Partial<RateResets> = {}) {
  const resets = {
    first: on('2027-02-01'),
    everyMonths: 1,
    lookbackDays: 0,
    roundTo: null,
    firstCap: null,
    periodicCap: rate('0.01'),
    lifetimeCap: null,
    lifetimeDrop: null,
    ...rest,
  };
  const payments = { frequency: 'singleTerm', days: [], endDate: on('2029-01-01') } as const;
  return termsOf({ principal: '36500.00', interest: { rates, resets }, payments });
}

const indexOf = (day: string, text: string) => fact('index', day, { rate: rate(text) });
const spread = (text: string): RateEntry => ({ days: null, rate: rate(text), type: 'spread' });

test('3.2a: a spread that begins on a reset date moves from the rate before it', () => {
  const terms = resetting([{ days: 31, rate: rate('0.03'), type: 'absolute' }, spread('0.02')]);
  const facts = [start, indexOf('2027-01-10', '0.06')];
  assert.equal(read(terms, facts, '2027-02-01').accrued, '9300/1');
  assert.equal(read(terms, facts, '2027-02-02').accrued, '9700/1');
  assert.equal(read(terms, facts, '2027-03-02').accrued, `${9700 + 27 * 400 + 500}/1`);
});

test('3.2a: halves go up below zero, and caps count from the value below zero', () => {
  const terms = resetting([spread('-0.02')], { roundTo: rate('0.0125') });
  const facts = [indexOf('2026-12-31', '0.01375'), start, indexOf('2027-01-10', '0.08')];
  assert.equal(read(terms, facts, '2027-02-01').accrued, '0/1');
  assert.equal(read(terms, facts, '2027-02-02').accrued, '100/1');
  const lower = [indexOf('2026-12-31', '0.013'), start, indexOf('2027-01-10', '0.08')];
  assert.equal(read(terms, lower, '2027-02-02').accrued, '0/1');
  assert.equal(read(terms, lower, '2027-03-02').accrued, '75/1');
});

test('3.2a: reset dates up to the first day do not count', () => {
  const terms = resetting([spread('0')], { first: on('2026-12-15'), everyMonths: 2, firstCap: rate('0.05') });
  const facts = [start, indexOf('2027-01-10', '0.06')];
  assert.equal(read(terms, facts, '2027-02-16').accrued, '100/1');
});

test('4.17: fees wait again in the order in which they stood', () => {
  const terms = termsOf({
    principal: '1200.00',
    payments: { days: [1], count: 12 },
    fees: {
      origination: { amount: cents(1200), charged: 'spread' },
      periodic: [{ type: 'service', amount: cents(500), cap: null }],
    },
  });
  const again = fact('reAge', '2027-03-15', { into: 'end', addedDates: 0 });
  const reading = read(terms, [start, again], '2027-03-15');
  assert.deepEqual(reading.open, []);
  assert.deepEqual(reading.fees.service, { notDue: 1000, due: 0, overdue: 0 });
  const credit = fact('serviceCredit', '2027-03-16', { amount: cents(650), component: 'fees' });
  const { fees } = read(terms, [start, again, credit], '2027-03-16');
  assert.equal(fees.origination?.notDue, 1050);
  assert.equal(fees.service?.notDue, 500);
});

test('6.1c: what is paid on a day bears nothing on it, and all principal may be paid', () => {
  const terms = termsOf({
    principal: '1000.00',
    rate: '0.1095',
    payments: { days: [1], count: 1 },
    interest: {
      rates: [{ days: null, rate: rate('0.1095'), type: 'absolute' }],
      overdueRate: rate('0.1825'),
      overdueBearing: 'principalAndInterest',
    },
    loan: { waterfall: { by: 'obligation', order: ['principal', 'interest', 'fees'] } },
  });
  const facts = [start, paid('2027-02-03', '1000.00')];
  assert.equal(read(terms, facts, '2027-02-03').accrued, '16093/200');
  assert.equal(read(terms, facts, '2027-02-05').accrued, '16279/200');
  assert.equal(read(terms, [...facts, paid('2027-02-04', '9.30')], '2027-02-05').accrued, '8093/100');
});
