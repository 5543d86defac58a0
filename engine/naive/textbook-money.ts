// Sections 6 to 8 and 10 of loan-math.md.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import type { LateFee, PrepaymentRule } from '../account/terms.ts';
import type { InterestTerms, PaymentTerms } from '../installment/terms.ts';
import { dateOf } from '../values/day.ts';
import { cents } from './loan.ts';
import type { Reading } from './reading.ts';
import {
  activated,
  brief,
  dollars,
  exampleA,
  fact,
  lateFee,
  money,
  on,
  openFees,
  openInstalments,
  owedPrincipal,
  paid,
  rate,
  read,
  schedule,
  startsWith,
  sumOf,
  termsOf,
} from './textbook.ts';

test('6.1: interest of thirty days', () => {
  const terms = termsOf({ principal: '10000.00', rate: '0.05', payments: { days: [31], count: 12 } });
  const reading = read(terms, [activated('2027-04-30')], '2027-05-30');
  startsWith(reading.accrued, '4109.58904109');
  const due = read(terms, [activated('2027-05-01')], '2027-05-31');
  assert.equal(due.interest.due, 4109);
  startsWith(due.forgoneRounding, '0.58904109');
});

test('6.5: simple, compound, compound with fees', () => {
  const dues = (accrual: InterestTerms['accrual']) => {
    const terms = termsOf({
      principal: '10000.00',
      rate: '0.24',
      interest: { accrual },
      payments: { days: [1], count: 60, interestOnly: 60 },
    });
    const facts = [activated('2027-01-01'), fact('fee', '2027-02-12', { type: 'adHoc', amount: cents(2500) })];
    return ['2027-02-01', '2027-03-01', '2027-04-01'].map((day) => {
      return dollars(read(terms, facts, day).open.find(({ dueDate }) => dueDate === on(day))?.interest ?? -1);
    });
  };
  const simpleTerms = { ...dues('simple') };
  assert.deepEqual({ ...simpleTerms }, { 0: '203.83', 1: '184.10', 2: '203.83' });
  assert.deepEqual(dues('compound'), ['203.83', '187.72', '211.69']);
  assert.deepEqual(dues('compoundWithFees'), ['203.83', '187.72', '212.18']);
});

test('6.7: interest capped in all', () => {
  const terms = termsOf({
    principal: '2000.00',
    interest: { rates: [{ days: null, rate: rate('0.36'), type: 'absolute' }], totalCap: cents(15000) },
    payments: { frequency: 'singleTerm', days: [], endDate: on('2028-01-01') },
  });
  const loan = [activated('2027-01-01')];
  startsWith(read(terms, loan, '2027-03-18').accrued, '14991.7808');
  startsWith(read(terms, loan, '2027-03-19').accrued, '15000.0000');
  const end = read(terms, loan, '2027-05-01');
  assert.equal(end.accrued, '15000/1');
  startsWith(end.forgoneCap, '8671.2328');
  startsWith(end.accruedTotal, '23671.2328');
});

test('7.1: three waterfalls', () => {
  const spread = (by: 'obligation' | 'component', order: readonly ('fees' | 'interest' | 'principal')[]) => {
    const terms = termsOf({
      principal: '1000.00',
      payments: { days: [10], count: 1 },
      loan: { waterfall: { by, order, early: 'interestFirst' } },
    });
    const owed = { lateFeeTested: true, lateFees: cents(0) };
    const migration = fact('migration', '2027-03-05', {
      principal: cents(0),
      accruedInterest: '0',
      payment: cents(25011),
      dueDates: [],
      ordinal: 3,
      periodStart: on('2027-03-05'),
      originatedOn: on('2027-01-05'),
      paid: { principal: cents(0), interest: cents(0), fees: cents(0) },
      obligations: [
        { ...owed, ...amounts(4011, 21000), ordinal: 1, dueDate: on('2027-02-05'), lateFees: cents(1500) },
        { ...owed, ...amounts(3820, 21191), ordinal: 2, dueDate: on('2027-03-05') },
      ],
    });
    const { open } = read(terms, [migration, paid('2027-03-05', '300.00')], '2027-03-05');
    return open.map(({ fees, interest, principal }) => [fees, interest, principal].map(dollars).join(' '));
  };
  assert.deepEqual(spread('obligation', ['fees', 'interest', 'principal']), ['0.00 3.31 211.91']);
  assert.deepEqual(spread('component', ['fees', 'interest', 'principal']), ['0.00 0.00 3.31', '0.00 0.00 211.91']);
  assert.deepEqual(spread('component', ['interest', 'principal', 'fees']), ['15.00 0.00 0.00', '0.00 0.00 200.22']);
});

function amounts(interest: number, principal: number) {
  return { interest: cents(interest), principal: cents(principal) };
}

