import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { InputError } from './input.ts';
import { readLoan } from './read-loan.ts';

const day = (text: string): number => dayOf(parseCivilDate(text)!);

type Json = Record<string, unknown>;

const activation = { kind: 'activation', on: '2027-01-20' };
const small: Json = { principal: 4800, interest: { rate: 0.1499 }, payments: { day: 15, count: 12 } };

const withTerms = (terms: Json) => readLoan({ terms: { ...small, ...terms }, facts: [activation] }).terms;
const withPayments = (payments: Json) => withTerms({ payments }).payments;
const withInterest = (interest: Json) => withTerms({ interest }).interest;
const withLate = (late: Json) => withTerms({ fees: { late } }).fees.late;
const withFacts = (...facts: Json[]) => readLoan({ terms: small, facts: [activation, ...facts] }).facts.slice(1);

function refusal(read: () => unknown): { path: string; message: string } {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    assert.equal(error.name, 'InputError');
    return { path: error.path, message: error.message };
  }
  throw new assert.AssertionError({ message: 'it was read' });
}

/** Checks that the input is refused at this path, with a sentence that contains these words. */
function refused(read: () => unknown, path: string, words: RegExp): void {
  const { path: found, message } = refusal(read);
  assert.equal(found, path);
  assert.match(message, words);
  assert.ok(message.startsWith(path === '' ? 'The input ' : `${path} `), message);
  assert.match(message, /[.?]$/);
}

describe('what is left out', () => {
  test('principal, rate, day and count are a loan', () => {
    const { terms, facts } = readLoan({ terms: small, facts: [activation] });
    assert.deepEqual(terms, {
      principal: 480_000,
      amountFinanced: 480_000,
      interest: {
        rates: [{ days: null, rate: '0.1499', type: 'absolute' }],
        promos: [],
        floor: null,
        cap: null,
        stepCap: null,
        resets: null,
        dayCount: 'actual/365',
        accrual: 'simple',
        rounding: 'cut',
        totalCap: null,
        overdueRate: null,
        overdueBearing: 'principal',
        afterRateChange: 'solveAgain',
        precomputed: null,
      },
      payments: {
        frequency: 'monthly',
        days: [15],
        startDate: null,
        count: 12,
        amount: null,
        schedule: null,
        bufferDays: null,
        endDate: null,
        rounding: { unit: 1, mode: 'up' },
        amortization: 'level',
        interestOnly: 0,
        balloon: 0,
        plannedAdvances: [],
      },
      fees: { origination: null, periodic: [], late: null, nsf: null },
      waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], early: 'interestFirst' },
      prepayment: 'nextDue',
      delinquency: {
        tolerance: 0,
        deadlines: 'asIs',
        closedDays: [],
        accelerationDueWithin: null,
        chargeOffDueWithin: null,
        accrualAfterChargeOff: false,
      },
      merchantDiscount: null,
    });
    assert.deepEqual(facts, [{ kind: 'activation', id: 'activation-1', on: day('2027-01-20') }]);
  });

  test('each fact has its defaults', () => {
    const on = '2027-03-01';
    const facts = withFacts(
      { kind: 'payment', on, amount: 1 },
      { kind: 'advance', on, amount: 1 },
      { kind: 'refund', on, amount: 1 },
      { kind: 'rate', on, rate: 0.1 },
      { kind: 'unfreeze', on },
      { kind: 'undo', of: 'payment-1' },
      { kind: 'dueDateChange', on, day: 3 },
      { kind: 'chargeOff', on },
    );
    const shared = { on: day(on) };
    assert.deepEqual(facts, [
      {
        kind: 'payment',
        id: 'payment-1',
        ...shared,
        amount: 100,
        status: 'succeeded',
        enablePrepayments: false,
        agencyFee: 0,
      },
      { kind: 'advance', id: 'advance-1', ...shared, amount: 100, afterwards: 'keepPayment' },
      { kind: 'refund', id: 'refund-1', ...shared, version: 2, amount: 100, atFault: 'other', reamortize: false },
      { kind: 'rate', id: 'rate-1', ...shared, rate: '0.1', type: 'absolute', until: null, replaces: false },
      { kind: 'unfreeze', id: 'unfreeze-1', ...shared, accrueFrozenDays: false, shiftDueDates: false },
      {
        kind: 'undo',
        id: 'undo-1',
        ...shared,
        of: 'payment-1',
        reason: 'reversed',
        happenedOn: day(on),
        amount: null,
        nsfFee: false,
      },
      {
        kind: 'dueDateChange',
        id: 'dueDateChange-1',
        ...shared,
        frequency: 'monthly',
        days: [3],
        startDate: null,
        reamortize: false,
        dueDate: null,
      },
      { kind: 'chargeOff', id: 'chargeOff-1', ...shared, reason: '' },
    ]);
  });

  test('null is as good as leaving out what may be null', () => {
    const nulls = { fees: { origination: null, late: null, nsf: null }, merchantDiscount: null };
    assert.deepEqual(withTerms(nulls), withTerms({}));
  });

  test('ids run by kind in the order of the file, around those that are given', () => {
    const on = '2027-03-01';
    const payment = { kind: 'payment', on, amount: 1 };
    const ids = withFacts(
      payment,
      { kind: 'freeze', on },
      { ...payment, id: 'mine' },
      { ...payment, id: 'payment-3' },
      payment,
      payment,
    );
    assert.deepEqual(
      ids.map(({ id }) => id),
      ['payment-1', 'freeze-1', 'mine', 'payment-3', 'payment-4', 'payment-5'],
    );
  });
});

