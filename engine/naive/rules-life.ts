// What rules.md adds to the textbook: money, fees, undoing, status.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import type { DelinquencyTerms, FeeTerms } from '../account/terms.ts';
import type { Terms } from '../installment/terms.ts';
import { parseInstant } from '../values/instant.ts';
import { cents } from './loan.ts';
import type { Reading } from './reading.ts';
import { simulate } from './simulate.ts';
import { activated, fact, lateFee, on, paid, rate, read, termsOf, undone } from './textbook.ts';

const start = activated('2027-01-10');

interface Wishes {
  readonly fees?: Partial<FeeTerms>;
  readonly delinquency?: Partial<DelinquencyTerms>;
  readonly loan?: Partial<Terms>;
}

/** 1,200.00 in twelve payments of 100.00 on the 10th. */
function free(wishes: Wishes = {}): Terms {
  return termsOf({ principal: '1200.00', payments: { days: [10], count: 12 }, ...wishes });
}

function feesOf({ feesBooked }: Reading): string[] {
  return feesBooked.map(({ key, amount }) => `${key} ${amount}`);
}

test('1.2: nothing but the index comes before the activation, and there is one', () => {
  const refused = { name: 'FactRefused' };
  assert.throws(() => read(free(), [start, paid('2027-01-09', '1.00')], '2027-02-01'), refused);
  assert.throws(() => read(free(), [start, paid('2027-01-10', '1.00', { time: 10 })], '2027-02-01'), refused);
  assert.throws(() => read(free(), [start, activated('2027-01-12')], '2027-02-01'), refused);
  assert.throws(() =>
    read(free(), [start, { ...paid('2027-01-12', '1.00'), amount: cents(-5) } as Fact], '2027-02-01'),
  );
  assert.throws(
    () =>
      read(termsOf({ principal: '1200.00', rate: '0.36', payments: { amount: cents(100) } }), [start], '2027-01-10'),
    { name: 'TermsRefused', path: 'payments.amount' },
  );
  assert.equal(read(free(), [start], '2027-01-09').status, 'pending');
});

test('1.2: within one second by number, after what nobody put in order', () => {
  type Where = Pick<Fact, 'time' | 'number'>;
  const noon = 43_200;
  const payment = (place: Where) => paid('2027-01-20', '130.00', { id: 'a', ...place });
  const adHoc = (place: Where): Fact => ({
    ...fact('fee', '2027-01-20', { type: 'adHoc', amount: cents(3000) }),
    id: 'b',
    ...place,
  });
  const feesPaid = (...facts: Fact[]) => {
    const readings = [facts, facts.toReversed()].map((some) => read(free(), [start, ...some], '2027-01-20').paid.fees);
    assert.equal(readings[0], readings[1]);
    return readings[0];
  };
  assert.equal(feesPaid(payment({ time: noon, number: 2 }), adHoc({ time: noon, number: 3 })), 0);
  assert.equal(feesPaid(payment({ time: noon, number: 10 }), adHoc({ time: noon, number: 9 })), 3000);
  assert.equal(feesPaid(payment({ time: 60, number: 3 }), adHoc({ time: 61, number: 2 })), 0);
  assert.equal(feesPaid(payment({ time: noon }), adHoc({ time: noon, number: 2 })), 0);
  assert.equal(feesPaid(payment({ number: 3 }), adHoc({ time: noon, number: 2 })), 0);
  assert.equal(feesPaid(payment({ number: 2 }), adHoc({ number: 3 })), 3000);
  assert.equal(feesPaid(payment({ number: 2 }), adHoc({ number: 2 })), 3000);
  assert.equal(feesPaid(payment({ time: noon, number: 2 }), adHoc({ time: noon, number: 2 })), 3000);
});