test('7.2: what a prepayment does', () => {
  const rows = (prepayment: PrepaymentRule, extra: boolean) => {
    const terms = termsOf({
      principal: '3000.00',
      interest: { dayCount: '30/360', rates: [{ days: null, rate: rate('0.15'), type: 'absolute' }] },
      payments: { days: [10], count: 6 },
      loan: { prepayment },
    });
    const more = extra ? [paid('2027-02-10', '522.10'), paid('2027-03-10', '1222.10')] : [];
    const all = schedule(terms, [activated('2027-01-10'), ...more]).slice(2);
    return { due: all.map(({ payment }) => payment), interest: sumOf(all, 'interest'), paid: sumOf(all, 'payment') };
  };
  const due = (text: string) => text.split(' ');
  assert.deepEqual(rows('nextDue', false), {
    due: due('522.10 522.10 522.10 522.08'),
    interest: '63.64',
    paid: '2088.38',
  });
  assert.deepEqual(rows('nextDue', true), {
    due: due('0.00 344.20 522.10 510.52'),
    interest: '52.08',
    paid: '1376.82',
  });
  for (const rule of ['lastDue', 'shorten'] as const) {
    assert.deepEqual(rows(rule, true), { due: due('522.10 522.10 311.16'), interest: '30.62', paid: '1355.36' });
  }
  assert.deepEqual(rows('reamortize', true), {
    due: due('341.60 341.60 341.60 341.57'),
    interest: '41.63',
    paid: '1366.37',
  });
});

test('7.4: a returned item', () => {
  const terms = termsOf({
    principal: '1000.00',
    payments: { days: [15], count: 5 },
    fees: { late: lateFee({ flat: cents(1500) }), nsf: cents(2500) },
  });
  const payment = paid('2027-05-15', '200.00', { id: 'p' });
  const returned: Fact = {
    id: 'u',
    kind: 'undo',
    of: 'p',
    on: on('2027-05-19'),
    happenedOn: on('2027-05-19'),
    reason: 'failed',
    amount: null,
    nsfFee: true,
  };
  const facts = [activated('2027-04-15'), payment, returned];
  assert.deepEqual(read(terms, facts, '2027-05-26').feesBooked, [
    { key: 'nsf:u', on: on('2027-05-19'), amount: 2500 },
    { key: 'late:1', on: on('2027-05-26'), amount: 1500 },
  ]);
  const back: Fact = { ...returned, id: 'uu', of: 'u', nsfFee: false };
  const again = read(terms, [...facts, back], '2027-05-26');
  assert.deepEqual([again.feesBooked, again.paid.principal, again.status], [[], 20000, 'active']);
});

test('7.6: payoffs of example A', () => {
  const facts = [activated('2027-03-09')];
  for (const row of schedule(exampleA(), facts).slice(0, 5)) facts.push(paid(row.due, row.payment));
  for (const [day, exact, payoff] of [
    ['2027-08-27', '1695.3271', '4504.87'],
    ['2027-08-28', '1836.6044', '4506.28'],
    ['2027-08-29', '1977.8816', '4507.69'],
    ['2027-09-03', '2684.2679', '4514.76'],
  ] as const) {
    const reading = read(exampleA(), facts, day);
    startsWith(reading.accrued, exact);
    assert.equal(dollars(owedPrincipal(reading) + reading.interest.notDue), payoff);
    const after = read(exampleA(), [...facts, paid(day, payoff)], day);
    assert.deepEqual([after.status, after.customerCredit, after.accrued], ['paidOff', 0, '0/1']);
  }
  const early = read(exampleA(), [...facts, paid('2027-08-27', '4514.76')], '2027-08-27');
  assert.equal(early.customerCredit, 989);
});

test('8.2: the late fee by rule', () => {
  const rules: readonly [Partial<LateFee>, string][] = [
    [{ rule: 'flat', flat: cents(1500) }, '15.00 15.00 15.00 15.00'],
    [{ rule: 'percent', percent: rate('0.05') }, '4.00 15.62 16.66 33.30'],
    [{ rule: 'greater', flat: cents(1000), percent: rate('0.05') }, '10.00 15.62 16.66 33.30'],
    [{ rule: 'lesser', flat: cents(2500), percent: rate('0.05') }, '4.00 15.62 16.66 25.00'],
    [{ rule: 'percent', percent: rate('0.05'), min: cents(1000), max: cents(2500) }, '10.00 15.62 16.66 25.00'],
  ];
  for (const [rule, expected] of rules) {
    const charged = ['80.00', '312.50', '333.33', '666.05'].map((principal) => {
      const late = lateFee(rule);
      const terms = termsOf({ principal, payments: { days: [15], count: 1 }, fees: { late } });
      const { feesBooked } = read(terms, [activated('2027-03-15')], '2027-04-30');
      assert.deepEqual([feesBooked.length, feesBooked[0]?.on], [1, on('2027-04-26')]);
      return dollars(feesBooked[0]?.amount ?? 0);
    });
    assert.equal(charged.join(' '), expected);
  }
});

function pyramid(pyramiding: LateFee['pyramiding']) {
  const late = lateFee({ rule: 'greater', flat: cents(1000), percent: rate('0.05'), pyramiding });
  const terms = termsOf({ principal: '1800.00', rate: '0.15', payments: { days: [1], count: 6 }, fees: { late } });
  const days = ['2027-02-20', '2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01'];
  return { terms, facts: [activated('2027-01-01'), ...days.map((day) => paid(day, '313.12'))] };
}

