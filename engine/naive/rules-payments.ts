// What rules.md adds to the textbook: the payments to come. Loans without interest, so that every number is by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import type { InterestTerms, PaymentTerms, Terms } from '../installment/terms.ts';
import { cents } from './loan.ts';
import {
  activated,
  exampleA,
  fact,
  on,
  paid,
  payments,
  rate,
  read,
  schedule,
  startsWith,
  termsOf,
} from './textbook.ts';

const start = activated('2027-01-10');

/** 1,200.00 in twelve payments of 100.00 on the 10th. */
function free(more: Partial<PaymentTerms> = {}, loan: Partial<Terms> = {}): Terms {
  return termsOf({ principal: '1200.00', payments: { days: [10], count: 12, ...more }, loan });
}

function paymentsOf(terms: Terms, ...facts: Fact[]): string[] {
  return payments(schedule(terms, [start, ...facts]));
}

function times(count: number, payment: string): string[] {
  return Array.from({ length: count }, () => payment);
}

test('4.14: a deferral, to the end or into the last payment', () => {
  const deferral = (to: 'end' | 'lastPayment') => fact('deferral', '2027-03-01', { dueDate: on('2027-03-10'), to });
  assert.deepEqual(paymentsOf(free(), deferral('end')), ['100.00', '0.00', ...times(11, '100.00')]);
  assert.deepEqual(paymentsOf(free(), deferral('lastPayment')), [
    ...['100.00', '0.00', ...times(9, '100.00')],
    '200.00',
  ]);
  const late = fact('deferral', '2027-03-10', { dueDate: on('2027-03-10'), to: 'end' });
  assert.deepEqual(read(free(), [start, late], '2027-03-10').moot, [late.id]);
});

test('4.15: a plan, with and without a longer duration', () => {
  const plan = (extend: boolean, count = 2) =>
    fact('plan', '2027-03-01', { firstDueDate: on('2027-03-10'), count, amount: cents(3000), extend });
  assert.deepEqual(paymentsOf(free(), plan(false)), ['100.00', '30.00', '30.00', ...times(8, '100.00'), '240.00']);
  assert.deepEqual(paymentsOf(free(), plan(true)), ['100.00', '30.00', '30.00', ...times(10, '100.00'), '40.00']);
  assert.deepEqual(paymentsOf(free(), plan(false, 50)), ['100.00', ...times(10, '30.00'), '800.00']);
});

test('4.7: a deferral stands over a plan', () => {
  const plan = { firstDueDate: on('2027-02-10'), count: 3, amount: cents(3000), extend: false };
  const deferral = fact('deferral', '2027-02-20', { dueDate: on('2027-03-10'), to: 'lastPayment' });
  const rows = paymentsOf(free(), fact('plan', '2027-01-20', plan), deferral);
  assert.deepEqual(rows, ['30.00', '0.00', '30.00', ...times(8, '100.00'), '340.00']);
});

test('4.13: other due dates, more than half a period after the one that is kept', () => {
  const change = fact('dueDateChange', '2027-03-01', {
    frequency: 'monthly',
    days: [25],
    startDate: null,
    reamortize: false,
    dueDate: null,
  });
  const { dueDates } = read(free(), [start, change], '2027-03-01');
  assert.equal(dueDates.length, 11);
  assert.deepEqual(dueDates.slice(0, 3), ['2027-03-10', '2027-04-25', '2027-05-25'].map(on));
  const weekly = { frequency: 'everyTwoWeeks' as const, days: [3], startDate: null, reamortize: true, dueDate: null };
  const again = read(free(), [start, fact('dueDateChange', '2027-03-01', weekly)], '2027-03-01');
  assert.deepEqual(again.dueDates.slice(0, 3), ['2027-03-10', '2027-03-24', '2027-04-07'].map(on));
});

test('4.16: re-amortization over a count, or by an amount', () => {
  const twoPaid = [paid('2027-02-10', '100.00'), paid('2027-03-10', '100.00')];
  const again = (count: number | null, amount: number | null) =>
    paymentsOf(free(), ...twoPaid, fact('reamortization', '2027-03-20', { count, amount: amount as never })).slice(2);
  assert.deepEqual(again(4, null), times(4, '250.00'));
  assert.deepEqual(again(20, null), times(20, '50.00'));
  assert.deepEqual(again(null, 30000), [...times(3, '300.00'), '100.00']);
  assert.deepEqual(again(null, null), times(10, '100.00'));
  assert.deepEqual(again(3, 30000), ['300.00', '300.00', '400.00']);
});

test('4.2: an end date', () => {
  const dates = (more: Partial<PaymentTerms>) => read(free(more), [start], '2027-01-10').dueDates;
  const endDate = on('2027-05-25');
  assert.deepEqual(dates({ endDate, count: 3 }), ['2027-02-10', '2027-03-10', '2027-05-25'].map(on));
  assert.equal(dates({ endDate, count: 12 }).length, 5);
  assert.equal(dates({ endDate, count: null }).length, 5);
  assert.deepEqual(dates({ frequency: 'singleTerm', days: [], endDate, count: null }), [endDate]);
  const byAmount = dates({ endDate, count: null, amount: cents(40000) });
  assert.deepEqual(byAmount, ['2027-02-10', '2027-03-10', '2027-05-25'].map(on));
});