describe('values', () => {
  test('amounts are decimals, written as numbers or text', () => {
    for (const [written, cents] of [
      [12.5, 1250],
      ['12.50', 1250],
      [1.15, 115],
      [0, 0],
      [999_999_999_999.99, 99_999_999_999_999],
      ['1e2', 10_000],
    ])
      assert.equal(withTerms({ principal: written }).principal, cents);
    for (const written of [1.005, 0.1 + 0.2, '12,50', '$5', -1, true, null, [], {}, '', 'NaN', 1e21])
      refused(() => withTerms({ principal: written }), 'terms.principal', /must be an amount in dollars, zero or more/);
  });

  test('rates keep every digit, of which ten may follow the point', () => {
    assert.equal(withInterest({ rate: 0.0999 }).rates[0]?.rate, '0.0999');
    assert.equal(withInterest({ rate: '0.1499000' }).rates[0]?.rate, '0.1499');
    assert.equal(withInterest({ rate: 1e-10 }).rates[0]?.rate, '0.0000000001');
    refused(() => withInterest({ rate: 1e-11 }), 'terms.interest.rate', /at most 10 decimals/);
    refused(() => withInterest({ rate: -0.1 }), 'terms.interest.rate', /from 0 to 10/);
    refused(() => withInterest({ rate: '9.99%' }), 'terms.interest.rate', /0\.0999 is 9\.99 percent/);
  });

  test('a rate in percent is told from a rate', () => {
    refused(() => withInterest({ rate: 14.99 }), 'terms.interest.rate', /For 14\.99 percent write 0\.1499\./);
    refused(() => withLate({ graceDays: 5, percent: 5 }), 'terms.fees.late.percent', /For 5 percent write 0\.05\./);
  });

  test('days, times and moments', () => {
    const [fact] = withFacts({
      kind: 'payment',
      on: '2028-02-29',
      amount: 1,
      time: '14:30',
      at: '2028-02-29T14:30:00-05:00',
      recordedAt: '2028-03-01',
    });
    assert.equal(fact?.on, day('2028-02-29'));
    assert.equal(fact?.time, 52_200);
    assert.equal(fact?.at, '2028-02-29T19:30:00.000000+00:00');
    assert.equal(fact?.recordedAt, '2028-03-01T00:00:00.000000+00:00');
    const timed = (time: unknown) => () => withFacts({ kind: 'freeze', on: '2027-03-01', time });
    assert.equal(timed('00:00:07')()[0]?.time, 7);
    for (const time of ['24:00', '9:00', 52_200, '12:60', '']) refused(timed(time), 'facts[1].time', /such as "14:30"/);
    for (const on of [
      '2027-02-29',
      '27-02-01',
      '2027-2-1',
      '2027-02-01T00:00:00Z',
      20_500,
      '1899-12-31',
      '3000-01-01',
      null,
    ])
      refused(() => withFacts({ kind: 'freeze', on }), 'facts[1].on', /must be a day/);
    refused(() => withFacts({ kind: 'freeze', on: '2027-03-01', at: 'soon' }), 'facts[1].at', /must be a moment/);
  });

  test('what a migrated loan has accrued may have parts of a cent', () => {
    const migration = {
      kind: 'migration',
      on: '2027-05-20',
      principal: 3000,
      payment: 432.2,
      dueDates: ['2027-06-15', '2027-07-15'],
      ordinal: 5,
      periodStart: '2027-05-15',
      originatedOn: '2027-01-20',
    };
    const read = (more: Json) =>
      readLoan({ terms: small, facts: [{ ...migration, ...more }] }).facts[0] as unknown as Json;
    assert.equal(read({ accruedInterest: '13.7925246' }).accruedInterest, '1379.252460');
    assert.equal(read({ accruedInterest: 0.00000001 }).accruedInterest, '0.000001');
    assert.equal(read({}).accruedInterest, '0.000000');
    assert.deepEqual(read({}).paid, { principal: 0, interest: 0, fees: 0 });
    refused(() => read({ accruedInterest: '0.000000001' }), 'facts[0].accruedInterest', /at most 8 decimals/);
    refused(() => read({ accruedInterest: -1 }), 'facts[0].accruedInterest', /zero or more/);
    refused(() => read({ dueDates: ['2027-06-15', '2027-06-15'] }), 'facts[0].dueDates[1]', /after 2027-06-15/);
    refused(() => read({ dueDates: ['2027-05-20'] }), 'facts[0].dueDates[0]', /after 2027-05-20/);
    refused(() => read({ periodStart: '2027-05-21' }), 'facts[0].periodStart', /not be after/);
    const obligations = [{ ordinal: 5, dueDate: '2027-05-15' }];
    refused(() => read({ obligations }), 'facts[0].obligations[0].ordinal', /less than 5/);
    assert.deepEqual(read({ obligations: [{ ordinal: 4, dueDate: '2027-05-15', principal: 80 }] }).obligations, [
      { ordinal: 4, dueDate: day('2027-05-15'), interest: 0, principal: 8000, lateFees: 0, lateFeeTested: false },
    ]);
  });
});

