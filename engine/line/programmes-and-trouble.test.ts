// Worked tables of the trade, one by one: each number was computed by hand or by two programs that do not know this one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineFact } from './facts.ts';
import { type DrawReading, readLine } from './read.ts';
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

const through = (terms: LineTerms, facts: readonly LineFact[], on: string): LineState =>
  replayLine(terms, facts, { through: day(on) });
const billsOf = (terms: LineTerms, facts: readonly LineFact[], on: string): readonly Bill[] =>
  through(terms, facts, on).records.bills;
const lastBill = (terms: LineTerms, facts: readonly LineFact[], on: string): Bill => billsOf(terms, facts, on).at(-1)!;
const _drawsOf = (terms: LineTerms, facts: readonly LineFact[], on: string): Map<string, DrawReading> =>
  new Map(readLine(terms, through(terms, facts, on)).draws.map((one) => [one.draw, one]));
const _principalOf = ({ principal: { notDue, due, overdue } }: DrawReading): number => (notDue + due + overdue) / 100;

describe('deferred interest: 640.00 at 27.375 % to 09-03', () => {
  const terms = lineTerms([10, 5]);
  const facts = (last: number): LineFact[] => [
    activation('2027-03-04'),
    draw(
      '2027-03-04',
      'D',
      drawTerms('0.27375', {
        deferredInterest: { endsOn: day('2027-09-03'), graceDays: 0, disqualifyOverdueDays: null },
      }),
    ),
    buy('2027-03-04', 'D', 640),
    ...['04', '05', '06', '07', '08'].map((month) => pay(`2027-${month}-05`, 30)),
    pay('2027-09-02', last),
  ];
  const memo = (last: number): string | null =>
    readLine(terms, through(terms, facts(last), '2027-09-03')).draws[0]!.deferredInterest;
  test('is charged when something is owed at the end', () => {
    // Through 09-03 the interest of 09-03 itself is not in it: 7,792.5 cents less a day of 400.00.
    assert.equal(memo(90), '15525/2');
    assert.equal(lastBill(terms, facts(90), '2027-09-10').interest, 7972);
  });
  test('and dropped when nothing is', () => {
    assert.equal(lastBill(terms, facts(490), '2027-09-10').interest, 0);
  });
});

describe('disputes: [5, 28], 25.55 %, 2 %, floor 20.00', () => {
  const disputed = buy('2027-04-16', 'A', 310);
  const submitted = dispute('2027-05-14', disputed, 310);
  const facts = (...more: LineFact[]): LineFact[] => [
    activation('2027-04-10'),
    draw('2027-04-10', 'A', drawTerms('0.2555', { percent: '0.02' })),
    disputed,
    buy('2027-04-22', 'A', 190),
    pay('2027-05-28', 20),
    pay('2027-06-28', 20),
    submitted,
    ...more,
  ];
  const forgone = lineTerms([5, 28], { floor: 20 });
  const charged = lineTerms([5, 28], { floor: 20, disputes: { lostInterest: 'charged', credit: 'provisional' } });
  const cases: [string, LineTerms, 'won' | 'lost' | 'withdrawn', number[]][] = [
    ['won', forgone, 'won', [172, 19172, 402, 17574, 352, 15926]],
    ['lost, interest forgone', forgone, 'lost', [585, 50585, 599, 18184, 427, 47611]],
    ['withdrawn', forgone, 'withdrawn', [585, 50585, 599, 18184, 427, 47611]],
    ['lost, interest charged', charged, 'lost', [585, 50585, 599, 18184, 1490, 48674]],
  ];
  for (const [name, terms, how, expected] of cases) {
    test(name, () => {
      const bills = billsOf(terms, facts(outcome('2027-07-02', submitted, how)), '2027-07-05');
      assert.deepEqual(
        bills.flatMap(({ interest, newBalance }) => [interest, newBalance]),
        expected,
      );
    });
  }
  test('the principal that turns due', () => {
    const due = (how: 'won' | 'lost', terms: LineTerms): number =>
      through(terms, facts(outcome('2027-07-02', submitted, how)), '2027-07-05').records.steps.findLast(
        ({ kind }) => kind === 'statement',
      )!.principal;
    assert.deepEqual([due('won', forgone), due('lost', forgone), due('lost', charged)], [1648, 1573, 943]);
  });
  test('who pays all but the interest on it is not late', () => {
    // 5.85 billed, 14.15 of principal: 4.12 of the interest is on the 310.00.
    const some = facts().filter(({ kind }) => kind !== 'payment');
    const paid = [...some, pay('2027-05-28', 15.88)];
    assert.equal(readLine(forgone, through(forgone, paid, '2027-05-29')).daysPastDue, 0);
    assert.equal(readLine(forgone, through(forgone, [...some, pay('2027-05-28', 15.87)], '2027-05-29')).daysPastDue, 1);
  });
  test('one of a purchase submitted and won leaves the line as if the purchase had never been', () => {
    const all = facts(outcome('2027-07-02', submitted, 'won'));
    const without = all.filter(
      ({ id, kind }) => id !== disputed.id && id !== submitted.id && kind !== 'disputeOutcome',
    );
    const [a, b] = [through(forgone, all, '2027-07-05'), through(forgone, without, '2027-07-05')];
    assert.deepEqual(readLine(forgone, a), readLine(forgone, b));
  });
});

