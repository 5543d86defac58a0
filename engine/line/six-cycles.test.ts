// Six cycles of an account, worked by hand: grace kept, lost and won back, cash at a higher rate, a refund, a dispute
// that is won, late fees, a payment found two months later.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateOf } from '../values/day.ts';
import type { LineFact } from './facts.ts';
import { readLine } from './read.ts';
import type { LineState } from './records.ts';
import { replayLine } from './replay.ts';
import {
  activation,
  buy,
  day,
  dispute,
  dollars,
  draw,
  drawTerms,
  lineTerms,
  outcome,
  pay,
  refund,
} from './test-lines.ts';

const terms = lineTerms([8, 4], { creditLimit: dollars(2500), floor: 30, lateFee: [30, 41] });
const disputed = buy('2028-03-20', 'A', 150, 'disputed');
const submitted = dispute('2028-04-20', disputed, 150);
const won = outcome('2028-05-30', submitted, 'won');
const found = pay('2028-04-03', 90, null, 'found');

const common: LineFact[] = [
  activation('2028-01-19'),
  draw('2028-01-19', 'A', drawTerms('0.1825', { grace: 1, percent: '0.02' })),
  buy('2028-01-24', 'A', 412.35),
  buy('2028-01-30', 'A', 88.9),
  buy('2028-02-15', 'A', 260),
  draw('2028-02-20', 'B', drawTerms('0.292', { purpose: 'cashAdvance', percent: '0.02', feePercent: '0.04' })),
  buy('2028-02-20', 'B', 300),
  pay('2028-03-01', 501.25, 'A'),
  disputed,
  refund('2028-03-28', 'A', 45),
  buy('2028-04-02', 'A', 64.2),
  pay('2028-04-11', 100),
  submitted,
  pay('2028-05-02', 70),
  buy('2028-05-12', 'A', 39.99),
  pay('2028-06-09', 60),
  buy('2028-06-18', 'A', 55.1),
];
const all = [...common, won, found, pay('2028-06-28', 370.09)];

const through = (on: string, facts: readonly LineFact[] = all): LineState =>
  replayLine(terms, facts, { through: day(on) });

const readingOn = (on: string, facts: readonly LineFact[] = all) => {
  const state = through(on, facts);
  const { draws, open, owed } = readLine(terms, state);
  const [a, b] = draws;
  const sum = ({ principal: { notDue, due, overdue } }: (typeof draws)[number]): number => notDue + due + overdue;
  const obligations = open.reduce(
    (all, o) =>
      all +
      o.fees.reduce((s, f) => s + f.open, 0) +
      o.parts.reduce(
        (s, part) => s + part.interestOpen + part.principalOpen + part.fees.reduce((x, f) => x + f.open, 0),
        0,
      ),
    0,
  );
  const exact = (text: string): number => {
    const [over, under] = text.split('/').map(Number) as [number, number];
    return Math.round((over / under) * 1e4) / 1e6;
  };
  return [
    sum(a!) / 100,
    exact(a!.accrued),
    b === undefined ? 0 : sum(b) / 100,
    b === undefined ? 0 : exact(b.accrued),
    obligations / 100,
    owed / 100,
  ];
};