describe('keys', () => {
  test('an unknown key is refused by name, with the nearest known one', () => {
    refused(() => withPayments({ day: 15, cuont: 12 }), 'terms.payments.cuont', /Is count meant\?/);
    refused(() => withTerms({ Principal: 1 }), 'terms.Principal', /Is principal meant\?/);
    refused(() => readLoan({ terms: small, fact: [] }), 'fact', /Is facts meant\?/);
    refused(
      () => withFacts({ kind: 'freeze', on: '2027-03-01', amount: 1 }),
      'facts[1].amount',
      /Known are kind, id, on, time/,
    );
    refused(() => withFacts({ kind: 'paymnet', on: '2027-03-01' }), 'facts[1].kind', /Is payment meant\?/);
    refused(() => withTerms({ prepayment: 'nextdue' }), 'terms.prepayment', /Is nextDue meant\?/);
  });

  test('keys of every object are no keys here', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const terms = JSON.parse(`{ ${JSON.stringify(small).slice(1, -1)}, "${key}": 1 }`);
      refused(() => readLoan({ terms, facts: [activation] }), `terms.${key}`, /not a known key/);
    }
    refused(() => withFacts({ kind: 'toString', on: '2027-03-01' }), 'facts[1].kind', /must be one of/);
  });

  test('nothing of the file reaches a terminal as a command', () => {
    const command = '\u001b[2J\u202e';
    for (const read of [
      () => withTerms({ [command]: 1 }),
      () => withTerms({ prepayment: command }),
      () => withTerms({ principal: command.repeat(100) }),
      () => withFacts({ kind: 'freeze', on: '2027-03-01', id: command }),
      () => withFacts({ kind: command, on: '2027-03-01' }),
    ]) {
      const { path, message } = refusal(read);
      assert.doesNotMatch(path + message, /\p{C}/u);
      assert.ok(message.length < 500, message);
    }
  });

  test('what is missing is said', () => {
    refused(() => readLoan({ facts: [] }), 'terms', /is missing: it must be an object/);
    refused(() => readLoan({ terms: small }), 'facts', /is missing: it must be a list/);
    refused(() => readLoan({ terms: { ...small, principal: undefined }, facts: [] }), 'terms.principal', /is missing/);
    refused(() => withInterest({}), 'terms.interest.rate', /is missing/);
    refused(
      () => withPayments({ count: 12 }),
      'terms.payments.days',
      /is missing: it must be a list of one day of the month/,
    );
    refused(() => withPayments({ day: 15 }), 'terms.payments.count', /count, amount, endDate or schedule/);
    refused(() => withFacts({ on: '2027-03-01' }), 'facts[1].kind', /is missing/);
    refused(
      () => withFacts({ kind: 'payment', on: '2027-03-01' }),
      'facts[1].amount',
      /is missing: it must be an amount/,
    );
    for (const input of [null, undefined, 7, 'loan', []])
      refused(() => readLoan(input), '', /must be an object with terms and facts/);
    refused(() => readLoan({ terms: small, facts: {} }), 'facts', /must be a list of facts, not an object/);
    refused(() => withFacts('payment' as unknown as Json), 'facts[1]', /must be an object/);
  });
});