describe('amortized: Z at 21.90 %, [9, 3]', () => {
  const terms = lineTerms([9, 3]);
  const facts = (amortization: { duration: number; amount: null } | { duration: null; amount: never }): LineFact[] => [
    activation('2027-08-10'),
    draw('2027-08-10', 'Z', drawTerms('0.219', { amortization })),
    buy('2027-08-12', 'Z', 520),
    buy('2027-08-30', 'Z', 310),
  ];
  const paid = (all: LineFact[], amounts: number[]): LineFact[] => {
    const dates = ['2027-10-03', '2027-11-03', '2027-12-03', '2028-01-03'];
    return [...all, ...amounts.map((amount, i) => pay(dates[i]!, amount))];
  };
  const statements = (all: LineFact[], on: string): [number, number][] =>
    through(terms, all, on)
      .records.steps.filter(({ kind }) => kind === 'statement')
      .map(({ interest, principal }) => [interest, principal]);
  test('over four statements', () => {
    const all = paid(facts({ duration: 4, amount: null }), [218.1, 218.1, 218.1, 218.1]);
    assert.deepEqual(statements(all, '2028-01-09'), [
      [1059, 20751],
      [1419, 20391],
      [1084, 20726],
      [678, 21132],
      [316, 0],
    ]);
  });
  test('by an instalment of 225.00', () => {
    const all = paid(facts({ duration: null, amount: 22500 as never }), [225, 225, 225]);
    assert.deepEqual(statements(all, '2027-12-09'), [
      [1059, 21441],
      [1416, 21084],
      [1069, 21431],
      [651, 19044],
    ]);
  });
  test('a purchase spreads all of it anew', () => {
    const first = paid(facts({ duration: 4, amount: null }), [218.1]);
    const all = [
      ...first,
      buy('2027-09-20', 'Z', 150),
      pay('2027-11-03', 204.63),
      pay('2027-12-03', 204.63),
      pay('2028-01-03', 204.63),
    ];
    assert.deepEqual(statements(all, '2028-01-09').slice(1), [
      [1590, 18873],
      [1368, 19095],
      [982, 19481],
      [660, 19800],
    ]);
  });
});

describe('what the statement said stands: [12, 8], 21.90 %, 3 %, floor 25.00, late fee 30.00', () => {
  const base = lineTerms([12, 8], { floor: 25, lateFee: [30, 41] });
  const terms: LineTerms = { ...base, fees: { ...base.fees, nsf: dollars(25) } };
  const returned = pay('2027-06-09', 900);
  const facts = (...more: LineFact[]): LineFact[] => [
    activation('2027-05-13'),
    draw('2027-05-13', 'A', drawTerms('0.219', { percent: '0.03' })),
    buy('2027-05-20', 'A', 1600),
    returned,
    ...more,
  ];
  const sent = fact('statementSent', '2027-06-13', {
    obligation: 1,
    minimum: 4146,
    newBalance: 72046,
    draws: [{ draw: 'A', fullBalance: 72046 }],
  });
  const back = fact('undo', '2027-06-09', {
    of: returned.id,
    reason: 'failed',
    happenedOn: day('2027-06-15'),
    amount: null,
    nsfFee: true,
  });
  test('before: 41.46 is asked for', () => {
    const { interest, minimumShown, newBalance } = lastBill(terms, facts(), '2027-06-12');
    assert.deepEqual([interest, minimumShown, newBalance], [2046, 4146, 72046]);
  });
  test('the payment comes back, and who pays what he was told is not late', () => {
    const all = facts(sent, back, pay('2027-07-02', 41.46));
    const { interest, minimumShown, newBalance } = lastBill(terms, all, '2027-06-12');
    assert.deepEqual([interest, minimumShown, newBalance], [2208, 7008, 162208]);
    assert.equal(readLine(terms, through(terms, all, '2027-07-10')).daysPastDue, 0);
    const second = lastBill(terms, all, '2027-07-12');
    assert.deepEqual(
      [second.interest, second.minimum, second.minimumShown, second.newBalance],
      [2868, 10024, 12886, 163430],
    );
  });
  test('without it a late fee would have come', () => {
    const all = facts(back, pay('2027-07-02', 41.46));
    const late = through(terms, all, '2027-07-12');
    assert.equal(late.records.bills.at(-1)!.newBalance, 166430);
    assert.deepEqual(
      late.records.fees.map(({ key, amount }) => [key.split(':')[0], amount]),
      [
        ['nsf', 2500],
        ['late', 3000],
      ],
    );
  });
});

