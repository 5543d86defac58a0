// Bills line by line, and the figures of a day, by hand; a day costs 0.1 % unless stated.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Day, dateOf } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import type { LineFact } from './facts.ts';
import { payoffOfLine } from './payoff.ts';
import { readLine } from './read.ts';
import type { Bill, LineState } from './records.ts';
import { replayLine } from './replay.ts';
import type { LineTerms } from './terms.ts';
import {
  activation,
  buy,
  day,
  dispute,
  dollars,
  draw,
  drawTerms,
  fact,
  lineTerms,
  outcome,
  pay,
} from './test-lines.ts';

const plain = lineTerms([12, 8]);
const withInterest = (more: Partial<LineTerms['interest']>): LineTerms => ({
  ...plain,
  interest: { ...plain.interest, ...more },
});
const through = (facts: readonly LineFact[], on: string, terms = plain): LineState =>
  replayLine(terms, facts, { through: day(on) });
const lastBill = (facts: readonly LineFact[], on: string, terms = plain): Bill =>
  through(facts, on, terms).records.bills.at(-1)!;

/** Draw, days, rate in millionths, average daily balance, interest. */
const rowsOf = ({ rates }: Bill) =>
  rates.map((row) => [row.draw, dated(row.from), dated(row.to), row.rate, row.averageBalance, row.interest]);
const dated = (on: Day): string => dateOf(on).slice(5);

const twoRates = (first: string, second: string, on: string): LineFact[] => [
  activation('2027-05-15'),
  draw('2027-05-15', 'A', drawTerms(first)),
  fact('rate', on, { rate: second, draw: 'A', type: 'absolute', until: null, replaces: true }),
];

describe('interest by rate', () => {
  test('two rates of one draw: the larger remainder gets the cent', () => {
    const promo = { days: 20, rate: '0.073' as Rate, disqualifyOverdueDays: null };
    const { rates, ...rest } = drawTerms('0.2847');
    const facts = [
      activation('2027-03-03'),
      draw('2027-03-03', 'A', { ...rest, rates: { ...rates, promos: [promo] } }),
      buy('2027-03-03', 'A', 940),
      pay('2027-03-11', 215.5),
      buy('2027-03-19', 'A', 77.25),
    ];
    // 9.58334 and 6.879015 are 16.46 together.
    const state = through(facts, '2027-04-03', lineTerms([3, 28]));
    assert.deepEqual(rowsOf(state.records.bills[0]!), [
      ['A', '03-03', '03-23', 211_700, 82_615, 958],
      ['A', '03-23', '04-03', 284_700, 80_175, 688],
    ]);
    assert.deepEqual(
      state.records.segments.map(({ from, to, rate, weight }) => [dated(from), dated(to), rate, weight]),
      [
        ['03-03', '03-23', 211_700, 20],
        ['03-23', '04-03', 284_700, 11],
      ],
    );
  });
  test('of equal remainders the first', () => {
    // 2.5 cents and 0.5 cents: five days of 0.005 and one more, but at twice the rate and half the balance.
    const facts = [...twoRates('0.365', '0.73', '2027-06-11'), buy('2027-06-06', 'A', 5), pay('2027-06-11', 2.5)];
    assert.deepEqual(rowsOf(lastBill(facts, '2027-06-12')), [
      ['A', '05-15', '06-11', 365_000, 93, 3],
      ['A', '06-11', '06-12', 730_000, 250, 0],
    ]);
  });
  test('days without interest are in no segment, one with a cent is', () => {
    const facts = [
      activation('2027-05-15'),
      draw('2027-05-15', 'A', drawTerms('0.365')),
      draw('2027-05-15', 'B', drawTerms('0.365')),
      draw('2027-05-15', 'G', drawTerms('0.365', { grace: 1 })),
      buy('2027-06-11', 'A', 0.01),
      buy('2027-05-20', 'G', 100),
    ];
    const { segments } = through(facts, '2027-06-12').records;
    assert.deepEqual(
      segments.map((one) => [one.draw, one.sum]),
      [['A', 1]],
    );
  });
  test('what the minimum charge adds is in the first row', () => {
    const facts = [...twoRates('0.365', '0.73', '2027-06-10'), buy('2027-06-05', 'A', 20)];
    // 0.10 and 0.08, and 0.32 more.
    const bill = lastBill(facts, '2027-06-12', withInterest({ minCharge: dollars(0.5) }));
    assert.deepEqual(
      bill.rates.map(({ interest }) => interest),
      [42, 8],
    );
  });
  test('the interest of a lost dispute is in the first row, though another is the last', () => {
    const bought = buy('2027-05-20', 'A', 400);
    const submitted = dispute('2027-05-25', bought, 400);
    const facts = [
      ...twoRates('0.365', '0.73', '2027-06-10'),
      bought,
      submitted,
      outcome('2027-05-28', submitted, 'lost'),
    ];
    const terms = { ...plain, disputes: { lostInterest: 'charged' as const, credit: 'provisional' as const } };
    // 5 and 13 days of 0.40, and 3 days of the dispute; 2 days of 0.80.
    assert.deepEqual(
      lastBill(facts, '2027-06-12', terms).rates.map(({ interest }) => interest),
      [840, 160],
    );
  });
  test('what is beyond the cap is in no row', () => {
    const facts = [...twoRates('0.365', '0.73', '2027-06-10'), buy('2027-05-31', 'A', 100)];
    const rows = (cap: number): number[] =>
      lastBill(facts, '2027-06-12', withInterest({ totalCap: dollars(cap) })).rates.map(({ interest }) => interest);
    // Ten days of 0.10, two of 0.20.
    assert.deepEqual(rows(2), [100, 40]);
    assert.deepEqual(rows(1.1), [70, 40]);
    assert.deepEqual(rows(0.3), [0, 30]);
  });
  test('balances of billions are exact', () => {
    const most = 999_999_999_999.99;
    const facts = [
      activation('2027-05-12'),
      draw('2027-05-12', 'A', drawTerms('0.365')),
      ...[1, 2, 3].map((n) => buy('2027-05-12', 'A', most, `purchase-${n}`)),
      buy('2027-05-28', 'A', 0.01),
    ];
    // 31 days of 299,999,999,999,997 cents and 15 of one, a thousandth each.
    assert.equal(lastBill(facts, '2027-06-12').interest, 9_299_999_999_999);
  });
});