describe('terms', () => {
  test('a price less its down payment is a principal', () => {
    const bought = readLoan({
      terms: { ...small, principal: undefined, price: 2650, downPayment: 450 },
      facts: [activation],
    });
    assert.equal(bought.terms.principal, 220_000);
    assert.equal(bought.terms.amountFinanced, 220_000);
    refused(() => withTerms({ price: 5000 }), 'terms.price', /one of the two/);
    refused(
      () => withTerms({ principal: undefined, price: 1, downPayment: 2 }),
      'terms.downPayment',
      /not be more than the price, 1\.00/,
    );
    refused(() => withTerms({ downPayment: 2 }), 'terms.downPayment', /come with a price/);
  });

  test('rates follow one another, the last for good', () => {
    const rates = [
      { days: 60, rate: 0.0999 },
      { rate: -0.01, type: 'spread' },
    ];
    assert.deepEqual(withInterest({ rates }).rates, [
      { days: 60, rate: '0.0999', type: 'absolute' },
      { days: null, rate: '-0.01', type: 'spread' },
    ]);
    refused(() => withInterest({ rates: [...rates, { rate: 0.1 }] }), 'terms.interest.rates[1].days', /must be given/);
    refused(() => withInterest({ rates: [{ rate: -0.01 }] }), 'terms.interest.rates[0].rate', /below zero/);
    refused(() => withInterest({ rates: [] }), 'terms.interest.rates', /at least one/);
    refused(() => withInterest({ rates, rate: 0.1 }), 'terms.interest.rate', /one of the two/);
    refused(() => withInterest({ rate: 0.1, floor: 0.2, cap: 0.1 }), 'terms.interest.floor', /above the cap/);
  });

  test('due days fit their frequency', () => {
    assert.deepEqual(withPayments({ frequency: 'twiceMonthly', days: [1, 15], count: 6 }).days, [1, 15]);
    assert.deepEqual(
      withPayments({ frequency: 'everyTwoWeeks', day: 5, startDate: '2027-03-12', count: 6 }).startDate,
      day('2027-03-12'),
    );
    refused(
      () => withPayments({ frequency: 'twiceMonthly', days: [30, 31], count: 6 }),
      'terms.payments.days',
      /same date/,
    );
    refused(() => withPayments({ frequency: 'weekly', day: 8, count: 6 }), 'terms.payments.day', /weekday is 1/);
    refused(
      () => withPayments({ frequency: 'monthly', days: [1, 15], count: 6 }),
      'terms.payments.days',
      /takes one day/,
    );
    refused(() => withPayments({ day: 15, days: [15], count: 6 }), 'terms.payments.day', /one of the two/);
    refused(
      () => withPayments({ day: 15, startDate: '2027-03-12', count: 6 }),
      'terms.payments.startDate',
      /no start date/,
    );
    refused(
      () => withPayments({ frequency: 'everyTwoWeeks', day: 5, startDate: '2027-03-13', count: 6 }),
      'terms.payments.startDate',
      /weekday 6/,
    );
    refused(() => withPayments({ day: 32, count: 6 }), 'terms.payments.day', /whole number from 1 to 31/);
  });

  test('a single term needs its end, and nothing else', () => {
    assert.deepEqual(withPayments({ frequency: 'singleTerm', endDate: '2027-07-20' }).days, []);
    refused(() => withPayments({ frequency: 'singleTerm' }), 'terms.payments.endDate', /is missing/);
    refused(
      () => withPayments({ frequency: 'singleTerm', endDate: '2027-07-20', count: 2 }),
      'terms.payments.count',
      /must be 1/,
    );
    refused(
      () => withPayments({ frequency: 'singleTerm', endDate: '2027-07-20', day: 1 }),
      'terms.payments.day',
      /no days/,
    );
  });

  test('counts, schedules and what belongs to them', () => {
    for (const count of [0, -1, 1.5, 1201, '12', true])
      refused(() => withPayments({ day: 15, count }), 'terms.payments.count', /whole number from 1 to 1200/);
    refused(() => withPayments({ day: 15, amount: 0 }), 'terms.payments.amount', /above zero/);
    refused(
      () => withPayments({ day: 15, count: 3, interestOnly: 3 }),
      'terms.payments.interestOnly',
      /less than the number of payments, 3/,
    );
    refused(
      () => withPayments({ day: 15, count: 3, balloon: 4800.01 }),
      'terms.payments.balloon',
      /more than the principal, 4800\.00/,
    );
    const rows = (...days: string[]) => ({ day: 15, schedule: days.map((on) => ({ on })) });
    assert.deepEqual(withPayments(rows('2027-02-15')).schedule, [{ on: day('2027-02-15'), amount: null }]);
    refused(() => withPayments(rows()), 'terms.payments.schedule', /1 to 1200 rows/);
    refused(
      () => withPayments(rows('2027-03-15', '2027-02-15')),
      'terms.payments.schedule[1].on',
      /later than the row before/,
    );
    refused(
      () => withPayments(rows('2027-01-20')),
      'terms.payments.schedule[0].on',
      /after the activation on 2027-01-20/,
    );
    refused(() => withPayments({ day: 15, endDate: '2027-01-01' }), 'terms.payments.endDate', /after the activation/);
  });

  test('the rule of a late fee follows from what is given, if it can', () => {
    assert.equal(withLate({ graceDays: 10, flat: 15 })?.rule, 'flat');
    assert.equal(withLate({ graceDays: 10, percent: 0.05 })?.rule, 'percent');
    assert.equal(withLate({ graceDays: 10, flat: 15, percent: 0.05, rule: 'lesser' })?.rule, 'lesser');
    refused(() => withLate({ graceDays: 10, flat: 15, percent: 0.05 }), 'terms.fees.late.rule', /greater or lesser/);
    refused(() => withLate({ flat: 15 }), 'terms.fees.late.graceDays', /is missing/);
    refused(() => withLate({ graceDays: 10, flat: 15, min: 20, max: 10 }), 'terms.fees.late.min', /above max/);
  });

  test('fees, waterfall and discount make sense', () => {
    const periodic = [
      { type: 'service', amount: 1 },
      { type: 'service', amount: 2 },
    ];
    refused(() => withTerms({ fees: { periodic } }), 'terms.fees.periodic[1].type', /service is there already/);
    refused(
      () => withTerms({ fees: { periodic: [{ type: 'late', amount: 1 }] } }),
      'terms.fees.periodic[0].type',
      /service, membership/,
    );
    assert.deepEqual(withTerms({ waterfall: { order: ['interest', 'principal', 'fees'] } }).waterfall, {
      by: 'obligation',
      order: ['interest', 'principal', 'fees'],
      early: 'interestFirst',
    });
    for (const order of [['fees'], ['fees', 'fees', 'interest'], []])
      refused(() => withTerms({ waterfall: { order } }), 'terms.waterfall.order', /each once/);
    const discounted = (merchantDiscount: Json) => withTerms({ principal: 2200, merchantDiscount }).merchantDiscount;
    assert.deepEqual(discounted({ rate: 0.0349, amortizedOver: 6 }), { amount: 7678, amortizedOver: 6 });
    assert.deepEqual(discounted({ amount: 76.78 }), { amount: 7678, amortizedOver: null });
    refused(() => discounted({}), 'terms.merchantDiscount.amount', /is missing/);
    refused(() => discounted({ amount: 1, rate: 0.1 }), 'terms.merchantDiscount.rate', /one of the two/);
    refused(() => discounted({ amount: 2200.01 }), 'terms.merchantDiscount.amount', /more than the principal/);
  });
});