describe('trouble', () => {
  test('a due date on the last day of a period: overdue, grace and late fee come before the statement', () => {
    const terms = lineTerms([5, 4], { floor: 25, lateFee: [30, 41] });
    const facts = [
      activation('2027-03-05'),
      draw('2027-03-05', 'A', drawTerms('0.219', { grace: 1, percent: '0.02' })),
      buy('2027-03-10', 'A', 400),
    ];
    const bill = lastBill(terms, facts, '2027-05-05');
    assert.deepEqual(
      [bill.interest, bill.fees, bill.minimum, bill.minimumShown, bill.newBalance],
      [720, { late: 2500 }, 3970, 6470, 43220],
    );
  });
  test('charge-off of two draws, and a recovery', () => {
    const terms = lineTerms([12, 8]);
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.1825', { percent: '0' })),
      draw('2027-05-13', 'B', drawTerms('0.365', { percent: '0' })),
      buy('2027-05-13', 'A', 500),
      buy('2027-05-13', 'B', 200),
      fact('fee', '2027-05-20', { type: 'adHoc', draw: null, amount: dollars(60) }),
      fact('chargeOff', '2027-06-20', { reason: 'other' }),
      pay('2027-07-01', 250),
    ];
    // A: 7.50 billed, 500.00 × 8 days × 0.05 % = 2.00. B: 6.00 billed, 1.60.
    const reading = readLine(terms, through(terms, facts, '2027-06-30'));
    assert.deepEqual(reading.chargedOff, { principal: 70000, interest: 1710, fees: 6000 });
    assert.equal(reading.status, 'chargedOff');
    const later = readLine(terms, through(terms, facts, '2027-07-01'));
    assert.deepEqual(
      later.draws.map(({ chargedOff }) => chargedOff.principal),
      [25000, 20000],
    );
  });
  test('re-age brings overdue principal back and days past due to zero', () => {
    const terms = lineTerms([12, 8], { floor: 40 });
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219')),
      buy('2027-05-13', 'A', 1000),
      fact('reAge', '2027-08-20', {}),
    ];
    const before = readLine(terms, through(terms, facts, '2027-08-19'));
    assert.equal(before.daysPastDue, 42);
    const after = readLine(terms, through(terms, facts, '2027-08-20'));
    assert.equal(after.daysPastDue, 0);
    assert.equal(after.principal.overdue, 0);
    assert.equal(after.owed, before.owed);
    assert.equal(after.interest.due, before.interest.due + before.interest.overdue);
  });
  test('settled: the rest is forgiven', () => {
    const terms = lineTerms([12, 8], { floor: 40 });
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219')),
      buy('2027-05-13', 'A', 1000),
      fact('settlement', '2027-07-01', { amount: dollars(600), lastDay: day('2027-08-01') }),
      pay('2027-07-10', 400),
      pay('2027-08-01', 200),
    ];
    const reading = readLine(terms, through(terms, facts, '2027-08-01'));
    assert.equal(reading.status, 'paidOff');
    assert.equal(reading.outstanding, 0);
    const void_ = readLine(terms, through(terms, facts.slice(0, -1), '2027-09-01'));
    assert.equal(void_.status, 'active');
  });
});

describe('the limit', () => {
  const terms = lineTerms([12, 8], { creditLimit: dollars(2000) });
  const spent = buy('2027-05-15', 'P', 362.4);
  const steps: [string, LineFact, number, number][] = [
    ['authorized', fact('authorization', '2027-05-14', { draw: 'P', amount: dollars(350) }, 'hold'), 1650, 0],
    ['posted', { ...spent, authorization: { id: 'hold', endsHold: true } }, 1637.6, 0],
    ['cash', buy('2027-05-16', 'C', 500), 1117.6, 0],
    ['a pending payment frees nothing', { ...pay('2027-05-17', 300), status: 'pending' }, 1117.6, 0],
    ['the limit is cut', fact('limit', '2027-05-18', { amount: dollars(500) }), 0, 82.4],
    ['a dispute goes on using it', dispute('2027-05-19', spent, 120), 0, 82.4],
  ];
  const all = [
    activation('2027-05-13'),
    draw('2027-05-13', 'P', drawTerms('0.1825')),
    draw('2027-05-13', 'C', drawTerms('0.365', { feePercent: '0.04' })),
    ...steps.map(([, one]) => one),
  ];
  steps.forEach(([name, one, available, over], i) => {
    test(name, () => {
      const state = replayLine(terms, all.slice(0, 4 + i), { through: one.on });
      const reading = readLine(terms, state);
      assert.deepEqual([reading.available / 100, reading.overLimit / 100], [available, over]);
    });
  });
  test('a hold is released by itself after its days', () => {
    const held = all.slice(0, 4);
    assert.equal(readLine(terms, through(terms, held, '2027-05-20')).available, 165000);
    assert.equal(readLine(terms, through(terms, held, '2027-05-21')).available, 200000);
  });
});