test('2.1: an undo of an undo, and a part', () => {
  const payment = paid('2027-02-10', '100.00', { id: 'p' });
  const part = undone('p', '2027-02-20', { id: 'u', amount: cents(4000) });
  assert.equal(read(free(), [start, payment, part], '2027-02-10').paid.principal, 6000);
  const back = undone('u', '2027-02-21', { id: 'v' });
  assert.equal(read(free(), [start, payment, part, back], '2027-02-10').paid.principal, 10000);
  assert.deepEqual(read(free(), [start, undone('nobody', '2027-02-01')], '2027-02-10').moot, ['undo-nobody']);
});

test('2.2: returned on the day of the payment', () => {
  const terms = free({ fees: { nsf: cents(2500) } });
  const facts = [
    start,
    paid('2027-02-10', '100.00', { id: 'p' }),
    undone('p', '2027-02-10', { id: 'u', nsfFee: true }),
  ];
  const reading = read(terms, [...facts, paid('2027-02-10', '120.00')], '2027-02-10');
  assert.deepEqual([reading.paid.principal, reading.paid.fees], [10000, 2000]);
});

test('2.5: what was known', () => {
  const [early, late] = [parseInstant('2027-03-01'), parseInstant('2027-03-05')];
  assert.ok(early !== undefined && late !== undefined);
  const facts = [start, paid('2027-02-10', '100.00', { recordedAt: late })];
  const paidBy = (knownAt: typeof early) =>
    simulate(free(), facts, { through: on('2027-03-01'), knownAt }).paid.principal;
  assert.deepEqual([paidBy(early), paidBy(late)], [0, 10000]);
});

test('2.4: another origination fee, from the start', () => {
  const terms = free({ fees: { origination: { amount: cents(1300), charged: 'spread' } } });
  const change = fact('feeChange', '2027-06-01', { type: 'origination', amount: cents(2500), cap: null });
  assert.deepEqual(read(terms, [start], '2027-02-10').fees, { origination: { notDue: 1191, due: 109, overdue: 0 } });
  const changed = read(terms, [start, change], '2027-02-10');
  assert.deepEqual(changed.fees, { origination: { notDue: 2291, due: 209, overdue: 0 } });
});

test('5.2: deadlines on open days', () => {
  const fees = { late: lateFee({ graceDays: 0, flat: cents(100) }) };
  const terms = termsOf({
    principal: '1200.00',
    payments: { days: [4], count: 12 },
    fees,
    delinquency: { deadlines: 'following' },
  });
  // 2027-07-04 is a Sunday, and the Monday after is closed: the deadline is the 6th.
  const facts = [activated('2027-06-20')];
  assert.equal(read(terms, facts, '2027-07-06').overdueAmount, 0);
  const reading = read(terms, facts, '2027-07-07');
  assert.deepEqual([reading.overdueAmount, reading.daysPastDue, feesOf(reading)], [10000, 3, ['late:1 100']]);
});

test('5.3: a tolerance', () => {
  const terms = free({ delinquency: { tolerance: cents(100) }, fees: { late: lateFee({ flat: cents(500) }) } });
  const at = (amount: string) => read(terms, [start, paid('2027-02-10', amount)], '2027-03-01');
  assert.deepEqual([at('99.01').daysPastDue, feesOf(at('99.01'))], [0, []]);
  assert.deepEqual([at('99.00').daysPastDue, feesOf(at('99.00'))], [19, ['late:1 500']]);
});

test('7.3: late fees up to their caps', () => {
  const late = lateFee({ flat: cents(1000), yearlyCap: cents(2500), lifetimeCap: cents(4200) });
  const days = ['2027-12-31', '2028-12-31'];
  const charged = days.map((day) => feesOf(read(free({ fees: { late } }), [start], day)));
  assert.deepEqual(charged[0], ['late:1 1000', 'late:2 1000', 'late:3 500']);
  // Instalment 11 falls due 2027-12-10 and is tested on 12-21; the twelfth in the year after.
  assert.deepEqual(charged[1]?.slice(3), ['late:12 1000']);
});