describe('facts', () => {
  const payment = { kind: 'payment', on: '2027-03-15', amount: 432.2 };

  test('a loan begins once', () => {
    refused(() => readLoan({ terms: small, facts: [] }), 'facts', /must have an activation/);
    refused(() => withFacts(activation), 'facts[1]', /the loan begins once/);
  });

  test('ids differ', () => {
    refused(() => withFacts({ ...payment, id: 'a' }, { ...payment, id: 'a' }), 'facts[2].id', /facts\[1\], a\./);
  });

  test('an undo stands on the day of what it undoes', () => {
    const undo = (more: Json) => withFacts({ ...payment, id: 'p' }, { kind: 'undo', of: 'p', id: 'u', ...more })[1];
    const days = (fact: unknown) => [(fact as Json).on, (fact as Json).happenedOn];
    const [paid, back] = [day('2027-03-15'), day('2027-03-18')];
    assert.deepEqual(days(undo({})), [paid, paid]);
    assert.deepEqual(days(undo({ on: '2027-03-18' })), [paid, back]);
    assert.deepEqual(days(undo({ happenedOn: '2027-03-18' })), [paid, back]);
    const again = withFacts(
      { kind: 'undo', of: 'u', on: '2027-03-18' },
      { kind: 'undo', id: 'u', of: 'p' },
      { ...payment, id: 'p' },
    );
    assert.deepEqual(days(again[0]), [paid, back]);
    refused(() => undo({ on: '2027-03-14' }), 'facts[2].on', /not be before 2027-03-15, the day of p/);
    refused(() => undo({ amount: 432.21 }), 'facts[2].amount', /more than the amount of p, 432\.20/);
    refused(() => undo({ of: 'activation-1', amount: 1 }), 'facts[2].amount', /must be left out/);
    refused(() => undo({ of: 'payment-7' }), 'facts[2].of', /names no fact/);
    refused(() => undo({ of: 'u' }), 'facts[2].of', /lead back/);
  });

  test('what came by itself is undone by its word and its day', () => {
    const [fact] = withFacts({ kind: 'undo', of: 'chargeOff', on: '2027-08-01', happenedOn: '2027-08-09' });
    assert.deepEqual([fact?.on, (fact as unknown as Json).happenedOn], [day('2027-08-01'), day('2027-08-09')]);
    refused(
      () => withFacts({ kind: 'undo', of: 'chargeOff' }),
      'facts[1].on',
      /the day on which the chargeOff came by itself/,
    );
    refused(() => withFacts({ kind: 'undo', of: 'chargeoff' }), 'facts[1].of', /names no fact/);
  });

  test('what ends does not end before it begins', () => {
    const on = '2027-03-15';
    const ended = { on, until: '2027-03-14' };
    for (const kind of ['rate', 'promo', 'ceiling'])
      refused(() => withFacts({ kind, rate: 0.1, ...ended }), 'facts[1].until', /2027-03-15/);
    refused(
      () => withFacts({ kind: 'settlement', on, amount: 1, lastDay: '2027-03-14' }),
      'facts[1].lastDay',
      /not be before/,
    );
  });

  test('keys of one fact do not contradict each other', () => {
    const on = '2027-03-15';
    refused(() => withFacts({ kind: 'rate', on, rate: -0.1 }), 'facts[1].rate', /below zero/);
    assert.equal(withFacts({ kind: 'rate', on, rate: -0.1, type: 'spread' }).length, 1);
    refused(() => withFacts({ kind: 'reamortization', on, count: 3, amount: 100 }), 'facts[1].count', /one of the two/);
    refused(() => withFacts({ kind: 'dueDateChange', on, frequency: 'singleTerm' }), 'facts[1].dueDate', /is missing/);
    refused(() => withFacts({ kind: 'refund', on, amount: 1, version: 3 }), 'facts[1].version', /1 or 2/);
    refused(
      () => withFacts({ kind: 'feeChange', on, type: 'late', amount: 1 }),
      'facts[1].type',
      /origination, service, membership/,
    );
  });
});