describe('the whole account', () => {
  // Day, principal and accrued interest of A, of B, open obligations, owed.
  const rows: [string, number, number, number, number, number, number][] = [
    ['2028-01-24', 412.35, 0, 0, 0, 0, 412.35],
    ['2028-01-30', 501.25, 0, 0, 0, 0, 501.25],
    ['2028-02-08', 501.25, 0, 0, 0, 30, 501.25],
    ['2028-02-15', 761.25, 0, 0, 0, 30, 761.25],
    ['2028-02-20', 761.25, 0, 300, 0, 30, 1073.25],
    ['2028-03-01', 260, 0, 300, 2.4, 0, 572],
    ['2028-03-05', 260, 0, 300, 3.36, 0, 572],
    ['2028-03-08', 260, 0, 300, 0, 30, 576.08],
    ['2028-03-28', 215, 0, 300, 4.8, 30, 531.08],
    ['2028-04-02', 279.2, 0, 300, 6, 30, 595.28],
    ['2028-04-03', 271.28, 0, 234, 6.24, 0, 505.28],
    ['2028-04-05', 271.28, 2.99542, 234, 6.6144, 0, 505.28],
    ['2028-04-08', 271.28, 0, 234, 0, 30, 515.85],
    ['2028-04-11', 256.53, 0.40692, 159.32, 0.5616, 0, 415.85],
    ['2028-05-02', 256.53, 3.100485, 89.32, 3.238176, 0, 345.85],
    ['2028-05-05', 256.53, 3.48528, 89.32, 3.452544, 0, 345.85],
    ['2028-05-08', 256.53, 0, 89.32, 0, 30, 353.38],
    ['2028-05-12', 296.52, 0.51306, 89.32, 0.285824, 30, 393.37],
    ['2028-06-05', 296.52, 4.0713, 89.32, 2.000768, 30, 423.37],
    ['2028-06-08', 296.52, 0, 89.32, 0, 73.98, 430.09],
    ['2028-06-09', 275.83, 0.14826, 87.54, 0.071456, 13.98, 370.09],
    ['2028-06-18', 330.93, 1.389495, 87.54, 0.701744, 13.98, 425.19],
    ['2028-06-28', 55.1, 3.044145, 0, 1.402064, 0, 55.1],
    ['2028-07-05', 55.1, 0, 0, 1.402064, 0, 55.1],
    ['2028-07-08', 55.1, 0, 0, 0, 30, 56.5],
  ];
  for (const [on, ...expected] of rows) {
    test(`on ${on}`, () => assert.deepEqual(readingOn(on), expected));
  }

  test('what each statement bills, asks for and shows', () => {
    const bills = through('2028-07-08').records.bills.map((bill) => [
      dateOf(bill.statementOn) as string,
      dateOf(bill.dueOn) as string,
      bill.interest / 100,
      bill.minimum / 100,
      bill.minimumShown / 100,
      bill.newBalance / 100,
    ]);
    assert.deepEqual(bills, [
      ['2028-02-08', '2028-03-04', 0, 30, 30, 501.25],
      ['2028-03-08', '2028-04-04', 4.08, 30, 30, 576.08],
      ['2028-04-08', '2028-05-04', 10.57, 30, 30, 515.85],
      ['2028-05-08', '2028-06-04', 7.53, 30, 30, 353.38],
      ['2028-06-08', '2028-07-04', 6.72, 43.98, 73.98, 430.09],
      ['2028-07-08', '2028-08-04', 1.4, 30, 30, 56.5],
    ]);
  });

  test('statement 5 as data', () => {
    const bill = through('2028-06-08').records.bills[4]!;
    assert.deepEqual(
      [bill.previousBalance, bill.payments, bill.credits, bill.purchases, bill.fees, bill.interest, bill.newBalance],
      [35338, 0, 0, 3999, { late: 3000 }, 672, 43009],
    );
    assert.deepEqual(
      bill.rates.map(({ draw: of, averageBalance, interest }) => [of, averageBalance, interest]),
      [
        ['A', 29136, 451],
        ['B', 8932, 221],
      ],
    );
    assert.deepEqual(bill.yearToDate, { year: 2028, fees: 4200, interest: 2890 });
  });

  test('statement 3 adds up', () => {
    const bill = through('2028-04-08').records.bills[2]!;
    assert.deepEqual(
      [bill.previousBalance, bill.payments, bill.credits, bill.purchases, bill.interest, bill.newBalance],
      [57608, 9000, 4500, 6420, 1057, 51585],
    );
  });

  /** Each line of the account: day, kind, draw, amount, and of it fees, interest, principal. */
  const lines: [string, string, string | null, number, number, number, number][] = [
    ['2028-01-19', 'activation', null, 0, 0, 0, 0],
    ['2028-01-19', 'drawActivation', 'A', 0, 0, 0, 0],
    ['2028-01-24', 'purchase', 'A', 412.35, 0, 0, 412.35],
    ['2028-01-30', 'purchase', 'A', 88.9, 0, 0, 88.9],
    ['2028-02-08', 'statement', null, 30, 0, 0, 30],
    ['2028-02-15', 'purchase', 'A', 260, 0, 0, 260],
    ['2028-02-20', 'drawActivation', 'B', 0, 0, 0, 0],
    ['2028-02-20', 'purchase', 'B', 300, 0, 0, 300],
    ['2028-02-20', 'fee', 'B', 12, 12, 0, 0],
    ['2028-03-01', 'payment', 'A', 501.25, 0, 0, 501.25],
    ['2028-03-08', 'statement', null, 30, 12, 4.08, 13.92],
    ['2028-03-28', 'refund', 'A', 45, 0, 0, 45],
    ['2028-04-02', 'purchase', 'A', 64.2, 0, 0, 64.2],
    ['2028-04-03', 'payment', null, 90, 12, 4.08, 73.92],
    ['2028-04-05', 'graceLost', 'A', 0, 0, 0, 0],
    ['2028-04-08', 'statement', null, 30, 0, 10.57, 19.43],
    ['2028-04-11', 'payment', null, 100, 0, 10.57, 89.43],
    ['2028-05-02', 'payment', null, 70, 0, 0, 70],
    ['2028-05-08', 'statement', null, 30, 0, 7.53, 22.47],
    ['2028-05-12', 'purchase', 'A', 39.99, 0, 0, 39.99],
    ['2028-06-05', 'overdue', null, 30, 0, 7.53, 22.47],
    ['2028-06-05', 'fee', null, 30, 30, 0, 0],
    ['2028-06-08', 'statement', null, 43.98, 30, 6.72, 7.26],
    ['2028-06-09', 'payment', null, 60, 30, 7.53, 22.47],
    ['2028-06-18', 'purchase', 'A', 55.1, 0, 0, 55.1],
    ['2028-06-28', 'payment', null, 370.09, 0, 6.72, 363.37],
    ['2028-07-05', 'graceRestored', 'A', 0, 0, 0, 0],
    ['2028-07-08', 'statement', null, 30, 0, 1.4, 28.6],
  ];
  test('each line of the account', () => {
    const { steps } = through('2028-07-08').records;
    assert.deepEqual(
      steps.map(({ on, kind, draw: of, ...amounts }) => {
        const { amount, fees, interest, principal } = amounts;
        return [dateOf(on), kind, of, amount / 100, fees / 100, interest / 100, principal / 100];
      }),
      lines,
    );
    assert.ok(steps.every(({ over }) => over === 0));
  });

  test('how a payment is divided over the draws', () => {
    const { steps } = through('2028-07-08').records;
    const partsOf = (on: string) => steps.find((step) => step.on === day(on) && step.kind === 'payment')?.parts;
    assert.deepEqual(partsOf('2028-04-03'), [
      { draw: 'A', fees: 0, interest: 0, principal: 792, notDue: 0 },
      { draw: 'B', fees: 1200, interest: 408, principal: 600, notDue: 6000 },
    ]);
    assert.deepEqual(partsOf('2028-06-09'), [
      { draw: 'A', fees: 0, interest: 387, principal: 2069, notDue: 0 },
      { draw: 'B', fees: 0, interest: 366, principal: 178, notDue: 0 },
      { draw: null, fees: 3000, interest: 0, principal: 0, notDue: 0 },
    ]);
    assert.deepEqual(partsOf('2028-06-28'), [
      { draw: 'A', fees: 0, interest: 451, principal: 551, notDue: 27_032 },
      { draw: 'B', fees: 0, interest: 221, principal: 175, notDue: 8579 },
    ]);
  });

  /** What listeners hear, besides the money and the statements themselves: an obligation is made, turns or is closed. */
  test('what is told of it', () => {
    const { events } = through('2028-07-08').records;
    assert.deepEqual(
      events.map(({ on, type, draw: of }) => `${dateOf(on)} ${type}${of === undefined ? '' : ` ${of}`}`),
      [
        '2028-01-19 loan.activated',
        '2028-01-19 draw.activated A',
        '2028-02-08 loan.obligation.statuschanged',
        '2028-02-20 draw.activated B',
        '2028-02-20 draw.fee.booked B',
        '2028-03-01 payment.applied',
        '2028-03-01 loan.obligation.statuschanged',
        '2028-03-08 loan.obligation.statuschanged',
        '2028-04-03 payment.applied',
        '2028-04-03 loan.obligation.statuschanged',
        '2028-04-08 loan.obligation.statuschanged',
        '2028-04-11 payment.applied',
        '2028-04-11 loan.obligation.statuschanged',
        '2028-05-02 payment.applied',
        '2028-05-08 loan.obligation.statuschanged',
        '2028-06-05 loan.obligation.statuschanged',
        '2028-06-05 loan.overdue',
        '2028-06-05 loan.latefee.booked',
        '2028-06-08 loan.obligation.statuschanged',
        '2028-06-09 payment.applied',
        '2028-06-09 loan.obligation.statuschanged',
        '2028-06-09 loan.current',
        '2028-06-28 payment.applied',
        '2028-06-28 loan.obligation.statuschanged',
        '2028-07-08 loan.obligation.statuschanged',
      ],
    );
  });

  test('what each draw earned in all is booked, or forgone', () => {
    const { draws } = readLine(terms, through('2028-07-08'));
    assert.deepEqual(
      draws.map(({ interestBooked, forgone }) => [interestBooked, forgone]),
      [
        [1178, '1699/2000'],
        [1852, '1257/625'],
      ],
    );
  });
});