test('7.5: a waiver', () => {
  const terms = free({ fees: { late: lateFee({ flat: cents(1000) }) } });
  const waiver = (amount: number | null) =>
    fact('waiver', '2027-02-25', { fee: 'late:1', amount: amount === null ? null : cents(amount) });
  assert.deepEqual(read(terms, [start, waiver(null)], '2027-02-25').fees, {});
  assert.equal(read(terms, [start, waiver(300)], '2027-02-25').fees.late?.notDue, 700);
  const early = fact('waiver', '2027-02-20', { fee: 'late:1', amount: null });
  assert.deepEqual(read(terms, [start, early], '2027-02-25').moot, [early.id]);
});

test('8.3 and 8.5: what a credit leaves is drawn on when an obligation comes due', () => {
  const credit = fact('serviceCredit', '2027-01-20', { amount: cents(1500), component: 'fees' });
  assert.equal(read(free(), [start, credit], '2027-01-20').customerCredit, 1500);
  const due = read(free(), [start, credit], '2027-02-10');
  assert.deepEqual([due.customerCredit, due.principal.due], [0, 8500]);
});

test('8.2: a payment that counts ahead whatever the rule', () => {
  const terms = free({ loan: { prepayment: 'lastDue' } });
  const due = (enablePrepayments: boolean) =>
    read(terms, [start, paid('2027-01-20', '100.00', { enablePrepayments })], '2027-02-10').principal.due;
  assert.deepEqual([due(false), due(true)], [10000, 0]);
});

test('8.7: paid off, and owing again', () => {
  const facts = [start, paid('2027-03-01', '1200.00')];
  const again = [...facts, fact('fee', '2027-05-01', { type: 'adHoc', amount: cents(500) })];
  assert.equal(read(free(), facts, '2027-04-20').status, 'paidOff');
  const reading = read(free(), again, '2027-05-01');
  assert.deepEqual([reading.status, reading.dueDates[0]], ['active', on('2027-05-10')]);
  const due = read(free(), again, '2027-05-10');
  assert.deepEqual(due.fees, { adHoc: { notDue: 0, due: 500, overdue: 0 } });
  const close = fact('close', '2027-05-01', {});
  assert.deepEqual(read(free(), [...facts, close], '2027-05-01').isClosed, true);
  assert.deepEqual(read(free(), [...again, close], '2027-05-01').moot, [close.id]);
});

test('9.1: accelerated by hand', () => {
  const facts = [start, fact('acceleration', '2027-02-20', {})];
  const fee = fact('fee', '2027-02-22', { type: 'adHoc', amount: cents(500) });
  const reading = read(free(), [...facts, fee], '2027-02-22');
  assert.deepEqual(
    reading.open.map(({ kind, isOverdue }) => [kind, isOverdue]),
    [
      ['instalment', true],
      ['acceleration', true],
      ['fee', false],
    ],
  );
  assert.deepEqual([reading.status, reading.dueDates, reading.overdueAmount], ['accelerated', [], 120000]);
  assert.equal(read(free(), [...facts, undone(facts[1]?.id ?? '', '2027-02-25')], '2027-02-22').status, 'active');
});

test('9.4: interest after charge-off', () => {
  const terms = termsOf({
    principal: '3650.00',
    rate: '0.1',
    payments: { days: [10], count: 12 },
    delinquency: { accrualAfterChargeOff: true },
  });
  const facts = [start, fact('chargeOff', '2027-01-20', { reason: 'test' })];
  const later = read(terms, facts, '2027-01-30');
  assert.deepEqual([later.chargedOff, later.accrued], [{ principal: 365000, interest: 1000, fees: 0 }, '1000/1']);
  const recovered = read(terms, [...facts, paid('2027-01-30', '3665.00')], '2027-01-30');
  assert.deepEqual(recovered.chargedOff, { principal: 0, interest: 0, fees: 0 });
  assert.deepEqual([recovered.accrued, recovered.paid.interest], ['500/1', 1500]);
});

test('10.3: a settlement reached, undone, missed', () => {
  const agreed = fact('settlement', '2027-02-01', { amount: cents(30000), lastDay: on('2027-03-31') });
  const first = paid('2027-02-05', '150.00', { id: 'p' });
  const second = paid('2027-03-31', '150.00');
  const status = (...facts: Fact[]) => read(free(), [start, agreed, ...facts], '2027-04-05').status;
  assert.equal(status(first, second), 'paidOff');
  assert.equal(status(first, second, undone('p', '2027-04-01')), 'active');
  assert.equal(status(first, paid('2027-04-01', '150.00')), 'active');
});