const exampleText = readFileSync(new URL('example.json', import.meta.url), 'utf8');

test('the example of the documentation is read', () => {
  const { facts } = readLoan(JSON.parse(exampleText));
  assert.equal(facts.length, 11);
});

test('whatever stands in a file, it is read or refused by its path', () => {
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    places.push(path);
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) walk((value as Json)[key], [...path, key]);
  };
  walk(JSON.parse(exampleText), []);
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
      const whole = { file: JSON.parse(exampleText) };
      let within = whole as Json;
      const path = ['file', ...place];
      for (const key of path.slice(0, -1)) within = within[key] as Json;
      within[path.at(-1)!] = value;
      try {
        readLoan(whole.file);
      } catch (error) {
        assert.ok(error instanceof InputError, String(error));
        assert.equal(typeof error.path, 'string');
      }
    }),
    { numRuns: 1000 },
  );
});

test('every key is documented', () => {
  const documented = readFileSync(new URL('format.md', import.meta.url), 'utf8');
  /** The keys known at a place: the refusal of an unknown key lists them when none of them is near it. */
  const keysAt = (read: (odd: Json) => unknown): string[] => {
    const { message } = refusal(() => read({ qqqqqqqqqqqq: 1 }));
    const known = /Known are (.+)\.$/.exec(message)?.[1];
    assert.ok(known !== undefined, message);
    return known.split(', ');
  };
  const kinds = /must be one of ([^.]+?), not/.exec(refusal(() => withFacts({ kind: 'q' })).message)?.[1]?.split(', ');
  assert.ok(kinds !== undefined && kinds.length > 20);
  const keys = [
    keysAt((odd) => withTerms(odd)),
    keysAt((odd) => withInterest(odd)),
    keysAt((odd) => withInterest({ rates: [odd] })),
    keysAt((odd) => withPayments(odd)),
    keysAt((odd) => withPayments({ rounding: odd })),
    keysAt((odd) => withPayments({ schedule: [odd] })),
    keysAt((odd) => withTerms({ fees: odd })),
    keysAt((odd) => withTerms({ fees: { origination: odd } })),
    keysAt((odd) => withTerms({ fees: { periodic: [odd] } })),
    keysAt((odd) => withLate(odd)),
    keysAt((odd) => withTerms({ waterfall: odd })),
    keysAt((odd) => withTerms({ delinquency: odd })),
    keysAt((odd) => withTerms({ merchantDiscount: odd })),
    kinds,
    ...kinds.map((kind) => keysAt((odd) => withFacts({ kind, ...odd }))),
  ].flat();
  const missing = [...new Set(keys)].filter((key) => !new RegExp(`[\`.{ ]${key}[\`.,} "]`).test(documented));
  assert.deepEqual(missing, []);
});
