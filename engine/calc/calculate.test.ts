import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseCivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { type Calculation, calculate, type Question } from './calculate.ts';
import { InputError, readLoan } from './read-loan.ts';

type Json = Record<string, unknown>;

const day = (text: string): Question => ({ day: dayOf(parseCivilDate(text)!) });

const example = JSON.parse(readFileSync(new URL('example.json', import.meta.url), 'utf8')) as { facts: Json[] } & Json;

const terms = { principal: 4800, interest: { rate: 0.1499 }, payments: { day: 15, count: 12 } };
const activation = { kind: 'activation', on: '2027-01-20' };

const loanOf = (changed: Json, ...facts: Json[]): Json => ({
  terms: { ...terms, ...changed },
  facts: [activation, ...facts],
});

const shown = (what: Calculation, input: unknown, question: Question = {}): string[] =>
  calculate(what, input, question).lines.map(({ text }) => text);

// biome-ignore lint/suspicious/noExplicitAny: the shape of JSON is what the tests are about
const json = (what: Calculation, input: unknown, question: Question = {}): any =>
  JSON.parse(JSON.stringify(calculate(what, input, question).json));

/** The lines of one kind of event, with single spaces. */
const events = (input: unknown, words: RegExp): string[] =>
  shown('replay', input)
    .filter((line) => words.test(line))
    .map((line) => line.replace(/ +/g, ' '));

describe('replay', () => {
  test('the account of the example is the one of the textbook, line by line', () => {
    const lines = shown('replay', example).map((line) => line.replace(/ +/g, ' '));
    assert.deepEqual(lines.slice(5, 26), [
      '2027-01-20 activation +4,800.00 0.00 0.00 4,800.00 0',
      '2027-02-15 due 1 +51.25 +380.95 0.00 432.20 4,800.00 0',
      '2027-02-15 payment 432.20 0.00 51.25 380.95 0.00 0.00 4,419.05 0',
      '2027-03-15 due 2 +50.81 +381.39 0.00 432.20 4,419.05 0',
      '2027-03-26 late fee +21.61 21.61 432.20 4,419.05 19.9632…',
      '2027-03-29 payment 432.20 0.00 50.81 381.39 21.61 0.00 4,037.66 25.4077…',
      '2027-04-15 due 3 +53.59 +378.61 21.61 432.20 4,037.66 0',
      '2027-04-15 payment 432.20 21.61 53.59 357.00 0.00 21.61 3,680.66 0',
      '2027-04-26 late fee blocked 0.00 21.61 3,680.66 16.6275…',
      '2027-05-15 due 4 +45.34 +386.86 0.00 453.81 3,680.66 0',
      '2027-05-15 payment 453.81 0.00 45.34 408.47 0.00 0.00 3,272.19 0',
      '2027-06-15 due 5 +41.65 +390.55 0.00 432.20 3,272.19 0',
      '2027-06-15 payment 200.00 0.00 41.65 158.35 0.00 232.20 3,113.84 0',
      '2027-06-22 payment 232.20 0.00 0.00 232.20 0.00 0.00 2,881.64 8.9516…',
      '2027-07-14 payment found 432.20 0.00 34.98 397.22 0.00 0.00 2,484.42 0.0074…',
      '2027-07-15 due 6 +0.00 +0.00 0.00 0.00 2,484.42 1.0277…',
      '2027-08-15 due 7 +32.65 +399.55 0.00 432.20 2,484.42 0',
      '2027-08-15 payment 432.20 0.00 32.65 399.55 0.00 0.00 2,084.87 0',
      '2027-09-15 due 8 +26.54 +405.66 0.00 432.20 2,084.87 0',
      '2027-09-15 payment 432.20 0.00 26.54 405.66 0.00 0.00 1,679.21 0',
      '2027-10-05 payment 1,693.00 0.00 13.79 1,679.21 0.00 0.00 0.00 0',
    ]);
    assert.deepEqual(lines.slice(-2), [
      'Paid: 5,172.21 = principal 4,800.00 + interest 350.60 + fees 21.61',
      'Interest: 350.6459… = booked 350.60 + forgone by rounding 0.0459…',
    ]);
  });

  test('fees are shown when they are booked, and not again when they come due', () => {
    const fees = {
      origination: { amount: 75, charged: 'firstPayment' },
      periodic: [{ type: 'service', amount: 3 }],
      nsf: 25,
    };
    const back = [
      { kind: 'payment', on: '2027-02-15', amount: 510.2, id: 'bounced' },
      { kind: 'undo', of: 'bounced', on: '2027-02-18', nsfFee: true },
      { kind: 'payment', on: '2027-03-15', amount: 25 },
    ];
    assert.deepEqual(events(loanOf({ fees }, ...back), /^\d.*(activation|fee|due)/), [
      '2027-01-20 activation +75.00 +4,800.00 75.00 0.00 4,800.00 0',
      '2027-02-15 due 1 +3.00 +51.25 +380.95 78.00 432.20 4,800.00 0',
      '2027-02-18 returned-item fee +25.00 103.00 432.20 4,800.00 5.9138…',
      '2027-03-15 due 2 +3.00 +55.19 +377.01 106.00 864.40 4,800.00 0',
    ]);
  });

  test('what is left over and goes back has a column of its own', () => {
    const facts = [
      { kind: 'payment', on: '2027-02-15', amount: 5000 },
      { kind: 'reimbursement', on: '2027-02-20', amount: 100 },
    ];
    assert.deepEqual(events(loanOf({}, ...facts), /2027-02-15 +payment|reimbursement|^Customer/), [
      '2027-02-15 payment 5,000.00 0.00 51.25 4,800.00 148.75 0.00 0.00 0.00 0',
      '2027-02-20 reimbursement -100.00 0.00 0.00 0.00 0',
      'Customer credit: 48.75',
    ]);
  });

  test('what did nothing is said', () => {
    const lines = shown('replay', loanOf({}, { kind: 'waiver', on: '2027-03-01', fee: 'late:9' }));
    assert.match(lines.at(-1)!, /^waiver-1 of 2027-03-01 did nothing: /);
  });

  test('before its beginning a loan has no account', () => {
    assert.deepEqual(shown('replay', example, day('2027-01-19')), ['Through 2027-01-19: not yet active']);
  });

  test('how it stands is in its title', () => {
    assert.equal(shown('replay', loanOf({}), day('2027-02-15'))[0], 'Through 2027-02-15: active');
    assert.equal(shown('replay', loanOf({}), day('2027-02-16'))[0], 'Through 2027-02-16: active, 1 day past due');
    const frozen = loanOf({}, { kind: 'freeze', on: '2027-02-01' });
    assert.equal(shown('replay', frozen)[0], 'Through 2027-02-01: frozen');
  });

  test('without a day it goes through the last fact that was known', () => {
    const undone = loanOf(
      {},
      { kind: 'payment', on: '2027-02-15', amount: 9 },
      { kind: 'undo', of: 'payment-1', on: '2027-02-19' },
    );
    assert.equal(json('replay', undone).through, '2027-02-19');
    const knownAt = readLoan(loanOf({}, { kind: 'freeze', on: '2027-02-01', at: '2027-02-02' })).facts[1]!.at!;
    const late = loanOf({}, { kind: 'freeze', on: '2027-02-01', recordedAt: '2027-02-03' });
    assert.equal(json('replay', late, { knownAt }).through, '2027-01-20');
  });
});