test('10.2: a fee waits while frozen', () => {
  const freeze = fact('freeze', '2027-02-01', {});
  const fee = fact('fee', '2027-02-05', { type: 'adHoc', amount: cents(500) });
  assert.equal(read(free(), [start, freeze, fee], '2027-02-20').fees.adHoc?.notDue, 500);
  const unfreeze = fact('unfreeze', '2027-03-15', { accrueFrozenDays: false, shiftDueDates: false });
  const { open } = read(free(), [start, freeze, fee, unfreeze], '2027-03-15');
  assert.deepEqual(
    open.map(({ dueDate, principal, fees }) => [dueDate, principal, fees]),
    [
      [on('2027-03-15'), 10000, 500],
      [on('2027-03-15'), 10000, 0],
    ],
  );
});

test('11: taken over in mid-life', () => {
  const owed = { interest: cents(0), principal: cents(10000), lateFees: cents(0), lateFeeTested: false };
  const migration = fact('migration', '2027-04-10', {
    principal: cents(80000),
    accruedInterest: '12.5',
    payment: cents(10000),
    ordinal: 5,
    dueDates: ['2027-05-10', '2027-06-10'].map(on),
    periodStart: on('2027-04-10'),
    originatedOn: on('2027-01-10'),
    paid: { principal: cents(20000), interest: cents(100), fees: cents(0) },
    obligations: [
      { ...owed, ordinal: 3, dueDate: on('2027-03-10') },
      { ...owed, ordinal: 4, dueDate: on('2027-04-10') },
    ],
  });
  const terms = free({ fees: { late: lateFee({ flat: cents(700) }) } });
  const reading = read(terms, [migration], '2027-04-10');
  assert.deepEqual(reading.principal, { notDue: 80000, due: 10000, overdue: 10000 });
  assert.deepEqual([reading.daysPastDue, reading.accrued, reading.accruedTotal], [31, '25/2', '225/2']);
  assert.deepEqual(feesOf(read(terms, [migration], '2027-05-09')), ['late:4 700']);
  const last = read(terms, [migration], '2027-06-10');
  assert.deepEqual([last.principal.notDue, last.dueDates], [0, []]);
});

test('3.3: promos do not fall below zero', () => {
  const terms = termsOf({ principal: '3650.00', rate: '0.1', payments: { days: [10], count: 12 } });
  const promo = fact('promo', '2027-01-12', { rate: rate('0.15'), until: on('2027-01-13') });
  assert.equal(read(terms, [start, promo], '2027-01-15').accrued, '300/1');
});

test('2.3: an undone charge-off keeps the acceleration of the same day away too', () => {
  const terms = free({ delinquency: { accelerationDueWithin: 9 } });
  const chargeOff = { ...fact('chargeOff', '2027-02-19', { reason: 'test' }), id: 'c' };
  assert.equal(read(terms, [start, chargeOff], '2027-02-19').status, 'chargedOff');
  const back = [start, chargeOff, undone('c', '2027-02-21', { reason: 'reversed' })];
  assert.equal(read(terms, back, '2027-02-21').status, 'active');
  assert.equal(read(terms, back, '2027-02-22').status, 'accelerated');
});

test('8.5: credit that covers everything pays it, and what remains stands', () => {
  const credit = fact('serviceCredit', '2027-01-11', { amount: cents(130000), component: 'interest' });
  const reading = read(free(), [start, credit], '2027-01-11');
  assert.deepEqual([reading.status, reading.customerCredit, reading.paid.principal], ['paidOff', 10000, 120000]);
  const less = fact('serviceCredit', '2027-01-11', { amount: cents(110000), component: 'interest' });
  assert.equal(read(free(), [start, less], '2027-01-11').customerCredit, 110000);
});