test('balances of billions that were in grace', () => {
  const facts = [
    activation('2027-05-12'),
    draw('2027-05-12', 'G', drawTerms('0.365', { grace: 1 })),
    ...[1, 2, 3, 4].map((n) => buy('2027-05-12', 'G', 999_999_999_999.99, `purchase-${n}`)),
    buy('2027-06-15', 'G', 1000),
  ];
  // Lost on 07-09: 30 days of 399,999,999,999,996 cents and 27 of 100,000, a thousandth each.
  assert.equal(lastBill(facts, '2027-07-12').interest, 12_000_000_002_699);
});

describe('what each draw asks for', () => {
  test('its part of the latest statement, or the instalment while there are rows', () => {
    const facts = [
      activation('2027-05-15'),
      draw('2027-05-15', 'A', drawTerms('0.365', { percent: '0.1' })),
      draw('2027-05-15', 'Z', drawTerms('0', { amortization: { duration: 2, amount: null } })),
      buy('2027-05-20', 'A', 100),
      fact('fee', '2027-05-21', { type: 'adHoc', draw: 'A', amount: dollars(3) }),
      buy('2027-05-20', 'Z', 50),
      draw('2027-06-20', 'B', drawTerms('0')),
    ];
    const payments = (on: string) => readLine(plain, through(facts, on)).draws.map(({ payment }) => payment / 100);
    assert.deepEqual(payments('2027-06-11'), [0, 0]);
    // 2.30, 3.00 and a tenth of the principal.
    assert.deepEqual(payments('2027-06-20'), [15.3, 25, 0]);
    // 30 days of 0.10 and a tenth of 90.00; the last row of Z.
    assert.deepEqual(payments('2027-07-12'), [12, 25, 0]);
    assert.deepEqual(payments('2027-08-12'), [11.2, 0, 0]);
  });
});

describe('what else a bill tells', () => {
  test('no late fee can come where the product has none', () => {
    assert.equal(
      lastBill([...twoRates('0.365', '0.365', '2027-05-16'), buy('2027-05-20', 'A', 9)], '2027-06-12').lateFee,
      0,
    );
  });
  test('by draws, what its statement asks for', () => {
    const facts = [
      activation('2027-05-15'),
      draw('2027-05-15', 'A', drawTerms('0.365')),
      draw('2027-05-15', 'B', drawTerms('0')),
      buy('2027-05-20', 'A', 100),
      fact('fee', '2027-05-21', { type: 'adHoc', draw: 'B', amount: dollars(3) }),
    ];
    const { steps } = through(facts, '2027-06-12', lineTerms([12, 8], { floor: 10 })).records;
    assert.deepEqual(steps.at(-1)!.parts, [
      { draw: 'A', fees: 0, interest: 230, principal: 470, notDue: 0 },
      { draw: 'B', fees: 300, interest: 0, principal: 0, notDue: 0 },
    ]);
  });
});

describe('a day more', () => {
  const facts = [
    activation('2027-05-15'),
    ...['A', 'G', 'S', 'D'].map((name) => {
      const more = {
        A: {},
        G: { grace: 1 },
        S: { purpose: 'static' as const },
        D: { deferredInterest: { endsOn: day('2027-12-31'), graceDays: 0, disqualifyOverdueDays: null } },
      }[name];
      return draw('2027-05-15', name, drawTerms('0.36525', more));
    }),
    ...['A', 'G', 'D'].map((name) => buy('2027-05-20', name, 1000)),
  ];
  test('costs what accrues: not in grace, not what is deferred', () => {
    const terms = withInterest({ dayCount: 'actual/365.25' });
    assert.equal(payoffOfLine(terms, through(facts, '2027-05-25', terms)).perDiem, '1.000000');
  });
  test('a static draw costs nothing', () => {
    const migrated = {
      draw: 'S',
      terms: drawTerms('0.365', { purpose: 'static' }),
      activatedOn: day('2027-01-01'),
      isClosed: false,
      principal: dollars(100),
      accruedInterest: '0',
      hasGrace: false,
      waitingFees: [],
      deferredInterest: null,
      amortization: null,
      periodsPaidInFull: 0,
    };
    const migration = fact('migration', '2027-06-20', {
      originatedOn: day('2027-01-01'),
      creditLimit: dollars(500),
      customerCredit: 0,
      ordinal: 6,
      periodStart: day('2027-06-12'),
      draws: [migrated],
      obligations: [],
      waitingFees: [],
      lateFeeOrdinals: [],
      lateFeesTaken: 0,
    });
    const state = through([migration], '2027-06-25');
    assert.deepEqual([payoffOfLine(plain, state).perDiem, payoffOfLine(plain, state).amount], ['0.000000', 10_000]);
  });
});