test('4.7: a supplied schedule', () => {
  const row = (day: string, amount: number | null) => ({ on: on(day), amount: amount === null ? null : cents(amount) });
  const given = [row('2027-02-01', 20000), row('2027-03-05', null), row('2027-04-01', null), row('2027-05-01', null)];
  assert.deepEqual(paymentsOf(free({ schedule: given })), ['200.00', '333.34', '333.34', '333.32']);
});

test('4.7: the last payment takes everything, whatever was paid ahead', () => {
  const short = free({ count: 2 });
  const ahead = [start, paid('2027-01-20', '1100.00')];
  const reading = read(short, ahead, '2027-03-10');
  assert.deepEqual([reading.principal.due, reading.status], [10000, 'active']);
  assert.equal(read(short, ahead, '2027-02-10').open.length, 0);
});

test('4.12: an advance after the last due date is due at once', () => {
  const terms = free({ count: 1 });
  const afterwards = 'keepPayment' as const;
  const advance = fact('advance', '2027-03-01', { amount: cents(5000), afterwards });
  const { open } = read(terms, [start, advance], '2027-03-01');
  assert.deepEqual(
    open.map(({ kind, principal }) => [kind, principal]),
    [
      ['instalment', 120000],
      ['demand', 5000],
    ],
  );
});

test('3.1: a rate that replaces, and one that runs out', () => {
  const terms = termsOf({ principal: '3650.00', rate: '0.1', payments: { days: [10], count: 12 } });
  const accrued = (facts: Fact[], day: string) => read(terms, [start, ...facts], day).accrued;
  const until = on('2027-01-16');
  const replaces = fact('rate', '2027-01-15', { rate: rate('0.2'), type: 'absolute', until, replaces: true });
  assert.equal(accrued([replaces], '2027-01-17'), '900/1');
  assert.equal(accrued([replaces], '2027-01-20'), '900/1');
  const higher = fact('rate', '2027-01-15', { rate: rate('0.2'), type: 'absolute', until, replaces: false });
  assert.equal(accrued([higher], '2027-01-20'), '1000/1');
  const lower = fact('rate', '2027-01-15', { rate: rate('0.05'), type: 'absolute', until, replaces: false });
  assert.equal(accrued([lower], '2027-01-20'), '900/1');
});

test('3.2: steps of a spread chain', () => {
  const interest: Partial<InterestTerms> = {
    rates: [{ days: null, rate: rate('0.02'), type: 'spread' }],
    stepCap: rate('0.01'),
    afterRateChange: 'keepPayment',
  };
  const terms = termsOf({ principal: '3650.00', interest, payments: { days: [10], count: 12 } });
  const index = (day: string, value: string) => fact('index', day, { rate: rate(value) });
  const facts = [index('2026-01-01', '0.05'), start, index('2027-01-12', '0.1'), index('2027-01-13', '0.09')];
  const steps = ['2027-01-11', '2027-01-12', '2027-01-13', '2027-01-14'];
  assert.deepEqual(
    steps.map((day) => read(terms, facts, day).accrued),
    ['70/1', '140/1', '220/1', '310/1'],
  );
});

test('4.11: a rate fact solves again, and knows what was paid ahead', () => {
  const terms = exampleA();
  const facts = [activated('2027-03-09'), paid('2027-04-15', '1000.00')];
  const lower = fact('rate', '2027-05-01', { rate: rate('0.05'), type: 'absolute', until: null, replaces: true });
  const rows = schedule(terms, [...facts, lower]);
  const level = read(terms, [...facts, lower], '2027-05-01').payment;
  assert.ok(level < 66605);
  assert.ok(Number(rows.at(-1)?.payment) * 100 <= level);
  assert.ok(Math.abs(Number(rows[1]?.payment) * 100 - (level - 33395)) < 1e-6);
  const kept = { ...terms, interest: { ...terms.interest, afterRateChange: 'keepPayment' as const } };
  assert.equal(read(kept, [...facts, lower], '2027-05-01').payment, 66605);
});

test('14.2: an instalment falls by the interest that the ceiling took', () => {
  const terms = exampleA();
  const ceiling = fact('ceiling', '2027-05-15', { rate: rate('0.06'), until: null });
  const facts = [activated('2027-03-09'), paid('2027-04-15', '666.05'), paid('2027-05-15', '666.05'), ceiling];
  const reading = read(terms, facts, '2027-06-15');
  assert.equal(reading.open[0]?.principal, 60437);
  assert.equal(reading.open[0]?.interest, 3220);
  startsWith(read(terms, facts, '2027-05-16').accrued, '103.9004');
});