describe('schedule and apr', () => {
  test('an index known at activation counts', () => {
    const rates = [{ rate: 0.0774, type: 'spread' }];
    const input = loanOf({ interest: { rates } }, { kind: 'index', on: '2026-12-01', rate: 0.0725 });
    const later = loanOf(
      { interest: { rates } },
      { kind: 'index', on: '2026-12-01', rate: 0.0725 },
      { kind: 'index', on: '2027-04-01', rate: 0.5 },
    );
    assert.deepEqual(json('schedule', input), json('schedule', loanOf({})));
    assert.deepEqual(json('schedule', later), json('schedule', loanOf({})));
  });

  test('what happened does not change what was agreed', () => {
    assert.deepEqual(json('schedule', example).payments, json('schedule', loanOf({})).payments);
  });

  test('a schedule that is not level says only how many payments it has', () => {
    assert.equal(
      shown('schedule', loanOf({ payments: { day: 15, count: 12, interestOnly: 2 } }))[0],
      '12 payments, from 2027-01-20',
    );
    const single = { frequency: 'singleTerm', endDate: '2027-07-20' };
    assert.equal(shown('schedule', loanOf({ payments: single }))[0], 'One payment of 5,156.80, from 2027-01-20');
    assert.equal(shown('schedule', loanOf({ interest: { rate: 0 } }))[0], '12 payments of 400.00, from 2027-01-20');
  });

  test('a loan taken over has the payments that are to come, and no rate of its own', () => {
    const migration = {
      kind: 'migration',
      on: '2027-05-20',
      principal: 800,
      payment: 432.2,
      dueDates: ['2027-06-15', '2027-07-15'],
      ordinal: 5,
      periodStart: '2027-05-15',
      originatedOn: '2027-01-20',
      accruedInterest: 1.64,
    };
    const { from, payments } = json('schedule', { terms, facts: [migration] });
    assert.equal(from, '2027-05-20');
    assert.deepEqual(payments.map(({ ordinal, amount }: Json) => [ordinal, amount])[0], [5, '432.20']);
    assert.throws(() => calculate('apr', { terms, facts: [migration] }, {}), {
      name: 'InputError',
      path: 'facts',
    });
  });

  test('wherever a fee is taken, it costs the same and is disclosed so', () => {
    const bought = {
      principal: undefined,
      price: 2650,
      downPayment: 450,
      interest: { rate: 0.099 },
      payments: { day: 20, count: 6 },
    };
    const cost = (charged?: string) => {
      const fees = charged === undefined ? {} : { origination: { amount: 75, charged } };
      const input = { terms: { ...terms, ...bought, fees }, facts: [{ kind: 'activation', on: '2027-05-20' }] };
      const { financeCharge, amountFinanced, totalOfPayments } = json('apr', input);
      return [financeCharge, amountFinanced, totalOfPayments];
    };
    // loan-math 5.6
    assert.deepEqual(cost(), ['64.46', '2200.00', '2264.46']);
    assert.deepEqual(cost('financed'), ['141.66', '2200.00', '2341.66']);
    assert.deepEqual(cost('deducted'), ['139.46', '2125.00', '2264.46']);
    assert.deepEqual(cost('firstPayment'), ['139.46', '2200.00', '2339.46']);
    assert.deepEqual(cost('apart'), ['139.46', '2125.00', '2264.46']);
    assert.deepEqual(cost('spread'), ['139.46', '2200.00', '2339.46']);
  });
});