describe('the same days as they were known earlier', () => {
  const known = {
    open: common.filter(({ on }) => on <= day('2028-05-08')),
    won: [...common.filter(({ on }) => on <= day('2028-06-14')), won],
  };
  const bill = (facts: readonly LineFact[], on: string): number[] => {
    const { rates, newBalance, minimumShown } = through(on, facts).records.bills.at(-1)!;
    return [...rates.map(({ interest }) => interest), newBalance, minimumShown];
  };
  test('while the dispute is open', () => {
    assert.deepEqual(readingOn('2028-04-05', known.open).slice(1, 2), [4.3063]);
    assert.deepEqual(bill(known.open, '2028-04-08'), [495, 744, 78767, 8669]);
    assert.deepEqual(bill(known.open, '2028-05-08'), [486, 631, 47884, 3000]);
    assert.deepEqual(through('2028-04-05', known.open).records.fees.at(-1)?.amount, 3000);
  });
  test('when the dispute is won', () => {
    assert.deepEqual(readingOn('2028-04-05', known.won).slice(1, 2), [3.1063]);
    assert.deepEqual(bill(known.won, '2028-04-08'), [352, 744, 63624, 8226]);
    assert.deepEqual(bill(known.won, '2028-05-08'), [400, 622, 47646, 3000]);
    assert.deepEqual(bill(known.won, '2028-06-08'), [466, 496, 55607, 7934]);
    assert.equal(readLine(terms, through('2028-06-09', known.won)).owed, 49607);
  });
});