test('8.3: no pyramid of late fees', () => {
  const charged = (pyramiding: LateFee['pyramiding']) => {
    const { terms, facts } = pyramid(pyramiding);
    const reading = read(terms, facts, '2027-06-15');
    return reading.feesBooked.map((fee) => `${dateOf(fee.on)}: ${dollars(fee.amount)}`);
  };
  assert.deepEqual(charged('blocked'), ['2027-02-12: 15.65']);
  assert.deepEqual(charged('allowed'), [
    ...['2027-02-12: 15.65', '2027-03-12: 10.00', '2027-04-12: 10.00'],
    ...['2027-05-12: 10.00', '2027-06-12: 10.00'],
  ]);
});

test('8.3: the ledger behind it', () => {
  const { terms, facts } = pyramid('blocked');
  const at = (day: string, count: number) => {
    const reading = read(terms, facts.slice(0, count), day);
    return [openFees(reading), openInstalments(reading)].map(dollars).join(' ');
  };
  assert.equal(at('2027-02-01', 1), '0.00 313.12');
  assert.equal(at('2027-02-12', 1), '15.65 313.12');
  assert.equal(at('2027-02-20', 2), '15.65 0.00');
  assert.equal(at('2027-03-01', 2), '15.65 313.12');
  assert.equal(at('2027-03-01', 3), '0.00 15.65');
  assert.equal(at('2027-03-12', 3), '0.00 15.65');
  assert.equal(at('2027-04-01', 3), '0.00 328.77');
  assert.equal(at('2027-04-01', 4), '0.00 15.65');
  assert.deepEqual(read(terms, facts.slice(0, 3), '2027-03-01').paid, { fees: 1565, interest: 4256, principal: 56803 });
  const last = read(terms, facts, '2027-07-01');
  assert.equal(dollars(openInstalments(last)), dollars(31312 + 1880));
});

test('8.4: a service fee up to its cap', () => {
  const periodic = [{ type: 'service' as const, amount: cents(499), cap: cents(3000) }];
  const terms = termsOf({ principal: '1000.00', payments: { days: [1], count: 10 }, fees: { periodic } });
  const { feesBooked } = read(terms, [activated('2027-01-01')], '2027-12-01');
  assert.deepEqual(
    feesBooked.map(({ amount }) => amount),
    [499, 499, 499, 499, 499, 499, 6],
  );
});

test('10: from activation to reimbursement', () => {
  const payments: Partial<PaymentTerms> = { days: [10], amount: cents(48500) };
  const terms = termsOf({
    principal: '5000.00',
    rate: '0.1299',
    payments,
    fees: { origination: { amount: cents(10000), charged: 'deducted' }, late: lateFee({ flat: cents(1500) }) },
  });
  const facts = [
    activated('2027-01-10'),
    paid('2027-02-24', '500.00'),
    fact('serviceCredit', '2027-03-01', { amount: cents(2000), component: 'principal' }),
    paid('2027-03-10', '4622.77'),
    fact('reimbursement', '2027-03-14', { amount: cents(2500) }),
  ];
  const due = read(terms, facts, '2027-02-10');
  assert.equal(due.interest.due, 5516);
  startsWith(due.forgoneRounding, '0.301369');
  const first = read(terms, facts, '2027-02-24');
  assert.deepEqual(first.paid, { fees: 1500, interest: 5516, principal: 42984 });
  const end: Reading = read(terms, facts, '2027-03-10');
  assert.deepEqual(end.paid, { fees: 1500, interest: 10277, principal: 42984 + 455016 });
  assert.deepEqual([end.status, end.customerCredit, end.interestBooked], ['paidOff', 2500, 10277]);
  assert.equal(read(terms, facts, '2027-03-14').customerCredit, 0);
});

test('10: refunds', () => {
  const terms = exampleA();
  const refund = (amount: string, version: 1 | 2, atFault: 'lender' | 'other') =>
    fact('refund', '2027-05-20', { version, amount: cents(money(amount)), atFault, reamortize: false });
  const before = [activated('2027-03-09'), paid('2027-04-15', '666.05'), paid('2027-05-15', '666.05')];
  const plain = read(terms, [...before, refund('500.00', 1, 'other')], '2027-05-20');
  assert.equal(dollars(plain.principal.notDue), '5820.61');
  const share = read(terms, [...before, refund('500.00', 1, 'lender')], '2027-05-20');
  // cut(152.71 × 500 / 7,500) = 10.18: 9.94 of accrued interest, the rest principal.
  assert.equal(dollars(share.principal.notDue), dollars(582061 - 1018 + 994));
  const twice = [refund('7000.00', 1, 'other'), { ...refund('501.00', 2, 'other'), id: 'zz' }];
  assert.deepEqual(read(terms, [...before, ...twice], '2027-05-20').moot, ['zz']);
  assert.ok(brief(schedule(terms, [...before.slice(0, 1), refund('500.00', 1, 'other')])).length <= 12);
});