describe('payoff', () => {
  test('the payoff of the textbook', () => {
    const facts = example.facts.slice(0, -1);
    assert.deepEqual(json('payoff', { ...example, facts }, day('2027-10-05')), {
      on: '2027-10-05',
      amount: '1693.00',
      principal: '1679.21',
      interest: '13.79',
      fees: '0.00',
      credit: '0.00',
      perDiem: '0.689626',
    });
  });

  test('customer credit is taken off', () => {
    const lines = shown('payoff', loanOf({}, { kind: 'payment', on: '2027-02-15', amount: 5000 }));
    assert.deepEqual(
      lines.slice(-3).map((line) => line.replace(/ +/g, ' ')),
      ['customer credit -148.75', '─────────────── ───────', 'to pay 0.00'],
    );
  });
});

describe('explain', () => {
  test('each entry has its postings, which add up to nothing, and each posting its reason', () => {
    const { postings } = json('explain', example);
    const sums = new Map<string, number>();
    for (const { on, cause, amount, because } of postings) {
      sums.set(`${on} ${cause}`, (sums.get(`${on} ${cause}`) ?? 0) + Math.round(Number(amount) * 100));
      assert.match(because, /^\$.+\.$/);
    }
    assert.ok(sums.size > 20);
    assert.deepEqual(
      [...sums.values()].filter((sum) => sum !== 0),
      [],
    );
    const lines = shown('explain', example);
    assert.equal(lines[0], `${postings.length} postings through 2027-10-05`);
    assert.equal(lines.filter((line) => /^2\d{3}-/.test(line)).length, sums.size);
  });
});

describe('what the engine refuses', () => {
  const refusal = (what: Calculation, input: unknown) => {
    try {
      calculate(what, input, {});
    } catch (error) {
      assert.ok(error instanceof InputError, String(error));
      return error;
    }
    throw new assert.AssertionError({ message: 'it was not refused' });
  };

  test('is named by its path', () => {
    assert.equal(refusal('schedule', loanOf({ payments: { day: 15, amount: 1 } })).path, 'terms.payments.amount');
    const early = refusal('replay', loanOf({}, { kind: 'payment', on: '2027-01-19', amount: 1, id: 'early' }));
    assert.equal(early.path, 'facts[1]');
    assert.match(early.message, /^facts\[1\] is refused: fact early: .+[^.]\.$/);
    assert.equal(refusal('apr', loanOf({ principal: 0 })).path, 'terms');
  });
});
